//! Parameters of a line, held against the tables of what there is.

use super::Reading;
use crate::limits::MAX_PARAMS;
use crate::ontology::{Need, ParamKind, ParamSpec};
use crate::params::{COLORS, DIRECTIONS};
use crate::syntax::{Content, Node, Param, Word};
use crate::{Code, Diagnostic, Params, Span, Value};

/// The specification of a key.
pub(crate) fn find<'s>(tables: &[&'s [ParamSpec]], key: &str) -> Option<&'s ParamSpec> {
    tables.iter().flat_map(|table| table.iter()).find(|spec| spec.name == key)
}

/// Does the reference assign this value to a field of this kind? If not, the default stays.
pub(crate) fn fits(kind: ParamKind, value: &Value<'_>) -> bool {
    match kind {
        ParamKind::Int | ParamKind::Float => matches!(value, Value::Int(_)),
        ParamKind::Double => matches!(value, Value::Int(_) | Value::Double(_)),
        ParamKind::Bool => matches!(value, Value::Bool(_)),
        ParamKind::Direction => matches!(value, Value::Direction(_)),
        ParamKind::Color => matches!(value, Value::Color(_)),
        ParamKind::Text | ParamKind::Effect => matches!(value, Value::Text(_)),
        ParamKind::Sprite | ParamKind::Sprites | ParamKind::NewSprite | ParamKind::NewSprites => {
            matches!(value, Value::Text(_))
        }
    }
}

/// Is something lost without this parameter? Then it is reported as missing, also where its value does not fit.
fn is_required(spec: &ParamSpec) -> bool {
    matches!(spec.need, Need::Required | Need::RequiredSprite | Need::RequiredEffect)
}

/// The parameters among these that are required and not given, or given with a value that does not fit.
pub(crate) fn missing<'s>(specs: &'s [ParamSpec], params: &Params) -> impl Iterator<Item = &'s ParamSpec> {
    let given = |spec: &ParamSpec| {
        params.raw(spec.name).is_some_and(|text| fits(spec.kind, &Value::of(spec.name, text)))
    };
    specs.iter().filter(move |spec| is_required(spec) && !given(spec))
}

/// Says that something cannot do without a parameter.
pub(crate) fn missing_parameter(at: Span, spec: &ParamSpec, owner: &str, given: &[Param<'_>]) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::MissingParameter, at, format!("{owner} needs `{}`", spec.name));
    match given.iter().rfind(|p| p.key.text == spec.name) {
        None => diagnostic.help(format!("add `{}=...`: {}", spec.name, spec.doc)),
        Some(given) => {
            let found = found(&Value::of(spec.name, given.value.text));
            diagnostic.label(given.value.span, format!("{found}, not {}", expected(spec.kind)))
        }
    }
}

/// What a parameter takes, in words.
fn expected(kind: ParamKind) -> &'static str {
    match kind {
        ParamKind::Int | ParamKind::Float => "a whole number",
        ParamKind::Double => "a number",
        ParamKind::Bool => "`True` or `False`",
        ParamKind::Direction => "`UP`, `DOWN`, `LEFT`, `RIGHT` or `NONE`",
        ParamKind::Color => "the name of a colour, such as `LIGHTBLUE`",
        ParamKind::Sprite | ParamKind::NewSprite => "the name of a sprite",
        ParamKind::Sprites | ParamKind::NewSprites => "names of sprites",
        ParamKind::Effect => "the name of an effect",
        ParamKind::Text => "text",
    }
}

/// What a value is, in words.
fn found(value: &Value<'_>) -> &'static str {
    match value {
        Value::Int(_) => "a whole number",
        Value::Double(_) => "a number",
        Value::Bool(_) => "a truth value",
        Value::Direction(_) => "the name of a direction",
        Value::Color(_) => "the name of a colour",
        Value::Unusable => "the name of a built-in constant",
        Value::Text(_) => "text",
    }
}

impl<'a> Reading<'a> {
    /// The parameters of a line and how many of them are unknown, each reported. `owner` says whose they are.
    pub(super) fn arguments(
        &mut self,
        content: &Content<'a>,
        tables: &[&'static [ParamSpec]],
        owner: &str,
    ) -> (Params, u32) {
        let params = self.last_of_each(content);
        for param in &params {
            self.argument(param, tables, owner);
        }
        let unknown = params.iter().filter(|p| find(tables, p.key.text).is_none()).count();
        (self.collected(&params), unknown as u32)
    }

    /// The parameters of a line, of a repeated key the last one.
    pub(super) fn last_of_each(&mut self, content: &Content<'a>) -> Vec<Param<'a>> {
        if content.params.len() > MAX_PARAMS {
            self.too_large(content.head.span, format!("more than {MAX_PARAMS} parameters on one line"));
            return Vec::new();
        }
        let mut last = Vec::with_capacity(content.params.len());
        for (i, param) in content.params.iter().enumerate() {
            match content.params[i + 1..].iter().find(|p| p.key.text == param.key.text) {
                None => last.push(*param),
                Some(later) => {
                    let message = format!("parameter `{}` is given twice", param.key.text);
                    let diagnostic = Diagnostic::new(Code::RepeatedParameter, param.span(), message)
                        .note("this one is ignored")
                        .label(later.span(), "this one counts");
                    self.report.add(diagnostic);
                }
            }
        }
        last
    }

    /// Parameters with the names of a ParameterSet replaced by their values.
    pub(super) fn collected(&self, params: &[Param<'a>]) -> Params {
        let mut collected = Params::default();
        for param in params {
            collected.set(param.key.text, &self.space.fill_in(param.value.text));
        }
        collected
    }

    /// Reports a parameter that is unknown or has a value that nobody can use.
    pub(super) fn argument(&mut self, param: &Param<'a>, tables: &[&'static [ParamSpec]], owner: &str) {
        let Some(spec) = find(tables, param.key.text) else {
            let names = tables.iter().flat_map(|table| table.iter()).filter(|s| !s.doc.is_empty());
            let message = format!("unknown parameter `{}` of {owner}", param.key.text);
            let mut diagnostic =
                Diagnostic::new(Code::UnknownParameter, param.key.span, message).note("ignored");
            let near = self.report.did_you_mean(param.key.text, names.map(|s| s.name));
            diagnostic.help = Some(near.unwrap_or_else(|| match owner.split('`').nth(1) {
                Some(word) => format!("`ludex explain {word}` names its parameters"),
                None => "`ludex explain --list parameters` names them all".to_owned(),
            }));
            return self.report.add(diagnostic);
        };
        let text = self.space.fill_in(param.value.text);
        if spec.doc.is_empty() {
            let message = format!("`{}` is a field of GVGAI's own and has no effect", spec.name);
            self.report.add(Diagnostic::new(Code::IgnoredParameter, param.key.span, message).note("ignored"));
        } else if !is_required(spec) && !fits(spec.kind, &Value::of(spec.name, &text)) {
            self.misfit(param.value, spec);
        }
    }

    fn misfit(&mut self, value: Word<'a>, spec: &'static ParamSpec) {
        let message = format!("`{}` takes {}", spec.name, expected(spec.kind));
        let typed = Value::of(spec.name, value.text);
        let mut diagnostic = Diagnostic::new(Code::WrongType, value.span, message)
            .note(format!("{}: ignored, the default stays", found(&typed)));
        diagnostic.help = match (spec.kind, typed) {
            // A text field never takes a number, so a list of one number has to look like a list of two.
            (ParamKind::Text, Value::Int(n)) => {
                Some(format!("write `{}={n},{n}` if a list is meant", spec.name))
            }
            (ParamKind::Float, Value::Double(_)) => {
                Some("GVGAI fills this field from whole numbers only".to_owned())
            }
            (ParamKind::Color, _) => self.report.did_you_mean(value.text, COLORS.iter().map(|c| c.0)),
            (ParamKind::Direction, _) => self.report.did_you_mean(value.text, DIRECTIONS.iter().map(|d| d.0)),
            _ => None,
        };
        self.report.add(diagnostic);
    }

    /// Is everything there that this line cannot do without? If not, says what the reference gives up on.
    pub(super) fn required(
        &self,
        node: &Node<'a>,
        params: &Params,
        tables: &[&'static [ParamSpec]],
        owner: &str,
    ) -> Result<(), Diagnostic> {
        for table in tables {
            if let Some(spec) = missing(table, params).next() {
                return Err(self.missing(node, spec, owner));
            }
            let sprites =
                table.iter().filter(|s| matches!(s.need, Need::RequiredSprite | Need::KnownIfGiven));
            // The reference looks these up as they are: a list of names is no name.
            for (spec, name) in sprites.filter_map(|spec| Some((spec, params.text(spec.name)?))) {
                if self.type_id(name).is_none() {
                    return Err(self.unknown_argument(node, spec, name));
                }
            }
        }
        Ok(())
    }

    fn missing(&self, node: &Node<'a>, spec: &ParamSpec, owner: &str) -> Diagnostic {
        let kind = node.content.kind.unwrap_or(node.content.head);
        missing_parameter(kind.span, spec, owner, &node.content.params)
    }

    fn unknown_argument(&self, node: &Node<'a>, spec: &ParamSpec, name: &str) -> Diagnostic {
        let given = node.content.params.iter().rfind(|p| p.key.text == spec.name);
        let span = given.map_or(node.span, |p| p.value.span);
        let message = format!("`{}` names an unknown sprite `{name}`", spec.name);
        let mut diagnostic = Diagnostic::new(Code::UnknownSpriteArgument, span, message);
        diagnostic.help = if name.contains(',') {
            Some(format!("`{}` takes one sprite, not a list", spec.name))
        } else {
            self.known_sprites(name)
        };
        diagnostic
    }
}
