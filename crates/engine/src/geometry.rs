//! Integer rectangles and directions, with Java's arithmetic.

/// A direction or a difference of positions; y grows downwards.
pub type Vector = (f64, f64);

pub(crate) const NONE: Vector = (0.0, 0.0);
pub(crate) const NIL: Vector = (-1.0, -1.0);
pub(crate) const UP: Vector = (0.0, -1.0);
pub(crate) const LEFT: Vector = (-1.0, 0.0);
pub(crate) const DOWN: Vector = (0.0, 1.0);
pub(crate) const RIGHT: Vector = (1.0, 0.0);

/// The directions that random moves choose from, in the order of the draw.
pub(crate) const BASE: [Vector; 4] = [UP, LEFT, DOWN, RIGHT];

/// The vector of length one in the same direction, or (0, 0).
pub(crate) fn normalise(v: Vector) -> Vector {
    let square = v.0 * v.0 + v.1 * v.1;
    // Mostly it has that length already, and a root and a division would change nothing.
    if square == 1.0 {
        return v;
    }
    let length = square.sqrt();
    if length == 0.0 { NONE } else { (v.0 / length, v.1 / length) }
}

/// A rectangle in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rect {
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Width.
    pub w: i32,
    /// Height.
    pub h: i32,
}

impl Rect {
    /// Strict overlap: touching edges do not count, empty rectangles overlap nothing.
    #[inline]
    pub fn intersects(&self, other: &Rect) -> bool {
        // One test for both sides: taken as unsigned, what begins too far to the left is too large. Of empty ones this may
        // be true or not.
        let overlap = |a: i32, a_size: i32, b: i32, b_size: i32| {
            let (a_size, b_size) = (i64::from(a_size), i64::from(b_size));
            let from_start = i64::from(b) - i64::from(a) + b_size - 1;
            (from_start as u64) < (a_size + b_size - 1) as u64
        };
        overlap(self.x, self.w, other.x, other.w)
            && overlap(self.y, self.h, other.y, other.h)
            && self.w.min(self.h).min(other.w.min(other.h)) > 0
    }

    /// Is the other one inside, shared edges allowed?
    #[inline]
    pub fn contains(&self, other: &Rect) -> bool {
        self.w > 0
            && self.h > 0
            && other.w > 0
            && other.h > 0
            && other.x >= self.x
            && other.y >= self.y
            && other.right() <= self.right()
            && other.bottom() <= self.bottom()
    }

    /// Is the other one the same? All numbers are compared at once, for rectangles that mostly are.
    #[inline]
    pub(crate) fn is_same(&self, other: &Rect) -> bool {
        [self.x, self.y, self.w, self.h] == [other.x, other.y, other.w, other.h]
    }

    /// The x coordinate just right of it. What reaches beyond the numbers reaches as far as they go.
    #[inline]
    pub fn right(&self) -> i32 {
        self.x.saturating_add(self.w)
    }

    /// The y coordinate just below it.
    #[inline]
    pub fn bottom(&self) -> i32 {
        self.y.saturating_add(self.h)
    }

    /// The middle.
    pub(crate) fn centre(&self) -> Vector {
        (f64::from(self.x) + f64::from(self.w) / 2.0, f64::from(self.y) + f64::from(self.h) / 2.0)
    }

    /// The same size at another place.
    #[inline]
    pub(crate) fn at(self, x: i32, y: i32) -> Rect {
        Rect { x, y, ..self }
    }

    /// Moves it like [`Rect::shifted`].
    #[inline]
    pub(crate) fn shift(&mut self, (dx, dy): (i32, i32)) {
        self.x = self.x.wrapping_add(dx);
        self.y = self.y.wrapping_add(dy);
    }

    /// Moved by whole pixels; coordinates wrap around as 32-bit integers do in Java.
    #[inline]
    pub(crate) fn shifted(self, (dx, dy): (i32, i32)) -> Rect {
        self.at(self.x.wrapping_add(dx), self.y.wrapping_add(dy))
    }
}

#[cfg(test)]
mod tests {
    use super::Rect;

    #[test]
    fn rectangles_overlap_by_their_sides() {
        let places = [i32::MIN, -7, -1, 0, 1, 6, 7, 8, i32::MAX];
        let sizes = [i32::MIN, -1, 0, 1, 7, 8, i32::MAX];
        let within = |a: i32, a_size: i32, b: i32, b_size: i32| {
            let [a, a_size, b, b_size] = [a, a_size, b, b_size].map(i64::from);
            a_size > 0 && b_size > 0 && b < a + a_size && a < b + b_size
        };
        for (a, b) in places.iter().flat_map(|&a| places.iter().map(move |&b| (a, b))) {
            for (v, w) in sizes.iter().flat_map(|&v| sizes.iter().map(move |&w| (v, w))) {
                let wide = [Rect { x: a, y: 0, w: v, h: 1 }, Rect { x: b, y: 0, w, h: 1 }];
                let high = [Rect { x: 0, y: a, w: 1, h: v }, Rect { x: 0, y: b, w: 1, h: w }];
                for [one, other] in [wide, high] {
                    assert_eq!(one.intersects(&other), within(a, v, b, w), "{one:?} and {other:?}");
                }
            }
        }
    }
}
