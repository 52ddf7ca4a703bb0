//! The parameters of each node type, as its version in `node_types` reads them.

use serde::Serialize;

/// A node's parameters, by its type.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Parameters {
    Code(Code),
    If(Box<If>),
    None(Empty),
    Note(Note),
    Postgres(Postgres),
    Respond(Respond),
    Schedule(Schedule),
    StopAndError(StopAndError),
    Webhook(Webhook),
}

impl Parameters {
    /// JavaScript for the Code node.
    pub fn code(js_code: String) -> Parameters {
        Parameters::Code(Code { mode: "runOnceForAllItems", language: "javaScript", js_code })
    }

    /// Whether an expression is this number.
    pub fn if_number(id: String, left_value: &'static str, number: u8) -> Parameters {
        let operator = Operator { kind: "number", operation: "equals", single_value: None };
        Parameters::condition(Condition { id, left_value, right_value: RightValue::Number(number), operator })
    }

    /// Whether an expression is this text.
    pub fn if_text(id: String, left_value: &'static str, text: &'static str) -> Parameters {
        let operator = Operator { kind: "string", operation: "equals", single_value: None };
        Parameters::condition(Condition { id, left_value, right_value: RightValue::Text(text), operator })
    }

    /// Whether an expression is `true`.
    pub fn if_true(id: String, left_value: &'static str) -> Parameters {
        let operator = Operator { kind: "boolean", operation: "true", single_value: Some(true) };
        Parameters::condition(Condition { id, left_value, right_value: RightValue::Text(""), operator })
    }

    fn condition(condition: Condition) -> Parameters {
        let options =
            FilterOptions { case_sensitive: true, left_value: "", type_validation: "loose", version: 2 };
        let conditions = Filter { options, conditions: [condition], combinator: "and" };
        Parameters::If(Box::new(If { conditions, loose_type_validation: true, options: Empty {} }))
    }

    /// `query`, with the values of these expressions for `$1`, `$2`, …
    pub fn postgres(query: String, values: &[&str]) -> Parameters {
        let query_replacement = (!values.is_empty()).then(|| format!("={{{{ [ {} ] }}}}", values.join(", ")));
        let options = PostgresOptions { connection_timeout: 5, query_replacement };
        Parameters::Postgres(Postgres { operation: "executeQuery", query, options })
    }

    /// Answers `response_code` with the value of a JavaScript expression.
    pub fn respond(response_code: u16, body: &str) -> Parameters {
        // 503 means "not now": say when.
        Parameters::answer(response_code, body, (response_code == 503).then_some("30"))
    }

    /// Answers 503, to try again after as many seconds as an expression says.
    pub fn respond_later(body: &str, retry_after: &'static str) -> Parameters {
        Parameters::answer(503, body, Some(retry_after))
    }

    fn answer(response_code: u16, body: &str, retry_after: Option<&'static str>) -> Parameters {
        let headers = |value| Headers { entries: [Header { name: "Retry-After", value }] };
        Parameters::Respond(Respond {
            respond_with: "json",
            response_body: format!("={{{{ JSON.stringify({body}) }}}}"),
            options: RespondOptions { response_code, response_headers: retry_after.map(headers) },
        })
    }

    /// Every day at this time, in the workflow's time zone.
    pub fn daily(trigger_at_hour: u8, trigger_at_minute: u8) -> Parameters {
        let interval = Interval { field: "days", days_interval: 1, trigger_at_hour, trigger_at_minute };
        Parameters::Schedule(Schedule { rule: Rule { interval: [interval] } })
    }

    /// Takes POST requests at `path`, with their raw bytes; a later node answers.
    pub fn webhook(path: String) -> Parameters {
        let options = WebhookOptions { raw_body: true };
        Parameters::Webhook(Webhook { http_method: "POST", path, response_mode: "responseNode", options })
    }
}

/// No parameters.
#[derive(Debug, Serialize)]
pub(super) struct Empty {}

/// JavaScript that runs once for all items.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Code {
    mode: &'static str,
    language: &'static str,
    js_code: String,
}

/// One condition: true goes to output 0, false to output 1.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct If {
    conditions: Filter,
    /// So that an unexpected type is false, where strict checking would throw.
    loose_type_validation: bool,
    options: Empty,
}

#[derive(Debug, Serialize)]
struct Filter {
    options: FilterOptions,
    conditions: [Condition; 1],
    combinator: &'static str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct FilterOptions {
    case_sensitive: bool,
    left_value: &'static str,
    type_validation: &'static str,
    /// Belongs to the If node's version: 2 for 2.2.
    version: u8,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Condition {
    id: String,
    left_value: &'static str,
    right_value: RightValue,
    operator: Operator,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum RightValue {
    Number(u8),
    Text(&'static str),
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Operator {
    #[serde(rename = "type")]
    kind: &'static str,
    operation: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    single_value: Option<bool>,
}

/// A sticky note.
#[derive(Debug, Serialize)]
pub(super) struct Note {
    /// Markdown.
    pub content: String,
    /// In pixels.
    pub height: i32,
    /// In pixels.
    pub width: i32,
    /// 7 is neutral; none is yellow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<u8>,
}

/// A query.
#[derive(Debug, Serialize)]
pub(super) struct Postgres {
    operation: &'static str,
    query: String,
    options: PostgresOptions,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PostgresOptions {
    /// In seconds. Without it the node would wait for a database that does not answer.
    connection_timeout: u8,
    /// An expression that gives an array. Written as a string, n8n would split it at commas.
    #[serde(skip_serializing_if = "Option::is_none")]
    query_replacement: Option<String>,
}

/// An answer to the webhook's request, in JSON.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Respond {
    respond_with: &'static str,
    response_body: String,
    options: RespondOptions,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RespondOptions {
    response_code: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_headers: Option<Headers>,
}

#[derive(Debug, Serialize)]
struct Headers {
    entries: [Header; 1],
}

#[derive(Debug, Serialize)]
struct Header {
    name: &'static str,
    value: &'static str,
}

/// Once a day.
#[derive(Debug, Serialize)]
pub(super) struct Schedule {
    rule: Rule,
}

#[derive(Debug, Serialize)]
struct Rule {
    interval: [Interval; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Interval {
    field: &'static str,
    days_interval: u8,
    trigger_at_hour: u8,
    trigger_at_minute: u8,
}

/// Ends the run as failed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StopAndError {
    /// An expression.
    pub error_message: &'static str,
}

/// The trigger.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Webhook {
    http_method: &'static str,
    path: String,
    response_mode: &'static str,
    options: WebhookOptions,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct WebhookOptions {
    /// The bytes as received go to the binary field `data`.
    raw_body: bool,
}
