//! The rules by which keys are made: ordered lists of parts, and which of them is for which delivery.

use super::condition::Condition;

/// How one sender's keys are made, or those of every sender.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct KeyRules {
    /// Handshakes and pings: they are answered, and never claimed.
    pub control: Vec<Control>,
    /// Rules for some deliveries only; all whose conditions hold apply.
    pub variants: Vec<Variant>,
    /// The rule where no variant applies; without one no key is possible.
    pub rule: Option<Rule>,
    /// Whether the body's hash is left when a rule fails; without it there is no key then.
    pub body_hash: bool,
}

/// A message that is not an event.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Control {
    /// All of them hold.
    pub when: Vec<Condition>,
    /// What the sender expects.
    pub answer: Answer,
}

/// How a control message is answered.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// A value of the message that is sent back.
    pub echo: Option<Source>,
    /// The name of the JSON member that the value is sent back in; without it, as plain text.
    pub member: Option<String>,
    /// A fixed body.
    pub text: Option<String>,
    /// Whether the status and the body above are all that the sender asks for: some want a signature checked or made, or a
    /// request of their own.
    pub complete: bool,
}

/// A rule for some of a sender's deliveries.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Variant {
    /// All of them hold.
    pub when: Vec<Condition>,
    /// The rule; none where no key is possible.
    pub rule: Option<Rule>,
}

/// A key rule.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Rule {
    /// What the key is made of, in order; at least one.
    pub parts: Vec<Part>,
    /// The place of the items that have a key each.
    pub batch: Option<Vec<Segment>>,
    /// The rule to use when a part fails, of a batch for that item.
    pub fallback: Option<Box<Rule>>,
}

/// One part of a key.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Part {
    /// Where the value may be; the first one present counts.
    pub sources: Vec<Source>,
    /// Whether its absence means the fallback; else it is an empty segment.
    pub required: bool,
}

/// Where a value comes from.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Source {
    /// The SHA-256 of the raw body in hex.
    BodySha256,
    /// A field of a form-encoded body.
    Form(String),
    /// A header, by its name in any case.
    Header(String),
    /// A place in a batch's item, or in what is this many levels above it; an array is a level too.
    Item {
        /// How many levels up the path starts.
        up: usize,
        /// The path from there.
        path: Vec<Segment>,
    },
    /// A place in a JSON body.
    Json(Vec<Segment>),
    /// A parameter of the URL's query.
    Query(String),
}

/// A step down a JSON body.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Segment {
    /// Each of an array's items.
    Each,
    /// An array's item, counted from 0.
    Index(usize),
    /// An object's member.
    Member(String),
}

impl KeyRules {
    /// The default: the generic rule of `key-rules.md`.
    pub fn generic() -> KeyRules {
        Rule::generic().into()
    }

    /// Whether a delivery can have several events.
    pub fn has_batch(&self) -> bool {
        let rules = self.variants.iter().filter_map(|variant| variant.rule.as_ref()).chain(&self.rule);
        rules.into_iter().any(|rule| rule.batch.is_some())
    }
}

impl From<Rule> for KeyRules {
    fn from(rule: Rule) -> KeyRules {
        KeyRules { control: Vec::new(), variants: Vec::new(), rule: Some(rule), body_hash: true }
    }
}

impl Rule {
    /// The default: the member `id` of a JSON object at the top level.
    pub fn generic() -> Rule {
        Rule::of(Source::Json(vec![Segment::Member("id".into())]))
    }

    /// The rule of one part from one place.
    pub fn of(source: Source) -> Rule {
        Rule { parts: vec![Part { sources: vec![source], required: true }], batch: None, fallback: None }
    }

    /// This rule and its fallbacks, in the order in which they are tried.
    pub(super) fn chain(&self) -> impl Iterator<Item = &Rule> {
        std::iter::successors(Some(self), |rule| rule.fallback.as_deref())
    }
}

impl Source {
    /// `body`, `form`, `header` or `query`.
    pub fn kind(&self) -> &'static str {
        match self {
            Source::BodySha256 | Source::Item { .. } | Source::Json(_) => "body",
            Source::Form(_) => "form",
            Source::Header(_) => "header",
            Source::Query(_) => "query",
        }
    }

    /// The source as a sentence names it: a path such as `data.items[0].id`, or a name.
    pub fn name(&self) -> String {
        match self {
            Source::BodySha256 => "sha256".into(),
            Source::Form(name) | Source::Header(name) | Source::Query(name) => name.clone(),
            Source::Item { path, .. } | Source::Json(path) => path_text(path),
        }
    }
}

/// A path as a sentence names it.
pub(super) fn path_text(path: &[Segment]) -> String {
    let mut text = String::new();
    for segment in path {
        match segment {
            Segment::Each => text.push_str("[*]"),
            Segment::Index(index) => text.push_str(&format!("[{index}]")),
            Segment::Member(name) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(name);
            }
        }
    }
    text
}
