//! Names taken apart: `oryx/wall3_0`, `fastRtruck`, `chamber_floor` all have a word in them that says what
//! they show.

/// The candidates for a look-up, best first: the name as a whole, then its words.
///
/// Image names say the thing first and the variant later (`car1R`, `girl3flag`); type names put the thing last
/// (`blueBox`). `from_front` tells which.
pub(crate) fn candidates(name: &str, from_front: bool) -> Vec<String> {
    let file = name.rsplit('/').next().unwrap_or(name);
    let mut words = split(file);
    let mut whole = vec![words.concat()];
    // A lone letter at the end is a variant: `firetruckL`, `blockR`.
    while words.len() > 1 && words.last().is_some_and(|w| w.chars().count() == 1) {
        words.pop();
        whole.push(words.concat());
    }
    if !from_front {
        words.reverse();
    }
    whole.extend(words.into_iter().filter(|w| w.chars().count() > 1));
    whole
}

/// Splits at capitals, digits and anything else that is no letter; digits are dropped.
fn split(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut previous = ' ';
    for c in name.chars() {
        if c.is_alphabetic() {
            let starts = !previous.is_alphabetic() || (c.is_uppercase() && previous.is_lowercase());
            match words.last_mut().filter(|_| !starts) {
                Some(word) => word.extend(c.to_lowercase()),
                None => words.push(c.to_lowercase().collect()),
            }
        }
        previous = c;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn image_names() {
        assert_eq!(candidates("oryx/wall3_0", true), ["wall", "wall"]);
        assert_eq!(candidates("newset/car1R", true), ["carr", "car", "car"]);
        assert_eq!(candidates("newset/girl3flag", true), ["girlflag", "girl", "flag"]);
    }

    #[test]
    fn type_names() {
        assert_eq!(candidates("blueBox", false), ["bluebox", "box", "blue"]);
        assert_eq!(candidates("fastRtruck", false), ["fastrtruck", "rtruck", "fast"]);
        assert_eq!(candidates("incoming_slow", false), ["incomingslow", "slow", "incoming"]);
    }

    #[test]
    fn odd_names_do_no_harm() {
        assert_eq!(candidates("", true), [""]);
        assert_eq!(candidates("42", false), [""]);
        assert_eq!(candidates("Ünï/Ölçü", true), ["ölçü", "ölçü"]);
    }
}
