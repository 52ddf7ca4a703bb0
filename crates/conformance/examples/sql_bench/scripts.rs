//! What pgbench runs: the generated statements, each a round trip, prepared.

use std::fmt::Write;

use hookonce_core::options::Options;
use hookonce_core::sql::{Guarantee, Parameter, Sql, Statement};

use crate::Way;

/// The keys of a row of the table.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Keys {
    /// Never seen.
    New,
    /// Their work was done.
    Done,
    /// Their work is under way.
    InProgress,
}

/// Keys that are there for each state of duplicates.
pub const KNOWN: u32 = 100_000;

/// A guarantee's table.
pub fn table(guarantee: Guarantee) -> String {
    guarantee.name().replace('-', "_")
}

/// The statements of a guarantee, in a table of its own name.
pub fn sql(guarantee: Guarantee) -> Sql {
    let options = Options { guarantee, table: table(guarantee), ..Options::default() };
    Sql::new(&options).expect("usable options")
}

/// One delivery after the other.
pub fn script(way: Way, keys: Keys) -> String {
    let mut script = format!("\\set key {}\n", numbers(keys));
    let sql = sql(way.guarantee());
    match way {
        // As it is written by hand, and no two of them at once may come.
        Way::LookUpFirst => {
            line(&mut script, "SELECT 1 FROM claim_first WHERE key = :key", ";");
            if keys == Keys::New {
                line(&mut script, "INSERT INTO claim_first (key) VALUES (:key)", ";");
            }
        }
        Way::ClaimFirst | Way::Lease => statements(&mut script, &sql, Statement::Claim, ";"),
        Way::LeaseAndFinish => {
            statements(&mut script, &sql, Statement::Claim, "\\gset");
            statements(&mut script, &sql, Statement::Finish, ";");
        }
        Way::SameTransaction => {
            statements(&mut script, &sql, Statement::Claim, ";");
            let end = if keys == Keys::New { Statement::Finish } else { Statement::Release };
            statements(&mut script, &sql, end, ";");
        }
    }
    script
}

/// One claim after the other, of keys that pgbench draws with this expression.
pub fn claim(guarantee: Guarantee, key: &str) -> String {
    let mut script = format!("\\set key {key}\n");
    statements(&mut script, &sql(guarantee), Statement::Claim, ";");
    script
}

/// What makes the keys of duplicates.
pub fn fill(guarantee: Guarantee) -> String {
    let table = table(guarantee);
    let mut script = sql(guarantee).statement(Statement::Table) + ";\n";
    let mut insert = |columns: &str, values: &str, first: u32| {
        let numbers = format!("generate_series({first}, {}) AS number", first + KNOWN - 1);
        let line =
            format!("INSERT INTO {table} (key{columns}) SELECT number::text{values} FROM {numbers};\n");
        script.push_str(&line);
    };
    if guarantee == Guarantee::Lease {
        let columns = ", status, claim_token, lease_until, done_at";
        let claim = "gen_random_uuid(), now() + interval '1 day'";
        insert(columns, &format!(", 'done', {claim}, now()"), 1);
        insert(columns, &format!(", 'processing', {claim}, NULL"), 1 + KNOWN);
    } else {
        insert("", "", 1);
    }
    script
}

/// pgbench's expression for a key: text of up to 19 digits, in random order.
pub fn numbers(keys: Keys) -> String {
    match keys {
        Keys::New => "random(1000000000000000000, 9000000000000000000)".into(),
        Keys::Done => format!("random(1, {KNOWN})"),
        Keys::InProgress => format!("random({}, {})", 1 + KNOWN, 2 * KNOWN),
    }
}

fn statements(script: &mut String, sql: &Sql, statement: Statement, end: &str) {
    for step in sql.steps(statement) {
        let mut text = step.sql;
        for (number, parameter) in step.parameters.iter().enumerate() {
            let name = match parameter {
                Parameter::Key => ":key",
                Parameter::Token => ":claim_token",
                other => unreachable!("{other:?} is no parameter without columns"),
            };
            text = text.replace(&format!("${}", number + 1), name);
        }
        line(script, &text, end);
    }
}

/// pgbench reads a statement up to a semicolon or a command of its own.
fn line(script: &mut String, text: &str, end: &str) {
    writeln!(script, "{text} {end}").expect("memory takes all");
}
