//! How fast the clean-up is, and what claims notice of it.

use std::fmt::Write;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use hookonce_conformance::postgresql::{Connection, Database};
use hookonce_core::sql::{Guarantee, Statement};

use crate::Way;
use crate::load::{Load, Running};
use crate::report::{digits, median};
use crate::scripts::{self, Keys};

/// Medians of the rounds for one guarantee.
pub struct Cleanup {
    /// Its name.
    pub guarantee: Guarantee,
    /// Rows deleted a second, beside the claims.
    pub rate: f64,
    /// The claims' p99 without it, in milliseconds.
    pub without: f64,
    /// And beside it.
    pub beside: f64,
}

const ROUNDS: usize = 3;
/// Rows that are too old.
const OLD: u64 = 200_000;
const CONNECTIONS: usize = 8;
const SECONDS: u32 = 2;

/// All guarantees.
pub fn measure(database: &Database) -> Vec<Cleanup> {
    let mut connection = database.connect();
    let measure = |way: Way| {
        let guarantee = way.guarantee();
        eprintln!("the clean-up of {}", guarantee.name());
        let script = scripts::script(way, Keys::New);
        let mut rounds: [Vec<f64>; 3] = Default::default();
        for _ in 0..ROUNDS {
            fill(database, guarantee);
            rounds[1].push(Load::measure(database, &script, CONNECTIONS, SECONDS).p99());
            let claims = Running::start(database, &script, CONNECTIONS, 3 * SECONDS);
            let (begin, start) = (now(), Instant::now());
            clean(&mut connection, guarantee);
            rounds[0].push(OLD as f64 / start.elapsed().as_secs_f64());
            let claims = claims.wait().between(begin, begin + start.elapsed().as_secs_f64());
            rounds[2].push(claims.p99());
        }
        let [rate, without, beside] = rounds.map(median);
        Cleanup { guarantee, rate, without, beside }
    };
    [Way::ClaimFirst, Way::Lease, Way::SameTransaction].into_iter().map(measure).collect()
}

/// Old rows among as many fresh ones.
fn fill(database: &Database, guarantee: Guarantee) {
    let sql = scripts::sql(guarantee);
    let table = scripts::table(guarantee);
    let old = format!("now() - interval '{} days'", sql.retention_days() + 1);
    let (columns, values) = match guarantee {
        Guarantee::Lease => (
            "key, status, claim_token, lease_until, first_seen, done_at",
            format!("'done', gen_random_uuid(), {old}, {old}, {old}"),
        ),
        _ => ("key, first_seen", old),
    };
    database.psql(&format!(
        "TRUNCATE {table};
         {}
         INSERT INTO {table} ({columns}) SELECT 'old ' || number, {values} FROM generate_series(1, {OLD}) AS number;
         VACUUM ANALYZE {table};
         CHECKPOINT;",
        scripts::fill(guarantee)
    ));
}

/// Until no batch finds anything.
fn clean(connection: &mut Connection, guarantee: Guarantee) {
    let cleanup = scripts::sql(guarantee).statement(Statement::Cleanup);
    let mut deleted = 0;
    loop {
        let batch = match guarantee {
            Guarantee::ClaimFirst => connection.execute(&cleanup, &[]).expect("a clean-up"),
            _ => {
                let deleted: i64 = connection.query_one(&cleanup, &[]).expect("a clean-up").get("deleted");
                deleted.unsigned_abs()
            }
        };
        deleted += batch;
        if batch == 0 {
            break;
        }
    }
    assert_eq!(deleted, OLD);
}

fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs_f64()
}

/// The part of the report.
pub fn text(cleanups: &[Cleanup]) -> String {
    let mut text = String::new();
    let mut write = |line: String| writeln!(text, "{line}").expect("memory takes all");
    write("## The clean-up, and claims beside it\n".into());
    write(format!(
        "{} old rows and {} fresh ones, {CONNECTIONS} connections that claim new keys; medians of {ROUNDS} rounds.\n",
        digits(OLD as f64),
        digits(f64::from(scripts::KNOWN))
    ));
    write("| guarantee | the claims’ p99 beside it ÷ without | rows deleted a second | p99 beside, ms | p99 without, ms |".into());
    write("| --- | ---: | ---: | ---: | ---: |".into());
    for Cleanup { guarantee, rate, without, beside } in cleanups {
        let cells = [beside / without, *rate, *beside, *without].map(digits).join(" | ");
        write(format!("| {} | {cells} |", guarantee.name()));
    }
    text
}
