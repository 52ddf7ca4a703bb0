//! PostgreSQL 15 and newer.
//!
//! Sources: <https://www.postgresql.org/docs/15/sql-insert.html> (ON CONFLICT),
//! <https://www.postgresql.org/docs/15/queries-with.html> (data-modifying WITH),
//! <https://www.postgresql.org/docs/15/functions-admin.html> (set_config),
//! <https://www.postgresql.org/docs/15/sql-select.html> (SKIP LOCKED).

use super::answers::{Answers, BATCH, Change, Column, NO_TOKEN, Types, defined, names};
use super::identifier;
use super::step::{EVENT_TYPE, FINGERPRINT, Placeholders, TOKEN};
use super::{Guarantee, Sql};
use crate::finding::{IdentifierFault, NameLimit};

pub(super) struct PostgreSql;

impl Answers for PostgreSql {
    /// Longer names are cut silently
    /// (<https://www.postgresql.org/docs/15/sql-syntax-lexical.html#SQL-SYNTAX-IDENTIFIERS>).
    fn check_name(&self, name: &str) -> Result<(), IdentifierFault> {
        if name.len() > 63 { Err(IdentifierFault::TooLong { limit: NameLimit::Bytes63 }) } else { Ok(()) }
    }

    fn quoted(&self, name: &str) -> String {
        identifier::quoted(name)
    }

    fn placeholders(&self) -> Placeholders {
        Placeholders::Numbered('$')
    }

    fn types(&self) -> Types {
        Types {
            key: "text COLLATE \"C\"",
            token: "uuid",
            status: "text COLLATE \"C\"",
            time: "timestamptz",
            time_default: "now()",
            epoch: "'epoch'",
            text: "text",
            fingerprint: "text COLLATE \"C\"",
            serial: "bigserial PRIMARY KEY",
            table_end: "",
        }
    }

    fn moment(&self, seconds: i64) -> String {
        match seconds {
            0 => "statement_timestamp()".to_owned(),
            1.. => format!("statement_timestamp() + interval '{seconds} seconds'"),
            _ if seconds % 86_400 == 0 => {
                format!("statement_timestamp() - interval '{} days'", -seconds / 86_400)
            }
            _ => format!("statement_timestamp() - interval '{} seconds'", -seconds),
        }
    }

    fn seconds_left(&self) -> String {
        "greatest(1, ceil(extract(epoch FROM lease_until - clock_timestamp())))::integer".to_owned()
    }

    fn begin_waiting(&self, milliseconds: u32) -> Vec<String> {
        vec![
            "BEGIN ISOLATION LEVEL READ COMMITTED".to_owned(),
            format!("SET LOCAL lock_timeout = '{milliseconds}ms'"),
        ]
    }

    fn begin(&self) -> &'static str {
        "BEGIN"
    }

    /// The published table has no check and the database's collation.
    fn define(&self, sql: &Sql, guarantee: Guarantee, column: Column) -> String {
        let types = self.types();
        let name = self.name(column);
        let is_published = guarantee != Guarantee::Lease && sql.columns.is_empty();
        let length = format!("CONSTRAINT key_length CHECK ({} BETWEEN 1 AND 320)", self.octets(name));
        match column {
            Column::Key if is_published => format!("{name} text PRIMARY KEY"),
            // With a name, so that a downgrade can remove it.
            Column::Key if sql.columns.scope => {
                format!("{name} {} NOT NULL {length}", types.key)
            }
            Column::Key => {
                format!("{name} {} PRIMARY KEY {length}", types.key)
            }
            // Every uuid has the same length.
            Column::Token => format!("{name} {} NOT NULL", types.token),
            other => defined(types, name, &self.octets(name), sql, other),
        }
    }

    /// Duplicates write nothing: neither of what is done, nor of what is in progress, as long as nobody else is
    /// changing the row. Otherwise the claim waits for the change, so that it sees the newest version.
    fn lease_claim(&self, sql: &Sql) -> Vec<String> {
        let Sql { keys, lease_seconds, .. } = sql;
        let mut columns: Vec<(&str, &str)> = sql.inserted();
        // The columns' names are those of the attempt too.
        let taken = names(&columns);
        let attempt =
            columns.iter().map(|(name, mark)| format!("{mark}::text AS {name}")).collect::<Vec<_>>();
        columns.extend([("claim_token", ""), ("lease_until", ""), ("first_seen", "")]);
        let [same, and_same, when_other] = if sql.columns.fingerprint {
            [
                &format!(", e.body_sha256 = {FINGERPRINT} AS is_same"),
                " AND e.body_sha256 = EXCLUDED.body_sha256",
                "WHEN NOT coalesce(attempt.is_same, claim.is_same) THEN 'mismatch' ",
            ]
        } else {
            [""; 3]
        };
        vec![format!(
            "WITH attempt AS MATERIALIZED (
  SELECT {}, statement_timestamp() AS at, e.status, e.lease_until{same},
    CASE WHEN e.status IS NULL THEN gen_random_uuid() END AS token,
    CASE WHEN e.status IS NULL THEN set_config('lock_timeout', '{}ms', true) END AS lock_timeout
  FROM (SELECT 1) AS delivery LEFT JOIN {keys} AS e
    ON {} AND (e.status = 'done' OR (e.lease_until > statement_timestamp() AND e.xmax IN ('0', e.xmin)))
), claim AS (
  INSERT INTO {keys} AS e ({})
  SELECT {taken}, token, at + interval '{lease_seconds} seconds', at FROM attempt WHERE lock_timeout IS NOT NULL
  ON CONFLICT ({}) DO UPDATE SET (claim_token, lease_until, attempts) = (
    SELECT CASE WHEN is_free THEN EXCLUDED.claim_token ELSE e.claim_token END,
      CASE WHEN is_free THEN EXCLUDED.lease_until ELSE e.lease_until END,
      e.attempts + is_free::integer
    FROM (SELECT e.status = 'processing' AND e.lease_until <= EXCLUDED.first_seen{and_same} AS is_free) AS f
  )
  RETURNING e.status, e.claim_token, e.lease_until{same}
)
SELECT outcome,
  CASE outcome WHEN 'claimed' THEN token END AS claim_token,
  CASE outcome WHEN 'in_progress' THEN {} END AS retry_after_seconds
FROM (
  SELECT token, coalesce(claim.lease_until, attempt.lease_until) AS lease_until,
    CASE {when_other}WHEN attempt.status = 'done' OR claim.status = 'done' THEN 'done'
      WHEN claim.claim_token = token AND claim.lease_until > clock_timestamp() THEN 'claimed'
      ELSE 'in_progress' END AS outcome
  FROM attempt LEFT JOIN claim ON true
) AS answer",
            attempt.join(", "),
            sql.wait_milliseconds(),
            sql.where_key(),
            names(&columns),
            sql.primary_key(),
            self.seconds_left(),
        )]
    }

    fn fenced(&self, sql: &Sql, change: &Change) -> Vec<String> {
        let processing = if change.only_processing { " AND status = 'processing'" } else { "" };
        vec![format!(
            "WITH changed AS (\n  UPDATE {} SET {} WHERE {} AND claim_token = {TOKEN}::uuid{processing} RETURNING 1\n)\n\
             SELECT CASE count(*) WHEN 1 THEN '{}' ELSE 'lost' END AS outcome FROM changed",
            sql.keys,
            change.set,
            sql.where_key(),
            change.outcome,
        )]
    }

    fn cleanup(&self, sql: &Sql) -> Vec<String> {
        let Sql { keys, retention_days, .. } = sql;
        vec![format!("DELETE FROM {keys} WHERE first_seen < now() - interval '{retention_days} days'")]
    }

    fn delete_batch(&self, sql: &Sql, condition: &str, stuck: Option<&str>) -> Vec<String> {
        let Sql { keys, .. } = sql;
        let primary_key = sql.primary_key();
        let stuck = stuck.map(|query| format!(", {query} AS stuck")).unwrap_or_default();
        let same =
            if sql.columns.scope { "e.scope = old.scope AND e.key = old.key" } else { "e.key = old.key" };
        vec![format!(
            "WITH old AS MATERIALIZED (\n  SELECT {primary_key} FROM {keys} WHERE {condition} LIMIT {BATCH} FOR UPDATE SKIP LOCKED\n), \
             deleted AS (\n  DELETE FROM {keys} AS e USING old WHERE {same} RETURNING 1\n)\n\
             SELECT count(*) AS deleted{stuck} FROM deleted"
        )]
    }

    fn process(&self, sql: &Sql) -> Option<String> {
        let Sql { keys, business_log, .. } = sql;
        let columns = sql.inserted();
        let taken: Vec<_> = columns.iter().map(|(_, mark)| format!("{mark}::text")).collect();
        Some(format!(
            "WITH claim AS (\n  INSERT INTO {keys} ({}) SELECT {}\n  \
             WHERE set_config('lock_timeout', '{}ms', true) IS NOT NULL\n  \
             ON CONFLICT ({}) DO NOTHING RETURNING key\n), work AS (\n  \
             INSERT INTO {business_log} (event_key, event_type) SELECT key, {EVENT_TYPE}::text FROM claim RETURNING id\n)\n\
             SELECT CASE count(*) WHEN 0 THEN 'done' ELSE 'claimed' END AS outcome FROM work",
            names(&columns),
            taken.join(", "),
            sql.wait_milliseconds(),
            sql.primary_key(),
        ))
    }

    /// Adds columns in place: constant defaults need no rewrite of the table.
    fn upgrade(&self, sql: &Sql) -> Vec<String> {
        let Sql { keys, .. } = sql;
        let strict = if sql.columns.is_empty() {
            "ALTER COLUMN key TYPE text COLLATE \"C\",\n  \
             ADD CONSTRAINT key_length CHECK (octet_length(key) BETWEEN 1 AND 320),\n  "
        } else {
            ""
        };
        vec![
            format!(
                "ALTER TABLE {keys}\n  {strict}\
                 ADD COLUMN status text COLLATE \"C\" NOT NULL DEFAULT 'done' CHECK (status IN ('processing', 'done')),\n  \
                 ADD COLUMN claim_token uuid NOT NULL DEFAULT '{NO_TOKEN}',\n  \
                 ADD COLUMN lease_until timestamptz NOT NULL DEFAULT 'epoch',\n  \
                 ADD COLUMN attempts integer NOT NULL DEFAULT 1 CHECK (attempts >= 1),\n  \
                 ADD COLUMN done_at timestamptz DEFAULT now(),\n  \
                 ADD CHECK ((status = 'done') = (done_at IS NOT NULL))"
            ),
            format!(
                "ALTER TABLE {keys}\n  \
                 ALTER COLUMN status SET DEFAULT 'processing',\n  \
                 ALTER COLUMN claim_token DROP DEFAULT,\n  \
                 ALTER COLUMN lease_until DROP DEFAULT,\n  \
                 ALTER COLUMN done_at DROP DEFAULT"
            ),
        ]
    }

    fn downgrade(&self, sql: &Sql) -> Vec<String> {
        let Sql { keys, .. } = sql;
        // As published.
        let plain = if sql.columns.is_empty() {
            "ALTER COLUMN key TYPE text,\n  DROP CONSTRAINT key_length,\n  "
        } else {
            ""
        };
        vec![
            format!("DELETE FROM {keys} WHERE status = 'processing'"),
            format!(
                "ALTER TABLE {keys}\n  {plain}DROP COLUMN status,\n  DROP COLUMN claim_token,\n  DROP COLUMN lease_until,\n  \
                 DROP COLUMN attempts,\n  DROP COLUMN done_at"
            ),
        ]
    }
}
