//! What there is to say of each word.

use ludex_engine::ONTOLOGY;
use ludex_vgdl::{Code, HEADER_PARAMS, Need, ParamKind, ParamSpec, Severity};
use serde_json::{Value, json};

use crate::usage::Usage;

/// The kinds of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// What sprites are.
    Classes,
    /// What happens when they meet.
    Effects,
    /// How games end.
    Terminations,
    /// What can be set.
    Parameters,
    /// Diagnostics.
    Codes,
    /// What sprites look like.
    Pictures,
}

impl Topic {
    /// All of them.
    pub const ALL: [Topic; 6] = [
        Topic::Classes,
        Topic::Effects,
        Topic::Terminations,
        Topic::Parameters,
        Topic::Codes,
        Topic::Pictures,
    ];

    /// Several words of the kind.
    pub fn plural(self) -> &'static str {
        match self {
            Topic::Classes => "classes",
            Topic::Effects => "effects",
            Topic::Terminations => "terminations",
            Topic::Parameters => "parameters",
            Topic::Codes => "codes",
            Topic::Pictures => "pictures",
        }
    }

    /// One word of the kind.
    pub fn singular(self) -> &'static str {
        match self {
            Topic::Classes => "class",
            Topic::Effects => "effect",
            Topic::Terminations => "termination",
            Topic::Parameters => "parameter",
            Topic::Codes => "diagnostic",
            Topic::Pictures => "picture",
        }
    }
}

/// What there is to say of a word.
pub struct Article {
    /// The kind of the word.
    pub topic: Topic,
    /// The word.
    pub name: String,
    /// One sentence.
    pub about: String,
    /// Further sentences.
    pub notes: Vec<String>,
    /// The parameters that it has beyond those of its kind.
    pub parameters: Vec<Parameter>,
    /// A few lines of a game.
    pub example: String,
    /// Bundled games with it.
    pub games: Vec<&'static str>,
    /// A page in Markdown instead of all this.
    pub page: Option<&'static str>,
}

/// A parameter, for people.
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub takes: &'static str,
    /// What it is without. None if it must be given.
    pub default: Option<&'static str>,
    /// What it does.
    pub about: &'static str,
}

impl Parameter {
    /// What the ontology says of it.
    pub fn of(spec: &ParamSpec) -> Parameter {
        let default = match (spec.need, spec.default) {
            (Need::Required | Need::RequiredSprite | Need::RequiredEffect, _) => None,
            (_, "") => Some("none"),
            (_, default) => Some(default),
        };
        Parameter { name: spec.name, takes: takes(spec.kind), default, about: spec.doc }
    }

    /// What it does, takes and is without.
    pub fn sentence(&self) -> String {
        let default = self.default.map_or("required".to_owned(), |default| format!("default {default}"));
        format!("{} ({}; {default})", self.about, self.takes)
    }

    /// For programs.
    pub fn json(&self) -> Value {
        json!({ "name": self.name, "takes": self.takes, "default": self.default, "about": self.about })
    }
}

/// What a parameter takes.
fn takes(kind: ParamKind) -> &'static str {
    match kind {
        ParamKind::Int | ParamKind::Float => "whole number",
        ParamKind::Double => "number",
        ParamKind::Bool => "True or False",
        ParamKind::Text => "text",
        ParamKind::Sprite | ParamKind::NewSprite => "sprite",
        ParamKind::Sprites | ParamKind::NewSprites => "sprites, separated by commas",
        ParamKind::Effect => "effect",
        ParamKind::Direction => "UP, DOWN, LEFT or RIGHT",
        ParamKind::Color => "colour, such as RED",
    }
}

/// The parameters that are not internal.
pub fn documented(params: &[ParamSpec]) -> Vec<Parameter> {
    params.iter().filter(|spec| !spec.doc.is_empty()).map(Parameter::of).collect()
}

impl Article {
    fn new(topic: Topic, name: &str, about: &str) -> Article {
        Article {
            topic,
            name: name.to_owned(),
            about: about.to_owned(),
            notes: Vec::new(),
            parameters: Vec::new(),
            example: String::new(),
            games: Vec::new(),
            page: None,
        }
    }

    /// The games, so many at most and how many more there are.
    pub fn some_games(&self, most: usize) -> String {
        let shown = self.games.iter().take(most).copied().collect::<Vec<_>>().join(", ");
        let more = self.games.len().saturating_sub(most);
        if more == 0 { shown } else { format!("{shown} and {more} more") }
    }

    /// For programs.
    pub fn json(&self) -> Value {
        json!({
            "kind": self.topic.singular(),
            "name": self.name,
            "about": self.about,
            "notes": self.notes,
            "parameters": self.parameters.iter().map(Parameter::json).collect::<Vec<_>>(),
            "example": self.example,
            "games": self.games,
            "page": self.page,
        })
    }
}

/// All articles, by kind and in the order of the ontology.
pub fn articles() -> Vec<Article> {
    let usage = Usage::of_bundled_games();
    let mut all: Vec<Article> = classes(&usage).collect();
    all.extend(effects(&usage));
    all.extend(terminations(&usage));
    all.extend(parameters(&usage));
    all.extend(codes());
    let names = ludex_pictures::picture_names();
    all.extend(names.into_iter().map(|name| {
        let mut article = Article::new(Topic::Pictures, name, "A picture that comes with Ludex.");
        article.notes.push(format!("Written as `img={name}` on the line of a sprite."));
        article.games = usage.games_with(Topic::Pictures, name);
        article
    }));
    all
}

fn classes(usage: &Usage) -> impl Iterator<Item = Article> {
    ONTOLOGY.classes.iter().map(|class| {
        let mut article = Article::new(Topic::Classes, class.name, class.doc);
        if class.avatar {
            article.notes.push("An avatar: a player controls it.".to_owned());
        }
        let own: Vec<String> =
            (class.defaults)().iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !own.is_empty() {
            article.notes.push(format!("Unless its line says otherwise: {}.", own.join(" ")));
        }
        article.parameters = documented(class.params);
        article.example = example("", class.example, "");
        article.games = usage.games_with(Topic::Classes, class.name);
        article
    })
}

fn effects(usage: &Usage) -> impl Iterator<Item = Article> {
    ONTOLOGY.effects.iter().map(|effect| {
        let mut article = Article::new(Topic::Effects, effect.name, effect.doc);
        if effect.needs_second {
            article.notes.push("It needs both sprites, so on an EOS or TIME line it only warns.".to_owned());
        }
        article.parameters = documented(effect.params);
        article.example = example(effect.example, "", "");
        article.games = usage.games_with(Topic::Effects, effect.name);
        article
    })
}

fn terminations(usage: &Usage) -> impl Iterator<Item = Article> {
    ONTOLOGY.terminations.iter().map(|termination| {
        let mut article = Article::new(Topic::Terminations, termination.name, termination.doc);
        article.parameters = documented(termination.params);
        article.example = example("", "", termination.example);
        article.games = usage.games_with(Topic::Terminations, termination.name);
        article
    })
}

/// Each name of a parameter once, with everything that has one of this name.
fn parameters(usage: &Usage) -> Vec<Article> {
    let shared = [
        ("the first line of a game", HEADER_PARAMS),
        ("every sprite", ONTOLOGY.sprite_params),
        ("every effect", ONTOLOGY.effect_params),
        ("every effect on a TIME line", ONTOLOGY.time_params),
        ("every termination", ONTOLOGY.termination_params),
    ];
    let classes = ONTOLOGY.classes.iter().map(|class| (class.name, class.params));
    let effects = ONTOLOGY.effects.iter().map(|effect| (effect.name, effect.params));
    let terminations = ONTOLOGY.terminations.iter().map(|termination| (termination.name, termination.params));
    let mut articles: Vec<Article> = Vec::new();
    for (owner, params) in shared.into_iter().chain(classes).chain(effects).chain(terminations) {
        for parameter in documented(params) {
            let about = format!("{owner}: {}", parameter.sentence());
            match articles.iter_mut().find(|article| article.name == parameter.name) {
                Some(article) => article.notes.push(about),
                None => {
                    let mut article = Article::new(Topic::Parameters, parameter.name, "");
                    article.notes.push(about);
                    article.games = usage.games_with(Topic::Parameters, parameter.name);
                    articles.push(article);
                }
            }
        }
    }
    for article in &mut articles {
        article.about = match &article.notes[..] {
            [_] => std::mem::take(&mut article.notes).concat(),
            several => format!("Has {} meanings.", several.len()),
        };
    }
    articles
}

fn codes() -> impl Iterator<Item = Article> {
    Code::ALL.iter().map(|code| {
        let severity = if code.severity() == Severity::Error { "Error" } else { "Warning" };
        let mut article = Article::new(Topic::Codes, code.id(), &format!("{severity}: {}.", code.title()));
        article.page = Some(code.page());
        article
    })
}

/// Lines of a game around those of an example, with the sprites that they speak of.
fn example(rule: &str, sprite: &str, termination: &str) -> String {
    let text = [rule, sprite, termination].join(" ");
    let words: Vec<&str> = text.split([' ', ',', '=']).collect();
    let own = sprite.split(' ').next();
    let mut lines = vec!["SpriteSet".to_owned()];
    let cast: Vec<&str> = ONTOLOGY.example_sprites.lines().collect();
    for (number, line) in cast.iter().enumerate() {
        let name = line.split_whitespace().next();
        let is_parent_of_named = || {
            let children = cast[number + 1..].iter().take_while(|line| line.starts_with(' '));
            children.filter_map(|child| child.split_whitespace().next()).any(|child| words.contains(&child))
        };
        let parent = cast[..number].iter().rfind(|line| !line.starts_with(' '));
        let parent = parent.filter(|_| line.starts_with(' ')).and_then(|line| line.split_whitespace().next());
        let is_named = [name, parent].into_iter().flatten().any(|name| words.contains(&name));
        if name != own && (is_named || !line.starts_with(' ') && is_parent_of_named()) {
            lines.push(format!("  {line}"));
        }
    }
    lines.extend((!sprite.is_empty()).then(|| format!("  {sprite}")));
    for (section, line) in [("InteractionSet", rule), ("TerminationSet", termination)] {
        if !line.is_empty() {
            lines.extend([section.to_owned(), format!("  {line}")]);
        }
    }
    lines.join("\n") + "\n"
}
