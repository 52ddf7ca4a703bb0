//! What a duplicate costs: under `lease` it writes nothing, and waits for nobody.

use hookonce_conformance::postgresql::{Connection, Database};
use hookonce_conformance::receiver::{Claim, Event, Receiver};
use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::{File, Guarantee};

use crate::support::sql;

/// Where the only row's version is, and which transaction wrote it.
fn version(receiver: &mut Receiver<Connection>) -> (String, String) {
    let query = "SELECT ctid::text, xmin::text FROM processed_events";
    let row = receiver.connection.query_one(query, &[]).unwrap();
    (row.get(0), row.get(1))
}

#[test]
fn a_duplicate_writes_nothing() {
    let options = Options { guarantee: Guarantee::Lease, ..Options::default() };
    let database = Database::new();
    database.psql(&sql(&options).file(File::Up, Lang::En).sql);
    let mut receiver = Receiver::new(database.connect(), sql(&options));
    let event = Event::new("evt:a");
    assert!(matches!(receiver.claim(&event), Ok(Claim::Claimed(_))));
    let first = version(&mut receiver);
    assert!(matches!(receiver.claim(&event), Ok(Claim::InProgress(_))));
    assert_eq!(version(&mut receiver), first, "in progress");

    database.psql("UPDATE processed_events SET lease_until = 'epoch';");
    let Ok(Claim::Claimed(token)) = receiver.claim(&event) else { panic!("nobody takes over") };
    let taken_over = version(&mut receiver);
    assert!(matches!(receiver.claim(&event), Ok(Claim::InProgress(_))));
    assert_eq!(version(&mut receiver), taken_over, "in progress after a takeover");

    receiver.finish(&event, token).unwrap();
    let done = version(&mut receiver);
    assert_eq!(receiver.claim(&event), Ok(Claim::Done));
    assert_eq!(version(&mut receiver), done, "done");
}
