//! The forms of input, by name.

use crate::lang::Lang;
use crate::words;

/// The forms of input that are read.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum InputKind {
    /// The body in base64 or base64url.
    Base64,
    /// The body alone.
    Body,
    /// A cURL command.
    Curl,
    /// An HTTP Archive: the requests of a browser or a proxy.
    Har,
    /// The body in hexadecimal digits.
    Hex,
    /// A raw HTTP request.
    Http,
    /// The event that an AWS Lambda function gets from API Gateway, a load balancer or a function URL.
    Lambda,
    /// A JSON log line, or another record of one request.
    Log,
    /// Items of n8n's Webhook node.
    N8n,
    /// Several raw HTTP requests or cURL commands.
    Requests,
}

impl InputKind {
    /// All of them, in the order in which they are offered.
    pub const ALL: [InputKind; 10] = [
        InputKind::Body,
        InputKind::Http,
        InputKind::Curl,
        InputKind::Requests,
        InputKind::Har,
        InputKind::N8n,
        InputKind::Lambda,
        InputKind::Log,
        InputKind::Base64,
        InputKind::Hex,
    ];

    /// The stable name, for example `har`.
    pub fn name(self) -> &'static str {
        match self {
            InputKind::Base64 => "base64",
            InputKind::Body => "body",
            InputKind::Curl => "curl",
            InputKind::Har => "har",
            InputKind::Hex => "hex",
            InputKind::Http => "http",
            InputKind::Lambda => "lambda",
            InputKind::Log => "log",
            InputKind::N8n => "n8n",
            InputKind::Requests => "requests",
        }
    }

    /// The form of that name.
    pub fn from_name(name: &str) -> Option<InputKind> {
        InputKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// What people call it, for example `HTTP request`.
    pub fn label(self, lang: Lang) -> &'static str {
        words::input_kind(self, lang)
    }
}
