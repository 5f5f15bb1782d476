//! How a line of each section falls into words and parameters.

use crate::Span;

/// The classes of a game, which its first line starts with. The second may have a ParameterSet.
pub(crate) const GAME_CLASSES: [&str; 2] = ["BasicGame", "GameSpace"];

/// The part of the file a line stands in, which decides how it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    /// The game line and whatever stands before the first section title.
    Game,
    Sprites,
    Rules,
    Mapping,
    Terminations,
    Parameters,
}

impl Section {
    const TITLED: [Section; 5] =
        [Section::Sprites, Section::Rules, Section::Mapping, Section::Terminations, Section::Parameters];

    /// Its title as it must be spelled.
    pub fn title(self) -> &'static str {
        match self {
            Section::Game => "BasicGame",
            Section::Sprites => "SpriteSet",
            Section::Rules => "InteractionSet",
            Section::Mapping => "LevelMapping",
            Section::Terminations => "TerminationSet",
            Section::Parameters => "ParameterSet",
        }
    }

    /// The section that a line opens, in any case of letters.
    pub fn opened_by(line: &str) -> Option<Section> {
        Section::TITLED.into_iter().find(|s| s.title().eq_ignore_ascii_case(line))
    }

    /// All titles as they must be spelled.
    pub fn titles() -> impl Iterator<Item = &'static str> {
        Section::TITLED.into_iter().map(Section::title)
    }
}

/// A word of a line and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Word<'a> {
    pub text: &'a str,
    pub span: Span,
}

impl Word<'_> {
    /// Is it this name, in any case of letters? So `EOS` and `TIME` are recognised.
    pub fn is(&self, name: &str) -> bool {
        self.text.eq_ignore_ascii_case(name)
    }
}

/// A parameter `key=value` as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Param<'a> {
    pub key: Word<'a>,
    pub value: Word<'a>,
}

impl Param<'_> {
    /// The whole of `key=value`.
    pub fn span(&self) -> Span {
        Span::new(self.key.span.start, self.value.span.end)
    }
}

/// What a line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Content<'a> {
    /// The first word: game class, sprite, first sprite of a rule, level character, termination.
    pub head: Word<'a>,
    /// The first `>`.
    pub arrow: Option<Span>,
    /// Second sprites of a rule, sprites of a level character.
    pub names: Vec<Word<'a>>,
    /// The class of a sprite or the effect of a rule: the last word that could be one.
    pub kind: Option<Word<'a>>,
    /// In the order of the line; of a repeated key the last one counts.
    pub params: Vec<Param<'a>>,
    /// Words that have no influence.
    pub stray: Vec<Word<'a>>,
    /// How many words the line has.
    pub words: usize,
}

/// Why a line cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// `key=` without a value, or a lone `=`.
    Valueless(Span),
    /// A rule without `>`.
    Arrowless,
    /// A rule without an effect.
    Effectless,
}

impl<'a> Content<'a> {
    /// Reads a line that starts at byte `start` of the file and has no blanks around it.
    pub fn read(section: Section, start: usize, line: &'a str) -> Result<Content<'a>, Unreadable> {
        let mut words = split(start, line);
        let head = words.next().unwrap_or(Word { text: "", span: Span::new(start, start) });
        let mut content = Content {
            head,
            arrow: None,
            names: Vec::new(),
            kind: None,
            params: Vec::new(),
            stray: Vec::new(),
            words: 1 + words.clone().count(),
        };
        match section {
            Section::Game | Section::Terminations => content.parameters_only(words)?,
            Section::Sprites | Section::Parameters => content.definition(words)?,
            Section::Rules => content.rule(words)?,
            Section::Mapping => content.mapping(words),
        }
        Ok(content)
    }

    fn parameters_only(&mut self, words: impl Iterator<Item = Word<'a>>) -> Result<(), Unreadable> {
        for word in words {
            if word.text.contains('=') {
                self.params.push(parameter(word)?);
            } else {
                self.stray.push(word);
            }
        }
        Ok(())
    }

    fn definition(&mut self, words: impl Iterator<Item = Word<'a>>) -> Result<(), Unreadable> {
        for word in words {
            self.right_hand_word(word)?;
        }
        Ok(())
    }

    fn rule(&mut self, mut words: impl Iterator<Item = Word<'a>>) -> Result<(), Unreadable> {
        if self.words == 1 {
            return Ok(());
        }
        for word in words.by_ref() {
            if word.text == ">" {
                self.arrow = Some(word.span);
                break;
            }
            self.names.push(word);
        }
        if self.arrow.is_none() {
            return Err(Unreadable::Arrowless);
        }
        self.definition(words)?;
        if self.kind.is_none() { Err(Unreadable::Effectless) } else { Ok(()) }
    }

    fn mapping(&mut self, mut words: impl Iterator<Item = Word<'a>>) {
        // The second word is skipped whatever it is.
        if let Some(word) = words.next() {
            if word.text == ">" {
                self.arrow = Some(word.span);
            } else {
                self.stray.push(word);
            }
        }
        self.names = words.collect();
    }

    /// A word of a definition: a parameter, `>`, or else the class or effect, of which the last one counts.
    fn right_hand_word(&mut self, word: Word<'a>) -> Result<(), Unreadable> {
        if word.text.contains('=') {
            self.params.push(parameter(word)?);
        } else if word.text == ">" {
            self.arrow.get_or_insert(word.span);
        } else if let Some(earlier) = self.kind.replace(word) {
            self.stray.push(earlier);
        }
        Ok(())
    }
}

/// Splits a parameter at every `=`: the first piece is the key, the second the value, the rest is ignored.
fn parameter(word: Word<'_>) -> Result<Param<'_>, Unreadable> {
    let pieces = word.text.trim_end_matches('=');
    let Some((key, rest)) = pieces.split_once('=') else {
        return Err(Unreadable::Valueless(word.span));
    };
    let value = rest.split('=').next().unwrap_or_default();
    let at = |offset: usize, text: &str| {
        Span::new(word.span.start + offset, word.span.start + offset + text.len())
    };
    Ok(Param {
        key: Word { text: key, span: at(0, key) },
        value: Word { text: value, span: at(key.len() + 1, value) },
    })
}

/// The words of a line: what stands between runs of blanks and tabs.
fn split(start: usize, line: &str) -> impl Iterator<Item = Word<'_>> + Clone {
    let mut at = 0;
    line.split([' ', '\t']).filter_map(move |text| {
        let from = start + at;
        at += text.len() + 1;
        (!text.is_empty()).then_some(Word { text, span: Span::new(from, from + text.len()) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(section: Section, line: &str) -> Result<Content<'_>, Unreadable> {
        Content::read(section, 0, line)
    }

    fn params<'a>(content: &Content<'a>) -> Vec<(&'a str, &'a str)> {
        content.params.iter().map(|p| (p.key.text, p.value.text)).collect()
    }

    #[test]
    fn a_sprite_line_has_name_class_and_parameters() {
        let content = read(Section::Sprites, "bomb  > Chaser\tMissile speed=0.5 > a=1=2").unwrap();
        assert_eq!(content.head.text, "bomb");
        assert_eq!(content.kind.unwrap().text, "Missile");
        assert_eq!(content.stray[0].text, "Chaser");
        assert_eq!(params(&content), [("speed", "0.5"), ("a", "1")]);
        assert_eq!(content.arrow, Some(Span::new(6, 7)));
        assert_eq!(content.params[0].value.span, Span::new(29, 32));
        assert_eq!(read(Section::Sprites, "bomb> Missile").unwrap().arrow, None);
    }

    #[test]
    fn parameters_split_as_java_splits() {
        let no_value = |line| matches!(read(Section::Sprites, line), Err(Unreadable::Valueless(_)));
        assert!(no_value("a > B k="));
        assert!(no_value("a > B k=="));
        assert!(no_value("a > B k = v"));
        assert_eq!(params(&read(Section::Sprites, "a > B =v k==v").unwrap()), [("", "v"), ("k", "")]);
    }

    #[test]
    fn a_rule_takes_names_verbatim_up_to_the_arrow() {
        let content = read(Section::Rules, "a b c=d > k=1 killSprite j=2").unwrap();
        assert_eq!(content.names.iter().map(|w| w.text).collect::<Vec<_>>(), ["b", "c=d"]);
        assert_eq!(content.kind.unwrap().text, "killSprite");
        assert_eq!(params(&content), [("k", "1"), ("j", "2")]);
        assert_eq!(read(Section::Rules, "a b killSprite"), Err(Unreadable::Arrowless));
        assert_eq!(read(Section::Rules, "a b > k=1"), Err(Unreadable::Effectless));
        assert!(read(Section::Rules, "word").is_ok());
    }

    #[test]
    fn a_mapping_skips_its_second_word() {
        let content = read(Section::Mapping, "w floor wall").unwrap();
        assert_eq!(content.names.iter().map(|w| w.text).collect::<Vec<_>>(), ["wall"]);
        assert_eq!(content.arrow, None);
    }
}
