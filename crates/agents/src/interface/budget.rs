//! How much an agent may think: written as text, such as `40ms`, `480fm`, `50it`, `40ms+5000fm` or `40ms+100us/fm`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How many ticks' worth of thinking an agent gets before the first tick: a second for ticks of 40 ms.
pub const INITIAL_TICKS: u32 = 25;

/// What an agent may spend on one decision. Where there are several limits, the first one reached ends the
/// thinking.
///
/// Time can be charged for forward-model calls: with `40ms+100us/fm` each call counts as 100 us on top of what it
/// takes, as if the model were that slow. Nobody waits; the clock is put forward.
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
    /// What a call counts for in time, beyond what it takes.
    call_cost: Option<Duration>,
    calls: Option<u64>,
    iterations: Option<u64>,
}

impl Budget {
    const UNLIMITED: Budget = Budget { time: None, call_cost: None, calls: None, iterations: None };

    /// The competition's budget: 40 ms a tick.
    pub const COMPETITION: Budget = Budget { time: Some(Duration::from_millis(40)), ..Budget::UNLIMITED };

    /// A limit on forward-model calls alone.
    pub const fn calls(calls: u64) -> Budget {
        Budget { calls: Some(calls), ..Budget::UNLIMITED }
    }

    /// A limit on iterations alone.
    pub const fn iterations(iterations: u64) -> Budget {
        Budget { iterations: Some(iterations), ..Budget::UNLIMITED }
    }

    /// The limit on time, by the clock on the wall.
    pub fn time_limit(&self) -> Option<Duration> {
        self.time
    }

    /// What each forward-model call counts for in time, beyond what it takes.
    pub fn call_cost(&self) -> Duration {
        self.call_cost.unwrap_or_default()
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
            call_cost: self.call_cost,
            calls: self.calls.map(times),
            iterations: self.iterations.map(times),
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.time.map(in_units),
            self.call_cost.map(|t| in_units(t) + PER_CALL),
            self.calls.map(|n| format!("{n}fm")),
            self.iterations.map(|n| format!("{n}it")),
        ];
        f.pad(&parts.into_iter().flatten().collect::<Vec<_>>().join("+"))
    }
}

/// What makes a time the price of a forward-model call.
const PER_CALL: &str = "/fm";

/// A time in the largest unit that it is a whole number of.
fn in_units(time: Duration) -> String {
    match time.as_micros() {
        us if us % 1_000_000 == 0 => format!("{}s", us / 1_000_000),
        us if us % 1_000 == 0 => format!("{}ms", us / 1_000),
        us => format!("{us}us"),
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
    /// Calls cost time, but time is not limited.
    FreeTime(String),
}

impl fmt::Display for BudgetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BudgetError::Number(part) => write!(f, "`{part}` does not begin with a number")?,
            BudgetError::Unit(part) => write!(f, "`{part}` has no known unit")?,
            BudgetError::Zero(part) => write!(f, "`{part}` leaves nothing to think with")?,
            BudgetError::TooLarge(part) => write!(f, "`{part}` is too much")?,
            BudgetError::Twice(part) => write!(f, "`{part}` sets what is already set")?,
            BudgetError::FreeTime(text) => {
                write!(f, "`{text}` charges time for calls but does not limit it")?
            }
        }
        write!(
            f,
            ": write a budget as 40ms (time; also s and us), 480fm (forward-model calls), 50it (iterations) or \
             several of them joined by +, and 40ms+100us/fm for a model that is as slow as that"
        )
    }
}

impl std::error::Error for BudgetError {}

impl FromStr for Budget {
    type Err = BudgetError;

    fn from_str(text: &str) -> Result<Budget, BudgetError> {
        let mut budget = Budget::UNLIMITED;
        for part in text.split('+').map(str::trim) {
            let twice = match Part::parse(part)? {
                Part::Time(t) => budget.time.replace(t).is_some(),
                Part::CallCost(t) => budget.call_cost.replace(t).is_some(),
                Part::Calls(n) => budget.calls.replace(n).is_some(),
                Part::Iterations(n) => budget.iterations.replace(n).is_some(),
            };
            if twice {
                return Err(BudgetError::Twice(part.to_owned()));
            }
        }
        match budget {
            Budget { time: None, call_cost: Some(_), .. } => Err(BudgetError::FreeTime(text.to_owned())),
            _ => Ok(budget),
        }
    }
}

/// What stands between two plus signs.
enum Part {
    Time(Duration),
    CallCost(Duration),
    Calls(u64),
    Iterations(u64),
}

impl Part {
    /// The longest time that can be asked for: a day.
    const MAX_MICROS: u64 = 24 * 60 * 60 * 1_000_000;

    fn parse(part: &str) -> Result<Part, BudgetError> {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = part.split_at(digits);
        if number.is_empty() {
            return Err(BudgetError::Number(part.to_owned()));
        }
        let n: u64 = number.parse().map_err(|_| BudgetError::TooLarge(part.to_owned()))?;
        let micros = |scale: u64| match n.checked_mul(scale) {
            Some(us) if us <= Part::MAX_MICROS => Ok(Duration::from_micros(us)),
            _ => Err(BudgetError::TooLarge(part.to_owned())),
        };
        let unit = unit.trim_start().to_ascii_lowercase();
        let (unit, priced) = unit.strip_suffix(PER_CALL).map_or((unit.as_str(), false), |unit| (unit, true));
        let made = if priced { Part::CallCost } else { Part::Time };
        let parsed = match unit {
            "us" => made(micros(1)?),
            "ms" => made(micros(1_000)?),
            "s" => made(micros(1_000_000)?),
            "fm" if !priced => Part::Calls(n),
            "it" if !priced => Part::Iterations(n),
            _ => return Err(BudgetError::Unit(part.to_owned())),
        };
        if n == 0 { Err(BudgetError::Zero(part.to_owned())) } else { Ok(parsed) }
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
        for text in [
            "40ms",
            "1s",
            "1500us",
            "480fm",
            "50it",
            "40ms+5000fm",
            "5000fm+50it",
            "40ms+9fm+1it",
            "1s+1500us/fm+9fm",
        ] {
            assert_eq!(round_trip(text), text);
        }
        assert_eq!(round_trip(" 50 IT + 480fm+1000ms "), "1s+480fm+50it");
        assert_eq!(round_trip("1000 US/FM + 40ms"), "40ms+1ms/fm");
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
        assert_eq!(error("40ms+1us/fm+2us/fm"), BudgetError::Twice("2us/fm".into()));
        assert_eq!(error("40ms+0us/fm"), BudgetError::Zero("0us/fm".into()));
        assert_eq!(error("40ms+5fm/fm"), BudgetError::Unit("5fm/fm".into()));
        assert_eq!(error("40ms+5us/it"), BudgetError::Unit("5us/it".into()));
        assert_eq!(error("480fm+100us/fm"), BudgetError::FreeTime("480fm+100us/fm".into()));
        assert_eq!(error("99999999999999999999fm"), BudgetError::TooLarge("99999999999999999999fm".into()));
        assert_eq!(error("999999999999s"), BudgetError::TooLarge("999999999999s".into()));
        assert!(error("40").to_string().contains("480fm"));
    }

    #[test]
    fn before_the_first_tick() {
        assert_eq!(Budget::COMPETITION.initial(25).to_string(), "1s");
        assert_eq!(Budget::COMPETITION.initial(30).to_string(), "1s");
        assert_eq!("40ms+100us/fm".parse::<Budget>().unwrap().initial(25).to_string(), "1s+100us/fm");
        assert_eq!(Budget::calls(100).initial(30).to_string(), "3000fm");
        assert_eq!(Budget::calls(u64::MAX).initial(30), Budget::calls(u64::MAX));
    }
}
