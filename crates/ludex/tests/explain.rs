//! `ludex explain`, and the page that it writes.

use std::fs;
use std::path::Path;

use crate::common::{err, ludex, out};
use ludex_engine::ONTOLOGY;
use serde_json::Value;

#[test]
fn the_page_is_not_stale() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/vgdl.md");
    let written = fs::read_to_string(path).unwrap();
    let page = out(&ludex(&["explain", "--page"]));
    assert!(
        page == written,
        "docs/vgdl.md is stale: `cargo run --release -- explain --page > docs/vgdl.md` writes it"
    );
}

#[test]
fn every_word_is_explained_with_an_example() {
    let names = ONTOLOGY.classes.iter().map(|class| (class.name, class.doc));
    let names = names.chain(ONTOLOGY.effects.iter().map(|effect| (effect.name, effect.doc)));
    let names =
        names.chain(ONTOLOGY.terminations.iter().map(|termination| (termination.name, termination.doc)));
    let page = out(&ludex(&["explain", "--page"]));
    for (name, doc) in names {
        let (_, article) = page.split_once(&format!("\n### {name}\n")).expect("an article");
        let article = article.split("\n### ").next().unwrap_or_default();
        assert!(article.contains(doc) && article.contains("```\nSpriteSet\n"), "{article}");
    }
}

#[test]
fn words_are_found_in_any_case_of_letters() {
    for (word, part) in [
        ("killSprite", "goblin sword > killSprite"),
        ("KILLSPRITE", "killSprite (effect)"),
        ("Chaser", "stype        whom it chases or flees (sprite; required)"),
        ("cooldown", "every sprite"),
        ("limit", "meanings"),
        (
            "no_players",
            "the first line of a game: how many players there are, 1 or 2 (whole number; default 1)",
        ),
        ("prob", "0 to 1"),
        (
            "SpriteCounter",
            "Parameters of every termination (`ludex explain NAME` says what one does): win, limit",
        ),
        ("v101", "# V101"),
        ("zelda", ""),
    ] {
        let output = ludex(&["explain", word]);
        if part.is_empty() {
            assert_eq!(output.status.code(), Some(2), "{word}");
        } else {
            assert!(out(&output).contains(part), "{word}: {}", out(&output));
        }
    }
}

#[test]
fn unknown_words_lead_somewhere() {
    let output = ludex(&["explain", "kilSprit"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("did you mean killSprite"), "{}", err(&output));
    let output = ludex(&["explain", "xyzzy"]);
    assert!(err(&output).contains("--list"), "{}", err(&output));
    assert_eq!(ludex(&["explain"]).status.code(), Some(2));
    assert_eq!(ludex(&["explain", "--list", "things"]).status.code(), Some(2));
}

#[test]
fn lists_are_complete_and_json_can_be_read() {
    let listed = out(&ludex(&["explain", "--list", "effects"]));
    assert_eq!(listed.lines().count(), ONTOLOGY.effects.len());
    let output = ludex(&["explain", "--list", "classes", "--json"]);
    let articles: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(articles.len(), ONTOLOGY.classes.len());
    assert!(articles.iter().all(|article| article["kind"] == "class" && article["example"] != ""));
}
