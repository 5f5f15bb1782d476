//! Which part of a plan: `3/40`, or what a scheduler says in its variables.

use std::fmt;
use std::str::FromStr;

/// One of several parts of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shard {
    /// Which, from 0.
    pub index: u32,
    /// Of how many.
    pub count: u32,
}

/// More shards than this are a slip of the keyboard.
pub(super) const MOST: u32 = 1_000_000;

impl Shard {
    /// The shard that the environment asks for: `LUDEX_SHARD` as in `3/40`, the variables of a Slurm job array, or the index of
    /// a Kubernetes job with `LUDEX_SHARDS`. None if it asks for none.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Result<Option<Self>, String> {
        if let Some(text) = variable("LUDEX_SHARD") {
            return text.parse().map(Some).map_err(|error| format!("LUDEX_SHARD: {error}"));
        }
        let number = |name: &str| match variable(name) {
            None => Ok(None),
            Some(text) => {
                let number = text.trim().parse::<u32>();
                number.map(Some).map_err(|_| format!("{name} is `{text}`, which is no number"))
            }
        };
        let count = number("LUDEX_SHARDS")?;
        if let Some(task) = number("SLURM_ARRAY_TASK_ID")? {
            if let Some(count) = count {
                return Self::new(task, count).map(Some);
            }
            let (first, last) = (number("SLURM_ARRAY_TASK_MIN")?, number("SLURM_ARRAY_TASK_MAX")?);
            let tasks = number("SLURM_ARRAY_TASK_COUNT")?;
            return match (first, last, tasks) {
                // An array with gaps is part of a larger one, and does not say of how many.
                (Some(first), Some(last), Some(tasks)) if last.wrapping_sub(first).wrapping_add(1) == tasks => {
                    Self::new(task.wrapping_sub(first), tasks).map(Some)
                }
                _ => Err("this job array has gaps: say in LUDEX_SHARDS how many shards there are in all, or give --shard".to_owned()),
            };
        }
        match (number("JOB_COMPLETION_INDEX")?, count) {
            (None, _) => Ok(None),
            (Some(index), Some(count)) => Self::new(index, count).map(Some),
            (Some(_), None) => {
                Err("JOB_COMPLETION_INDEX says which shard: say in LUDEX_SHARDS how many there are, or give --shard".to_owned())
            }
        }
    }

    fn new(index: u32, count: u32) -> Result<Self, String> {
        format!("{index}/{count}").parse()
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no shard: write 0/40 for the first of forty, 39/40 for the last");
        let (index, count) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
        let shard = Self { index: number(index)?, count: number(count)? };
        if shard.index < shard.count && shard.count <= MOST { Ok(shard) } else { Err(wrong()) }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(variables: &[(&str, &str)]) -> Result<Option<String>, String> {
        let variable = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        Shard::from_environment(variable).map(|shard| shard.map(|shard| shard.to_string()))
    }

    #[test]
    fn texts() {
        assert_eq!("3/40".parse(), Ok(Shard { index: 3, count: 40 }));
        for wrong in ["", "3", "40/40", "-1/4", "1/0", "a/b", "1/2/3", "0/4000000000"] {
            assert!(wrong.parse::<Shard>().unwrap_err().contains("0/40"), "{wrong}");
        }
    }

    #[test]
    fn environments() {
        assert_eq!(found(&[]), Ok(None));
        assert_eq!(found(&[("LUDEX_SHARD", "2/5"), ("SLURM_ARRAY_TASK_ID", "9")]), Ok(Some("2/5".into())));
        let slurm = |id, min, max, count| {
            [
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_MIN", min),
                ("SLURM_ARRAY_TASK_MAX", max),
                ("SLURM_ARRAY_TASK_COUNT", count),
            ]
        };
        assert_eq!(found(&slurm("3", "0", "39", "40")), Ok(Some("3/40".into())));
        assert_eq!(found(&slurm("3", "1", "40", "40")), Ok(Some("2/40".into())));
        // `--array=3,7,11` is not three shards.
        assert!(found(&slurm("7", "3", "11", "3")).unwrap_err().contains("LUDEX_SHARDS"));
        let counted = [&slurm("7", "3", "11", "3")[..], &[("LUDEX_SHARDS", "40")]].concat();
        assert_eq!(found(&counted), Ok(Some("7/40".into())));
        assert!(found(&[("JOB_COMPLETION_INDEX", "1")]).unwrap_err().contains("LUDEX_SHARDS"));
        assert_eq!(found(&[("JOB_COMPLETION_INDEX", "1"), ("LUDEX_SHARDS", "4")]), Ok(Some("1/4".into())));
        assert!(found(&[("JOB_COMPLETION_INDEX", "4"), ("LUDEX_SHARDS", "4")]).is_err());
        assert!(found(&[("SLURM_ARRAY_TASK_ID", "x")]).unwrap_err().contains("SLURM_ARRAY_TASK_ID"));
    }
}
