//! What a command comes to, and how it leaves the process.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use hookonce_core::lang::Lang;

use crate::report::{self, Diagnostic};

/// What a command writes, and how it ends.
pub struct Output {
    /// How it ends.
    pub exit: Exit,
    /// For standard output.
    pub stdout: String,
    /// For standard error.
    pub stderr: String,
    /// The language of what is said about writing itself.
    pub lang: Lang,
}

/// How a command ends.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Exit {
    /// The deliveries are not the same event, or it cannot be told.
    Different,
    /// What was asked for is on standard output.
    Done,
    /// The input was read, and has no key.
    NoKey,
    /// The arguments or the input cannot be used, or the output cannot be written.
    Refused,
}

impl Output {
    /// Writes everything and answers with the exit code.
    pub fn write(&self) -> ExitCode {
        // Nobody is left to tell when standard error itself fails.
        let _ = io::stderr().lock().write_all(self.stderr.as_bytes());
        let mut stdout = io::stdout().lock();
        match stdout.write_all(self.stdout.as_bytes()).and_then(|()| stdout.flush()) {
            Ok(()) => self.exit.code(),
            // The reader has had enough, as `head` does: no fault of this side.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.exit.code(),
            Err(error) => {
                let text = report::text(&[Diagnostic::unwritable(&error, self.lang)], self.lang);
                let _ = io::stderr().lock().write_all(text.as_bytes());
                Exit::Refused.code()
            }
        }
    }
}

impl Exit {
    fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Exit::Done => 0,
            Exit::Different | Exit::NoKey => 1,
            Exit::Refused => 2,
        })
    }
}
