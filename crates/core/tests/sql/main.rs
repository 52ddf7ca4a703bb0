//! The SQL as text: parsed by an independent reader, compared with the committed snapshots, packed and unpacked.
//! What it does is run in `crates/conformance`.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

mod archive;
mod jobs;
mod migrations;
mod parse;
mod snapshots;
mod support;

use hookonce_core::options::Options;
use hookonce_core::sql::{Columns, Sql};

/// As a column, or in front of the key: no command has both options, the page has.
#[test]
fn a_scope_stands_in_one_place() {
    let codes = |scope: &str, column: bool| {
        let columns = Columns { scope: column, ..Columns::default() };
        let options = Options { scope: scope.into(), columns, ..Options::default() };
        let findings = Sql::new(&options).err().unwrap_or_default();
        findings.iter().map(|finding| finding.code()).collect::<Vec<_>>()
    };
    assert_eq!(codes("shop", true), ["scope-twice"]);
    assert!(codes("", true).is_empty() && codes("shop", false).is_empty());
}
