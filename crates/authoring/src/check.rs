//! Games and levels, checked as text and tried out.

use ludex_engine::{ONTOLOGY, World};
use ludex_pictures::{names_picture, picture_names};
use ludex_vgdl::{Checked, Code, Diagnostic, Game, Level, Span, nearest};

/// Everything that is wrong or odd in a game: what its text shows, and pictures that there are not.
pub fn check_game(text: &str) -> Checked {
    let mut checked = ludex_vgdl::check_game(text, &ONTOLOGY);
    if checked.game.is_some() {
        checked.diagnostics.extend(unknown_pictures(text));
    }
    checked
}

/// Names of GVGAI's pictures have a folder before them: those are not looked for here.
fn unknown_pictures(text: &str) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut place = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or("");
        for (at, _) in code.match_indices("img=") {
            let name = code[at + 4..].split_whitespace().next().unwrap_or("");
            let starts_a_word = code[..at].ends_with([' ', '\t']);
            if !starts_a_word || name.is_empty() || name.contains(['/', ',', '.']) || names_picture(name) {
                continue;
            }
            let begin = place + at + 4;
            let message = format!("there is no picture `{name}`");
            let near = nearest(name, picture_names());
            let help = near.map_or_else(String::new, |name| format!("did you mean `{name}`? "));
            found.push(
                Diagnostic::new(Code::UnknownPicture, Span::new(begin, begin + name.len()), message)
                    .help(format!("{help}`ludex explain --list pictures` names them all")),
            );
        }
        place += line.len();
    }
    found
}

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
