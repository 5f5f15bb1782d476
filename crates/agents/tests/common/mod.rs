//! Small games for tests, and agents that look over another agent's shoulder.
#![allow(dead_code, reason = "every test file uses some of it")]

use std::sync::{Arc, Mutex};

use ludex_agents::{Agent, AgentSpec, Budget, Builder, Insight, Match, Rules, Turn};
use ludex_engine::{Action, ONTOLOGY, World};
use ludex_vgdl::Level;

/// A game about an avatar of the given class: coins are worth a point, lava kills, the goal wins.
pub fn coins(avatar: &str, level: &str) -> Arc<World> {
    let text = format!(
        "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    coin > Immovable\n    lava > Immovable\n    goal > Door\n    \
         avatar > {avatar}\n  \
         InteractionSet\n    coin avatar > killSprite scoreChange=1\n    avatar lava > killSprite\n    \
         goal avatar > killSprite\n    avatar wall > stepBack\n    avatar EOS > stepBack\n  \
         TerminationSet\n    SpriteCounter stype=goal limit=0 win=True\n    \
         SpriteCounter stype=avatar limit=0 win=False\n  \
         LevelMapping\n    . > floor\n    c > coin\n    l > lava\n    g > goal\n    A > avatar\n    w > wall\n"
    );
    world(&text, level)
}

/// A game like [`coins`] without a goal: nobody can win it.
pub fn endless(avatar: &str, level: &str) -> Arc<World> {
    let text = format!(
        "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    coin > Immovable\n    lava > Immovable\n    \
         avatar > {avatar}\n  \
         InteractionSet\n    coin avatar > killSprite scoreChange=1\n    avatar lava > killSprite\n    \
         avatar wall > stepBack\n    avatar EOS > stepBack\n  \
         TerminationSet\n    SpriteCounter stype=avatar limit=0 win=False\n  \
         LevelMapping\n    . > floor\n    c > coin\n    l > lava\n    A > avatar\n    w > wall\n"
    );
    world(&text, level)
}

/// A game in which NPCs stroll about that nobody can touch, and nothing ever happens: there is always something to see.
pub fn lively(level: &str) -> Arc<World> {
    let text = "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    npc > RandomNPC\n    door > Door\n    \
                avatar > MovingAvatar\n  \
                InteractionSet\n    avatar EOS > stepBack\n    npc EOS > stepBack\n  \
                TerminationSet\n    SpriteCounter stype=avatar limit=0 win=False\n  \
                LevelMapping\n    . > floor\n    n > npc\n    d > door\n    A > avatar\n";
    world(text, level)
}

/// A game on a level.
pub fn world(text: &str, level: &str) -> Arc<World> {
    let game = ludex_vgdl::parse(text, &ONTOLOGY).expect("the test's game is right").game;
    World::new(&game, &Level::parse(level)).expect("the test's level is right")
}

/// An agent from its text.
pub fn agent(text: &str) -> AgentSpec {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The first decision of an agent, and what it thought.
pub fn first_decision(world: &Arc<World>, spec: &str, budget: Budget) -> (Action, Insight) {
    let spec = agent(spec);
    let mut game = Match::new(world, 1, &[(&spec, 1)], Rules::new(budget));
    let action = game.step()[0];
    (action, game.insight(0))
}

/// Plays these actions whatever the agent says. Returns what the agent thought at each of them.
pub fn thoughts(world: &Arc<World>, spec: &str, budget: Budget, script: &[Action]) -> Vec<Insight> {
    decisions(world, spec, budget, script).into_iter().map(|(_, thought)| thought).collect()
}

/// Plays these actions whatever the agent says. Returns what the agent would have played at each of them, and what it
/// thought.
pub fn decisions(
    world: &Arc<World>,
    spec: &str,
    budget: Budget,
    script: &[Action],
) -> Vec<(Action, Insight)> {
    let spec = agent(spec);
    let decisions = Arc::new(Mutex::new(Vec::new()));
    let builder = |turn: Turn<'_>, seed: u64| -> Box<dyn Agent> {
        let script = script.to_vec();
        let decisions = Arc::clone(&decisions);
        Box::new(Puppet { agent: spec.build(turn, seed), script, tick: 0, decisions })
    };
    let mut game = Match::new(world, 1, &[(&builder, 1)], Rules::new(budget));
    for _ in script {
        game.step();
    }
    drop(game);
    Arc::try_unwrap(decisions).expect("the game is over").into_inner().unwrap()
}

struct Puppet {
    agent: Box<dyn Agent>,
    script: Vec<Action>,
    tick: usize,
    decisions: Arc<Mutex<Vec<(Action, Insight)>>>,
}

impl Agent for Puppet {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        let action = self.agent.act(turn);
        self.decisions.lock().unwrap().push((action, self.agent.insight()));
        self.tick += 1;
        self.script[self.tick - 1]
    }
}

/// The share of the visits that went to an action.
pub fn share(insight: &Insight, action: Action) -> f64 {
    let all: f64 = insight.actions.iter().map(|a| a.visits).sum();
    let its: f64 = insight.actions.iter().filter(|a| a.action == action).map(|a| a.visits).sum();
    its / all
}
