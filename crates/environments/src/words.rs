//! A state in words, for readers and for models of language.

use std::collections::BTreeMap;
use std::fmt::Write;

use ludex_engine::{Action, Category, ONTOLOGY, Observation, State, TypeId, Winner};
use ludex_vgdl::{ClassRef, Game, Partners};

use crate::english::{consequence, named};
use crate::stage::Stage;

/// What a player is told of a state: the map with its legend, the avatar, the other things, what happened last, and what can be
/// done.
pub fn describe(stage: &Stage, state: &State, player: usize) -> String {
    let legend = Legend::new(stage.game());
    let seen = state.observe();
    let mut text = String::new();
    let _ = writeln!(text, "Tick {}, score {}.{}", state.tick(), state.score(player), outcome(state, player));
    let (columns, rows) = seen.grid_size();
    let _ = writeln!(
        text,
        "\nMap ({columns} columns, {rows} rows; columns are numbered on top, rows at the left):"
    );
    map(&mut text, stage, state, &legend);
    text.push_str("Legend: ");
    let used = legend.used(stage, seen);
    text.push_str(&used.join(", "));
    text.push('\n');
    avatar(&mut text, stage, seen, player);
    objects(&mut text, stage, seen);
    events(&mut text, stage, state);
    let own = seen.actions(player);
    let has = |action: &Action| *action == Action::Nil || own.contains(action);
    let actions = stage.actions().iter().enumerate().filter(|(_, action)| has(action));
    let actions: Vec<String> = actions.map(|(number, action)| format!("{number} {action}")).collect();
    let _ = writeln!(text, "Actions: {}", actions.join(", "));
    text
}

fn outcome(state: &State, player: usize) -> &'static str {
    match state.winner(player) {
        Winner::Wins => " The game is won.",
        Winner::Loses => " The game is lost.",
        Winner::None if state.is_over() => " The game has ended, and nobody has won.",
        Winner::None => "",
    }
}

/// A character for each type of a game, the same on all its levels.
struct Legend {
    signs: Vec<char>,
    avatars: Vec<bool>,
    names: Vec<String>,
}

/// What an avatar looks like that faces up, down, left or right.
const ARROWS: [char; 4] = ['^', 'v', '<', '>'];

impl Legend {
    fn new(game: &Game) -> Legend {
        let is_avatar = |class: &ClassRef| matches!(class, ClassRef::Known(c) if ONTOLOGY.classes[*c].avatar);
        let mut signs: Vec<Option<char>> = vec![None; game.types.len()];
        let mut taken: Vec<char> = ARROWS.to_vec();
        taken.extend(['.', ' ']);
        // A level's own character, where it stands for one thing above all.
        for mapping in &game.mapping {
            let Some(Ok(kind)) = mapping.sprites.last() else { continue };
            let free = mapping.symbol.is_ascii_graphic() && !taken.contains(&mapping.symbol);
            if free && signs[usize::from(*kind)].is_none() {
                signs[usize::from(*kind)] = Some(mapping.symbol);
                taken.push(mapping.symbol);
            }
        }
        let spare = || ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('!'..='~');
        for (kind, sign) in game.types.iter().zip(&mut signs) {
            if sign.is_some() || !kind.leaf {
                continue;
            }
            let own = kind.name.chars().flat_map(|c| [c.to_ascii_lowercase(), c.to_ascii_uppercase()]);
            let own = own.filter(char::is_ascii_alphanumeric);
            if let Some(free) = own.chain(spare()).find(|c| !taken.contains(c)) {
                *sign = Some(free);
                taken.push(free);
            }
        }
        Legend {
            signs: signs.into_iter().map(|sign| sign.unwrap_or('?')).collect(),
            avatars: game.types.iter().map(|kind| is_avatar(&kind.class)).collect(),
            names: game.types.iter().map(|kind| kind.name.clone()).collect(),
        }
    }

    fn sign(&self, kind: TypeId, facing: (f64, f64)) -> char {
        let heading = heading(facing).filter(|_| self.avatars[usize::from(kind)]);
        heading.map_or(self.signs[usize::from(kind)], |heading| ARROWS[heading])
    }

    /// What the signs of the types that are to be seen mean.
    fn used(&self, stage: &Stage, seen: Observation<'_>) -> Vec<String> {
        let shown = |kind: &TypeId| seen.shown_of(*kind).next().is_some();
        let mut words = vec![". nothing".to_owned()];
        for kind in stage.types().iter().copied().filter(shown) {
            let (sign, name) = (self.signs[usize::from(kind)], &self.names[usize::from(kind)]);
            match self.avatars[usize::from(kind)] {
                true => words.push(format!("{sign} ^ v < > {name} and where it faces")),
                false => words.push(format!("{sign} {name}")),
            }
        }
        words
    }
}

/// Whether a direction is rather up, down, left or right, by its place in this list; none if it is no direction.
fn heading((x, y): (f64, f64)) -> Option<usize> {
    match (x, y) {
        _ if y < 0.0 && y.abs() > x.abs() => Some(0),
        _ if y > 0.0 && y.abs() > x.abs() => Some(1),
        _ if x < 0.0 => Some(2),
        _ if x > 0.0 => Some(3),
        _ => None,
    }
}

/// The level, with the thing that is drawn last in each cell.
fn map(text: &mut String, stage: &Stage, state: &State, legend: &Legend) {
    let seen = state.observe();
    let (columns, rows) = seen.grid_size();
    let mut cells = vec!['.'; columns * rows];
    for &kind in stage.world().order().iter().filter(|kind| !stage.world().is_hidden(**kind)) {
        let facing: BTreeMap<i32, (f64, f64)> = match legend.avatars[usize::from(kind)] {
            true => state.sprites_of_type(kind).map(|sprite| (sprite.id, sprite.orientation)).collect(),
            false => BTreeMap::new(),
        };
        for sprite in seen.shown_of(kind) {
            if let Some(cell) = seen.cell_of(&sprite) {
                cells[cell] = legend.sign(kind, facing.get(&sprite.id).copied().unwrap_or((0.0, 0.0)));
            }
        }
    }
    let digits = |place: usize| -> String {
        let digit = |column: usize| char::from_digit((column / place % 10) as u32, 10).unwrap_or(' ');
        (0..columns).map(|column| if place > 1 && column % 10 != 0 { ' ' } else { digit(column) }).collect()
    };
    if columns > 10 {
        let _ = writeln!(text, "    {}", digits(10).trim_end());
    }
    let _ = writeln!(text, "    {}", digits(1));
    for (row, line) in cells.chunks(columns.max(1)).enumerate() {
        let _ = writeln!(text, "{row:>3} {}", line.iter().collect::<String>());
    }
}

fn avatar(text: &mut String, stage: &Stage, seen: Observation<'_>, player: usize) {
    let Some(kind) = seen.avatar_type(player).filter(|_| seen.is_avatar_alive(player)) else {
        text.push_str("You: not in the game any more\n");
        return;
    };
    let _ = write!(text, "You: {}", stage.world().type_name(kind));
    if let Some(cell) = seen.avatar_cell(player) {
        let (columns, _) = seen.grid_size();
        let _ = write!(text, " at column {}, row {}", cell % columns, cell / columns);
    }
    let facing = seen.avatar_orientation(player);
    if let Some(heading) = heading(facing).filter(|_| facing != (-1.0, -1.0)) {
        let _ = write!(text, ", facing {}", ["up", "down", "left", "right"][heading]);
    }
    if let Some(health) = seen.avatar_health(player).filter(|health| health.max > 0) {
        let _ = write!(text, ", health {} of {}", health.points, health.limit.max(health.max));
    }
    let held: Vec<String> = seen
        .avatar_resources(player)
        .filter(|(_, amount)| *amount != 0)
        .map(|(kind, amount)| format!("{amount} {}", stage.world().type_name(kind)))
        .collect();
    if !held.is_empty() {
        let _ = write!(text, ", holding {}", held.join(", "));
    }
    text.push('\n');
}

/// Everything that moves or can be taken, with its places. What only stands there is on the map.
fn objects(text: &mut String, stage: &Stage, seen: Observation<'_>) {
    let mut lines = Vec::new();
    for &kind in stage.types() {
        let mut places: Vec<String> = Vec::new();
        let (columns, _) = seen.grid_size();
        for sprite in seen.shown_of(kind) {
            if matches!(sprite.category, Category::Avatar | Category::Static) {
                continue;
            }
            if let Some(cell) = seen.cell_of(&sprite) {
                places.push(format!("({}, {})", cell % columns, cell / columns));
            }
        }
        if !places.is_empty() {
            lines.push(format!("{} {}", stage.world().type_name(kind), places.join(" ")));
        }
    }
    if !lines.is_empty() {
        let _ = writeln!(text, "Things that move or can be taken, by column and row: {}", lines.join("; "));
    }
}

/// What the avatar, or what it made, touched in the last tick, and what the rules make of that.
fn events(text: &mut String, stage: &Stage, state: &State) {
    let last = state.tick() - 1;
    let (game, name) = (stage.game(), |kind: TypeId| stage.world().type_name(kind));
    let mut lines = Vec::new();
    for event in state.events().iter().rev().take_while(|event| event.tick() >= last) {
        let (active, passive) = (event.active_type(), event.passive_type());
        let mut line = format!("{} met {}", name(active), name(passive));
        for what in effects_of(game, active, passive) {
            let _ = write!(line, "; {what}");
        }
        lines.push(line);
    }
    if !lines.is_empty() {
        lines.reverse();
        let _ = writeln!(text, "Last tick: {}", lines.join(" | "));
    }
}

/// What the rules say of two types, the first to be found in either order.
fn effects_of(game: &Game, a: TypeId, b: TypeId) -> Vec<String> {
    let covers = |rule: TypeId, kind: TypeId| {
        rule == kind || game.types.get(usize::from(kind)).is_some_and(|own| own.chain.contains(&rule))
    };
    let name = |kind: TypeId| game.types.get(usize::from(kind)).map_or("?", |own| &own.name);
    let mut all = Vec::new();
    for rule in &game.rules {
        for partners in &rule.on {
            if let Partners::Pair(first, second) = *partners {
                if covers(first, a) && covers(second, b) {
                    all.push(named(&consequence(rule), name(a), name(b)));
                } else if covers(first, b) && covers(second, a) {
                    all.push(named(&consequence(rule), name(b), name(a)));
                }
            }
        }
    }
    all
}
