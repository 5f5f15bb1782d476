//! Names and lists of them. Papers write "Missile Command", files `missilecommand`, `camelRace` or `x-racer`.

/// The form of a name that all spellings share: small letters and digits only.
pub fn canonical(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// The parts of a list such as `random, rhea(p=5,l=8)`: separated by commas or semicolons, except inside of parentheses
/// and of quotes, in which a backslash takes the meaning of the next character.
pub fn list(text: &str) -> Vec<String> {
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    let divides = |c: char| {
        if quoted {
            (quoted, escaped) = (escaped || c != '"', !escaped && c == '\\');
            return false;
        }
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            '"' => quoted = true,
            _ => {}
        }
        depth <= 0 && matches!(c, ',' | ';')
    };
    text.split(divides).map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// A label and what it is for, as in `all=soemers-all`. An agent's own parameters are in parentheses.
pub fn labelled(text: &str) -> (Option<&str>, &str) {
    match text.split_once('=') {
        Some((label, rest)) if !label.contains(['(', '"']) && !label.trim().is_empty() => {
            (Some(label.trim()), rest.trim())
        }
        _ => (None, text.trim()),
    }
}

/// Whether a name fits a pattern in which `*` stands for any text and `?` for any one character.
pub fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // Where to go on after the last star: behind it in the pattern, one further in the name.
    let mut retry: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                p += 1;
                retry = Some((p, n));
            }
            Some(&c) if c == '?' || c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => match retry {
                Some((behind, from)) => {
                    p = behind;
                    n = from + 1;
                    retry = Some((behind, n));
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_meet() {
        for name in ["Missile Command", "MissileCommand", "missile-command"] {
            assert_eq!(canonical(name), "missilecommand");
        }
        assert_eq!(canonical("camelRace"), "camelrace");
    }

    #[test]
    fn lists() {
        assert_eq!(
            list("random, rhea(p=5,l=8)+shift;iw(3/2) ,"),
            ["random", "rhea(p=5,l=8)+shift", "iw(3/2)"]
        );
        assert_eq!(list("a),(b"), ["a)", "(b"]);
        assert!(list(" ").is_empty());
        assert_eq!(list(r#"program(cmd="a) \", b"),random"#), [r#"program(cmd="a) \", b")"#, "random"]);
    }

    #[test]
    fn labels() {
        assert_eq!(labelled(" my agent = mcts(c=1) "), (Some("my agent"), "mcts(c=1)"));
        assert_eq!(labelled("mcts(c=1)"), (None, "mcts(c=1)"));
        assert_eq!(labelled("=mcts"), (None, "=mcts"));
    }

    #[test]
    fn patterns() {
        for (pattern, name, fits) in [
            ("*", "", true),
            ("s*", "sokoban", true),
            ("*koban", "realsokoban", true),
            ("l?sers*", "lasers2", true),
            ("a*b*c", "aXbXbc", true),
            ("a*b", "abc", false),
            ("?", "", false),
        ] {
            assert_eq!(matches(pattern, name), fits, "{pattern} {name}");
        }
    }
}
