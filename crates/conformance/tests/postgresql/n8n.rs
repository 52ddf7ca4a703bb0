//! The queries of the n8n workflows.

use hookonce_core::lang::Lang;
use hookonce_core::n8n::Workflow;
use hookonce_core::options::Options;
use hookonce_core::sql::{File, Guarantee};
use postgres::types::Type;

use hookonce_conformance::postgresql::Database;

use crate::support::{Query, migrated, queries, sql};

#[test]
fn the_receiver_claims_works_and_releases() {
    for lang in Lang::ALL {
        let mut client = migrated().connect();
        let queries = queries(Workflow::Receive, &Options::default(), lang);
        let [claim, step, release] = &queries[..] else { panic!("{} queries", queries.len()) };
        for (query, types) in [(claim, &[Type::TEXT][..]), (step, &[Type::TEXT; 2]), (release, &[Type::TEXT])]
        {
            // Each parameter is one of the array, and each of the array is a parameter.
            assert_eq!(client.prepare(&query.text).unwrap().params(), types, "{}", query.node);
            assert_eq!(query.values.len(), types.len(), "{}", query.node);
        }
        let mut claimed = || client.query_one(&claim.text, &[&"evt:a"]).unwrap().get::<_, i32>("claimed");
        assert_eq!([claimed(), claimed()], [1, 0]);
        for (id, event_type) in [(1_i64, Some("order.paid")), (2, None)] {
            let row = client.query_one(&step.text, &[&"evt:a", &event_type]).unwrap();
            assert_eq!(row.get::<_, i64>("id"), id);
        }
        assert_eq!(client.execute(&release.text, &[&"evt:a"]).unwrap(), 1);
        assert_eq!(client.query_one(&claim.text, &[&"evt:a"]).unwrap().get::<_, i32>("claimed"), 1);
        let log = client.query("SELECT event_key, event_type FROM business_log ORDER BY id", &[]).unwrap();
        let log: Vec<(&str, Option<&str>)> = log.iter().map(|row| (row.get(0), row.get(1))).collect();
        assert_eq!(log, [("evt:a", Some("order.paid")), ("evt:a", None)]);
    }
}

#[test]
fn the_receiver_with_a_lease_claims_works_finishes_and_releases() {
    let options = Options { guarantee: Guarantee::Lease, ..Options::default() };
    for lang in Lang::ALL {
        let mut client = database(&options).connect();
        let queries = queries(Workflow::Receive, &options, lang);
        let [claim, step, finish, release] = &queries[..] else { panic!("{} queries", queries.len()) };
        for (query, types) in [
            (claim, &[Type::TEXT][..]),
            (step, &[Type::TEXT; 2]),
            (finish, &[Type::TEXT, Type::UUID]),
            (release, &[Type::TEXT, Type::UUID]),
        ] {
            assert_eq!(client.prepare(&query.text).unwrap().params(), types, "{}", query.node);
            assert_eq!(query.values.len(), types.len(), "{}", query.node);
        }
        // As n8n writes them into the text, where no type is known.
        let mut outcome = |query: &Query, token: &str| -> (String, Option<String>, Option<i32>) {
            let text = query.text.replace("$1", "'evt:a'").replace("$2", &format!("'{token}'"));
            let row = client.query_one(&text, &[]).unwrap();
            let token: Option<uuid::Uuid> = row.try_get("claim_token").unwrap_or_default();
            let seconds = row.try_get("retry_after_seconds").unwrap_or_default();
            (row.get("outcome"), token.map(|token| token.to_string()), seconds)
        };
        let (claimed, token, _) = outcome(claim, "");
        let first = token.unwrap();
        assert_eq!(claimed, "claimed");
        assert!(matches!(outcome(claim, ""), (word, None, Some(59..=60)) if word == "in_progress"));
        assert_eq!(outcome(release, &first).0, "released");
        let (claimed, token, _) = outcome(claim, "");
        assert_eq!(claimed, "claimed");
        // The first owner can neither release nor finish what is the second's.
        assert_eq!([release, finish].map(|query| outcome(query, &first).0), ["lost", "lost"]);
        assert_eq!(outcome(finish, &token.unwrap()).0, "finished");
        assert_eq!(outcome(claim, ""), ("done".into(), None, None));
    }
}

/// Also with work of several rows that a user puts in.
#[test]
fn the_receiver_in_one_statement_claims_and_works() {
    let options = Options { guarantee: Guarantee::SameTransaction, ..Options::default() };
    for lang in Lang::ALL {
        let mut client = database(&options).connect();
        let queries = queries(Workflow::Receive, &options, lang);
        let [process] = &queries[..] else { panic!("{} queries", queries.len()) };
        assert_eq!(client.prepare(&process.text).unwrap().params(), [Type::TEXT; 2]);
        assert_eq!(process.values.len(), 2);
        let mut outcome = |text: &str, key: &str| -> String {
            client.query_one(text, &[&key, &Some("order.paid")]).unwrap().get("outcome")
        };
        assert_eq!([(); 2].map(|()| outcome(&process.text, "evt:a")), ["claimed", "done"]);
        let twice =
            process.text.replace("FROM claim RETURNING", "FROM claim, generate_series(1, 2) RETURNING");
        assert_ne!(twice, process.text);
        assert_eq!([(); 2].map(|()| outcome(&twice, "evt:b")), ["claimed", "done"]);
        let work = client.query("SELECT event_key FROM business_log ORDER BY id", &[]).unwrap();
        let work: Vec<&str> = work.iter().map(|row| row.get(0)).collect();
        assert_eq!(work, ["evt:a", "evt:b", "evt:b"]);
    }
}

fn database(options: &Options) -> Database {
    let database = Database::new();
    database.psql(&sql(options).file(File::Up, Lang::En).sql);
    database
}

#[test]
fn the_clean_up_counts_what_it_deletes() {
    for lang in Lang::ALL {
        let mut client = migrated().connect();
        let options = Options { retention_days: "7".into(), ..Options::default() };
        let queries = queries(Workflow::Cleanup, &options, lang);
        let [cleanup] = &queries[..] else { panic!("{} queries", queries.len()) };
        let rows = "INSERT INTO processed_events SELECT n, now() - interval '1 day' * n FROM generate_series(1, 9) AS n";
        client.batch_execute(rows).unwrap();
        assert!(cleanup.values.is_empty());
        let mut deleted = || client.query_one(&cleanup.text, &[]).unwrap().get::<_, i32>("deleted");
        // The seventh is older than seven days by the time between the two statements.
        assert_eq!([deleted(), deleted()], [3, 0]);
    }
}
