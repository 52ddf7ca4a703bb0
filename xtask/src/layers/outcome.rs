//! What a layer did, read from what its test runner printed.

use anyhow::{Context, Result};
use serde_json::Value;

/// How many tests passed, failed, were ignored; and what else went wrong.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    pub passed: u64,
    pub failed: u64,
    pub ignored: u64,
    pub problem: Option<String>,
}

impl Outcome {
    /// A layer that could not run.
    pub fn problem(problem: impl Into<String>) -> Self {
        Self { problem: Some(problem.into()), ..Self::default() }
    }

    /// A yes-or-no check that counts as one test.
    pub fn check(passed: bool) -> Self {
        Self { passed: u64::from(passed), failed: u64::from(!passed), ..Self::default() }
    }

    /// Remembers that the runner itself ended with a failure.
    pub fn with_status(mut self, success: bool) -> Self {
        if !success && self.failed == 0 && self.problem.is_none() {
            self.problem = Some("the command failed, though no test did".to_owned());
        }
        self
    }

    /// Adds another outcome's counts; the first problem is kept.
    pub fn add(&mut self, other: &Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
        if self.problem.is_none() {
            self.problem = other.problem.clone();
        }
    }

    /// The last word on a layer: no tests is a failure, and a problem counts as
    /// one failed test where none was counted.
    pub fn judge(mut self) -> Self {
        if self.passed + self.failed == 0 && self.problem.is_none() {
            self.problem = Some("no test ran".to_owned());
        }
        if self.problem.is_some() {
            self.failed = self.failed.max(1);
        }
        self
    }

    /// `128 passed`, and what else there was.
    pub fn counts(&self) -> String {
        let mut text = format!("{} passed", self.passed);
        for (count, word) in [(self.failed, "failed"), (self.ignored, "ignored")] {
            if count > 0 {
                text.push_str(&format!(", {count} {word}"));
            }
        }
        text
    }

    /// Why it failed.
    pub fn reason(&self) -> String {
        self.problem.clone().unwrap_or_else(|| format!("{} failed", self.failed))
    }

    /// The line that CI reads.
    pub fn closing_line(&self) -> String {
        let mut line = format!("{} passed, {} failed", self.passed, self.failed);
        if self.ignored > 0 {
            line.push_str(&format!(", {} skipped", self.ignored));
        }
        line
    }
}

/// Sums the `test result:` lines of `cargo test`, one a test binary.
pub fn from_cargo(output: &str) -> Outcome {
    let mut sum = Outcome::default();
    for line in output.lines() {
        let Some(rest) = line.trim_start().strip_prefix("test result: ") else { continue };
        sum.passed += number_before(rest, " passed");
        sum.failed += number_before(rest, " failed");
        sum.ignored += number_before(rest, " ignored");
    }
    sum
}

/// Reads the closing lines of Node's test runner in TAP form.
pub fn from_tap(output: &str) -> Outcome {
    let field = |name: &str| {
        let lines = output.lines().filter_map(|line| line.strip_prefix("# ")?.strip_prefix(name));
        lines.filter_map(|rest| rest.trim().parse::<u64>().ok()).next_back().unwrap_or(0)
    };
    Outcome {
        passed: field("pass "),
        failed: field("fail ") + field("cancelled "),
        ignored: field("skipped ") + field("todo "),
        problem: None,
    }
}

/// Reads Playwright's JSON report.
pub fn from_playwright(report: &str) -> Result<Outcome> {
    let report: Value = serde_json::from_str(report).context("Playwright's report is not JSON")?;
    let stat = |name: &str| report["stats"][name].as_u64().unwrap_or(0);
    let error = report["errors"][0]["message"].as_str().map(str::to_owned);
    Ok(Outcome {
        passed: stat("expected"),
        // Without retries nothing is flaky; if something is, it did fail once.
        failed: stat("unexpected") + stat("flaky"),
        ignored: stat("skipped"),
        problem: error,
    })
}

/// The number that ends right before the first `word`, or 0.
fn number_before(text: &str, word: &str) -> u64 {
    let Some(at) = text.find(word) else { return 0 };
    let start = text[..at].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |before| before + 1);
    text[start..at].parse().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(passed: u64, failed: u64, ignored: u64) -> Outcome {
        Outcome { passed, failed, ignored, problem: None }
    }

    #[test]
    fn cargo_results_of_all_binaries_are_summed() {
        let output = "running 3 tests\ntest a ... ok\n\
            test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 2 filtered out; finished in 0.00s\n\
            test result: FAILED. 120 passed; 4 failed; 1 ignored; 0 measured; 0 filtered out; finished in 1.5s\n";
        assert_eq!(from_cargo(output), counted(123, 4, 1));
        assert_eq!(from_cargo("error: could not compile"), counted(0, 0, 0));
    }

    #[test]
    fn node_results_are_read_from_the_last_summary() {
        let output = "TAP version 13\n# pass 1\nok 1 - a\n1..1\n# tests 9\n# suites 0\n# pass 5\n# fail 1\n\
            # cancelled 1\n# skipped 1\n# todo 1\n# duration_ms 57.2\n";
        assert_eq!(from_tap(output), counted(5, 2, 2));
    }

    #[test]
    fn playwright_results_are_read_from_its_report() {
        let report = r#"{"errors":[],"stats":{"expected":7,"skipped":1,"unexpected":2,"flaky":1}}"#;
        assert_eq!(from_playwright(report).unwrap(), counted(7, 3, 1));
        let report = r#"{"errors":[{"message":"No tests found"}],"stats":{"expected":0}}"#;
        assert_eq!(from_playwright(report).unwrap().problem.as_deref(), Some("No tests found"));
        from_playwright("").unwrap_err();
    }

    #[test]
    fn nothing_passes_silently() {
        assert_eq!(counted(0, 0, 3).judge().failed, 1);
        assert_eq!(counted(0, 0, 0).judge().reason(), "no test ran");
        assert_eq!(Outcome::problem("no browser").judge().failed, 1);
        assert_eq!(counted(5, 0, 0).with_status(false).judge().failed, 1);
        assert_eq!(counted(5, 2, 0).with_status(false).judge(), counted(5, 2, 0));
        assert_eq!(counted(5, 0, 0).with_status(true).judge(), counted(5, 0, 0));
    }

    #[test]
    fn the_closing_line_is_what_ci_reads() {
        assert_eq!(counted(12, 0, 0).closing_line(), "12 passed, 0 failed");
        assert_eq!(counted(12, 3, 1).closing_line(), "12 passed, 3 failed, 1 skipped");
    }
}
