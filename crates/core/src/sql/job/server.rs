//! Jobs inside of the database server.
//!
//! Sources, read in December 2026: <https://github.com/citusdata/pg_cron> (named jobs, transaction control in `CALL` and
//! `DO`), <https://www.postgresql.org/docs/15/sql-syntax-lexical.html#SQL-SYNTAX-DOLLAR-QUOTING>,
//! <https://mariadb.com/kb/en/create-event/>, <https://dev.mysql.com/doc/refman/8.0/en/create-event.html>,
//! <https://mariadb.com/kb/en/delimiters/>.

use crate::files::NamedFile;
use crate::lang::Lang;
use crate::sql::Sql;
use crate::words::files::{JobFile, job_comment};

pub(super) fn pg_cron(sql: &Sql, lang: Lang) -> Vec<NamedFile> {
    let name = format!("hookonce-cleanup-{}", sql.job_slug());
    let statement = sql.cleanup_steps().join(";\n");
    let command = if sql.cleans_in_batches() { repeated(sql, &statement) } else { statement };
    let schedule =
        format!("SELECT cron.schedule('{name}', '17 3 * * *', {});\n", dollar_quoted(&command, "hookonce"));
    vec![
        NamedFile::new(format!("{name}.sql"), format!("{}{schedule}", comment(JobFile::PgCron, lang))),
        NamedFile::new(
            format!("{name}.remove.sql"),
            format!("{}SELECT cron.unschedule('{name}');\n", comment(JobFile::Removal, lang)),
        ),
    ]
}

/// A block that runs the batch, each in a transaction of its own, until it has deleted nothing.
fn repeated(sql: &Sql, batch: &str) -> String {
    let stuck = if sql.counts_stuck() {
        "  IF batch.stuck > 0 THEN\n    RAISE WARNING 'hookonce: % claims are stuck', batch.stuck;\n  END IF;\n"
    } else {
        ""
    };
    let body = format!(
        "DECLARE\n  batch record;\nBEGIN\n  LOOP\n    EXECUTE {} INTO batch;\n    COMMIT;\n    \
         EXIT WHEN batch.deleted = 0;\n  END LOOP;\n{stuck}END",
        dollar_quoted(batch, "batch")
    );
    format!("DO {}", dollar_quoted(&body, "block"))
}

/// The text between tags that do not occur in it.
fn dollar_quoted(text: &str, tag: &str) -> String {
    let tags = std::iter::once(format!("${tag}$")).chain((1..).map(|number| format!("${tag}{number}$")));
    let tag = tags.into_iter().find(|tag| !text.contains(tag.as_str())).unwrap_or_default();
    format!("{tag}\n{text}\n{tag}")
}

pub(super) fn mariadb_event(sql: &Sql, lang: Lang) -> Vec<NamedFile> {
    let slug = sql.job_slug();
    let event = format!("{}`hookonce_cleanup_{slug}`", sql.prefix);
    // An event has nobody to whom it could give rows.
    let steps = sql.cleanup_steps().into_iter().filter(|step| !step.starts_with("SELECT "));
    let steps: String = steps.map(|step| format!("    {step};\n")).collect();
    let create = format!(
        "CREATE EVENT IF NOT EXISTS {event}\nON SCHEDULE EVERY 1 DAY STARTS CURRENT_DATE + INTERVAL 1 DAY + INTERVAL 197 MINUTE\n\
         DO BEGIN\n  REPEAT\n{steps}  UNTIL @hookonce_deleted = 0 END REPEAT;\nEND"
    );
    let delimiters = ["//", "$$", "@@", "~~"].map(str::to_owned).into_iter();
    let delimiters = delimiters.chain((1..).map(|number| format!("//{number}//")));
    let delimiter = delimiters.into_iter().find(|text| !create.contains(text.as_str())).unwrap_or_default();
    vec![
        NamedFile::new(
            format!("hookonce-cleanup-{slug}.sql"),
            format!(
                "{}DELIMITER {delimiter}\n{create}\n{delimiter}\nDELIMITER ;\n",
                comment(JobFile::MariaDbEvent, lang)
            ),
        ),
        NamedFile::new(
            format!("hookonce-cleanup-{slug}.remove.sql"),
            format!("{}DROP EVENT {event};\n", comment(JobFile::Removal, lang)),
        ),
    ]
}

fn comment(file: JobFile, lang: Lang) -> String {
    job_comment(file, lang).iter().map(|line| format!("-- {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_that_is_in_the_text_does_not_end_it() {
        #[track_caller]
        fn check(text: &str, tag: &str) {
            assert_eq!(dollar_quoted(text, "a"), format!("{tag}\n{text}\n{tag}"));
        }
        check("SELECT 1", "$a$");
        check("$b$", "$a$");
        check("x$a$y", "$a1$");
        check("$a$ $a1$ $a2$", "$a3$");
        check("x $a", "$a$");
    }
}
