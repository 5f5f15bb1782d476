//! Sprites that nothing uses, nothing makes, or that are made although they only group others.

use super::usage::{Usage, class_references};
use crate::params::{is_constant, java_split};
use crate::read::Reading;
use crate::read::arguments::{missing, missing_parameter};
use crate::syntax::Word;
use crate::{ClassRef, Code, Diagnostic, Span};

pub(super) fn check(reading: &mut Reading<'_>, usage: &Usage) {
    for id in 0..reading.game.types.len() {
        references(reading, usage, id);
        let Some(name) = reading.definitions[id].as_ref().map(|definition| definition.name) else { continue };
        constant_name(reading, name);
        required(reading, id);
        if reading.game.types[id].leaf && !usage.made[id] {
            unused(reading, name, usage.spoken_of[id]);
        }
    }
    for name in reading.mapped_names.clone() {
        parent_made(reading, usage, name.text, name.span);
    }
}

fn constant_name(reading: &mut Reading<'_>, name: Word<'_>) {
    if is_constant(name.text) {
        let message = format!("`{}` is the name of a constant", name.text);
        let diagnostic = Diagnostic::new(Code::ConstantName, name.span, message)
            .note("a parameter cannot name this sprite")
            .help("give it another name, for example in lower case");
        reading.report.add(diagnostic);
    }
}

/// A sprite without what its class needs cannot be made.
fn required(reading: &mut Reading<'_>, id: usize) {
    let sprite = &reading.game.types[id];
    let (ClassRef::Known(class), true) = (&sprite.class, sprite.leaf) else { return };
    let class = &reading.ontology.classes[*class];
    let Some(definition) = &reading.definitions[id] else { return };
    let owner = format!("class `{}`", class.name);
    let diagnostics: Vec<Diagnostic> = missing(class.params, &sprite.params)
        .map(|spec| missing_parameter(definition.name.span, spec, &owner, &definition.params))
        .map(|diagnostic| diagnostic.note("a game that makes this sprite cannot go on"))
        .collect();
    diagnostics.into_iter().for_each(|diagnostic| reading.report.add(diagnostic));
}

fn unused(reading: &mut Reading<'_>, name: Word<'_>, spoken_of: bool) {
    reading.report.add(if spoken_of {
        Diagnostic::new(Code::NeverMade, name.span, format!("no `{}` ever comes into being", name.text))
            .help("map a level character to it, or have another sprite or an effect make it")
    } else {
        Diagnostic::new(Code::UnusedSprite, name.span, format!("`{}` is never used", name.text))
            .help("no level character, rule, termination or parameter names it")
    });
}

/// What the parameters of a type say of other sprites.
fn references(reading: &mut Reading<'_>, usage: &Usage, id: usize) {
    let mut unknown = Vec::new();
    let mut made = Vec::new();
    for reference in class_references(reading, id) {
        for name in java_split(&reference.names) {
            if reading.type_id(name).is_none() {
                let message = format!("`{}` names an unknown sprite `{name}`", reference.key);
                let mut diagnostic = Diagnostic::new(Code::UnknownSpriteParameter, reference.span, message);
                diagnostic.help = reading.known_sprites(name);
                unknown.push(diagnostic);
            } else if reference.kind.makes_sprites() {
                made.push((name.to_owned(), reference.span));
            }
        }
    }
    unknown.into_iter().for_each(|diagnostic| reading.report.add(diagnostic));
    for (name, span) in made {
        parent_made(reading, usage, &name, span);
    }
}

/// Warns where a sprite is made that is never updated because it only groups others.
pub(super) fn parent_made(reading: &mut Reading<'_>, usage: &Usage, name: &str, span: Span) {
    let Some(id) = reading.type_id(name).filter(|&id| !usage.updated[usize::from(id)]) else { return };
    let message = format!("`{name}` has sprites below it, so it never moves, acts or is drawn");
    let mut diagnostic = Diagnostic::new(Code::ParentMade, span, message).note("made here all the same");
    if let Some(definition) = &reading.definitions[usize::from(id)] {
        diagnostic = diagnostic.label(definition.name.span, "defined with sprites below it");
    }
    reading.report.add(diagnostic.help("name one of the sprites below it"));
}
