//! The workflows that are imported, each with tables of its own.

use hookonce_conformance::n8n::{Answer, Lab, Request};
use hookonce_core::lang::Lang;
use hookonce_core::n8n::{Workflow, workflow};
use hookonce_core::options::Options;
use hookonce_core::sql::{File, Guarantee, Sql};
use serde_json::Value;

use crate::edits;

/// A receiver in the lab. Its path is also the schema of its tables.
pub struct Receiver {
    /// The webhook's path.
    pub path: &'static str,
    /// How keys are made: a sender's id, or `auto`.
    pub rule: &'static str,
    /// The scope; empty means none.
    pub scope: &'static str,
    /// What it promises when n8n dies.
    pub guarantee: Guarantee,
    /// For the guarantee `lease`.
    pub lease_seconds: &'static str,
    /// What a user changed in the editor.
    pub edit: fn(&mut Value),
}

/// As generated, with the default options.
pub const PUBLISHED: Receiver = Receiver::generated("idempotent-webhook");

/// Pasted into the editor instead of imported.
pub const PASTED: Receiver = Receiver::generated("pasted");
/// For the probes.
pub const PROBED: Receiver = Receiver::generated("probed");
/// For fixtures without a scope.
pub const FIXTURES: Receiver = Receiver::generated("fixtures");
/// For many requests at once.
pub const RACED: Receiver = Receiver::generated("raced");
/// For failures of the database.
pub const FAILING: Receiver = Receiver::generated("failing");
/// For a crash during the claim.
pub const CRASHING: Receiver = Receiver::generated("crashing");
/// With the option "Raw Body" turned off.
pub const WITHOUT_RAW_BODY: Receiver = Receiver::edited("without-raw-body", edits::turn_raw_body_off);
/// With an HTTP Request node that calls [`crate::upstream`].
pub const CALLING: Receiver = Receiver::edited("calling", edits::call_upstream);
/// That, without the error output that the workflow needs.
pub const STOPPING: Receiver = Receiver::edited("stopping", edits::call_upstream_without_an_error_output);
/// That, waiting longer, for a crash during the work.
pub const CALLING_AT_A_CRASH: Receiver =
    Receiver::edited("calling-at-a-crash", edits::call_upstream_patiently);
/// With a Code node that does what the event's type says.
pub const CODED: Receiver = Receiver::edited("coded", edits::run_code);
/// The usual workflow, as many have published it.
pub const NAIVE: Receiver = Receiver::edited("naive", edits::replace_by_the_naive_workflow);
/// `lease`, as generated.
pub const LEASED: Receiver = Receiver::leased("leased", "60", |_| {});
/// That, for many requests at once.
pub const LEASED_RACED: Receiver = Receiver::leased("leased-raced", "60", |_| {});
/// That, for failures of the database.
pub const LEASED_FAILING: Receiver = Receiver::leased("leased-failing", "60", |_| {});
/// That, with an HTTP Request node.
pub const LEASED_CALLING: Receiver = Receiver::leased("leased-calling", "60", edits::call_upstream);
/// That, with a Code node.
pub const LEASED_CODED: Receiver = Receiver::leased("leased-coded", "60", edits::run_code);
/// With an HTTP Request node without its error output, and a lease that a test can wait for.
pub const LEASED_STOPPING: Receiver =
    Receiver::leased("leased-stopping", BRIEFLY, edits::call_upstream_without_an_error_output);
/// With work that may take longer than the lease.
pub const LEASED_BRIEFLY: Receiver =
    Receiver::leased("leased-briefly", BRIEFLY, edits::call_upstream_patiently);
/// That, for a finish that fails.
pub const LEASED_FINISHING: Receiver =
    Receiver::leased("leased-finishing", BRIEFLY, edits::call_upstream_patiently);
/// For a crash after which the lease is over.
pub const LEASED_BRIEFLY_AT_A_CRASH: Receiver =
    Receiver::leased("leased-briefly-at-a-crash", "3", edits::call_upstream_patiently);
/// For a crash after which it is not.
pub const LEASED_AT_A_CRASH: Receiver =
    Receiver::leased("leased-at-a-crash", "3600", edits::call_upstream_patiently);
/// `same-transaction`, as generated.
pub const TRANSACTED: Receiver = Receiver::transacted("transacted");
/// That, for many requests at once.
pub const TRANSACTED_RACED: Receiver = Receiver::transacted("transacted-raced");
/// That, for failures of the database.
pub const TRANSACTED_FAILING: Receiver = Receiver::transacted("transacted-failing");
/// That, for work that takes long.
pub const TRANSACTED_SLOWLY: Receiver = Receiver::transacted("transacted-slowly");
/// That, for a crash.
pub const TRANSACTED_AT_A_CRASH: Receiver = Receiver::transacted("transacted-at-a-crash");
/// For fixtures with a scope.
pub const SCOPED: [Receiver; 6] = [
    Receiver::scoped("scoped-1", "shop"),
    Receiver::scoped("scoped-2", "stripe"),
    Receiver::scoped("scoped-3", "shop-eu_2.x"),
    Receiver::scoped("scoped-4", "a"),
    Receiver::scoped("scoped-5", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
    Receiver::scoped("scoped-6", "evt-"),
];

/// By the rules of senders: a body id, a header id, a composite key, control messages, and no possible key.
pub const SENDERS: [Receiver; 5] = [
    Receiver::sender("stripe", Guarantee::ClaimFirst),
    Receiver::sender("github", Guarantee::Lease),
    Receiver::sender("aws-sns", Guarantee::SameTransaction),
    Receiver::sender("slack", Guarantee::ClaimFirst),
    Receiver::sender("dropbox", Guarantee::Lease),
];
/// Batches, with each guarantee, and with code as the business step.
pub const BATCHES: [Receiver; 6] = [
    Receiver::batch("batch-claim-first", Guarantee::ClaimFirst, |_| {}),
    Receiver::batch("batch-lease", Guarantee::Lease, |_| {}),
    Receiver::batch("batch-same-transaction", Guarantee::SameTransaction, |_| {}),
    Receiver::batch("batch-coded", Guarantee::ClaimFirst, edits::run_code_for_each),
    Receiver::batch("batch-leased-coded", Guarantee::Lease, edits::run_code_for_each),
    Receiver::batch("batch-calling", Guarantee::Lease, edits::call_upstream_for_each),
];

/// All that are imported; the first one is imported and published alone.
pub fn imported() -> Vec<Receiver> {
    let named = [
        PUBLISHED,
        PROBED,
        FIXTURES,
        RACED,
        FAILING,
        CRASHING,
        WITHOUT_RAW_BODY,
        CALLING,
        STOPPING,
        CALLING_AT_A_CRASH,
        CODED,
        NAIVE,
        LEASED,
        LEASED_RACED,
        LEASED_FAILING,
        LEASED_CALLING,
        LEASED_CODED,
        LEASED_STOPPING,
        LEASED_BRIEFLY,
        LEASED_FINISHING,
        LEASED_BRIEFLY_AT_A_CRASH,
        LEASED_AT_A_CRASH,
        TRANSACTED,
        TRANSACTED_RACED,
        TRANSACTED_FAILING,
        TRANSACTED_SLOWLY,
        TRANSACTED_AT_A_CRASH,
    ];
    named.into_iter().chain(SCOPED).chain(SENDERS).chain(BATCHES).collect()
}

/// Long enough that a copy comes while it holds, short enough to wait for its end.
const BRIEFLY: &str = "8";

impl Receiver {
    /// As generated.
    pub const fn generated(path: &'static str) -> Receiver {
        Receiver {
            path,
            rule: "auto",
            scope: "",
            guarantee: Guarantee::ClaimFirst,
            lease_seconds: "60",
            edit: |_| {},
        }
    }

    /// As generated with a scope.
    pub const fn scoped(path: &'static str, scope: &'static str) -> Receiver {
        Receiver { scope, ..Receiver::generated(path) }
    }

    /// As generated, then edited.
    pub const fn edited(path: &'static str, edit: fn(&mut Value)) -> Receiver {
        Receiver { edit, ..Receiver::generated(path) }
    }

    /// As generated for the guarantee `lease`, then edited.
    pub const fn leased(path: &'static str, lease_seconds: &'static str, edit: fn(&mut Value)) -> Receiver {
        Receiver { guarantee: Guarantee::Lease, lease_seconds, ..Receiver::edited(path, edit) }
    }

    /// As generated for the guarantee `same-transaction`.
    pub const fn transacted(path: &'static str) -> Receiver {
        Receiver { guarantee: Guarantee::SameTransaction, ..Receiver::generated(path) }
    }

    /// As generated for a sender, whose id is also the path.
    pub const fn sender(id: &'static str, guarantee: Guarantee) -> Receiver {
        Receiver { rule: id, guarantee, ..Receiver::generated(id) }
    }

    /// As generated for the batches of SendGrid, then edited.
    pub const fn batch(path: &'static str, guarantee: Guarantee, edit: fn(&mut Value)) -> Receiver {
        Receiver { rule: "sendgrid", guarantee, ..Receiver::edited(path, edit) }
    }

    /// What it was generated with.
    pub fn options(&self) -> Options {
        let default = Options::default();
        // The default options have no schema: the one that others have theirs in place of.
        let schema = if self.path == default.webhook_path { String::new() } else { self.path.to_owned() };
        Options {
            webhook_path: self.path.into(),
            schema,
            rule: self.rule.into(),
            scope: self.scope.into(),
            guarantee: self.guarantee,
            lease_seconds: self.lease_seconds.into(),
            ..default
        }
    }

    /// The workflow's file.
    pub fn text(&self) -> String {
        let text = workflow(Workflow::Receive, &self.options(), Lang::En).expect("usable options");
        let mut json: Value = serde_json::from_str(&text).expect("JSON");
        let before = json.clone();
        (self.edit)(&mut json);
        if json == before { text } else { json.to_string() }
    }

    /// The workflow's id.
    pub fn id(&self) -> String {
        let json: Value = serde_json::from_str(&self.text()).expect("JSON");
        json["id"].as_str().expect("a text").to_owned()
    }

    /// What makes its tables.
    pub fn tables(&self) -> String {
        let options = self.options();
        let schema = match options.schema.as_str() {
            "" => String::new(),
            schema => format!("CREATE SCHEMA \"{schema}\";\n"),
        };
        schema + &Sql::new(&options).expect("usable options").file(File::Up, Lang::En).sql
    }

    /// Sends a request. Every request has an answer.
    #[track_caller]
    pub fn send(&self, lab: &Lab, request: &Request) -> Answer {
        lab.send(self.path, request).expect("an answer")
    }

    /// The claimed keys, sorted.
    pub fn keys(&self, lab: &Lab) -> Vec<String> {
        self.column(lab, "processed_events", "key")
    }

    /// The keys for which the work was done, sorted; one for each time.
    pub fn work(&self, lab: &Lab) -> Vec<String> {
        self.column(lab, "business_log", "event_key")
    }

    /// Whether nobody has the key: the next delivery does the work.
    pub fn is_free(&self, lab: &Lab, key: &str) -> bool {
        let held = match self.guarantee {
            Guarantee::Lease => "status = 'done' OR lease_until > now()",
            Guarantee::ClaimFirst | Guarantee::SameTransaction => "true",
        };
        let table = self.table("processed_events");
        let query = format!("SELECT NOT EXISTS (SELECT FROM {table} WHERE key = $1 AND ({held}))");
        lab.connect().query_one(&query, &[&key]).expect("the table").get(0)
    }

    /// The status of a key with a lease, and how often it was claimed.
    #[track_caller]
    pub fn state(&self, lab: &Lab, key: &str) -> (String, i32) {
        let table = self.table("processed_events");
        let query = format!("SELECT status, attempts FROM {table} WHERE key = $1");
        let row = lab.connect().query_one(&query, &[&key]).expect("the key");
        (row.get(0), row.get(1))
    }

    /// Gives a table of its schema another name.
    #[track_caller]
    pub fn rename(&self, lab: &Lab, from: &str, to: &str) {
        let rename = format!("ALTER TABLE {} RENAME TO {to}", self.table(from));
        lab.connect().batch_execute(&rename).expect("the table");
    }

    /// Forgets everything.
    pub fn clear(&self, lab: &Lab) {
        let tables = ["processed_events", "business_log"].map(|table| self.table(table));
        lab.connect().batch_execute(&format!("TRUNCATE {}", tables.join(", "))).expect("the tables");
    }

    /// A table of its schema, quoted.
    pub fn table(&self, name: &str) -> String {
        match self.options().schema.as_str() {
            "" => name.to_owned(),
            schema => format!("\"{schema}\".{name}"),
        }
    }

    fn column(&self, lab: &Lab, table: &str, column: &str) -> Vec<String> {
        let query = format!("SELECT {column} FROM {} ORDER BY {column} COLLATE \"C\"", self.table(table));
        lab.connect().query(&query, &[]).expect("the table").iter().map(|row| row.get(0)).collect()
    }
}
