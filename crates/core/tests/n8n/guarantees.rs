//! What the workflows of one guarantee have and others have not.

use hookonce_core::lang::Lang;
use hookonce_core::n8n::Workflow;
use hookonce_core::sql::Guarantee;

use crate::support::{Flow, of, text};

/// 200 for work done goes out behind the finish only, and behind nothing else.
#[test]
fn with_a_lease_no_answer_200_goes_before_the_finish() {
    let flow = Flow::receive(Guarantee::Lease);
    let before = |name: &str| {
        let leads = |from: &&str| (0..2).any(|output| flow.targets(from, output).contains(&name));
        flow.steps().map(|node| text(&node["name"])).filter(leads).collect::<Vec<_>>()
    };
    assert_eq!(before("Respond 200"), ["Finished?"]);
    assert_eq!(before("Finished?"), ["Finish"]);
    assert_eq!(before("Respond 200 duplicate"), ["Done?"]);
    assert_eq!(before("Respond 503 in progress"), ["In Progress?"]);
    for (name, output, outcome) in [
        ("Claimed?", "Business Step (insert business_log)", "claimed"),
        ("Finished?", "Respond 200", "finished"),
        ("Done?", "Respond 200 duplicate", "done"),
        ("In Progress?", "Respond 503 in progress", "in_progress"),
    ] {
        assert_eq!(flow.targets(name, 0)[0], output);
        let condition = &flow.node(name)["parameters"]["conditions"]["conditions"][0];
        assert_eq!(condition["leftValue"], "={{ $json.outcome }}");
        assert_eq!(condition["rightValue"], outcome);
        assert_eq!(condition["operator"]["operation"], "equals");
    }
}

#[test]
fn the_branch_with_the_last_word_is_the_lower_one() {
    let y = |flow: &Flow, name| flow.node(name)["position"][1].as_i64().unwrap();
    for flow in [Guarantee::ClaimFirst, Guarantee::Lease].map(Flow::receive) {
        assert!(y(&flow, "Still Unanswered?") > y(&flow, "Business Step (insert business_log)"));
    }
    // With a lease a step that failed in part is released before it could be finished.
    let lease = Flow::receive(Guarantee::Lease);
    assert!(y(&lease, "Release Key") < y(&lease, "Business Step Ran?"));
}

#[test]
fn a_clean_up_in_batches_goes_on_until_nothing_is_left() {
    for guarantee in [Guarantee::Lease, Guarantee::SameTransaction] {
        let flow = Flow::new(Workflow::Cleanup, &of(guarantee), Lang::En);
        assert_eq!(flow.targets("Delete Old Keys", 0), ["Any Deleted?"]);
        assert_eq!(flow.targets("Any Deleted?", 0), ["Delete Old Keys"]);
        let rest = flow.targets("Any Deleted?", 1);
        let is_lease = guarantee == Guarantee::Lease;
        assert_eq!(rest, if is_lease { vec!["Any Unfinished?"] } else { vec![] });
        assert_eq!(flow.query("Delete Old Keys").contains("AS stuck"), is_lease);
    }
    let flow = Flow::new(Workflow::Cleanup, &of(Guarantee::Lease), Lang::En);
    assert_eq!(flow.targets("Any Unfinished?", 0), ["Report Unfinished"]);
}
