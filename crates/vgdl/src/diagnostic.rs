//! What is wrong or odd in a game or a level, said so that a person can mend it.

use std::fmt;

use crate::{Code, Span};

/// One thing that is wrong or odd. The same object feeds the terminal, JSON and editors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind of thing it is. The code also gives the severity.
    pub code: Code,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The text that is wrong.
    pub span: Span,
    /// What to write under the text, if it adds to the message.
    pub note: String,
    /// Other places that explain it.
    pub labels: Vec<Label>,
    /// What to do about it, or what happens because of it.
    pub help: Option<String>,
}

/// Another place that a diagnostic speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is there.
    pub message: String,
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The game works, but probably not as its author thinks.
    Warning,
    /// Something is lost or cannot work.
    Error,
}

impl Diagnostic {
    /// A diagnostic without notes, labels and help.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        let message = message.into();
        Diagnostic { code, message, span, note: String::new(), labels: Vec::new(), help: None }
    }

    /// With these words under the text.
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.note = note.into();
        self
    }

    /// With a pointer to another place.
    pub fn label(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, message: message.into() });
        self
    }

    /// With advice.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// Is it an error?
    pub fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity(), self.code.id(), self.message)
    }
}
