//! Speeds of another implementation, to compare with.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// What another implementation does on a game's first level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reference {
    pub advances_per_s: f64,
    pub clones_per_s: f64,
}

/// Reads a table with the columns game, level, advances_per_s and copies_per_s, in any order and among others.
/// Only first levels count.
pub fn read(path: &Path) -> Result<HashMap<String, Reference>, String> {
    let text =
        fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    parse(&text).map_err(|problem| format!("{}: {problem}", path.display()))
}

fn parse(text: &str) -> Result<HashMap<String, Reference>, String> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let Some((_, header)) = lines.next() else { return Err("the table is empty".to_owned()) };
    let columns: Vec<&str> = header.split(',').map(str::trim).collect();
    let column = |name: &str| {
        columns
            .iter()
            .position(|column| *column == name)
            .ok_or_else(|| format!("there is no column `{name}` in its first line"))
    };
    let (game, level) = (column("game")?, column("level")?);
    let (advances, copies) = (column("advances_per_s")?, column("copies_per_s")?);
    let mut table = HashMap::new();
    for (number, line) in lines {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        if cells.len() != columns.len() {
            let (have, want) = (cells.len(), columns.len());
            return Err(format!("line {number}: {have} columns where the first line has {want}"));
        }
        let speed = |column: usize| match cells[column].parse::<f64>() {
            Ok(speed) if speed.is_finite() && speed > 0.0 => Ok(speed),
            _ => Err(format!("line {number}: `{}` is no speed", cells[column])),
        };
        let reference = Reference { advances_per_s: speed(advances)?, clones_per_s: speed(copies)? };
        if cells[level] == "0" {
            table.insert(cells[game].to_owned(), reference);
        }
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_first_levels_count() {
        let table = parse("level,game,advances_per_s,x,copies_per_s\n0,a,10,,5\n1,b,3,,4\n").unwrap();
        assert_eq!(table.len(), 1);
        assert_eq!(table["a"], Reference { advances_per_s: 10.0, clones_per_s: 5.0 });
    }

    #[test]
    fn what_is_wrong_is_named() {
        let header = "game,level,advances_per_s,copies_per_s\n";
        assert_eq!(parse("\n").unwrap_err(), "the table is empty");
        assert_eq!(
            parse("game,level\n").unwrap_err(),
            "there is no column `advances_per_s` in its first line"
        );
        assert_eq!(parse(&format!("{header}a,0,0,1")).unwrap_err(), "line 2: `0` is no speed");
        assert_eq!(
            parse(&format!("{header}a,0")).unwrap_err(),
            "line 2: 2 columns where the first line has 4"
        );
    }
}
