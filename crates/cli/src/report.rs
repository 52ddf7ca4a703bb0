//! Findings as text for people and as JSON for programs.

use std::io;

use hookonce_core::finding::{Finding, FindingKind, Place, Position, Severity};
use hookonce_core::lang::Lang;
use serde::Serialize;

use crate::files::Failure;
use crate::words::words;

/// A finding in words: of the core, or of the command line about its own input and output.
#[derive(Clone, Debug, Serialize)]
pub struct Diagnostic {
    code: &'static str,
    #[serde(serialize_with = "severity")]
    severity: Severity,
    message: String,
    advice: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<PositionReport>,
}

/// A position in the JSON form.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PositionReport {
    place: &'static str,
    offset: usize,
    line: usize,
    column: usize,
}

impl From<Position> for PositionReport {
    fn from(position: Position) -> Self {
        let Position { place, offset, line, column } = position;
        let place = match place {
            Place::Body => BODY,
            Place::Headers => HEADERS,
            Place::Input => INPUT,
        };
        PositionReport { place, offset, line, column }
    }
}

impl Diagnostic {
    /// A finding of the core.
    pub fn new(finding: &Finding, lang: Lang) -> Diagnostic {
        Diagnostic {
            code: finding.code(),
            severity: finding.severity(),
            message: finding.message(lang),
            advice: finding.advice(lang),
            position: finding.position.map(PositionReport::from),
        }
    }

    /// Findings of the core, in their order.
    pub fn all(findings: &[Finding], lang: Lang) -> Vec<Diagnostic> {
        findings.iter().map(|finding| Diagnostic::new(finding, lang)).collect()
    }

    /// The input cannot be read; `file` is its name, none for standard input.
    pub fn unreadable(file: Option<&str>, error: &io::Error, lang: Lang) -> Diagnostic {
        let words = words(lang);
        let subject = file.map_or_else(|| words.standard_input.to_owned(), words.file);
        let message = (words.unreadable)(&subject, &error.to_string());
        Diagnostic::error("input-unreadable", message, words.unreadable_advice)
    }

    /// The output cannot be written.
    pub fn unwritable(error: &io::Error, lang: Lang) -> Diagnostic {
        let words = words(lang);
        let message = (words.unwritable)(&error.to_string());
        Diagnostic::error("output-unwritable", message, words.unwritable_advice)
    }

    /// Files cannot be written.
    pub fn unwritten(failure: &Failure, lang: Lang) -> Diagnostic {
        let words = words(lang);
        let path = failure.path.display().to_string();
        match failure.error.kind() {
            io::ErrorKind::AlreadyExists => {
                Diagnostic::error("output-exists", (words.exists)(&path), words.exists_advice)
            }
            _ => {
                let message = (words.unwritten)(&path, &failure.error.to_string());
                Diagnostic::error("output-unwritable", message, words.unwritten_advice)
            }
        }
    }

    /// The arguments of `command` are not understood.
    pub fn usage_of(command: &str, message: &str, lang: Lang) -> Diagnostic {
        Diagnostic::error("usage", message.to_owned(), &(words(lang).usage_advice)(command))
    }

    /// An export cannot be read.
    pub fn export(message: &str, lang: Lang) -> Diagnostic {
        Diagnostic::error("export-unreadable", message.to_owned(), words(lang).export_advice)
    }

    /// The same about a file of several; none is standard input.
    pub fn of_file(self, file: Option<&str>, lang: Lang) -> Diagnostic {
        let words = words(lang);
        let subject = file.map_or_else(|| words.standard_input.to_owned(), words.file);
        Diagnostic { message: format!("{subject}: {}", self.message), ..self }
    }

    /// An argument is no header: the core's words, but nothing is left out as it would be from a request.
    pub fn header(argument: &str, lang: Lang) -> Diagnostic {
        let line = argument.chars().take(SHOWN_CHARACTERS).collect();
        let finding = Finding::new(FindingKind::HeaderMalformed { line });
        Diagnostic::error(finding.code(), finding.message(lang), words(lang).header_advice)
    }

    /// How serious it is.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    fn error(code: &'static str, message: String, advice: &str) -> Diagnostic {
        Diagnostic { code, severity: Severity::Error, message, advice: advice.to_owned(), position: None }
    }

    fn text(&self, lang: Lang) -> String {
        let words = words(lang);
        let severity = match self.severity {
            Severity::Error => words.error,
            Severity::Info => words.info,
            Severity::Warning => words.warning,
        };
        let position = self.position.map_or_else(String::new, |position| {
            let place = match position.place {
                BODY => words.body,
                HEADERS => words.headers,
                _ => words.input,
            };
            format!("  --> {place}:{}:{}\n", position.line, position.column)
        });
        let Diagnostic { code, message, advice, .. } = self;
        format!("{severity}[{code}]: {}\n{position}  = {}\n", visible(message), visible(advice))
    }
}

/// The text form, for standard error.
pub fn text(diagnostics: &[Diagnostic], lang: Lang) -> String {
    diagnostics.iter().map(|diagnostic| diagnostic.text(lang)).collect()
}

/// As many as the core quotes of a header line.
const SHOWN_CHARACTERS: usize = 80;

const BODY: &str = "body";
const HEADERS: &str = "headers";
const INPUT: &str = "input";

/// `text` with what would steer a terminal written as `\u{…}`.
///
/// Messages quote the input, and an input from somewhere else could otherwise clear the screen or
/// turn the direction of the text around.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => out.extend(char.escape_unicode()),
            _ if char.is_control() => out.extend(char.escape_unicode()),
            _ => out.push(char),
        }
    }
    out
}

fn severity<S: serde::Serializer>(severity: &Severity, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(severity.code())
}
