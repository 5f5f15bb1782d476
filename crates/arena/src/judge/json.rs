//! A judgement for programs.

use super::{Judgement, LADDER, LevelJudgement, Rung};
use serde_json::{Value, json};

impl Judgement {
    /// Everything that the text says.
    pub fn to_json(&self) -> Value {
        let level = |level: &LevelJudgement| {
            let shortest = level.shortest.map(|win| json!({ "ticks": win.ticks, "by": win.by }));
            json!({ "level": level.number, "agents": rungs(&level.rungs), "shortest_win": shortest })
        };
        let idle = |idle: &super::Idle| json!({ "line": idle.line, "what": idle.what });
        json!({
            "budget": self.budget.to_string(),
            "players": self.players,
            "plays": self.plays,
            "agents": rungs(&self.total()),
            "levels": self.levels.iter().map(level).collect::<Vec<_>>(),
            "skill": self.skill.is_finite().then_some(self.skill),
            "idle": self.idle.iter().map(idle).collect::<Vec<_>>(),
            "unseen": self.unseen,
            "remarks": self.remarks(),
        })
    }
}

fn rungs(rungs: &[Rung]) -> Vec<Value> {
    let one = |(name, rung): (&&str, &Rung)| {
        json!({
            "agent": name,
            "plays": rung.plays,
            "wins": rung.wins,
            "score": rung.scores.mean(),
            "ticks": rung.ticks.mean(),
        })
    };
    LADDER.iter().zip(rungs).map(one).collect()
}
