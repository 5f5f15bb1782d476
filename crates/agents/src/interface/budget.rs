//! How much an agent may think: written as text, such as `40ms-cpu`, `40ms`, `480fm`, `50it`, `50-70it`, `40ms+5000fm` or
//! `40ms+100us/fm`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::clock::Clock;
use super::rng::Rng;

/// How many ticks' worth of thinking an agent gets before the first tick: a second for ticks of 40 ms.
pub const INITIAL_TICKS: u32 = 25;

/// What an agent may spend on one decision. Where there are several limits, the first one reached ends the
/// thinking.
///
/// Time is wall-clock time (`40ms`) or processor time of the agent's thread (`40ms-cpu`), which is what GVGAI
/// takes: on a busy machine nobody pays for what others do.
///
/// Iterations can be a range (`50-70it`): each tick has another number of them, drawn from the agent's seed, as by a clock. A
/// fixed number that the number of actions divides lets a tree search visit all of them equally often, and then its rule for
/// ties decides.
///
/// Time can be charged for forward-model calls: with `40ms+100us/fm` each call counts as 100 us on top of what it
/// takes, as if the model were that slow. Nobody waits; the clock is put forward.
///
/// Reproductions can have a forward model with the faults of a day: see [`Budget::of_reproduction`].
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
    time: Option<Time>,
    /// What a call counts for in time, beyond what it takes.
    call_cost: Option<Duration>,
    calls: Option<u64>,
    iterations: Option<Iterations>,
    model: Model,
}

/// Which forward model agents try their actions in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Model {
    /// The game itself.
    #[default]
    Exact,
    /// GVGAI's of May 2014 with its faults: avatars only walk ([`State::advance_as_in_2014`](ludex_engine::State::advance_as_in_2014)).
    Of201405,
}

/// The part of a budget that asks for the model of May 2014.
const MODEL_OF_2014_05: &str = "model-2014-05";

/// A limit on iterations: one of these numbers, ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Iterations {
    least: u64,
    most: u64,
}

/// A limit on time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Time {
    limit: Duration,
    clock: Clock,
}

impl Budget {
    const UNLIMITED: Budget =
        Budget { time: None, call_cost: None, calls: None, iterations: None, model: Model::Exact };

    /// The competition's budget: 40 ms a tick, in [processor time](Clock::COMPETITION) where the system can tell it.
    pub const COMPETITION: Budget = Budget {
        time: Some(Time { limit: Duration::from_millis(40), clock: Clock::COMPETITION }),
        ..Budget::UNLIMITED
    };

    /// A limit on forward-model calls alone.
    pub const fn calls(calls: u64) -> Budget {
        Budget { calls: Some(calls), ..Budget::UNLIMITED }
    }

    /// A limit on iterations alone.
    pub const fn iterations(iterations: u64) -> Budget {
        Budget { iterations: Some(Iterations { least: iterations, most: iterations }), ..Budget::UNLIMITED }
    }

    /// The limit on time, by the budget's [clock](Budget::clock).
    pub fn time_limit(&self) -> Option<Duration> {
        self.time.map(|time| time.limit)
    }

    /// The clock that time is taken by, where it is limited.
    pub fn clock(&self) -> Option<Clock> {
        self.time.map(|time| time.clock)
    }

    /// What each forward-model call counts for in time, beyond what it takes.
    pub fn call_cost(&self) -> Duration {
        self.call_cost.unwrap_or_default()
    }

    /// The limit on forward-model calls.
    pub fn call_limit(&self) -> Option<u64> {
        self.calls
    }

    /// The limit on iterations: whatever an agent does again and again, such as one simulation of a tree search. Of a range
    /// it is the upper end.
    pub fn iteration_limit(&self) -> Option<u64> {
        self.iterations.map(|range| range.most)
    }

    /// Which forward model agents get.
    pub fn model(&self) -> Model {
        self.model
    }

    /// The budget of a tick: where iterations are a range, one number of it, drawn from the agent's seed.
    pub(super) fn of_tick(mut self, agent_seed: u64, tick: i32) -> Budget {
        if let Some(Iterations { least, most }) = self.iterations.filter(|range| range.least < range.most) {
            let mut rng =
                Rng::new(agent_seed ^ u64::from(tick.cast_unsigned()).wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let numbers = usize::try_from(most - least).unwrap_or(usize::MAX - 1) + 1;
            let drawn = least + rng.below(numbers) as u64;
            self.iterations = Some(Iterations { least: drawn, most: drawn });
        }
        self
    }

    /// The budget before the first tick, worth so many ticks. Time is always worth [`INITIAL_TICKS`], because the
    /// competition says so.
    pub fn initial(&self, ticks: u32) -> Budget {
        let times = |n: u64| n.saturating_mul(u64::from(ticks));
        Budget {
            time: self.time.map(|time| Time { limit: time.limit.saturating_mul(INITIAL_TICKS), ..time }),
            call_cost: self.call_cost,
            calls: self.calls.map(times),
            iterations: self
                .iterations
                .map(|range| Iterations { least: times(range.least), most: times(range.most) }),
            model: self.model,
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.time
                .map(|time| in_units(time.limit) + if time.clock == Clock::Processor { ON_CPU } else { "" }),
            self.call_cost.map(|t| in_units(t) + PER_CALL),
            self.calls.map(|n| format!("{n}fm")),
            self.iterations.map(|Iterations { least, most }| {
                if least == most { format!("{most}it") } else { format!("{least}-{most}it") }
            }),
            (self.model == Model::Of201405).then(|| MODEL_OF_2014_05.to_owned()),
        ];
        f.pad(&parts.into_iter().flatten().collect::<Vec<_>>().join("+"))
    }
}

/// What makes a time the price of a forward-model call.
const PER_CALL: &str = "/fm";

/// What makes a limit one on processor time.
const ON_CPU: &str = "-cpu";

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
#[non_exhaustive]
pub enum BudgetError {
    /// There is no number before the unit, or it cannot be read.
    Number(String),
    /// The unit is missing or unknown.
    Unit(String),
    /// The limit is zero: nothing could be thought.
    Zero(String),
    /// The range is one of something else than iterations, or its ends are in the wrong order.
    Range(String),
    /// The limit is beyond what can be counted.
    TooLarge(String),
    /// The same kind of limit is given twice.
    Twice(String),
    /// Calls cost time, but time is not limited.
    FreeTime(String),
    /// The limit is one on processor time, which this system does not tell.
    NoClock(String),
    /// It asks for a faulty model, which only reproductions play with.
    OldModel,
    /// It names a model and no limit.
    NoLimit(String),
}

impl fmt::Display for BudgetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BudgetError::Number(part) => write!(f, "`{part}` does not begin with a number")?,
            BudgetError::Unit(part) => write!(f, "`{part}` has no known unit")?,
            BudgetError::Zero(part) => write!(f, "`{part}` leaves nothing to think with")?,
            BudgetError::Range(part) => write!(
                f,
                "`{part}` is no range: only iterations have one, the smaller number first, as in 50-70it"
            )?,
            BudgetError::TooLarge(part) => write!(f, "`{part}` is too much")?,
            BudgetError::Twice(part) => write!(f, "`{part}` sets what is already set")?,
            BudgetError::FreeTime(text) => {
                write!(f, "`{text}` charges time for calls but does not limit it")?
            }
            BudgetError::OldModel => {
                return write!(
                    f,
                    "`{MODEL_OF_2014_05}` is GVGAI's forward model of May 2014 with its faults: only `ludex reproduce` and experiment \
                     files that say `old-models = true` play with it"
                );
            }
            BudgetError::NoLimit(text) => write!(f, "`{text}` sets no limit")?,
            BudgetError::NoClock(part) => {
                let wall = part.to_ascii_lowercase().replace(ON_CPU, "");
                return write!(
                    f,
                    "`{part}` is a limit on processor time, and this system has no clock for that of a thread: write \
                     `{wall}` for wall-clock time"
                );
            }
        }
        write!(
            f,
            ": write a budget as 40ms-cpu (processor time; also s and us), 40ms (wall-clock time), 480fm (forward-model calls), 50it (iterations; also a range, as in 50-70it) or \
             several of them joined by +, and 40ms+100us/fm for a model that is as slow as that"
        )
    }
}

impl std::error::Error for BudgetError {}

impl FromStr for Budget {
    type Err = BudgetError;

    fn from_str(text: &str) -> Result<Budget, BudgetError> {
        let budget = Budget::of_reproduction(text)?;
        if budget.model == Model::Exact { Ok(budget) } else { Err(BudgetError::OldModel) }
    }
}

impl Budget {
    /// Reads a budget that may ask for the faulty model of a day, as in `50-70it+model-2014-05`. Results with such a model say
    /// nothing about agents, only about results that were published with it: texts of users are read by [`FromStr`], which
    /// refuses it.
    pub fn of_reproduction(text: &str) -> Result<Budget, BudgetError> {
        Budget::parse(text, Clock::Processor.is_available())
    }

    /// Reads a budget on a system that can or cannot tell processor time.
    fn parse(text: &str, has_cpu_clock: bool) -> Result<Budget, BudgetError> {
        let mut budget = Budget::UNLIMITED;
        for part in text.split('+').map(str::trim) {
            let twice = match Part::parse(part)? {
                Part::Time(Time { clock: Clock::Processor, .. }) if !has_cpu_clock => {
                    return Err(BudgetError::NoClock(part.to_owned()));
                }
                Part::Time(t) => budget.time.replace(t).is_some(),
                Part::CallCost(t) => budget.call_cost.replace(t).is_some(),
                Part::Calls(n) => budget.calls.replace(n).is_some(),
                Part::Iterations(n) => budget.iterations.replace(n).is_some(),
                Part::Model(model) => std::mem::replace(&mut budget.model, model) == model,
            };
            if twice {
                return Err(BudgetError::Twice(part.to_owned()));
            }
        }
        match budget {
            Budget { time: None, call_cost: Some(_), .. } => Err(BudgetError::FreeTime(text.to_owned())),
            Budget { time: None, calls: None, iterations: None, .. } => {
                Err(BudgetError::NoLimit(text.to_owned()))
            }
            _ => Ok(budget),
        }
    }
}

/// What stands between two plus signs.
enum Part {
    Time(Time),
    CallCost(Duration),
    Calls(u64),
    Iterations(Iterations),
    Model(Model),
}

impl Part {
    /// The longest time that can be asked for: a day.
    const MAX_MICROS: u64 = 24 * 60 * 60 * 1_000_000;

    fn parse(part: &str) -> Result<Part, BudgetError> {
        if part.eq_ignore_ascii_case(MODEL_OF_2014_05) {
            return Ok(Part::Model(Model::Of201405));
        }
        let (n, unit) = leading_number(part, part)?;
        let range = unit.strip_prefix('-').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if let Some(rest) = range {
            let (most, unit) = leading_number(rest, part)?;
            return match unit.trim_start().to_ascii_lowercase().as_str() {
                "it" if n == 0 => Err(BudgetError::Zero(part.to_owned())),
                "it" if n <= most => Ok(Part::Iterations(Iterations { least: n, most })),
                _ => Err(BudgetError::Range(part.to_owned())),
            };
        }
        let micros = |scale: u64| match n.checked_mul(scale) {
            Some(us) if us <= Part::MAX_MICROS => Ok(Duration::from_micros(us)),
            _ => Err(BudgetError::TooLarge(part.to_owned())),
        };
        let unit = unit.trim_start().to_ascii_lowercase();
        let suffixed = |suffix| unit.strip_suffix(suffix).map(|unit| (unit, suffix));
        let parsed = match suffixed(PER_CALL).or_else(|| suffixed(ON_CPU)).unwrap_or((&unit, "")) {
            ("fm", "") => Part::Calls(n),
            ("it", "") => Part::Iterations(Iterations { least: n, most: n }),
            (unit, suffix) => {
                let limit = match unit {
                    "us" => micros(1)?,
                    "ms" => micros(1_000)?,
                    "s" => micros(1_000_000)?,
                    _ => return Err(BudgetError::Unit(part.to_owned())),
                };
                match suffix {
                    PER_CALL => Part::CallCost(limit),
                    ON_CPU => Part::Time(Time { limit, clock: Clock::Processor }),
                    _ => Part::Time(Time { limit, clock: Clock::Wall }),
                }
            }
        };
        if n == 0 { Err(BudgetError::Zero(part.to_owned())) } else { Ok(parsed) }
    }
}

/// The number that a text begins with, and the rest; `part` is what errors speak of.
fn leading_number<'a>(text: &'a str, part: &str) -> Result<(u64, &'a str), BudgetError> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    if number.is_empty() {
        return Err(BudgetError::Number(part.to_owned()));
    }
    let number = number.parse().map_err(|_| BudgetError::TooLarge(part.to_owned()))?;
    Ok((number, rest))
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
            "40ms-cpu",
            "1s",
            "1500us",
            "480fm",
            "50it",
            "50-70it",
            "40ms+5000fm",
            "5000fm+50it",
            "40ms+9fm+1it",
            "1s+1500us/fm+9fm",
            "1s-cpu+1500us/fm+9fm",
        ] {
            assert_eq!(round_trip(text), text);
        }
        assert_eq!(round_trip(" 50 IT + 480fm+1000ms "), "1s+480fm+50it");
        assert_eq!(round_trip("50-50it"), "50it");
        assert_eq!(round_trip("1000 US/FM + 40ms"), "40ms+1ms/fm");
        assert_eq!(round_trip("480fm + 1000 MS-CPU"), "1s-cpu+480fm");
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
        assert_eq!(error("0-9it"), BudgetError::Zero("0-9it".into()));
        assert_eq!(error("70-50it"), BudgetError::Range("70-50it".into()));
        assert_eq!(error("50-70fm"), BudgetError::Range("50-70fm".into()));
        assert_eq!(error("50-it"), BudgetError::Unit("50-it".into()));
        assert_eq!(error("40ms+1s"), BudgetError::Twice("1s".into()));
        assert_eq!(error("40ms+1us/fm+2us/fm"), BudgetError::Twice("2us/fm".into()));
        assert_eq!(error("40ms+40ms-cpu"), BudgetError::Twice("40ms-cpu".into()));
        assert_eq!(error("0ms-cpu"), BudgetError::Zero("0ms-cpu".into()));
        assert_eq!(error("480fm-cpu"), BudgetError::Unit("480fm-cpu".into()));
        assert_eq!(error("40ms-cpu-cpu"), BudgetError::Unit("40ms-cpu-cpu".into()));
        assert_eq!(error("40ms+1us-cpu/fm"), BudgetError::Unit("1us-cpu/fm".into()));
        assert_eq!(error("40ms+0us/fm"), BudgetError::Zero("0us/fm".into()));
        assert_eq!(error("40ms+5fm/fm"), BudgetError::Unit("5fm/fm".into()));
        assert_eq!(error("40ms+5us/it"), BudgetError::Unit("5us/it".into()));
        assert_eq!(error("480fm+100us/fm"), BudgetError::FreeTime("480fm+100us/fm".into()));
        assert_eq!(error("99999999999999999999fm"), BudgetError::TooLarge("99999999999999999999fm".into()));
        assert_eq!(error("999999999999s"), BudgetError::TooLarge("999999999999s".into()));
        assert!(error("40").to_string().contains("480fm"));
    }

    #[test]
    fn a_range_is_drawn_anew_every_tick() {
        let budget: Budget = "50-70it".parse().unwrap();
        let drawn = |seed, tick| budget.of_tick(seed, tick).iteration_limit().unwrap();
        let mut seen: Vec<u64> = (0..500).map(|tick| drawn(7, tick)).collect();
        assert_eq!(
            seen,
            (0..500).map(|tick| drawn(7, tick)).collect::<Vec<_>>(),
            "the same seed, the same numbers"
        );
        assert_ne!(seen, (0..500).map(|tick| drawn(8, tick)).collect::<Vec<_>>());
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, (50..=70).collect::<Vec<_>>());
        assert_eq!(budget.initial(2).to_string(), "100-140it");
        assert_eq!(Budget::iterations(9).of_tick(1, 1), Budget::iterations(9));
    }

    #[test]
    fn a_faulty_model_is_for_reproductions() {
        let text = "50-70it+model-2014-05";
        let budget = Budget::of_reproduction(text).unwrap();
        assert_eq!((budget.model(), budget.to_string()), (Model::Of201405, text.to_owned()));
        assert_eq!(budget.initial(2).model(), Model::Of201405);
        assert_eq!(text.parse::<Budget>(), Err(BudgetError::OldModel));
        let error = |text: &str| Budget::of_reproduction(text).unwrap_err();
        assert_eq!(error("model-2014-05"), BudgetError::NoLimit("model-2014-05".into()));
        assert_eq!(error("9it+model-2014-05+model-2014-05"), BudgetError::Twice("model-2014-05".into()));
    }

    #[test]
    fn clocks() {
        let clock = |text: &str| text.parse::<Budget>().unwrap().clock();
        assert_eq!((clock("40ms"), clock("480fm")), (Some(Clock::Wall), None));
        assert_eq!(Budget::COMPETITION.clock(), Some(Clock::COMPETITION));
        assert_eq!(Budget::parse("40ms-cpu", true).unwrap().clock(), Some(Clock::Processor));
    }

    #[test]
    fn a_system_without_the_clock_says_what_to_write_instead() {
        let error = Budget::parse("480fm+40 MS-CPU", false).unwrap_err();
        assert_eq!(error, BudgetError::NoClock("40 MS-CPU".into()));
        assert!(error.to_string().contains("write `40 ms`"), "{error}");
        assert_eq!(Budget::parse("40ms", false), "40ms".parse());
    }

    #[test]
    fn before_the_first_tick() {
        assert_eq!("40ms".parse::<Budget>().unwrap().initial(25).to_string(), "1s");
        assert_eq!("40ms-cpu".parse::<Budget>().unwrap().initial(30).to_string(), "1s-cpu");
        assert_eq!("40ms+100us/fm".parse::<Budget>().unwrap().initial(25).to_string(), "1s+100us/fm");
        assert_eq!(Budget::calls(100).initial(30).to_string(), "3000fm");
        assert_eq!(Budget::calls(u64::MAX).initial(30), Budget::calls(u64::MAX));
    }
}
