//! The parameters of each node type, as its version in `node_types` reads them.

use super::json::Json;

/// A node's parameters.
#[derive(Debug)]
pub(super) struct Parameters(Json);

impl Parameters {
    /// JavaScript for the Code node, which runs once for all items.
    pub fn code(js_code: String) -> Parameters {
        object(vec![
            ("mode", "runOnceForAllItems".into()),
            ("language", "javaScript".into()),
            ("jsCode", js_code.into()),
        ])
    }

    /// Whether an expression is this number.
    pub fn if_number(id: String, left_value: &str, number: u8) -> Parameters {
        condition(id, left_value, i32::from(number).into(), operator("number", "equals"))
    }

    /// Whether an expression is this text.
    pub fn if_text(id: String, left_value: &str, text: &str) -> Parameters {
        condition(id, left_value, text.into(), operator("string", "equals"))
    }

    /// Whether an expression is `true`.
    pub fn if_true(id: String, left_value: &str) -> Parameters {
        let mut operator = operator("boolean", "true");
        operator.push(("singleValue", true.into()));
        condition(id, left_value, "".into(), operator)
    }

    /// Hands on one item after the other.
    pub fn one_by_one() -> Parameters {
        object(vec![("batchSize", 1.into()), ("options", Json::Object(Vec::new()))])
    }

    /// One item with nothing but a text: the value of an expression.
    pub fn set_text(id: String, name: &str, value: &str) -> Parameters {
        let assignment = Json::Object(vec![
            ("id", id.into()),
            ("name", name.into()),
            ("value", value.into()),
            ("type", "string".into()),
        ]);
        let assignments = Json::Object(vec![("assignments", Json::List(vec![assignment]))]);
        object(vec![("assignments", assignments), ("options", Json::Object(Vec::new()))])
    }

    /// None.
    pub fn none() -> Parameters {
        object(Vec::new())
    }

    /// A sticky note in Markdown, with its size in pixels. Color 7 is neutral; none is yellow.
    pub fn note(content: String, height: i32, width: i32, color: Option<i32>) -> Parameters {
        let mut members =
            vec![("content", content.into()), ("height", height.into()), ("width", width.into())];
        members.extend(color.map(|color| ("color", color.into())));
        object(members)
    }

    /// `query`, with the values of these expressions for `$1`, `$2`, …
    ///
    /// They stand in an expression that gives an array: written as a string, n8n would split it at commas. Without
    /// the timeout, in seconds, the node would wait for a database that does not answer.
    pub fn postgres(query: String, values: &[&str]) -> Parameters {
        let mut options = vec![("connectionTimeout", 5.into())];
        if !values.is_empty() {
            options.push(("queryReplacement", format!("={{{{ [ {} ] }}}}", values.join(", ")).into()));
        }
        object(vec![
            ("operation", "executeQuery".into()),
            ("query", query.into()),
            ("options", Json::Object(options)),
        ])
    }

    /// Answers `response_code` with the value of a JavaScript expression, in JSON.
    pub fn respond(response_code: u16, body: &str) -> Parameters {
        // 503 means "not now": say when.
        answer(response_code, body, (response_code == 503).then_some("30"))
    }

    /// Answers 503, to try again after as many seconds as an expression says.
    pub fn respond_later(body: &str, retry_after: &str) -> Parameters {
        answer(503, body, Some(retry_after))
    }

    /// Answers with the status, the type and the text that expressions give. It is never run as a page.
    pub fn respond_text(status: &str, content_type: &str, body: &str) -> Parameters {
        let header =
            |name: &str, value: &str| Json::Object(vec![("name", name.into()), ("value", value.into())]);
        let headers = vec![header("Content-Type", content_type), header("X-Content-Type-Options", "nosniff")];
        let options = vec![
            ("responseCode", status.into()),
            ("responseHeaders", Json::Object(vec![("entries", Json::List(headers))])),
        ];
        object(vec![
            ("respondWith", "text".into()),
            ("responseBody", body.into()),
            ("options", Json::Object(options)),
        ])
    }

    /// Every day at this time, in the workflow's time zone.
    pub fn daily(trigger_at_hour: u8, trigger_at_minute: u8) -> Parameters {
        let interval = Json::Object(vec![
            ("field", "days".into()),
            ("daysInterval", 1.into()),
            ("triggerAtHour", i32::from(trigger_at_hour).into()),
            ("triggerAtMinute", i32::from(trigger_at_minute).into()),
        ]);
        object(vec![("rule", Json::Object(vec![("interval", Json::List(vec![interval]))]))])
    }

    /// Ends the run as failed, with the value of an expression.
    pub fn stop_and_error(error_message: &str) -> Parameters {
        object(vec![("errorMessage", error_message.into())])
    }

    /// Takes POST requests at `path`; their bytes as received go to the binary field `data`. A later node answers.
    pub fn webhook(path: &str) -> Parameters {
        object(vec![
            ("httpMethod", "POST".into()),
            ("path", path.into()),
            ("responseMode", "responseNode".into()),
            ("options", Json::Object(vec![("rawBody", true.into())])),
        ])
    }

    /// Takes GET requests at `path`. A later node answers.
    pub fn webhook_get(path: &str) -> Parameters {
        object(vec![
            ("httpMethod", "GET".into()),
            ("path", path.into()),
            ("responseMode", "responseNode".into()),
            ("options", Json::Object(Vec::new())),
        ])
    }

    /// As they stand in the file.
    pub fn into_json(self) -> Json {
        self.0
    }
}

fn object(members: Vec<(&'static str, Json)>) -> Parameters {
    Parameters(Json::Object(members))
}

fn operator(kind: &str, operation: &str) -> Vec<(&'static str, Json)> {
    vec![("type", kind.into()), ("operation", operation.into())]
}

/// True goes to output 0, false to output 1. An unexpected type is false, where strict checking would throw.
fn condition(
    id: String,
    left_value: &str,
    right_value: Json,
    operator: Vec<(&'static str, Json)>,
) -> Parameters {
    let options = Json::Object(vec![
        ("caseSensitive", true.into()),
        ("leftValue", "".into()),
        ("typeValidation", "loose".into()),
        // Belongs to the If node's version: 2 for 2.2.
        ("version", 2.into()),
    ]);
    let condition = Json::Object(vec![
        ("id", id.into()),
        ("leftValue", left_value.into()),
        ("rightValue", right_value),
        ("operator", Json::Object(operator)),
    ]);
    let conditions = Json::Object(vec![
        ("options", options),
        ("conditions", Json::List(vec![condition])),
        ("combinator", "and".into()),
    ]);
    object(vec![
        ("conditions", conditions),
        ("looseTypeValidation", true.into()),
        ("options", Json::Object(Vec::new())),
    ])
}

fn answer(response_code: u16, body: &str, retry_after: Option<&str>) -> Parameters {
    let mut options = vec![("responseCode", i32::from(response_code).into())];
    options.extend(retry_after.map(|value| {
        let header = Json::Object(vec![("name", "Retry-After".into()), ("value", value.into())]);
        ("responseHeaders", Json::Object(vec![("entries", Json::List(vec![header]))]))
    }));
    object(vec![
        ("respondWith", "json".into()),
        ("responseBody", format!("={{{{ JSON.stringify({body}) }}}}").into()),
        ("options", Json::Object(options)),
    ])
}
