//! Whole cores: where a core runs two threads, games on both of them would take time from each other.

use core_affinity::CoreId;

/// One of the processors that this process may use for each core; all of them where the system does not tell which share one.
pub fn whole_cores() -> Vec<CoreId> {
    let mut ids = core_affinity::get_core_ids().unwrap_or_default();
    let allowed: Vec<usize> = ids.iter().map(|id| id.id).collect();
    ids.retain(|id| {
        let path = format!("/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", id.id);
        std::fs::read_to_string(path).map_or(true, |list| is_first(id.id, &list, &allowed))
    });
    ids
}

/// Is this the first allowed one of the processors that share a core, as in `0,4` or `0-1`?
fn is_first(id: usize, siblings: &str, allowed: &[usize]) -> bool {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let mut processors = siblings.split(',').filter_map(|part| {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        Some(number(from)?..=number(to)?)
    });
    !processors.any(|mut range| range.any(|other| other < id && allowed.contains(&other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_those_that_share_a_core() {
        let first = |allowed: &[usize], list: &str| -> Vec<bool> {
            allowed.iter().map(|&id| is_first(id, list, allowed)).collect()
        };
        assert_eq!(first(&[0, 4], "0,4\n"), [true, false]);
        assert_eq!(first(&[4], "0,4\n"), [true], "the other one is not ours");
        assert_eq!(first(&[2, 3], "2-3"), [true, false]);
        assert_eq!(first(&[1], "nonsense"), [true]);
        assert!(!whole_cores().is_empty());
    }
}
