//! From the tree of lines to a [`Game`]: what each section says, read as the reference reads it.
//!
//! The reference stops at the first line that it cannot use and plays with what it has read so far. The
//! reader keeps exactly that, but goes on for the diagnostics' sake, so that everything that is wrong is
//! reported at once.

pub(crate) mod arguments;
mod header;
mod mapping;
pub(crate) mod report;
mod rules;
mod space;
mod sprites;
mod structure;
mod terminations;

use std::collections::HashMap;

use crate::params::java_split;
use crate::syntax::{Content, Node, Param, Section, Tree, Word};
use crate::{Code, Diagnostic, Game, Ontology, Span, TypeId};
pub use header::HEADER_PARAMS;
use report::Report;
use space::Space;

/// Where a sprite type is defined.
#[derive(Debug, Clone)]
pub(crate) struct Definition<'a> {
    pub name: Word<'a>,
    /// Its parameters with those that it inherits, as written.
    pub params: Vec<Param<'a>>,
}

/// Everything that a game file says, and what is wrong with it.
pub(crate) struct Reading<'a> {
    pub ontology: &'a Ontology,
    /// All that could be read, including what the reference drops.
    pub game: Game,
    /// What the reference keeps, if it gives up on the way.
    kept: Option<Game>,
    /// Would the reference die of this file?
    pub fatal: bool,
    pub report: Report,
    /// The type of each name.
    names: HashMap<&'a str, TypeId>,
    /// The definition of each type, by its id. The built-in types may be defined nowhere.
    pub definitions: Vec<Option<Definition<'a>>>,
    /// Where in `game.mapping` a level character stands.
    symbols: HashMap<char, usize>,
    /// Where the file maps a level character, the last time.
    mapped: HashMap<char, Span>,
    /// Every sprite of the LevelMapping, as written.
    pub mapped_names: Vec<Word<'a>>,
    /// The sprites of rules that are lost: somebody speaks of them all the same.
    pub lost_names: Vec<Word<'a>>,
    /// The path finder's obstacles, a comma list, as written.
    obstacles: Option<Word<'a>>,
    /// Has a SpriteSet been read?
    has_sprites: bool,
    pub space: Space<'a>,
    /// Bytes of parameters stored so far.
    param_bytes: usize,
}

impl<'a> Reading<'a> {
    /// Reads a file.
    pub fn of(tree: &Tree<'a>, ontology: &'a Ontology) -> Reading<'a> {
        let mut reading = Reading {
            ontology,
            game: header::empty_game(),
            kept: None,
            fatal: false,
            report: Report::default(),
            names: HashMap::new(),
            definitions: Vec::new(),
            symbols: HashMap::new(),
            mapped: HashMap::new(),
            mapped_names: Vec::new(),
            lost_names: Vec::new(),
            obstacles: None,
            has_sprites: false,
            space: Space::default(),
            param_bytes: 0,
        };
        reading.built_in_types();
        reading.built_in_symbols();
        match tree.root() {
            None => reading.no_game(),
            // Without a game line nothing means what it seems to: say so, and nothing else.
            Some(root) if root.section != Section::Game => reading.no_game_line(tree, root),
            Some(root) if !tree.looks_like_game() => reading.game_class(root),
            Some(root) => {
                reading.structure(tree, root);
                reading.header(root);
                reading.sections(tree, root);
            }
        }
        reading.finish();
        reading
    }

    /// The game as the reference would have it.
    pub fn kept(&self) -> &Game {
        self.kept.as_ref().unwrap_or(&self.game)
    }

    /// The game as the reference would have it, and what is wrong.
    pub fn into_kept(self) -> (Game, Report) {
        (self.kept.unwrap_or(self.game), self.report)
    }

    fn sections(&mut self, tree: &Tree<'a>, root: &Node<'a>) {
        // Titles are recognised in any case of letters, but only the right case is processed.
        let titled = |section: Section| {
            move |node: &&Node<'a>| node.section == section && node.text == section.title()
        };
        for block in tree.children(root).filter(titled(Section::Parameters)) {
            self.parameter_set(tree, block);
        }
        for block in tree.children(root) {
            match block.section {
                section if !titled(section)(&block) => {}
                Section::Sprites => self.sprite_set(tree, block),
                Section::Rules => self.interaction_set(tree, block),
                Section::Mapping => self.level_mapping(tree, block),
                Section::Terminations => self.termination_set(tree, block),
                Section::Game | Section::Parameters => {}
            }
        }
    }

    /// Names that may be used before they are defined are looked up last.
    fn finish(&mut self) {
        self.unknown_mapped();
        self.unknown_obstacles();
        for game in std::iter::once(&mut self.game).chain(&mut self.kept) {
            let known = game.types.len();
            let look_up = |name: &str| self.names.get(name).copied().filter(|&id| usize::from(id) < known);
            let obstacles = self.obstacles.map(|word| java_split(word.text).filter_map(look_up));
            game.obstacles = obstacles.map(Iterator::collect);
            for sprite in game.mapping.iter_mut().flat_map(|m| &mut m.sprites) {
                if let Err(name) = sprite
                    && let Some(id) = look_up(name)
                {
                    *sprite = Ok(id);
                }
            }
        }
    }

    /// The type of a name.
    pub fn type_id(&self, name: &str) -> Option<TypeId> {
        self.names.get(name).copied()
    }

    /// The names of all types, in the order of their ids.
    pub fn type_names(&self) -> impl Iterator<Item = &str> {
        self.game.types.iter().map(|t| t.name.as_str())
    }

    /// What may be written instead of an unknown sprite: the one that was probably meant, or those of the game.
    pub fn known_sprites(&self, name: &str) -> Option<String> {
        const SHOWN: usize = 20;
        self.report.did_you_mean(name, self.type_names()).or_else(|| {
            let names: Vec<&str> = self.type_names().take(SHOWN).collect();
            let more = match self.game.types.len() - names.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            (!names.is_empty()).then(|| format!("the sprites of this game are {}{more}", names.join(", ")))
        })
    }

    /// Reports what makes the reference drop the rest of the file.
    fn abort(&mut self, diagnostic: Diagnostic) {
        if self.kept.is_some() {
            return self.report.add(diagnostic);
        }
        self.game.messages += 1;
        self.kept = Some(self.game.clone());
        let dropped =
            "this line and everything after it in the file is dropped: the game is played without it";
        let help = match &diagnostic.help {
            Some(help) => format!("{help}\n{dropped}"),
            None => dropped.to_owned(),
        };
        self.report.add(diagnostic.help(help));
    }

    /// Reports what the reference dies of.
    fn die(&mut self, diagnostic: Diagnostic) {
        self.fatal = true;
        self.report.add(diagnostic);
    }

    /// Warns of lines below one that has no use for them.
    fn ignore_nested(&mut self, tree: &Tree<'a>, line: &Node<'a>) {
        for child in tree.children(line) {
            let message = "this line belongs to the one above it and is ignored";
            let diagnostic = Diagnostic::new(Code::IgnoredLine, child.span, message)
                .label(line.span, "indented less")
                .help("give both lines the same indentation; a tab counts as one column");
            self.report.add(diagnostic);
        }
    }

    /// Warns of words that have no influence.
    fn ignore_words(&mut self, content: &Content<'a>) {
        for word in &content.stray {
            let message = format!("`{}` is ignored", word.text);
            self.report.add(Diagnostic::new(Code::IgnoredWord, word.span, message));
        }
    }

    /// Reports what Ludex refuses to read.
    fn too_large(&mut self, span: Span, message: String) {
        let help = "split the game, or remove what it does not need";
        self.die(Diagnostic::new(Code::TooLarge, span, message).help(help));
    }
}
