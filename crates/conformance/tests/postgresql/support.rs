//! Options and their statements, and n8n's queries.

use hookonce_core::lang::Lang;
use hookonce_core::n8n::{Workflow, workflow};
use hookonce_core::options::Options;
use hookonce_core::sql::{File, Sql, Statement};
use postgres::error::SqlState;
use serde_json::Value;

use hookonce_conformance::postgresql::Database;

/// The SQL of options that can be used.
#[track_caller]
pub fn sql(options: &Options) -> Sql {
    Sql::new(options).expect("usable options")
}

/// A default statement.
pub fn statement(statement: Statement) -> String {
    sql(&Options::default()).statement(statement)
}

/// A database with both tables of the default options.
pub fn migrated() -> Database {
    let database = Database::new();
    database.psql(&sql(&Options::default()).file(File::Up, Lang::En).sql);
    database
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
