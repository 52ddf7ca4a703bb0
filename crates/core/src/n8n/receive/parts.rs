//! What the receivers have in common: how a delivery comes in, how its key is made, and how it is answered.

use crate::lang::Lang;
use crate::n8n::check::Checked;
use crate::n8n::document::{Node, OnError, Wire};
use crate::n8n::ids::Ids;
use crate::n8n::json;
use crate::n8n::node_types::{
    CODE, IF, NO_OP, NodeType, POSTGRES, RESPOND_TO_WEBHOOK, SET, STOP_AND_ERROR, WEBHOOK,
};
use crate::n8n::note::numbered;
use crate::n8n::parameters::Parameters;
use crate::n8n::rules;
use crate::sql::Statement;
use crate::words::n8n::{GuaranteeWords, N8nWords, words};

/// Makes the nodes of one receiver.
pub(super) struct Parts<'a> {
    pub ids: Ids,
    pub options: &'a Checked,
    /// What all receivers say.
    pub words: &'static N8nWords,
    /// What those of the guarantee say.
    pub own: &'static GuaranteeWords,
}

pub(super) const HOOK: &str = "Webhook";
pub(super) const BUILD_KEY: &str = "Build Key";
pub(super) const BUSINESS_STEP: &str = "Business Step (insert business_log)";
pub(super) const STEP_RAN: &str = "Business Step Ran?";
pub(super) const UNANSWERED: &str = "Still Unanswered?";
pub(super) const RELEASE: &str = "Release Key";
pub(super) const NO_KEY: &str = "No Key?";
pub(super) const RESPOND_200: &str = "Respond 200";
pub(super) const RESPOND_400: &str = "Respond 400";
pub(super) const RESPOND_500: &str = "Respond 500";
pub(super) const RESPOND_503: &str = "Respond 503";
pub(super) const RESPOND_DUPLICATE: &str = "Respond 200 duplicate";
pub(super) const SIGNAL: &str = "No Key Possible?";
pub(super) const SIGNAL_STEP: &str = "Business Step without Key (insert business_log)";
pub(super) const SIGNAL_RAN: &str = "Business Step without Key Ran?";
pub(super) const NOT_DONE: &str = "Not Done";
pub(super) const FAIL: &str = "Mark Execution Failed";

/// Expressions that later steps use: they read the key by its node's name, so that nodes may be put between.
pub(super) const KEY: &str = "$('Build Key').first().json.key";
pub(super) const EVENT_TYPE: &str = "$('Build Key').first().json.event_type";

/// The key of the event at hand, of a batch.
pub(super) fn batch_key() -> String {
    "$('Loop Over Events').first(1).json.key".into()
}

/// No key, and no answer but 503.
pub(super) const SHARED_WIRES: &[Wire] = &[
    Wire(HOOK, 0, BUILD_KEY),
    Wire(BUILD_KEY, 1, NO_KEY),
    Wire(NO_KEY, 0, RESPOND_400),
    Wire(NO_KEY, 1, RESPOND_503),
    Wire(RESPOND_503, 0, FAIL),
];

impl<'a> Parts<'a> {
    pub fn new(options: &'a Checked, lang: Lang) -> Parts<'a> {
        let words = words(lang);
        Parts {
            ids: Ids::new("receive", &options.path),
            options,
            words,
            own: words.of(options.sql.guarantee()),
        }
    }

    /// The Webhook node, at the left.
    pub fn webhook(&self) -> Node {
        self.node(HOOK, WEBHOOK, [0, 0], Parameters::webhook(&self.options.path))
    }

    /// The Code node that makes the key, with room for the signature check before it.
    pub fn build_key(&self) -> Node {
        let code = self.build_key_source();
        self.node(BUILD_KEY, CODE, [640, 0], Parameters::code(code)).on_error(OnError::ContinueErrorOutput)
    }

    /// Tells a delivery that can have no key from an error of the code.
    pub fn no_key(&self, position: [i32; 2]) -> Node {
        self.if_true(NO_KEY, position, "={{ String($json.error).includes('No key:') }}")
    }

    pub fn respond_400(&self, position: [i32; 2]) -> Node {
        self.respond(RESPOND_400, position, 400, "{ status: 'no key' }")
    }

    pub fn respond_503(&self, position: [i32; 2]) -> Node {
        self.respond(RESPOND_503, position, 503, "{ status: 'unavailable' }")
    }

    /// An answer with the value of a JavaScript expression.
    pub fn respond(&self, name: &str, position: [i32; 2], code: u16, body: &str) -> Node {
        self.node(name, RESPOND_TO_WEBHOOK, position, Parameters::respond(code, body))
    }

    /// A statement with the values of these expressions.
    pub fn postgres(&self, name: &str, position: [i32; 2], query: String, values: &[&str]) -> Node {
        self.node(name, POSTGRES, position, Parameters::postgres(query, values))
    }

    /// Whether an expression is `true`.
    pub fn if_true(&self, name: &str, position: [i32; 2], expression: &'static str) -> Node {
        self.node(name, IF, position, Parameters::if_true(self.condition(name), expression))
    }

    /// A node that does nothing: that it was reached says something.
    pub fn mark(&self, name: &str, position: [i32; 2]) -> Node {
        self.node(name, NO_OP, position, Parameters::none())
    }

    /// A node that keeps the key of the event at hand.
    pub fn mark_key(&self, name: &str, position: [i32; 2], key: &str) -> Node {
        let id = self.ids.uuid(&format!("assignment of {name}"));
        self.node(name, SET, position, Parameters::set_text(id, "key", &format!("={{{{ {key} }}}}")))
    }

    /// Whether an expression is this number.
    pub fn if_number(&self, name: &str, position: [i32; 2], expression: &'static str, number: u8) -> Node {
        self.node(name, IF, position, Parameters::if_number(self.condition(name), expression, number))
    }

    /// Whether the row's `outcome` is this one.
    pub fn if_outcome(&self, name: &str, position: [i32; 2], outcome: &'static str) -> Node {
        let condition = Parameters::if_text(self.condition(name), "={{ $json.outcome }}", outcome);
        self.node(name, IF, position, condition)
    }

    /// Ends the run as failed, with the value of an expression.
    pub fn fail(&self, position: [i32; 2], error_message: &'static str) -> Node {
        self.node(FAIL, STOP_AND_ERROR, position, Parameters::stop_and_error(error_message))
    }

    pub fn node(&self, name: &str, kind: NodeType, position: [i32; 2], parameters: Parameters) -> Node {
        Node::new(&self.ids, name, kind, position, parameters)
    }

    /// The yellow note: what it does, how to set it up, and what it does not do.
    pub fn description(&self) -> String {
        let tables = [Statement::Table, Statement::BusinessLog]
            .map(|statement| format!("{};\n", self.options.sql.statement(statement)))
            .concat();
        let rules = &self.words.rules;
        let steps = self.own.setup_steps.iter();
        // The published test sends ids where the generic rule finds them.
        let is_other = |step: &str| self.options.rules_name.is_some() && step == self.words.test;
        let steps: Vec<_> = steps.map(|step| if is_other(step) { rules.test } else { *step }).collect();
        let batches = if self.options.rules.has_batch() { rules.batches } else { "" };
        format!(
            "{}\n{}\n```sql\n{tables}```\n\n{batches}{}",
            self.own.description,
            numbered(&steps),
            self.own.description_end
        )
    }

    /// The note behind the Code node.
    pub fn key_note(&self) -> String {
        match &self.options.rules_name {
            None => self.words.receive.key.into(),
            Some(name) => self.words.rules.key.replace("{}", name),
        }
    }

    /// The Code node's JavaScript: a header in the chosen language, the scope as a JSON literal, and for
    /// rules that are not the generic one they as another.
    fn build_key_source(&self) -> String {
        let comment = |lines: &[&str]| lines.iter().map(|line| format!("// {line}\n")).collect::<String>();
        let scope = format!("const SCOPE = {};", json::string(&self.options.scope));
        let with_scope = |source: &str| source.replacen(r#"const SCOPE = "";"#, &scope, 1);
        if self.options.rules_name.is_none() {
            return comment(self.words.code_header) + &with_scope(GENERIC_RULE);
        }
        let shared = GENERIC_RULE.find(SHARED_SOURCE).map_or("", |at| &GENERIC_RULE[at..]);
        let rules = format!("const RULES = {};", rules::literal(&self.options.rules).pretty());
        let source = with_scope(ANY_RULE).replacen("const RULES = {};", &rules, 1);
        comment(self.words.rules.code_header) + &source + shared
    }

    fn condition(&self, name: &str) -> String {
        self.ids.uuid(&format!("condition of {name}"))
    }
}

/// The body of an answer that names the key.
pub(super) fn with_key(status: &str) -> String {
    format!("{{ status: '{status}', key: {KEY} }}")
}

const GENERIC_RULE: &str = include_str!("../js/build-key.js");
const ANY_RULE: &str = include_str!("../js/rule-key.js");
/// From here on both have the same functions.
const SHARED_SOURCE: &str = "// The body as JSON";
