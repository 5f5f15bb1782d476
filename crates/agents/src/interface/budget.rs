//! How much an agent may think: written as text, such as `40ms`, `480fm`, `50it` or `40ms+5000fm`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How many ticks' worth of thinking an agent gets before the first tick: a second for ticks of 40 ms.
pub const INITIAL_TICKS: u32 = 25;

/// What an agent may spend on one decision. Where there are several limits, the first one reached ends the
/// thinking.
///
/// ```
/// use ludex_agents::Budget;
///
/// let budget: Budget = "40ms + 5000fm".parse()?;
/// assert_eq!(budget.to_string(), "40ms+5000fm");
/// assert_eq!(budget.initial(25).to_string(), "1s+125000fm");
/// # Ok::<(), ludex_agents::BudgetError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Budget {
    time: Option<Duration>,
    calls: Option<u64>,
    iterations: Option<u64>,
}

impl Budget {
    /// The competition's budget: 40 ms a tick.
    pub const COMPETITION: Budget =
        Budget { time: Some(Duration::from_millis(40)), calls: None, iterations: None };

    /// A limit on forward-model calls alone.
    pub const fn calls(calls: u64) -> Budget {
        Budget { time: None, calls: Some(calls), iterations: None }
    }

    /// A limit on iterations alone.
    pub const fn iterations(iterations: u64) -> Budget {
        Budget { time: None, calls: None, iterations: Some(iterations) }
    }

    /// The limit on time, by the clock on the wall.
    pub fn time_limit(&self) -> Option<Duration> {
        self.time
    }

    /// The limit on forward-model calls.
    pub fn call_limit(&self) -> Option<u64> {
        self.calls
    }

    /// The limit on iterations: whatever an agent does again and again, such as one simulation of a tree search.
    pub fn iteration_limit(&self) -> Option<u64> {
        self.iterations
    }

    /// The budget before the first tick, worth so many ticks. Time is always worth [`INITIAL_TICKS`], because the
    /// competition says so.
    pub fn initial(&self, ticks: u32) -> Budget {
        let times = |n: u64| n.saturating_mul(u64::from(ticks));
        Budget {
            time: self.time.map(|t| t.saturating_mul(INITIAL_TICKS)),
            calls: self.calls.map(times),
            iterations: self.iterations.map(times),
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.time.map(|t| match t.as_micros() {
            us if us % 1_000_000 == 0 => format!("{}s", us / 1_000_000),
            us if us % 1_000 == 0 => format!("{}ms", us / 1_000),
            us => format!("{us}us"),
        });
        let counts = [self.calls.map(|n| format!("{n}fm")), self.iterations.map(|n| format!("{n}it"))];
        let limits: Vec<String> = time.into_iter().chain(counts.into_iter().flatten()).collect();
        f.pad(&limits.join("+"))
    }
}

/// Why a text is no budget.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BudgetError {
    /// There is no number before the unit, or it cannot be read.
    Number(String),
    /// The unit is missing or unknown.
    Unit(String),
    /// The limit is zero: nothing could be thought.
    Zero(String),
    /// The limit is beyond what can be counted.
    TooLarge(String),
    /// The same kind of limit is given twice.
    Twice(String),
}

impl fmt::Display for BudgetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BudgetError::Number(part) => write!(f, "`{part}` does not begin with a number")?,
            BudgetError::Unit(part) => write!(f, "`{part}` has no known unit")?,
            BudgetError::Zero(part) => write!(f, "`{part}` leaves nothing to think with")?,
            BudgetError::TooLarge(part) => write!(f, "`{part}` is too much")?,
            BudgetError::Twice(part) => write!(f, "`{part}` limits what is already limited")?,
        }
        write!(
            f,
            ": write a budget as 40ms (time; also s and us), 480fm (forward-model calls), 50it (iterations) or \
             several of them joined by +"
        )
    }
}

impl std::error::Error for BudgetError {}

impl FromStr for Budget {
    type Err = BudgetError;

    fn from_str(text: &str) -> Result<Budget, BudgetError> {
        let mut budget = Budget { time: None, calls: None, iterations: None };
        for part in text.split('+').map(str::trim) {
            let twice = match Limit::parse(part)? {
                Limit::Time(t) => budget.time.replace(t).is_some(),
                Limit::Calls(n) => budget.calls.replace(n).is_some(),
                Limit::Iterations(n) => budget.iterations.replace(n).is_some(),
            };
            if twice {
                return Err(BudgetError::Twice(part.to_owned()));
            }
        }
        Ok(budget)
    }
}

enum Limit {
    Time(Duration),
    Calls(u64),
    Iterations(u64),
}

impl Limit {
    /// The longest time that can be asked for: a day.
    const MAX_MICROS: u64 = 24 * 60 * 60 * 1_000_000;

    fn parse(part: &str) -> Result<Limit, BudgetError> {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = part.split_at(digits);
        if number.is_empty() {
            return Err(BudgetError::Number(part.to_owned()));
        }
        let n: u64 = number.parse().map_err(|_| BudgetError::TooLarge(part.to_owned()))?;
        let micros = |scale: u64| match n.checked_mul(scale) {
            Some(us) if us <= Limit::MAX_MICROS => Ok(Limit::Time(Duration::from_micros(us))),
            _ => Err(BudgetError::TooLarge(part.to_owned())),
        };
        let limit = match unit.trim_start().to_ascii_lowercase().as_str() {
            "us" => micros(1)?,
            "ms" => micros(1_000)?,
            "s" => micros(1_000_000)?,
            "fm" => Limit::Calls(n),
            "it" => Limit::Iterations(n),
            _ => return Err(BudgetError::Unit(part.to_owned())),
        };
        if n == 0 { Err(BudgetError::Zero(part.to_owned())) } else { Ok(limit) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(text: &str) -> String {
        text.parse::<Budget>().unwrap().to_string()
    }

    #[test]
    fn text_and_back() {
        for text in ["40ms", "1s", "1500us", "480fm", "50it", "40ms+5000fm", "5000fm+50it", "40ms+9fm+1it"] {
            assert_eq!(round_trip(text), text);
        }
        assert_eq!(round_trip(" 50 IT + 480fm+1000ms "), "1s+480fm+50it");
    }

    #[test]
    fn what_is_no_budget_is_refused() {
        let error = |text: &str| text.parse::<Budget>().unwrap_err();
        assert_eq!(error(""), BudgetError::Number(String::new()));
        assert_eq!(error("ms"), BudgetError::Number("ms".into()));
        assert_eq!(error("-4ms"), BudgetError::Number("-4ms".into()));
        assert_eq!(error("40"), BudgetError::Unit("40".into()));
        assert_eq!(error("1.5ms"), BudgetError::Unit("1.5ms".into()));
        assert_eq!(error("40min"), BudgetError::Unit("40min".into()));
        assert_eq!(error("0fm"), BudgetError::Zero("0fm".into()));
        assert_eq!(error("40ms+1s"), BudgetError::Twice("1s".into()));
        assert_eq!(error("99999999999999999999fm"), BudgetError::TooLarge("99999999999999999999fm".into()));
        assert_eq!(error("999999999999s"), BudgetError::TooLarge("999999999999s".into()));
        assert!(error("40").to_string().contains("480fm"));
    }

    #[test]
    fn before_the_first_tick() {
        assert_eq!(Budget::COMPETITION.initial(25).to_string(), "1s");
        assert_eq!(Budget::COMPETITION.initial(30).to_string(), "1s");
        assert_eq!(Budget::calls(100).initial(30).to_string(), "3000fm");
        assert_eq!(Budget::calls(u64::MAX).initial(30), Budget::calls(u64::MAX));
    }
}
