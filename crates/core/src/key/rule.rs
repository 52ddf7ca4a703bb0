//! The rule by which a key is made: an ordered list of parts.

/// A key rule.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Rule {
    /// What the key is made of, in order; at least one.
    pub parts: Vec<Part>,
    /// The path of an array whose items have a key each; JSON paths of the parts then start at the item.
    pub batch: Option<Vec<Segment>>,
    /// The rule to use when a part fails; without one, the body's hash.
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
    /// A place in a JSON body.
    Json(Vec<Segment>),
}

/// A step down a JSON body.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Segment {
    /// An array's item, counted from 0.
    Index(usize),
    /// An object's member.
    Member(String),
}

impl Rule {
    /// The default: the member `id` of a JSON object at the top level.
    pub fn generic() -> Rule {
        let source = Source::Json(vec![Segment::Member("id".into())]);
        let part = Part { sources: vec![source], required: true };
        Rule { parts: vec![part], batch: None, fallback: None }
    }

    /// This rule and its fallbacks, in the order in which they are tried.
    pub(super) fn chain(&self) -> impl Iterator<Item = &Rule> {
        std::iter::successors(Some(self), |rule| rule.fallback.as_deref())
    }

    /// Every JSON path of the chain, in order.
    pub(super) fn json_paths(&self) -> impl Iterator<Item = &Vec<Segment>> {
        let sources = self.chain().flat_map(|rule| &rule.parts).flat_map(|part| &part.sources);
        sources.filter_map(|source| match source {
            Source::Json(path) => Some(path),
            Source::BodySha256 | Source::Form(_) | Source::Header(_) => None,
        })
    }
}

impl Source {
    /// The source as text: a path such as `data.items[0].id`, or a name.
    pub fn name(&self) -> String {
        match self {
            Source::BodySha256 => "sha256".into(),
            Source::Form(name) | Source::Header(name) => name.clone(),
            Source::Json(path) => path_text(path),
        }
    }
}

/// A path as text.
pub(super) fn path_text(path: &[Segment]) -> String {
    let mut text = String::new();
    for segment in path {
        match segment {
            Segment::Index(index) => text.push_str(&format!("[{index}]")),
            Segment::Member(name) if text.is_empty() => text.push_str(name),
            Segment::Member(name) => text.push_str(&format!(".{name}")),
        }
    }
    text
}
