//! No text makes the reader panic, hang or eat memory.

use crate::common;

use std::fmt::Write;
use std::time::{Duration, Instant};

use common::ONTOLOGY;
use ludex_vgdl::limits::{MAX_DEPTH, MAX_DIAGNOSTICS, MAX_PARAMS, MAX_TYPES};
use ludex_vgdl::{Code, Level, Positions, check_game, check_level, decode, parse};
use proptest::prelude::*;

/// Reads and checks a text in reasonable time; gives the codes of what is wrong.
fn codes(text: &str) -> Vec<Code> {
    let start = Instant::now();
    let _ = parse(text, &ONTOLOGY);
    let codes = check_game(text, &ONTOLOGY).diagnostics.iter().map(|d| d.code).collect();
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    codes
}

fn sprites(lines: impl IntoIterator<Item = String>) -> String {
    let mut text = "BasicGame\n SpriteSet\n".to_owned();
    for line in lines {
        text += &line;
        text.push('\n');
    }
    text
}

#[test]
fn a_line_of_a_megabyte() {
    let name = "a".repeat(1 << 20);
    assert!(codes(&sprites([format!("  {name} > {name} {name}={name}")])).contains(&Code::UnknownClass));
    assert!(codes(&sprites([format!("  a > Missile{}", " x=1".repeat(1 << 18))])).contains(&Code::TooLarge));
    let words = " wall".repeat(200_000);
    assert!(
        !codes(&format!("BasicGame\n InteractionSet\n  avatar{words} > killSprite"))
            .contains(&Code::TooLarge)
    );
    assert!(
        codes(&format!("BasicGame\n InteractionSet\n  avatar{} > killSprite", " x".repeat(200_000)))
            .contains(&Code::UnknownSprite)
    );
}

#[test]
fn a_hundred_thousand_lines() {
    assert!(codes(&sprites((0..100_000).map(|i| format!("  s{i} > Missile")))).contains(&Code::TooLarge));
    assert!(
        codes(&sprites((0..100_000).map(|_| "  s > Missile x=1".to_owned()))).contains(&Code::RepeatedSprite)
    );
    let lines = |line: &str| line.repeat(100_000);
    let rules =
        format!("BasicGame\n InteractionSet\n{}", lines("  avatar wall EOS nobody > killSprite x=1\n"));
    assert!(codes(&rules).contains(&Code::UnknownSprite));
    let titles = "BasicGame\n SpriteSet\n InteractionSet\n LevelMapping\n TerminationSet\n";
    let endings = format!("{titles}{}", lines("  SpriteCounter stype=wall limit=3\n"));
    assert!(codes(&endings).contains(&Code::NeverFires));
    let symbols: String = ('\u{100}'..).take(100_000).fold(String::new(), |mut text, c| {
        let _ = writeln!(text, "  {c} > nobody");
        text
    });
    assert!(codes(&format!("BasicGame\n LevelMapping\n{symbols}")).contains(&Code::UnknownMappedSprite));
}

#[test]
fn the_number_of_types_and_of_diagnostics_is_limited() {
    let most = sprites((2..MAX_TYPES).map(|i| format!("  s{i} > Missile")));
    let game = parse(&most, &ONTOLOGY).expect("just small enough").game;
    assert_eq!(game.types.len(), MAX_TYPES);
    assert!(parse(&(most + "  more > Missile"), &ONTOLOGY).is_err());
    let many = sprites((0..5_000).map(|i| format!("  s{i} > Misile")));
    let diagnostics = check_game(&many, &ONTOLOGY).diagnostics;
    assert_eq!(diagnostics.len(), MAX_DIAGNOSTICS + 1);
    assert_eq!(diagnostics.last().map(|d| d.code), Some(Code::TooManyDiagnostics));
}

#[test]
fn deep_nesting() {
    let chain = |depth: usize| sprites((0..depth).map(|i| format!("  {}s{i} > Missile", " ".repeat(i))));
    assert!(parse(&chain(MAX_DEPTH), &ONTOLOGY).is_ok());
    assert!(codes(&chain(MAX_DEPTH + 1)).contains(&Code::TooLarge));
    // Each level needs a column more than the one before, so this is some megabytes of blanks.
    assert!(codes(&chain(4_000)).contains(&Code::TooLarge));
    assert!(codes(&chain(4_000).replace("SpriteSet", "InteractionSet")).contains(&Code::IgnoredLine));
}

#[test]
fn wide_and_deep_families() {
    let lines = (0..MAX_TYPES - 2).map(|i| {
        let depth = if i < MAX_DEPTH - 1 { i } else { MAX_DEPTH - 1 };
        format!("  {}s{i} > Missile", " ".repeat(depth))
    });
    let game = parse(&sprites(lines), &ONTOLOGY).expect("within the limits").game;
    assert_eq!(game.types[2].subtypes.len(), MAX_TYPES - 2);
}

#[test]
fn inherited_parameters_are_limited() {
    let parent = format!("  p > img={}", "x".repeat(1 << 20));
    let children = (0..10_000).map(|i| format!("   c{i} > Missile"));
    assert!(codes(&sprites(std::iter::once(parent).chain(children))).contains(&Code::TooLarge));
    let level = |i: usize| {
        let params: String = (0..300).map(|j| format!(" k{i}x{j}=1")).collect();
        format!("  {}s{i} >{params}", " ".repeat(i))
    };
    const { assert!(MAX_PARAMS < 600) };
    assert!(codes(&sprites([level(0), level(1)])).contains(&Code::TooLarge));
}

#[test]
fn a_level_takes_no_more_memory_than_its_text() {
    let text = format!("{}\n{}", "w".repeat(1 << 20), "\n".repeat(1 << 20));
    let level = Level::parse(&text);
    assert_eq!((level.width(), level.height()), (1 << 20, (1 << 20) + 1));
    let game = parse("BasicGame", &ONTOLOGY).expect("a game").game;
    let codes: Vec<Code> = check_level(&text, &game, &ONTOLOGY).iter().map(|d| d.code).collect();
    assert_eq!(codes, [Code::NoAvatar, Code::RaggedLevel]);
}

/// Lines that are nearly VGDL.
fn line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        8 => prop::sample::select(vec![
            "BasicGame", "GameSpace", "SpriteSet", "InteractionSet", "LevelMapping", "TerminationSet",
            "ParameterSet", "spriteset", "wall", "avatar", "a", "b", "c", ">", "EOS", "TIME", "eos", "Missile",
            "Resource", "Chaser", "ShootAvatar", "killSprite", "spawn", "transformTo", "addTimer", "stype=a",
            "stype=b", "stype=", "=", "ftype=spawn", "timer=0", "repeating=True", "limit=-1", "win=True",
            "win=True,x", "scoreChange=1,x", "counter=1", "singleton=true", "values=1:2:3", "values=a:b", "#",
            "SpriteCounter", "MultiSpriteCounter", "Timeout", "stype1=c", "no_players=2", "obs=a,b",
        ]).prop_map(str::to_owned),
        1 => "[a-c]{1,2}",
        1 => "\\PC{0,6}",
    ];
    ("[ \t]{0,6}", prop::collection::vec(word, 0..7)).prop_map(|(margin, words)| margin + &words.join(" "))
}

/// Whatever the text, what is said of it points into it.
fn check(text: &str) -> Result<(), TestCaseError> {
    let checked = check_game(text, &ONTOLOGY);
    let positions = Positions::new(text);
    for diagnostic in &checked.diagnostics {
        let spans = diagnostic.labels.iter().map(|label| label.span).chain([diagnostic.span]);
        for span in spans {
            prop_assert!(span.start <= span.end && span.end <= text.len(), "{diagnostic:?}");
            prop_assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end));
            prop_assert_eq!(
                positions.of(span.start).line,
                positions.of(span.end).line,
                "spans stay in a line"
            );
        }
    }
    match parse(text, &ONTOLOGY) {
        Ok(parsed) => {
            let game = parsed.game;
            let types = game.types.len();
            prop_assert!(game.types.iter().all(|t| t.subtypes.iter().all(|&id| usize::from(id) < types)));
            prop_assert!(game.order.iter().all(|&id| usize::from(id) < types));
            check_level(text, &game, &ONTOLOGY);
        }
        Err(error) => {
            prop_assert!(error.diagnostics.iter().any(|d| d.is_error()));
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_read_or_reported(text in "\\PC{0,200}") {
        check(&text)?;
    }

    #[test]
    fn any_bytes_are_read_or_reported(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&decode(&bytes))?;
    }

    #[test]
    fn any_lines_are_read_or_reported(lines in prop::collection::vec(line(), 0..30), end in "\n|\r|\r\n") {
        check(&lines.join(&end))?;
    }

    #[test]
    fn any_game_is_read_or_reported(lines in prop::collection::vec(line(), 0..30)) {
        check(&format!("BasicGame\n SpriteSet\n  a > Missile\n  b > Resource\n{}", lines.join("\n")))?;
    }
}
