//! Options and their statements, receivers, and n8n's queries.

use std::thread;
use std::time::{Duration, Instant};

use hookonce_core::lang::Lang;
use hookonce_core::n8n::{Workflow, workflow};
use hookonce_core::options::Options;
use hookonce_core::sql::{Columns, File, Guarantee, Sql, Statement};
use postgres::Client;
use postgres::error::SqlState;
use serde_json::Value;
use uuid::Uuid;

use hookonce_conformance::postgresql::{Connection, Database};
use hookonce_conformance::receiver::{Claim, Failure, Receiver};

/// The SQL of options that can be used.
#[track_caller]
pub fn sql(options: &Options) -> Sql {
    Sql::new(options).expect("usable options")
}

/// A default statement.
pub fn statement(statement: Statement) -> String {
    sql(&Options::default()).statement(statement)
}

/// The default options under a guarantee.
pub fn under(guarantee: Guarantee) -> Options {
    Options { guarantee, ..Options::default() }
}

/// A lease of so many seconds.
pub fn lease(seconds: u32) -> Options {
    Options { lease_seconds: seconds.to_string(), ..under(Guarantee::Lease) }
}

/// Each choice of optional columns.
pub fn every_columns() -> [Columns; 8] {
    std::array::from_fn(|bits| Columns {
        event_type: bits & 1 != 0,
        fingerprint: bits & 2 != 0,
        scope: bits & 4 != 0,
    })
}

/// A database with both tables of the default options.
pub fn migrated() -> Database {
    migrated_for(&Options::default())
}

/// A database with both tables of these options.
pub fn migrated_for(options: &Options) -> Database {
    let database = Database::new();
    database.psql(&sql(options).file(File::Up, Lang::En).sql);
    database
}

/// Makes the tables of these options in place of those that are there, which is quicker than a new database.
#[track_caller]
pub fn migrate_anew(database: &Database, options: &Options) {
    let mut client = database.connect();
    client.batch_execute("DROP TABLE IF EXISTS processed_events, business_log").expect("no tables");
    client.batch_execute(&sql(options).file(File::Up, Lang::En).sql).expect("a migration");
}

/// A receiver with a connection of its own.
pub fn receiver(database: &Database, options: &Options) -> Receiver<Connection> {
    Receiver::new(database.connect(), sql(options))
}

/// The token of a claim that was claimed.
#[track_caller]
pub fn token(claim: Result<Claim, Failure>) -> Uuid {
    match claim {
        Ok(Claim::Claimed(token)) => token,
        other => panic!("{other:?}"),
    }
}

/// Moves the end of a key's lease into the past, which is quicker than to wait for it.
#[track_caller]
pub fn end_lease(client: &mut Client, key: &str) {
    let over = "UPDATE processed_events SET lease_until = statement_timestamp() - interval '1 microsecond' \
         WHERE key = $1 AND status = 'processing'";
    assert_eq!(client.execute(over, &[&key]).expect("an update"), 1);
}

/// A number that a query gives.
#[track_caller]
pub fn count(client: &mut Client, query: &str) -> i64 {
    client.query_one(query, &[]).expect(query).get(0)
}

/// Waits until exactly so many connections to the same database wait for a lock.
pub fn wait_for_locks(client: &mut Client, number: i64) {
    let waits = "SELECT count(*) FROM pg_stat_activity \
         WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let deadline = Instant::now() + Duration::from_secs(30);
    while count(client, waits) != number {
        assert!(Instant::now() < deadline, "{number} never wait at once");
        thread::yield_now();
    }
}

/// The SQLSTATE of a statement that failed.
#[track_caller]
pub fn state<T>(result: Result<T, postgres::Error>) -> SqlState {
    let error = result.err().expect("an error");
    error.code().expect("an error of the server").clone()
}

/// A query of a workflow, as n8n gets it.
pub struct Query {
    /// The node's name.
    pub node: String,
    /// The text.
    pub text: String,
    /// The expressions of its parameters.
    pub values: Vec<String>,
}

/// Every query of a workflow, in order.
#[track_caller]
pub fn queries(kind: Workflow, options: &Options, lang: Lang) -> Vec<Query> {
    let json: Value =
        serde_json::from_str(&workflow(kind, options, lang).expect("usable options")).expect("JSON");
    let nodes = json["nodes"].as_array().expect("nodes").iter();
    let query = |node: &Value| {
        let parameters = &node["parameters"];
        let values = parameters["options"]["queryReplacement"].as_str().map(|array| {
            let values = array.strip_prefix("={{ [ ").and_then(|rest| rest.strip_suffix(" ] }}"));
            values.expect("an expression that gives an array").split(", ").map(str::to_owned).collect()
        });
        Some(Query {
            node: node["name"].as_str()?.to_owned(),
            text: parameters["query"].as_str()?.to_owned(),
            values: values.unwrap_or_default(),
        })
    };
    nodes.filter_map(query).collect()
}

/// The query that claims, in the workflow.
#[track_caller]
pub fn n8n_claim(options: &Options) -> String {
    let mut queries = queries(Workflow::Receive, options, Lang::En).into_iter();
    queries.find(|query| query.text.contains("AS claimed")).expect("a claim").text
}
