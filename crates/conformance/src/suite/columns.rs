//! The optional columns, in every choice.

use hookonce_core::options::Options;
use hookonce_core::sql::{Columns, Guarantee, Statement};

use super::{Engine, migrated, options, receiver, sql};
use crate::receiver::{Claim, Event};

/// Each of the eight choices.
pub fn choices() -> impl Iterator<Item = Columns> {
    let is_set = |bits: u8, bit: u8| bits >> bit & 1 == 1;
    (0..8).map(move |bits| Columns {
        event_type: is_set(bits, 0),
        fingerprint: is_set(bits, 1),
        scope: is_set(bits, 2),
    })
}

pub fn every_choice_of_columns_works<E: Engine>() {
    for guarantee in Guarantee::ALL {
        for columns in choices() {
            check::<E>(&Options { columns, ..options::<E>(guarantee) });
        }
    }
}

fn check<E: Engine>(options: &Options) {
    let Options { guarantee, columns, .. } = *options;
    let engine: E = migrated(options);
    let mut receiver = receiver(&engine, options);
    let event = Event::new("evt:a");
    let other_body = "0".repeat(64);
    let other = Event { fingerprint: &other_body, ..event.clone() };
    let told = if columns.fingerprint { Claim::Mismatch } else { Claim::Done };

    let claim = receiver.claim(&event).unwrap();
    let Claim::Claimed(token) = claim else { panic!("{options:?}: {claim:?}") };
    match (guarantee, columns.fingerprint) {
        (Guarantee::Lease, true) => assert_eq!(receiver.claim(&other).unwrap(), Claim::Mismatch),
        (Guarantee::Lease, false) => {
            assert!(matches!(receiver.claim(&other).unwrap(), Claim::InProgress(1..=600)));
        }
        _ => {}
    }
    receiver.finish(&event, token).unwrap();
    assert_eq!(receiver.claim(&event).unwrap(), Claim::Done, "{options:?}");
    assert_eq!(receiver.claim(&other).unwrap(), told, "{options:?}");

    // A mismatch does not take over.
    if guarantee == Guarantee::Lease {
        let event = Event::new("evt:released");
        let Claim::Claimed(token) = receiver.claim(&event).unwrap() else { panic!("{options:?}") };
        receiver.release(&event, token).unwrap();
        let other = receiver.claim(&Event { fingerprint: &other_body, ..event.clone() }).unwrap();
        if columns.fingerprint {
            assert_eq!(other, Claim::Mismatch);
            assert!(matches!(receiver.claim(&event).unwrap(), Claim::Claimed(_)));
        } else {
            assert!(matches!(other, Claim::Claimed(_)));
        }
        receiver.run(Statement::Watch, &event, token).unwrap();
    }

    let tenant = receiver.claim(&Event { scope: "other", ..event.clone() }).unwrap();
    assert_eq!(matches!(tenant, Claim::Claimed(_)), columns.scope, "{options:?}: {tenant:?}");
    if columns.scope && guarantee == Guarantee::ClaimFirst {
        // One tenant's release leaves the other's key.
        receiver.release(&Event { scope: "other", ..event.clone() }, token).unwrap();
        assert_eq!(receiver.claim(&event).unwrap(), Claim::Done);
    } else if columns.scope && guarantee == Guarantee::SameTransaction {
        receiver.release(&event, token).unwrap();
    }

    let stored = |column: &str| {
        engine.rows(&format!("SELECT {column} FROM processed_events ORDER BY first_seen LIMIT 1"))
    };
    if columns.event_type {
        assert_eq!(stored("event_type"), "order.paid\n");
    }
    if columns.fingerprint {
        assert_eq!(stored("body_sha256"), format!("{}\n", event.fingerprint));
    }
    if columns.scope {
        assert_eq!(stored("scope"), "shop\n");
    }
    receiver.run(Statement::Cleanup, &event, token).unwrap();
    // None of the columns is there that was not asked for.
    for (name, is_there) in [
        ("event_type", columns.event_type),
        ("body_sha256", columns.fingerprint),
        ("scope", columns.scope),
        ("payload", false),
    ] {
        assert_eq!(engine.definition("processed_events").contains(name), is_there, "{options:?} {name}");
    }
}

pub fn the_type_may_be_null<E: Engine>() {
    for guarantee in Guarantee::ALL {
        let columns = Columns { event_type: true, ..Columns::default() };
        let options = Options { columns, ..options::<E>(guarantee) };
        let engine: E = migrated(&options);
        let mut receiver = receiver(&engine, &options);
        let event = Event { event_type: None, ..Event::new("evt:a") };
        let Claim::Claimed(token) = receiver.claim(&event).unwrap() else { panic!("{guarantee:?}") };
        receiver.work(&event).unwrap();
        receiver.finish(&event, token).unwrap();
        assert_eq!(engine.rows("SELECT event_type FROM processed_events"), "\n");
        assert_eq!(engine.rows("SELECT event_type FROM business_log"), "\n");
        assert!(sql(&options).statement(Statement::Claim).contains("event_type"));
    }
}
