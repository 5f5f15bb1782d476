//! Looking at single plays of a results file, a page at a time.

use super::columns::{GameRow, read_game};
use super::{Results, StoreError};
use rusqlite::types::Value;
use rusqlite::{OptionalExtension, params, params_from_iter};

/// Which plays are wanted; what is not said does not matter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlayFilter {
    /// The agent's text form.
    pub agent: Option<String>,
    /// The budget's text form.
    pub budget: Option<String>,
    /// The game's name.
    pub game: Option<String>,
    /// The level's number.
    pub level: Option<u32>,
    /// Whether it was won.
    pub won: Option<bool>,
}

/// What plays are sorted by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PlayOrder {
    /// Agent, game, level, repetition.
    #[default]
    Place,
    /// Score, the highest first.
    Best,
    /// Score, the lowest first.
    Worst,
    /// Ticks, the fewest first.
    Shortest,
    /// Ticks, the most first.
    Longest,
}

impl PlayOrder {
    fn sql(self) -> &'static str {
        match self {
            PlayOrder::Place => "agent, budget, game, level, repetition, seed",
            PlayOrder::Best => "win DESC, score DESC, ticks",
            PlayOrder::Worst => "win, score, ticks",
            PlayOrder::Shortest => "ticks, score DESC",
            PlayOrder::Longest => "ticks DESC, score DESC",
        }
    }
}

impl Results {
    /// So many plays from an offset on, and how many there are in all.
    pub fn plays(
        &self,
        filter: &PlayFilter,
        order: PlayOrder,
        offset: u32,
        limit: u32,
    ) -> Result<(u64, Vec<GameRow>), StoreError> {
        let text = |value: &Option<String>| value.clone().map(Value::Text);
        let given = [
            ("agent", text(&filter.agent)),
            ("budget", text(&filter.budget)),
            ("game", text(&filter.game)),
            ("level", filter.level.map(|level| Value::Integer(level.into()))),
            ("win", filter.won.map(|won| Value::Integer(won.into()))),
        ];
        let given: Vec<(&str, Value)> =
            given.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        let conditions: Vec<String> = given.iter().map(|(name, _)| format!("{name} = ?")).collect();
        let condition = if conditions.is_empty() { "1".to_owned() } else { conditions.join(" AND ") };
        let values = || params_from_iter(given.iter().map(|(_, value)| value));
        let find = || {
            let count = format!("SELECT count(*) FROM games WHERE {condition}");
            let count: i64 = self.connection.query_row(&count, values(), |row| row.get(0))?;
            let page = format!(
                "SELECT * FROM games WHERE {condition} ORDER BY {} LIMIT {limit} OFFSET {offset}",
                order.sql()
            );
            let mut statement = self.connection.prepare(&page)?;
            let rows =
                statement.query_map(values(), read_game)?.collect::<rusqlite::Result<Vec<GameRow>>>()?;
            Ok((count.cast_unsigned(), rows))
        };
        self.sqlite(find())
    }

    /// The seed of the agent in the other seat of a game of two.
    pub fn partner_seed(&self, row: &GameRow) -> Result<Option<i64>, StoreError> {
        let Some(partner) = &row.partner else { return Ok(None) };
        let other = i64::from(row.seat == 0);
        self.sqlite(
            self.connection
                .query_row(
                    "SELECT agent_seed FROM games WHERE agent = ?1 AND game = ?2 AND level = ?3 AND repetition = ?4 AND seed = ?5
                     AND seat = ?6",
                    params![partner, row.game, row.level, row.repetition, row.seed, other],
                    |found| found.get(0),
                )
                .optional(),
        )
    }
}
