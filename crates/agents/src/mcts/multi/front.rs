//! What cannot be improved in one respect without getting worse in the other: fronts of points, and the area below them.

/// What something is worth in two respects. More is better.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Point {
    pub x: f64,
    pub y: f64,
}

/// The points of which none [dominates](Front::add) another, each with a note.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Front<T> {
    /// By ascending `x`, and therefore by descending `y`.
    points: Vec<(Point, T)>,
}

impl<T: Copy> Front<T> {
    /// A front without points.
    pub const fn new() -> Front<T> {
        Front { points: Vec::new() }
    }

    /// Forgets all points, and keeps the memory.
    pub fn clear(&mut self) {
        self.points.clear();
    }

    /// The points, by ascending `x`.
    pub fn points(&self) -> &[(Point, T)] {
        &self.points
    }

    /// Adds a point, unless one of the front equals it or dominates it: is as good in both respects and better in one. Those
    /// that it dominates leave. Was it added?
    pub fn add(&mut self, point: Point, note: T) -> bool {
        let from_x = self.points.partition_point(|(member, _)| member.x < point.x);
        // Of those with as much x or more, the first has most y.
        if self.points.get(from_x).is_some_and(|(member, _)| member.y >= point.y) {
            return false;
        }
        let same_x = self.points.get(from_x).is_some_and(|(member, _)| member.x == point.x);
        let end = from_x + usize::from(same_x);
        let start = self.points[..from_x].partition_point(|(member, _)| member.y > point.y);
        if start == end {
            self.points.insert(start, (point, note));
        } else {
            self.points[start] = (point, note);
            self.points.drain(start + 1..end);
        }
        true
    }

    /// The hypervolume: the area between the axes and the front, as seen through `scale`. That must keep the order in both
    /// respects; what it makes negative counts as zero.
    pub fn hypervolume(&self, scale: impl Fn(Point, T) -> Point) -> f64 {
        let mut left = 0.0;
        let mut area = 0.0;
        for &(point, note) in &self.points {
            let Point { x, y } = scale(point, note);
            let x = x.max(left);
            area += (x - left) * y.max(0.0);
            left = x;
        }
        area
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Coordinates are small whole numbers, so that equal ones are common and areas can be counted.
    const SIDE: u8 = 9;

    fn points() -> impl Strategy<Value = Vec<(u8, u8)>> {
        prop::collection::vec((0..SIDE, 0..SIDE), 0..25)
    }

    fn point((x, y): (u8, u8)) -> Point {
        Point { x: f64::from(x), y: f64::from(y) }
    }

    fn front(points: &[(u8, u8)]) -> Front<()> {
        let mut front = Front::new();
        points.iter().for_each(|&p| _ = front.add(point(p), ()));
        front
    }

    /// By definition.
    fn dominates(a: Point, b: Point) -> bool {
        a.x >= b.x && a.y >= b.y && (a.x > b.x || a.y > b.y)
    }

    proptest! {
        #[test]
        fn nothing_in_a_front_dominates_another(list in points()) {
            let front = front(&list);
            for (i, &(a, ())) in front.points().iter().enumerate() {
                for (j, &(b, ())) in front.points().iter().enumerate() {
                    prop_assert!(!dominates(a, b) && (i == j || a != b), "{front:?}");
                }
            }
            prop_assert!(front.points().is_sorted_by(|(a, ()), (b, ())| a.x < b.x && a.y > b.y));
        }

        #[test]
        fn a_front_has_exactly_what_nothing_dominates(list in points()) {
            let all: Vec<Point> = list.iter().copied().map(point).collect();
            let front = front(&list);
            for &p in &all {
                let is_best = !all.iter().any(|&q| dominates(q, p));
                prop_assert_eq!(front.points().contains(&(p, ())), is_best);
            }
            prop_assert!(front.points().iter().all(|(p, ())| all.contains(p)));
        }

        #[test]
        fn a_point_is_added_unless_it_is_matched(list in points(), new in (0..SIDE, 0..SIDE)) {
            let mut front = front(&list);
            let new = point(new);
            let matched = front.points().iter().any(|&(p, ())| p == new || dominates(p, new));
            prop_assert_eq!(front.add(new, ()), !matched);
            prop_assert!(!front.add(new, ()));
        }

        #[test]
        fn the_order_does_not_matter((list, shuffled) in points().prop_flat_map(|list| {
            (Just(list.clone()), Just(list).prop_shuffle())
        })) {
            prop_assert_eq!(front(&list), front(&shuffled));
        }

        #[test]
        fn hypervolume_is_the_number_of_cells_below(list in points()) {
            let below = |x: u8, y: u8| list.iter().any(|p| p.0 > x && p.1 > y);
            let cells = (0..SIDE).flat_map(|x| (0..SIDE).map(move |y| (x, y)));
            let count = cells.filter(|&(x, y)| below(x, y)).count();
            prop_assert_eq!(front(&list).hypervolume(|p, ()| p), count as f64);
        }
    }

    #[test]
    fn notes_stay_with_the_first_of_equals() {
        let mut front = Front::new();
        let p = Point { x: 1.0, y: 1.0 };
        assert!(front.add(p, 'a') && !front.add(p, 'b'));
        assert_eq!(front.points(), [(p, 'a')]);
        assert!(front.add(Point { x: 1.0, y: 2.0 }, 'c'));
        assert_eq!(front.points(), [(Point { x: 1.0, y: 2.0 }, 'c')]);
    }

    #[test]
    fn what_is_negative_has_no_area() {
        let mut front = Front::new();
        front.add(Point { x: -2.0, y: 3.0 }, ());
        front.add(Point { x: 2.0, y: -1.0 }, ());
        assert_eq!(front.hypervolume(|p, ()| p), 0.0);
        assert_eq!(front.hypervolume(|p, ()| Point { x: p.x + 2.0, y: p.y + 2.0 }), 4.0);
    }
}
