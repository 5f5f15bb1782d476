//! Who speaks of which sprite.

use std::borrow::Cow;

use crate::params::java_split;
use crate::read::Reading;
use crate::read::arguments::find;
use crate::syntax::Param;
use crate::{ClassRef, Need, ParamKind, ParamSpec, Params, Partners, Span, TypeId, Value};

/// A parameter that names sprites.
pub(super) struct Reference<'a> {
    pub kind: ParamKind,
    pub span: Span,
    pub key: &'a str,
    pub names: Cow<'a, str>,
}

/// What is known of each type, by its id.
pub(super) struct Usage {
    /// Can it come into being? Wherever a parameter names it, it is taken to be so.
    pub made: Vec<bool>,
    /// Does a rule, a termination or the path finder speak of it or of a relative?
    pub spoken_of: Vec<bool>,
    /// Does it stand in the sprite order, so that it is updated and drawn?
    pub updated: Vec<bool>,
}

impl Usage {
    pub fn of(reading: &Reading<'_>) -> Usage {
        let game = &reading.game;
        let mut named = vec![false; game.types.len()];
        let mut spoken_of = vec![false; game.types.len()];
        let mut updated = vec![false; game.types.len()];
        for &id in &game.order {
            updated[usize::from(id)] = true;
        }
        for id in 0..game.types.len() {
            for reference in class_references(reading, id) {
                mark(reading, &mut named, &reference.names);
            }
        }
        for rule in &game.rules {
            for (_, names) in effect_sprites(reading, rule.effect, &rule.params) {
                mark(reading, &mut named, names);
            }
            for partners in &rule.on {
                let (one, other) = match *partners {
                    Partners::Pair(a, b) => (Some(a), Some(b)),
                    Partners::Edge(a) => (Some(a), None),
                    Partners::Time(a) => (a, None),
                };
                for id in one.into_iter().chain(other) {
                    spoken_of[usize::from(id)] = true;
                }
            }
        }
        for id in reading.lost_names.iter().filter_map(|name| reading.type_id(name.text)) {
            spoken_of[usize::from(id)] = true;
        }
        for termination in &game.terminations {
            let spec = &reading.ontology.terminations[termination.kind];
            for name in spec.params.iter().filter_map(|p| termination.params.text(p.name)) {
                mark(reading, &mut spoken_of, name);
            }
        }
        for &id in game.obstacles.iter().flatten() {
            spoken_of[usize::from(id)] = true;
        }
        let mut made = with_relatives(reading, &named);
        for id in game.mapping.iter().flat_map(|m| &m.sprites).flatten() {
            made[usize::from(*id)] = true;
        }
        Usage { made, spoken_of: with_relatives(reading, &spoken_of), updated }
    }

    /// Can a sprite exist that counts as this type?
    pub fn can_exist(&self, reading: &Reading<'_>, id: TypeId) -> bool {
        reading.game.types[usize::from(id)].subtypes.iter().any(|&t| self.made[usize::from(t)])
    }
}

fn mark(reading: &Reading<'_>, marks: &mut [bool], names: &str) {
    for id in java_split(names).filter_map(|name| reading.type_id(name)) {
        marks[usize::from(id)] = true;
    }
}

/// A type that is named brings its ancestors and descendants with it.
fn with_relatives(reading: &Reading<'_>, marks: &[bool]) -> Vec<bool> {
    let mut all = marks.to_vec();
    for (id, _) in marks.iter().enumerate().filter(|(_, marked)| **marked) {
        for &relative in &reading.game.types[id].subtypes {
            all[usize::from(relative)] = true;
        }
    }
    all
}

/// The parameters of a type that name sprites.
pub(super) fn class_references<'r>(reading: &'r Reading<'_>, id: usize) -> Vec<Reference<'r>> {
    let ClassRef::Known(class) = reading.game.types[id].class else { return Vec::new() };
    let spec = &reading.ontology.classes[class];
    let tables = [spec.params, reading.ontology.sprite_params];
    let params = reading.definitions[id].iter().flat_map(|definition| &definition.params);
    let reference = |param: &Param<'r>| {
        let spec = find(&tables, param.key.text).filter(|spec| spec.kind.names_sprites())?;
        let names = reading.space.fill_in(param.value.text);
        let is_text = matches!(Value::of(spec.name, &names), Value::Text(_));
        is_text.then_some(Reference { kind: spec.kind, span: param.value.span, key: spec.name, names })
    };
    params.filter_map(reference).collect()
}

/// The parameters of a rule that name sprites, those of an effect within the effect included.
pub(super) fn effect_sprites<'r>(
    reading: &Reading<'_>,
    effect: usize,
    params: &'r Params,
) -> Vec<(&'static ParamSpec, &'r str)> {
    let effects = reading.ontology.effects;
    let own = effects[effect].params;
    let inner = own.iter().find(|p| p.need == Need::RequiredEffect);
    let inner = inner.and_then(|p| params.text(p.name)).and_then(|name| reading.ontology.effect(name));
    let inner = inner.map_or(&[][..], |index| effects[index].params);
    let sprites = own.iter().chain(inner).filter(|spec| spec.kind.names_sprites());
    sprites.filter_map(|spec| Some((spec, params.text(spec.name)?))).collect()
}
