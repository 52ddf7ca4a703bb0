//! Hostile names create what they say, and nothing else.

use std::collections::BTreeSet;

use hookonce_conformance::postgresql::{Connection, Database};
use hookonce_conformance::receiver::{Change, Claim, Event, Receiver};
use hookonce_core::finding::{Finding, FindingKind, IdentifierFault, IdentifierOption, NameLimit};
use hookonce_core::lang::Lang;
use hookonce_core::n8n::{self, Workflow};
use hookonce_core::options::Options;
use hookonce_core::sql::{File, Guarantee, Sql, Statement};
use postgres::Client;
use uuid::Uuid;

use crate::support::{self, queries, sql, token, under};

pub use hookonce_conformance::hostile::HOSTILE;

#[test]
fn as_a_table_each_creates_what_it_says() {
    let database = Database::new();
    for name in HOSTILE {
        for guarantee in Guarantee::ALL {
            check(&database, &Options { table: name.into(), ..under(guarantee) });
        }
    }
}

#[test]
fn as_a_schema_and_a_table_each_creates_what_it_says() {
    let database = Database::new();
    for name in HOSTILE {
        for guarantee in Guarantee::ALL {
            check(&database, &Options { schema: name.into(), table: name.into(), ..under(guarantee) });
        }
    }
}

#[test]
fn three_of_them_reach_the_full_length() {
    assert_eq!(HOSTILE.iter().filter(|name| name.len() == 63).count(), 3);
}

#[test]
fn a_name_that_the_server_would_cut_is_refused() {
    for name in ["x".repeat(64), "ü".repeat(32), "📦".repeat(16)] {
        // What would happen: the server takes another name, silently.
        let database = Database::new();
        database.psql(&format!("CREATE TABLE \"{name}\" ()"));
        assert_ne!(
            database.psql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"),
            format!("{name}\n")
        );

        let refused = |option| {
            let kind = FindingKind::IdentifierInvalid {
                option,
                reason: IdentifierFault::TooLong { limit: NameLimit::Bytes63 },
            };
            Err(vec![Finding::new(kind)])
        };
        let table = Options { table: name.clone(), ..Options::default() };
        assert_eq!(Sql::new(&table), refused(IdentifierOption::Table));
        let schema = Options { schema: name, ..Options::default() };
        assert_eq!(Sql::new(&schema), refused(IdentifierOption::Schema));
    }
}

/// Migrates, uses every statement, migrates back, and compares what exists before, between and after.
#[track_caller]
fn check(database: &Database, options: &Options) {
    let mut client = database.connect();
    client.batch_execute("CREATE TABLE IF NOT EXISTS victim (); CREATE TABLE IF NOT EXISTS x ()").unwrap();
    let schema = if options.schema.is_empty() { "public" } else { &options.schema };
    // By the server's own quoting.
    let create: String = client
        .query_one("SELECT format('CREATE SCHEMA IF NOT EXISTS %I', $1::text)", &[&schema])
        .unwrap()
        .get(0);
    client.batch_execute(&create).unwrap();

    let before = everything(&mut client);
    let sql = sql(options);
    let [german, english] = Lang::ALL.map(|lang| sql.file(File::Up, lang).sql);
    database.psql(&format!("{german}{english}"));
    let created: BTreeSet<_> = everything(&mut client).difference(&before).cloned().collect();
    let expected = [
        ("table", &*options.table),
        ("primary key of", &options.table),
        ("table", "business_log"),
        ("primary key of", "business_log"),
        ("sequence", "business_log_id_seq"),
    ];
    let expected = expected.map(|(kind, name)| (kind.to_owned(), schema.to_owned(), name.to_owned()));
    assert_eq!(created, BTreeSet::from(expected), "{options:?}");

    match options.guarantee {
        Guarantee::ClaimFirst => {
            use_every_statement(&mut client, &sql);
            if n8n::check(options).is_empty() {
                use_every_query(&mut client, options);
            } else {
                // Those that n8n would change, even between quotes.
                assert!(["{{", "$1"].iter().any(|text| options.table.contains(text)), "{options:?}");
            }
        }
        Guarantee::Lease => use_lease(database, options),
        Guarantee::SameTransaction => use_same_transaction(&mut support::receiver(database, options)),
    }
    let left: BTreeSet<_> = everything(&mut client).difference(&before).cloned().collect();
    assert_eq!(left, created, "{options:?}");

    database.psql(&sql.file(File::Down, Lang::En).sql);
    assert_eq!(everything(&mut client), before, "{options:?}");
}

#[track_caller]
fn use_every_statement(client: &mut Client, sql: &Sql) {
    let [claim, release, cleanup] =
        [Statement::Claim, Statement::Release, Statement::Cleanup].map(|statement| sql.statement(statement));
    let used = [&claim, &claim, &release, &claim].map(|text| client.execute(text, &[&"evt:a"]).unwrap());
    assert_eq!(used, [1, 0, 1, 1]);
    assert_eq!(client.execute(&cleanup, &[]).unwrap(), 0);
    let row = client.query_one(&sql.insert_business_log().sql, &[&"evt:a", &Some("order.paid")]).unwrap();
    assert_eq!(row.get::<_, i64>(0), 1);
}

/// Lives, becomes a table of claim-first, and one of lease again.
#[track_caller]
fn use_lease(database: &Database, options: &Options) {
    let mut receiver = support::receiver(database, options);
    let [event, other] = ["evt:a", "evt:b"].map(Event::new);
    let owner = token(receiver.claim(&event));
    assert!(matches!(receiver.claim(&event), Ok(Claim::InProgress(_))));
    assert_eq!(receiver.extend(&event, owner), Ok(Change::Made));
    assert_eq!(receiver.finish(&event, owner), Ok(Change::Made));
    let owner = token(receiver.claim(&other));
    assert_eq!(receiver.release(&other, owner), Ok(Change::Made));
    let mut run = |statement| {
        let rows = receiver.connection.query(&sql(options).statement(statement), &[]).unwrap();
        rows.iter().map(|row| row.columns().len()).collect::<Vec<_>>()
    };
    assert_eq!(run(Statement::Watch), [4]);
    assert_eq!(run(Statement::Cleanup), [2]);

    database.psql(&sql(options).block(Statement::Downgrade, Lang::De).sql);
    let mut old =
        support::receiver(database, &Options { guarantee: Guarantee::ClaimFirst, ..options.clone() });
    assert_eq!(old.claim(&event), Ok(Claim::Done));
    token(old.claim(&other));
    database.psql(&sql(options).block(Statement::Upgrade, Lang::En).sql);
    assert_eq!([event, other].map(|event| receiver.claim(&event).unwrap()), [Claim::Done; 2]);
}

/// Waits for nothing: one connection.
#[track_caller]
fn use_same_transaction(receiver: &mut Receiver<Connection>) {
    let [event, other] = ["evt:a", "evt:b"].map(Event::new);
    for (event, finishes) in [(&event, true), (&other, false)] {
        let owner = token(receiver.claim(event));
        receiver.work(event).unwrap();
        let change = if finishes { receiver.finish(event, owner) } else { receiver.release(event, owner) };
        assert_eq!(change, Ok(Change::Made));
    }
    assert_eq!(receiver.claim(&event), Ok(Claim::Done));
    let outcomes = [event, other].map(|event| {
        let row = receiver.run(Statement::Process, &event, Uuid::nil()).unwrap();
        row.unwrap().outcome.unwrap()
    });
    assert_eq!(outcomes, ["done", "claimed"]);
    let cleanup = receiver.sql().statement(Statement::Cleanup);
    assert_eq!(receiver.connection.query_one(&cleanup, &[]).unwrap().get::<_, i64>("deleted"), 0);
}

#[track_caller]
fn use_every_query(client: &mut Client, options: &Options) {
    for kind in Workflow::ALL {
        for query in queries(kind, options, Lang::En) {
            let (key, none): (_, Option<&str>) = ("evt:n8n", None);
            let parameters: [&(dyn postgres::types::ToSql + Sync); 2] = [&key, &none];
            let rows = client.query(&query.text, &parameters[..query.values.len()]).unwrap();
            // Only a release answers nothing.
            assert_eq!(rows.len(), usize::from(query.node != "Release Key"), "{}", query.node);
        }
    }
}

/// Whatever a statement could create or drop: kind, schema, name.
fn everything(client: &mut Client) -> BTreeSet<(String, String, String)> {
    const QUERY: &str = "
        SELECT CASE relkind WHEN 'r' THEN 'table' WHEN 'S' THEN 'sequence' ELSE relkind::text END, nspname, relname
          FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
          WHERE relkind NOT IN ('i', 't')
        UNION ALL SELECT CASE WHEN indisprimary THEN 'primary key of' ELSE 'index of' END, nspname, relname
          FROM pg_index JOIN pg_class c ON c.oid = indrelid JOIN pg_namespace n ON n.oid = relnamespace
          WHERE nspname <> 'pg_toast'
        UNION ALL SELECT 'schema', '', nspname FROM pg_namespace WHERE nspname !~ '^pg_(toast_)?temp_'
        UNION ALL SELECT 'function', nspname, proname FROM pg_proc JOIN pg_namespace n ON n.oid = pronamespace
          WHERE pg_proc.oid >= 16384 -- The server's own cannot be dropped, and are thousands.
        UNION ALL SELECT 'role', '', rolname FROM pg_roles
        UNION ALL SELECT 'trigger', '', tgname FROM pg_trigger";
    let rows = client.query(QUERY, &[]).unwrap();
    rows.iter().map(|row| (row.get::<_, &str>(0).to_owned(), row.get(1), row.get(2))).collect()
}
