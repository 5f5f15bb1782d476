//! A judgement in words and tables.

use super::{Judgement, LADDER, LevelJudgement, PARTNER, Rung};
use crate::report::{Align, Place, Screen, Table, decimal};
use std::fmt::Write;

impl Judgement {
    /// For a terminal.
    pub fn to_text(&self, screen: Screen) -> String {
        let mut out = format!("{}\n{}\n", self.agents().to_text(screen), self.by_level().to_text(screen));
        let pays = match self.skill {
            skill if skill >= 0.4 => "skill pays",
            skill if skill >= 0.1 => "skill pays a little",
            _ => "no skill shows",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "Skill: {} ({pays}; rank correlation of place on the ladder and result, from −1 to 1)",
            decimal(self.skill, 2)
        );
        let plays: u64 = self.total().iter().map(|rung| rung.plays).sum();
        let mut list = |title: &str, lines: &[String]| {
            if lines.is_empty() {
                let _ = writeln!(out, "{title}: none");
            } else {
                let _ = writeln!(out, "{title}:");
                lines.iter().for_each(|line| out.push_str(&format!("  {line}\n")));
            }
        };
        let idle: Vec<String> =
            self.idle.iter().map(|idle| format!("line {}: {}", idle.line, idle.what)).collect();
        list(&format!("Rules and terminations that made no difference in {plays} plays"), &idle);
        list("Sprites that never appeared", &self.unseen);
        list("Remarks", &self.remarks());
        out
    }

    /// The ladder over all levels.
    pub fn agents(&self) -> Table {
        let row = |(name, rung): (&&str, &Rung)| {
            let texts = [
                (*name).to_owned(),
                rung.plays.to_string(),
                decimal(rung.win_percent(), 0),
                decimal(rung.scores.mean(), 2),
                decimal(rung.ticks.mean(), 0),
            ];
            texts.map(Place::from).to_vec()
        };
        let right = |head: &str| (head.to_owned(), Align::Right);
        Table {
            name: "ladder",
            title: "The ladder of agents".to_owned(),
            note: match self.players {
                1 => format!("Means over all levels, with {} for each tick.", self.budget),
                _ => format!(
                    "Means over all levels and both seats, with {} for each tick and {PARTNER} in the other seat.",
                    self.budget
                ),
            },
            columns: vec![
                ("agent".to_owned(), Align::Left),
                right("plays"),
                right("won %"),
                right("score"),
                right("ticks"),
            ],
            rows: LADDER.iter().zip(&self.total()).map(row).collect(),
            ..Table::default()
        }
    }

    /// Games won by level.
    pub fn by_level(&self) -> Table {
        let won = |rung: &Rung| decimal(rung.win_percent(), 0);
        let row = |level: &LevelJudgement| {
            let shortest = level.shortest.map_or("–".to_owned(), |win| {
                format!("{} ticks, {}", win.ticks, win.by.unwrap_or("recorded"))
            });
            let texts =
                [level.number.to_string()].into_iter().chain(level.rungs.iter().map(won)).chain([shortest]);
            texts.map(Place::from).collect()
        };
        let mut columns = vec![("level".to_owned(), Align::Right)];
        columns.extend(LADDER.iter().map(|name| ((*name).to_owned(), Align::Right)));
        columns.push(("shortest known win".to_owned(), Align::Left));
        Table {
            name: "levels",
            title: "Games won by level, in per cent".to_owned(),
            note: String::new(),
            columns,
            rows: self.levels.iter().map(row).collect(),
            ..Table::default()
        }
    }
}
