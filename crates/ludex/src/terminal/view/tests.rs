//! What the screen shows, cell by cell.

use std::sync::Arc;

use ludex_agents::{ActionInsight, Insight, Overlay, Panel, Spent, type_mark};
use ludex_engine::{Action, ONTOLOGY, State, World};
use ludex_vgdl::{Game, Level};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;

use super::View;
use crate::terminal::help::{self, PLAYING};
use crate::terminal::moment::{Mind, Moment};
use crate::terminal::theme::Theme;

const GAME: &str = "\
BasicGame square_size=10
    SpriteSet
        floor > Immovable img=floor
        wall > Immovable img=wall
        gem > Resource limit=3
        cat > Immovable
        avatar > ShootAvatar stype=dart
        dart > Missile singleton=True
    InteractionSet
        avatar wall > stepBack
        gem avatar > collectResource scoreChange=2
        cat dart > killSprite scoreChange=1
        avatar cat > killSprite
    LevelMapping
        . > floor
        w > wall
        g > gem floor
        c > cat floor
        A > avatar floor
    TerminationSet
        SpriteCounter stype=avatar limit=0 win=False
";

const LEVEL: &str = "wwwwwwww\nw.Ag...w\nw....c.w\nwwwwwwww\n";

fn game() -> Game {
    ludex_vgdl::parse(GAME, &ONTOLOGY).unwrap().game
}

/// A level after these actions.
fn moment(level: &str, actions: &[Action]) -> Moment {
    let world: Arc<World> = World::new(&game(), &Level::parse(level)).unwrap();
    let mut state = State::new(&world, 1);
    actions.iter().for_each(|action| state.advance(&[*action]));
    Moment::new(state, actions.last().copied().into_iter().collect())
}

fn draw(moment: &Moment, page: bool, (width, height): (u16, u16)) -> Terminal<TestBackend> {
    let theme = Theme::with_colors(&game(), true);
    let view = View {
        title: "cats level 0",
        theme: &theme,
        moment,
        footer: " the keys".to_owned(),
        page: page.then(|| help::page(PLAYING, Some("Cats\nThey sleep."))),
    };
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view.draw(frame)).unwrap();
    terminal
}

fn thinking() -> Moment {
    let thought = |action, value, visits| ActionInsight { action, value, visits };
    let actions = vec![
        thought(Action::Left, -1e7, 3.0),
        thought(Action::Right, 12.5, 40.0),
        thought(Action::Use, f64::NAN, 0.0),
    ];
    let mind = Mind {
        name: "samplemcts".to_owned(),
        insight: Insight {
            actions,
            depth: Some(7),
            nodes: Some(43),
            plan: vec![Action::Right, Action::Down, Action::Down],
            ..Insight::default()
        },
        spent: Spent { calls: 430, iterations: 43 },
    };
    Moment { minds: vec![mind], ..moment(LEVEL, &[Action::Right, Action::Right]) }
}

#[test]
fn an_agent_at_play() {
    insta::assert_snapshot!(draw(&thinking(), false, (80, 24)).backend());
}

/// An agent with tables and a path in mind.
fn remembering() -> Moment {
    let mut moment = thinking();
    let row = |what: String, how: &str| (what, how.to_owned());
    let (wall, cat) = (type_mark(1), type_mark(3));
    moment.minds[0].insight.panels = vec![
        Panel {
            title: "options".to_owned(),
            rows: vec![row(format!("go to {cat}"), "1.5"), row("act LEFT".to_owned(), "0")],
        },
        Panel { title: "walls".to_owned(), rows: vec![row(wall, "12"), row("{99}".to_owned(), "0")] },
    ];
    moment.minds[0].insight.overlay = Some(Overlay {
        title: format!("the way to {cat}"),
        cells: vec![((4, 1), 0.25), ((5, 1), 1.0), ((5, 2), 7.0), ((6, 2), f64::NAN), ((-1, 99), 1.0)],
    });
    moment
}

#[test]
fn tables_and_marks_of_an_agent() {
    let moment = remembering();
    let terminal = draw(&moment, false, (80, 24));
    insta::assert_snapshot!(terminal.backend());
    let cell = |x: u16, y: u16| terminal.backend().buffer()[(x, y)].bg;
    // The level begins at column and row 1 of the screen, each cell is two columns wide.
    assert_eq!(cell(11, 2), Color::Rgb(160, 40, 40));
    assert_eq!(cell(11, 2), cell(12, 3), "more than all is all");
    assert_ne!(cell(9, 2), cell(11, 2), "weaker");
    assert_eq!(cell(13, 3), Color::Reset, "not a number is no mark");
}

#[test]
fn tables_and_marks_as_text() {
    let theme = Theme::with_colors(&game(), true);
    let text = crate::terminal::plain::picture(&remembering(), &theme);
    insta::assert_snapshot!(text);
}

#[test]
fn pictures_where_there_are_colours_and_room() {
    let theme = Theme::with_pictures(&game());
    let moment = remembering();
    let screen = |width, height| {
        let view =
            View { title: "cats level 0", theme: &theme, moment: &moment, footer: String::new(), page: None };
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| view.draw(frame)).unwrap();
        terminal
    };
    let large = screen(120, 40);
    let buffer = large.backend().buffer();
    assert!(
        (1..57).all(|x| buffer[(x, 1)].symbol() == "▀"),
        "the level is eight cells of seven pixels and more"
    );
    let colors: std::collections::HashSet<Color> = (1..57).map(|x| buffer[(x, 6)].fg).collect();
    assert!(colors.len() > 5, "{colors:?}");
    let words = large.backend().to_string();
    assert!(
        words.contains("options") && words.contains("▀▀ cat") && words.contains("value -1.00e7 to 12.500"),
        "{words}"
    );
    // Signs where pictures would be too small.
    assert!(screen(80, 12).backend().to_string().contains('@'));
}

#[test]
fn a_narrow_terminal() {
    insta::assert_snapshot!(draw(&thinking(), false, (50, 30)).backend());
}

#[test]
fn the_end_of_a_game() {
    use Action::{Down, Right};
    // The first press of a direction turns, the next ones go.
    let lost = moment(LEVEL, &[Down, Down, Right, Right, Right, Right]);
    assert!(lost.last);
    let screen = draw(&lost, false, (80, 12)).backend().to_string();
    assert!(screen.contains("state   lost"), "{screen}");
}

#[test]
fn the_page_of_keys() {
    insta::assert_snapshot!(draw(&moment(LEVEL, &[]), true, (80, 16)).backend());
}

#[test]
fn a_large_level_is_cut_around_the_avatar() {
    let row = |c: &str| format!("w{}A{}w\n", ".".repeat(60), c.repeat(60));
    let empty = format!("w{}w\n", ".".repeat(121));
    let level = format!("{}{}{}", empty.repeat(30), row("g"), empty.repeat(30));
    insta::assert_snapshot!(draw(&moment(&level, &[]), false, (90, 12)).backend());
}

#[test]
fn sprites_have_their_colours() {
    let terminal = draw(&thinking(), false, (80, 24));
    let buffer = terminal.backend().buffer();
    let avatar = (0..80 * 24).map(|i| &buffer.content[i]).find(|cell| cell.symbol() == "@").unwrap();
    assert_eq!(avatar.fg, Color::Rgb(255, 255, 255));
    let few = Theme::with_colors(&game(), false);
    assert_eq!(few.color((255, 255, 255)), Color::Indexed(231));
    assert_eq!(few.color((0, 0, 0)), Color::Indexed(16));
}

#[test]
fn no_terminal_is_too_small() {
    for size in [(0, 0), (1, 1), (3, 2), (80, 1), (1, 40), (73, 3), (52, 52)] {
        draw(&thinking(), true, size);
    }
}
