//! Levels, checked as text and tried out.

use ludex_engine::{ONTOLOGY, World};
use ludex_vgdl::{Code, Diagnostic, Game, Level, Span};

/// Everything that is wrong or odd in a level of a game: what its text shows, and what comes up when the game is put on it.
pub fn check_level(text: &str, game: &Game) -> Vec<Diagnostic> {
    let mut diagnostics = ludex_vgdl::check_level(text, game, &ONTOLOGY);
    diagnostics.extend(try_out(text, game, &diagnostics));
    diagnostics
}

/// Puts a game on a level, which may show what the text of the level alone does not.
fn try_out(text: &str, game: &Game, known: &[Diagnostic]) -> Option<Diagnostic> {
    // These say more than the engine does.
    if known.iter().any(|known| matches!(known.code, Code::EmptyLevel | Code::UnusableCharacter)) {
        return None;
    }
    let first = Span::new(0, text.chars().next().map_or(0, char::len_utf8));
    match World::new(game, &Level::parse(text)) {
        Err(problem) => Some(Diagnostic::new(Code::UnplayableLevel, first, problem.to_string())),
        Ok(world) => (world.left_out() > 0).then(|| {
            let message = format!("there is no room for the last {} sprites of the level", world.left_out());
            let help = "make the level smaller, or let its most frequent characters stand for fewer sprites";
            Diagnostic::new(Code::SpritesLeftOut, first, message).help(help)
        }),
    }
}
