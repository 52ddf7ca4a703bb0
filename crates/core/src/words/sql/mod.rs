//! What is said around the SQL.

pub(super) mod de;
pub(super) mod en;

use crate::lang::Lang;
use crate::sql::{Dialect, Guarantee, Sql, Step};

/// A line for each step that takes values, in the order of their placeholders.
pub(super) fn parameters(sql: &Sql, steps: &[Step], lang: Lang) -> Vec<String> {
    let is_published = sql.dialect() == Dialect::PostgreSql
        && sql.guarantee() == Guarantee::ClaimFirst
        && sql.columns().is_empty();
    if is_published {
        return Vec::new();
    }
    let name = match lang {
        Lang::De => de::parameter,
        Lang::En => en::parameter,
    };
    let takes_values = |step: &&Step| !step.parameters.is_empty();
    let lines = steps.iter().filter(takes_values).map(|step| {
        let list = step.parameters.iter().enumerate().map(|(at, parameter)| {
            let number = at + 1;
            match sql.dialect() {
                Dialect::MariaDb => name(*parameter).to_owned(),
                Dialect::PostgreSql => format!("${number} {}", name(*parameter)),
                Dialect::Sqlite => format!("?{number} {}", name(*parameter)),
            }
        });
        let list = list.collect::<Vec<_>>().join(", ");
        // The first word tells which step is meant.
        let verb = step.sql.split([' ', '\n']).next().unwrap_or_default();
        format!("{verb}: {list}")
    });
    lines.collect()
}
