//! The list of diagnostics while it grows.

use std::collections::HashSet;

use crate::limits::MAX_DIAGNOSTICS;
use crate::suggest::nearest;
use crate::{Code, Diagnostic, Span};

/// Diagnostics in the order in which they were found, at most [`MAX_DIAGNOSTICS`].
#[derive(Debug, Default)]
pub(crate) struct Report {
    diagnostics: Vec<Diagnostic>,
    /// What has been said where: the same is never said twice of one place.
    said: HashSet<(Code, Span)>,
    left_out: usize,
}

impl Report {
    pub fn add(&mut self, diagnostic: Diagnostic) {
        if self.is_full() {
            self.left_out += 1;
        } else if self.said.insert((diagnostic.code, diagnostic.span)) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// "did you mean ...?", if a candidate is near. Not looked for when nobody would see it.
    pub fn did_you_mean<'c>(
        &self,
        name: &str,
        candidates: impl IntoIterator<Item = &'c str>,
    ) -> Option<String> {
        const LOOKED_AT: usize = 5_000;
        if self.is_full() {
            return None;
        }
        nearest(name, candidates.into_iter().take(LOOKED_AT)).map(|near| format!("did you mean `{near}`?"))
    }

    /// A word of the ontology that is not known: with the one that was probably meant, or where to find them all.
    pub fn unknown_word<'c>(
        &self,
        code: Code,
        span: Span,
        (kind, all): (&str, &str),
        name: &str,
        known: impl IntoIterator<Item = &'c str>,
    ) -> Diagnostic {
        match self.did_you_mean(name, known) {
            Some(near) => Diagnostic::new(code, span, format!("unknown {kind} `{name}`: {near}")),
            None => Diagnostic::new(code, span, format!("unknown {kind} `{name}`"))
                .help(format!("`ludex explain --list {all}` names them all")),
        }
    }

    /// The diagnostics in the order of the text.
    pub fn sorted(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|d| (d.span.start, d.code));
        if self.left_out > 0
            && let Some(last) = self.diagnostics.last()
        {
            let message = format!("{} more diagnostics are not shown", self.left_out);
            self.diagnostics.push(Diagnostic::new(Code::TooManyDiagnostics, last.span, message));
        }
        self.diagnostics
    }

    fn is_full(&self) -> bool {
        self.diagnostics.len() >= MAX_DIAGNOSTICS
    }
}
