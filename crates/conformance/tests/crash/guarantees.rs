//! Each guarantee, with receivers and the database killed.
//!
//! `HOOKONCE_CRASH_KILLS` and `HOOKONCE_CRASH_ROWS` make it longer, as `cargo xtask soak --only crash` does.

use std::env;

use hookonce_core::sql::{Dialect, Guarantee};

use crate::engine::{Engine, MariaDb, PostgreSql, Sqlite};
use crate::run::{Size, run};
use crate::tally::Tally;

#[test]
fn lease_loses_nothing_on_postgresql() {
    lease(&PostgreSql::new());
}

#[test]
fn same_transaction_does_everything_exactly_once_on_postgresql() {
    same_transaction(&PostgreSql::new());
}

#[test]
fn claim_first_loses_what_its_page_says_on_postgresql() {
    claim_first(&PostgreSql::new());
}

#[test]
fn lease_loses_nothing_on_mariadb() {
    lease(&MariaDb::new());
}

#[test]
fn same_transaction_does_everything_exactly_once_on_mariadb() {
    same_transaction(&MariaDb::new());
}

#[test]
fn claim_first_loses_what_its_page_says_on_mariadb() {
    claim_first(&MariaDb::new());
}

#[test]
fn lease_loses_nothing_on_sqlite() {
    lease(&Sqlite::new());
}

#[test]
fn same_transaction_does_everything_exactly_once_on_sqlite() {
    same_transaction(&Sqlite::new());
}

#[test]
fn claim_first_loses_what_its_page_says_on_sqlite() {
    claim_first(&Sqlite::new());
}

#[track_caller]
fn lease(engine: &impl Engine) {
    let tally = told(engine, Guarantee::Lease, 2);
    tally.assert_at_least_once();
    tally.assert_taken_over();
}

#[track_caller]
fn same_transaction(engine: &impl Engine) {
    let tally = told(engine, Guarantee::SameTransaction, 4);
    assert_eq!((tally.lost(), tally.repeats()), (0, 0));
}

#[track_caller]
fn claim_first(engine: &impl Engine) {
    let tally = told(engine, Guarantee::ClaimFirst, 4);
    tally.assert_at_most_once();
    assert!(tally.lost() > 0, "then the page should not warn of it");
}

/// The guarantee's part of all kills.
#[track_caller]
fn told(engine: &impl Engine, guarantee: Guarantee, part: usize) -> Tally {
    // Half as many where the engine is not the default.
    let share = if engine.dialect() == Dialect::default() { 1 } else { 2 };
    let kills = number("HOOKONCE_CRASH_KILLS", 520) / part / share;
    let rows = number("HOOKONCE_CRASH_ROWS", 1_000);
    let tally = run(engine, guarantee, Size { kills, restarts: engine.restarts(kills), rows, seed: 4 });
    tally.assert_sound();
    println!("{tally}");
    tally
}

fn number(variable: &str, default: usize) -> usize {
    env::var(variable).map_or(default, |text| text.parse().expect("a number"))
}
