//! A table made anew in another shape, where the engine cannot change it in place.

use super::answers::{Answers, Column, NO_TOKEN};
use super::{Guarantee, Sql};

/// Puts the table of the second name in the place of the keys' table.
pub(super) type Swap = fn(&Sql, &str) -> Vec<String>;

/// From the table of `claim-first` to that of `lease`.
pub(super) fn upgrade(answers: &dyn Answers, sql: &Sql, swap: Swap) -> Vec<String> {
    let value = |column| match column {
        Column::Status => "'done'".to_owned(),
        Column::Token => format!("'{NO_TOKEN}'"),
        Column::LeaseUntil => answers.types().epoch.to_owned(),
        Column::Attempts => "1".to_owned(),
        Column::DoneAt => answers.moment(0),
        kept => answers.name(kept).to_owned(),
    };
    rebuild(answers, sql, Guarantee::Lease, value, "", swap)
}

/// From the table of `lease` to that of `claim-first`.
pub(super) fn downgrade(answers: &dyn Answers, sql: &Sql, swap: Swap) -> Vec<String> {
    let value = |column| answers.name(column).to_owned();
    rebuild(answers, sql, Guarantee::ClaimFirst, value, " WHERE status = 'done'", swap)
}

fn rebuild(
    answers: &dyn Answers,
    sql: &Sql,
    guarantee: Guarantee,
    value: impl Fn(Column) -> String,
    condition: &str,
    swap: Swap,
) -> Vec<String> {
    let new = format!("{}hookonce_upgrade", sql.prefix);
    let columns = sql.columns_of(guarantee);
    let values: Vec<_> = columns.iter().map(|column| value(*column)).collect();
    let columns: Vec<_> = columns.iter().map(|column| answers.name(*column)).collect();
    let mut statements = vec![
        answers.create(sql, guarantee, &new, ""),
        format!(
            "INSERT INTO {new} ({}) SELECT {} FROM {}{condition}",
            columns.join(", "),
            values.join(", "),
            sql.keys
        ),
    ];
    statements.extend(swap(sql, &new));
    statements
}
