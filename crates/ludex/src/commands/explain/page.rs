//! The reference of the language, as Markdown.

use std::fmt::Write;

use ludex_engine::ONTOLOGY;
use ludex_vgdl::{HEADER_PARAMS, ParamSpec};

use ludex_authoring::{Article, Parameter, Topic, documented};

const INTRODUCTION: &str = "\
# The language

All words of VGDL as Ludex reads it, made from the engine by `ludex explain --page`; `ludex explain WORD` says the same of one
word. [Writing games](writing-games.md) is the introduction; [the diagnostics](diagnostics/README.md) say what can be wrong.

A game has four sections. A line of the **SpriteSet** defines a sprite: `name > Class parameter=value ...`, and lines that are
indented below it inherit everything from it. A line of the **InteractionSet** says what happens when two sprites touch:
`first second > effect parameter=value ...`. Effects speak of *the first* and *the second* sprite of the line. The second may be
`EOS`, the edge of the screen, or `TIME`, a clock. A line of the **TerminationSet** ends the game. The **LevelMapping** says which
sprites a character of a level stands for: `x > floor box`.

Values of a parameter: a *number* such as `0.5`, a *whole number*, `True` or `False`, the name of a *sprite* or of an *effect*, a
direction (`UP`, `DOWN`, `LEFT`, `RIGHT`), a colour such as `RED`. Probabilities are from 0 to 1, speeds in cells per move, times
in ticks.
";

/// The whole page.
pub fn page(all: &[Article]) -> String {
    let mut text = INTRODUCTION.to_owned();
    text.push_str("\n## The first line\n\nA game begins with `BasicGame` and these parameters:\n");
    parameters(&mut text, HEADER_PARAMS);
    let sections = [
        (Topic::Classes, "Sprite classes", "every sprite", ONTOLOGY.sprite_params),
        (Topic::Effects, "Effects", "every effect", ONTOLOGY.effect_params),
        (Topic::Terminations, "Terminations", "every termination", ONTOLOGY.termination_params),
    ];
    for (topic, title, owner, shared) in sections {
        let _ = writeln!(text, "\n## {title}\n\nThe parameters of {owner}:");
        parameters(&mut text, shared);
        if topic == Topic::Effects {
            text.push_str("\nOf effects on a line with `TIME`:\n");
            parameters(&mut text, ONTOLOGY.time_params);
        }
        all.iter().filter(|article| article.topic == topic).for_each(|article| word(&mut text, article));
    }
    text.push_str("\n## Pictures\n\nThe names that `img=` can have:\n\n");
    let names: Vec<String> =
        all.iter().filter(|a| a.topic == Topic::Pictures).map(|a| format!("`{}`", a.name)).collect();
    text + &names.join(", ") + "\n"
}

fn word(text: &mut String, article: &Article) {
    let _ = writeln!(text, "\n### {}\n\n{}", article.name, article.about);
    for note in &article.notes {
        let _ = writeln!(text, "{note}");
    }
    table(text, &article.parameters);
    let _ = writeln!(text, "\n```\n{}```", article.example);
    if !article.games.is_empty() {
        let _ = writeln!(text, "\nIn {}.", article.some_games(8));
    }
}

fn parameters(text: &mut String, params: &[ParamSpec]) {
    table(text, &documented(params));
}

fn table(text: &mut String, parameters: &[Parameter]) {
    if parameters.is_empty() {
        return;
    }
    text.push_str("\n| parameter | takes | default | |\n| --- | --- | --- | --- |\n");
    for p in parameters {
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} |",
            p.name,
            p.takes,
            p.default.unwrap_or("required"),
            p.about
        );
    }
}
