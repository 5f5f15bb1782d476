//! A game file is read as GVGAI reads it, oddities included.

use crate::common;

use common::ONTOLOGY;
use ludex_vgdl::{ClassRef, Code, Game, HEADER_PARAMS, Parsed, Partners, TypeId, check_game, parse};

fn read(text: &str) -> Parsed {
    parse(text, &ONTOLOGY).unwrap_or_else(|e| panic!("{e}"))
}

/// A game with these lines in its SpriteSet.
fn sprites(lines: &str) -> Parsed {
    read(&format!("BasicGame\n SpriteSet\n{lines}"))
}

/// A game with sprites a, b and c and these lines in its InteractionSet.
fn rules(lines: &str) -> Parsed {
    read(&format!(
        "BasicGame\n SpriteSet\n  a > Missile\n  b > Missile\n  c > Missile\n InteractionSet\n{lines}\n \
         TerminationSet\n  Timeout limit=10"
    ))
}

fn name(game: &Game, id: TypeId) -> &str {
    &game.types[usize::from(id)].name
}

fn names(game: &Game, ids: &[TypeId]) -> String {
    ids.iter().map(|&id| name(game, id)).collect::<Vec<_>>().join(" ")
}

fn class<'a>(game: &'a Game, sprite: &str) -> &'a str {
    let id = game.type_id(sprite).expect(sprite);
    match &game.types[usize::from(id)].class {
        ClassRef::Known(index) => ONTOLOGY.classes[*index].name,
        ClassRef::Unknown(name) => name,
        ClassRef::Missing => "-",
    }
}

fn codes(parsed: &Parsed) -> Vec<Code> {
    parsed.diagnostics.iter().map(|d| d.code).collect()
}

fn fatal(text: &str) -> Vec<Code> {
    let error = parse(text, &ONTOLOGY).expect_err("should be fatal");
    error.diagnostics.iter().map(|d| d.code).collect()
}

#[test]
fn wall_and_avatar_come_first_and_need_no_definition() {
    let game = read("BasicGame").game;
    assert_eq!(names(&game, &[0, 1]), "wall avatar");
    assert_eq!((class(&game, "wall"), class(&game, "avatar")), ("Immovable", "MovingAvatar"));
    assert_eq!(game.types[0].params.bool("solid"), Some(true));
    assert_eq!(names(&game, &game.order), "wall avatar");
    assert_eq!(game.mapping('w').map(|m| m.sprites.clone()), Some(vec![Ok(0)]));
    assert_eq!(game.mapping('A').map(|m| m.sprites.clone()), Some(vec![Ok(1)]));
}

#[test]
fn defining_the_wall_loses_its_built_in_parameters() {
    let game = sprites("  wall > Immovable img=x").game;
    assert_eq!(game.types[0].params.raw("solid"), None);
}

#[test]
fn types_are_numbered_parents_first_and_leaves_are_ordered() {
    let game = sprites("  p >\n   x > Missile\n   y > Missile\n  avatar > MovingAvatar\n  q > Missile").game;
    assert_eq!(names(&game, &[0, 1, 2, 3, 4, 5]), "wall avatar p x y q");
    assert_eq!(names(&game, &game.order), "wall x y q avatar");
    let game = sprites("  x > Missile\n  wall > Immovable").game;
    assert_eq!(names(&game, &game.order), "x wall avatar");
}

#[test]
fn a_sub_type_list_holds_ancestors_itself_and_descendants() {
    let game = sprites("  P >\n   C1 > Missile\n   C2 >\n    D1 > Missile\n    D2 > Missile").game;
    let subtypes = |name: &str| {
        let id = game.type_id(name).expect(name);
        names(&game, &game.types[usize::from(id)].subtypes)
    };
    assert_eq!(subtypes("P"), "P C1 C2 D1 D2");
    assert_eq!(subtypes("C1"), "P C1");
    assert_eq!(subtypes("C2"), "P C2 D1 D2");
    assert_eq!(subtypes("D2"), "P C2 D2");
    let d1 = &game.types[usize::from(game.type_id("D1").unwrap())];
    assert_eq!(names(&game, &d1.chain), "P C2 D1");
    assert!(d1.leaf && !game.types[2].leaf);
}

#[test]
fn the_class_of_an_enclosing_line_wins() {
    let parsed = sprites("  A > Immovable\n   B > Missile\n    C > Chaser");
    let game = &parsed.game;
    assert_eq!((class(game, "A"), class(game, "B"), class(game, "C")), ("Immovable", "Immovable", "Missile"));
    assert_eq!(codes(&parsed), [Code::OverriddenClass, Code::OverriddenClass]);
}

#[test]
fn parameters_are_inherited_and_the_nearest_counts() {
    let game = sprites("  a > speed=1 cooldown=2\n   b > Missile speed=3 speed=4 singleton=true").game;
    let b = &game.types[3];
    assert_eq!((b.params.double("speed"), b.params.int("cooldown")), (Some(4.0), Some(2)));
    assert!(b.singleton && !game.types[2].singleton);
    let game = sprites("  a > singleton=True\n   b > Missile").game;
    assert!(game.types[2].singleton && !game.types[3].singleton);
}

#[test]
fn a_line_without_an_arrow_ends_its_siblings() {
    let parsed = sprites("  a >\n   b > Missile\n   c Missile\n   d > Missile\n  e > Missile");
    assert_eq!(parsed.game.types.len(), 5, "wall avatar a b e");
    assert_eq!(codes(&parsed), [Code::MissingArrow]);
}

#[test]
fn a_second_definition_replaces_the_first_under_its_number() {
    let parsed = sprites("  a > Missile speed=1\n  b > Missile\n  a > Immovable");
    let game = &parsed.game;
    assert_eq!(class(game, "a"), "Immovable");
    assert_eq!(game.type_id("a"), Some(2));
    assert_eq!(game.types[2].params.raw("speed"), None);
    assert_eq!(names(game, &game.order), "wall b a avatar");
    assert_eq!(codes(&parsed), [Code::RepeatedSprite]);
}

#[test]
fn a_rule_gives_one_entry_for_each_second_name() {
    let game =
        rules("  a b c EOS > killSprite scoreChange=2\n  eos a > killSprite\n  a Time > killSprite").game;
    assert_eq!(game.rules[0].on, [Partners::Pair(2, 3), Partners::Pair(2, 4), Partners::Edge(2)]);
    assert_eq!(game.rules[1].on, [Partners::Edge(2)]);
    assert_eq!(game.rules[2].on, [Partners::Time(Some(2))]);
    assert_eq!((game.rules[0].timed, game.rules[2].timed), (false, true));
    assert_eq!((game.rules[0].line, game.rules[0].params.raw("scoreChange")), (7, Some("2")));
}

#[test]
fn the_clock_takes_one_partner_known_or_not() {
    let game = rules("  TIME a b > killSprite\n  TIME what > killSprite").game;
    assert_eq!(game.rules[0].on, [Partners::Time(Some(2))]);
    assert_eq!(game.rules[1].on, [Partners::Time(None)]);
}

#[test]
fn a_faulty_rule_drops_the_rest_but_not_what_it_said_before() {
    let parsed = rules("  a b > killSprite\n  a b c x a > killSprite\n  b c > killSprite");
    assert_eq!(parsed.game.rules.len(), 2);
    assert_eq!(parsed.game.rules[1].on, [Partners::Pair(2, 3), Partners::Pair(2, 4)]);
    assert!(parsed.game.terminations.is_empty());
    assert_eq!(parsed.game.messages, 1);
    assert_eq!(codes(&parsed), [Code::UnknownSprite]);
}

#[test]
fn every_reason_to_give_up_gives_up() {
    let faults = [
        ("  a b > nonsense", Code::UnknownEffect),
        ("  a b > spawn", Code::MissingParameter),
        ("  a b > spawn stype=5", Code::MissingParameter),
        ("  a b > spawn stype=GOLD", Code::MissingParameter),
        ("  a b > spawn stype=nobody", Code::UnknownSpriteArgument),
        ("  a b > changeResource", Code::MissingParameter),
        ("  a b > addTimer", Code::MissingParameter),
        ("  a b > addTimer ftype=nonsense", Code::UnknownEffect),
        ("  a b > addTimer ftype=spawn", Code::MissingParameter),
        ("  word", Code::RuleWithoutEffect),
        ("  x EOS > killSprite", Code::UnknownSprite),
        ("  a b TIME > killSprite", Code::MisplacedTime),
    ];
    for (line, code) in faults {
        let parsed = rules(line);
        assert!(parsed.game.terminations.is_empty(), "{line}");
        assert_eq!(parsed.game.messages, 1, "{line}");
        assert!(codes(&parsed).contains(&code), "{line}: {:?}", parsed.diagnostics);
    }
    assert_eq!(rules("  a b > changeResource resource=nobody").game.terminations.len(), 1);
    assert_eq!(rules("  a b > addTimer ftype=spawn stype=a other=1").game.messages, 0);
}

#[test]
fn a_line_that_cannot_be_read_is_lost_alone() {
    for line in ["  a b killSprite", "  a b > scoreChange=1", "  a b > killSprite scoreChange="] {
        let parsed = rules(&format!("{line}\n  a b > stepBack"));
        assert_eq!((parsed.game.rules.len(), parsed.game.terminations.len()), (1, 1), "{line}");
        assert_eq!(parsed.game.messages, 1);
        assert_eq!(codes(&parsed), [Code::UnreadableLine]);
    }
}

#[test]
fn a_faulty_termination_drops_the_rest() {
    let head = "BasicGame\n TerminationSet\n  Timeout limit=5 win=True\n";
    for line in [
        "  SpriteCounter limit=0",
        "  SpriteCounter stype=nobody",
        "  MultiSpriteCounter stype2=nobody",
        "  Nonsense",
    ] {
        let parsed = read(&format!("{head}{line}\n  Timeout limit=7\n LevelMapping\n  x > wall"));
        assert_eq!(parsed.game.terminations.len(), 1, "{line}");
        assert!(parsed.game.mapping('x').is_none(), "{line}");
    }
    let game = read(&format!("{head}  MultiSpriteCounter stype1=wall limit=1")).game;
    assert_eq!(game.terminations[1].params.text("stype1"), Some("wall"));
}

#[test]
fn sprites_that_come_after_the_rules_are_never_read() {
    let parsed = read("BasicGame\n InteractionSet\n  a b > killSprite\n SpriteSet\n  a > Missile");
    assert_eq!(parsed.game.types.len(), 2);
    let mapped = read("BasicGame\n LevelMapping\n  a > a nobody\n SpriteSet\n  a > Missile");
    assert_eq!(mapped.game.mapping('a').unwrap().sprites, [Ok(2), Err("nobody".to_owned())]);
    assert_eq!(codes(&mapped), [Code::UnknownMappedSprite]);
}

#[test]
fn of_a_character_mapped_twice_the_last_counts() {
    let parsed = read("BasicGame\n LevelMapping\n  w > avatar\n  w > wall avatar\n  long wall avatar\n  e >");
    let sprites = |c| parsed.game.mapping(c).map(|m| m.sprites.clone());
    assert_eq!(sprites('w'), Some(vec![Ok(0), Ok(1)]));
    assert_eq!(sprites('l'), Some(vec![Ok(1)]));
    assert_eq!(sprites('e'), Some(vec![]));
    assert_eq!(codes(&parsed), [Code::RepeatedSymbol, Code::LongSymbol, Code::MappingWithoutArrow]);
}

#[test]
fn the_game_line_has_its_parameters() {
    let game =
        read("BasicGame square_size=20 no_players=2 no_counters=3 obs=wall,x,avatar key_handler=Pulse").game;
    assert_eq!((game.square_size, game.players, game.counters), (20, 2, 3));
    assert_eq!(game.obstacles, Some(vec![0, 1]));
    assert_eq!(game.messages, 0);
    let game = read("BasicGame square_size=1.5 no_players=7 nonsense=1").game;
    assert_eq!((game.square_size, game.players, game.messages), (-1, 2, 2));
    assert_eq!(game.obstacles, None);

    let plain = read("BasicGame").game;
    for param in HEADER_PARAMS.iter().filter(|param| !param.default.is_empty()) {
        let game = read(&format!("BasicGame {}={}", param.name, param.default)).game;
        assert_eq!(game, plain, "{}: another default", param.name);
    }
}

#[test]
fn messages_are_counted_as_the_reference_logs_them() {
    // Sprites complain when the first of them is made, resources also when they are read.
    let game = sprites("  a > Missile x=1 y=2\n  r > Resource x=1 z=1\n   s > q=1").game;
    assert_eq!(game.messages, 5);
    assert_eq!(game.types.iter().map(|t| t.unknown_params).collect::<Vec<_>>(), [0, 0, 2, 2, 3]);
    assert_eq!(rules("  a b > killSprite x=1\n  a TIME > killSprite x=1").game.messages, 1);
    assert_eq!(sprites("   a > Missile\n  b > Missile\nc > Missile").game.messages, 2);
}

#[test]
fn a_game_space_has_parameters_with_fixed_values() {
    let game = read(
        "GameSpace\n ParameterSet\n  SPD > values=0.5:0.5:2 string=speed\n  CD > values=1:1:5 value=3\n  \
         B > values=false:true\n  bad > values=x:y:z\n  worse > string=a\n SpriteSet\n  \
         a > Missile speed=SPD cooldown=CD singleton=B img=CD,x,SPD",
    )
    .game;
    let a = &game.types[2].params;
    assert_eq!(
        (a.double("speed"), a.int("cooldown"), a.bool("singleton")),
        (Some(0.5), Some(3), Some(false))
    );
    assert_eq!(a.text("img"), Some("3,x,0.5"));
    assert_eq!(game.messages, 2);
}

#[test]
fn some_files_are_fatal() {
    assert_eq!(fatal(""), [Code::NotAGame]);
    assert_eq!(fatal("Basicgame"), [Code::NotAGame]);
    assert_eq!(fatal("SpriteSet\n a > Missile"), [Code::NotAGame]);
    assert_eq!(fatal("\u{feff}BasicGame"), [Code::NotAGame]);
    assert_eq!(fatal("BasicGame\n##"), [Code::OnlyHashes]);
    assert_eq!(fatal("BasicGame\n hello"), [Code::OutsideSection]);
    assert_eq!(fatal("BasicGame\n InteractionSet\n wall avatar > killSprite"), [Code::OutsideSection]);
    assert_eq!(fatal("BasicGame no_counters=-1"), [Code::HeaderValue]);
    assert_eq!(fatal("BasicGame\n ParameterSet"), [Code::ParameterSpace]);
    assert_eq!(fatal("GameSpace\n ParameterSet\n  a > values=1:2"), [Code::ParameterSpace]);
    assert_eq!(fatal("LevelMapping\n a > wall\n\nLevelDescription\naaa\n"), [Code::GeneratorFragment]);
}

#[test]
fn a_title_in_the_wrong_case_changes_how_lines_are_read_but_not_what_is_processed() {
    let parsed = read("BasicGame\n spriteset\n  a > Missile\n TERMINATIONSET\n  x y z\n");
    assert_eq!(parsed.game.types.len(), 2);
    assert_eq!(codes(&parsed), [Code::TitleCase, Code::TitleCase]);
}

#[test]
fn lines_at_the_level_of_the_titles_are_ignored() {
    let parsed = read("BasicGame\n SpriteSet\n a > Missile\n TerminationSet\n Timeout limit=3\n");
    assert_eq!((parsed.game.types.len(), parsed.game.terminations.len()), (2, 0));
    assert_eq!(codes(&parsed), [Code::IgnoredLine, Code::IgnoredLine]);
}

#[test]
fn an_unknown_class_does_not_hide_what_else_is_wrong_with_its_line() {
    let parsed = sprites("  a > Misile sped=1 cooldown=1.5 stype=b limit=2");
    let codes: Vec<Code> = parsed.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, [Code::UnknownClass, Code::UnknownParameter, Code::WrongType]);
    // Such a sprite is never made, so nobody complains while the game is played.
    assert_eq!((parsed.game.types[2].unknown_params, parsed.game.messages), (0, 0));
}

#[test]
fn a_sprite_of_a_lost_rule_is_not_called_unused() {
    let unused = |rule: &str| {
        let text = format!(
            "BasicGame\n SpriteSet\n  a > Missile\n  b > Missile\n LevelMapping\n  x > wall\n TerminationSet\n  \
             Timeout limit=9 win=True\n InteractionSet\n  {rule}"
        );
        let found = check_game(&text, &ONTOLOGY).diagnostics;
        found.iter().filter(|d| d.code == Code::UnusedSprite).count()
    };
    assert_eq!(unused("a wall > killSprite"), 1);
    assert_eq!(unused("a b > kilSprite"), 0);
    assert_eq!(unused("a b > spawn stype=nobody"), 0);
}

#[test]
fn where_one_sprite_is_asked_for_a_list_is_no_name() {
    let parsed = rules("  a b > spawn stype=b\n  a b > spawn stype=b,c\n  a c > killSprite");
    assert_eq!((parsed.game.rules.len(), parsed.game.terminations.len()), (1, 0));
    assert_eq!(parsed.diagnostics[0].code, Code::UnknownSpriteArgument);
}
