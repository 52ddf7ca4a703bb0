//! The database stops, with the guarantees that are stronger than `claim-first`.

use crate::lease::{assert_unavailable, assert_word, event};
use crate::receiver::{LEASED_FAILING, TRANSACTED_FAILING};
use crate::shared::lab_alone;

#[test]
fn a_stopped_database_is_503_and_the_event_is_done_later() {
    let lab = lab_alone();
    let receivers = [&LEASED_FAILING, &TRANSACTED_FAILING];
    for receiver in receivers {
        assert_word(&receiver.send(&lab, &event("before")), 200, "processed");
    }
    lab.server().stop();
    for receiver in receivers {
        // A duplicate as well: nobody can know that it is one.
        for id in ["during", "before", "during"] {
            assert_unavailable(&receiver.send(&lab, &event(id)));
        }
    }
    lab.server().start();
    for receiver in receivers {
        assert_word(&receiver.send(&lab, &event("during")), 200, "processed");
        assert_word(&receiver.send(&lab, &event("during")), 200, "duplicate");
        assert_word(&receiver.send(&lab, &event("before")), 200, "duplicate");
        assert_eq!(receiver.work(&lab), ["evt:before", "evt:during"]);
        receiver.clear(&lab);
    }
}
