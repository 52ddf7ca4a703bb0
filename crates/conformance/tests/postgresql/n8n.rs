//! The queries of the n8n workflows.

use hookonce_core::lang::Lang;
use hookonce_core::n8n::Workflow;
use hookonce_core::options::Options;
use postgres::types::Type;

use crate::support::{migrated, queries};

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
