//! Key rules as the Code node's JavaScript reads them: one JSON literal.

use super::json::Json;
use crate::key::{Condition, Control, KeyRules, Part, Rule, Segment, Source, Test, Variant};

/// The rules as JSON, with no member left out.
pub(super) fn literal(rules: &KeyRules) -> Json {
    let KeyRules { control, variants, rule, body_hash } = rules;
    object(vec![
        ("control", list(control, control_literal)),
        ("variants", list(variants, variant_literal)),
        ("rule", optional(rule.as_ref(), rule_literal)),
        ("hash", (*body_hash).into()),
    ])
}

fn control_literal(control: &Control) -> Json {
    let answer = &control.answer;
    object(vec![
        ("when", list(&control.when, condition_literal)),
        ("status", i32::from(answer.status).into()),
        ("echo", optional(answer.echo.as_ref(), source_literal)),
        ("member", optional(answer.member.as_deref(), Json::from)),
        ("text", optional(answer.text.as_deref(), Json::from)),
    ])
}

fn variant_literal(variant: &Variant) -> Json {
    object(vec![
        ("when", list(&variant.when, condition_literal)),
        ("rule", optional(variant.rule.as_ref(), rule_literal)),
    ])
}

fn rule_literal(rule: &Rule) -> Json {
    object(vec![
        ("batch", optional(rule.batch.as_deref(), path_literal)),
        ("parts", list(&rule.parts, part_literal)),
        ("fallback", optional(rule.fallback.as_deref(), rule_literal)),
    ])
}

fn part_literal(part: &Part) -> Json {
    object(vec![("sources", list(&part.sources, source_literal)), ("required", part.required.into())])
}

fn condition_literal(condition: &Condition) -> Json {
    let source = ("source", source_literal(&condition.source));
    match &condition.test {
        Test::Absent => object(vec![source, ("is", "absent".into())]),
        Test::Like(pattern) => object(vec![source, ("like", pattern.as_str().into()), ("not", false.into())]),
        Test::Present => object(vec![source, ("is", "present".into())]),
        Test::Unlike(pattern) => {
            object(vec![source, ("like", pattern.as_str().into()), ("not", true.into())])
        }
    }
}

fn source_literal(source: &Source) -> Json {
    match source {
        Source::BodySha256 => object(vec![("sha256", true.into())]),
        Source::Form(name) => object(vec![("form", name.as_str().into())]),
        Source::Header(name) => object(vec![("header", name.as_str().into())]),
        Source::Item { up, path } => {
            object(vec![("item", path_literal(path)), ("up", Json::Number(up.to_string()))])
        }
        Source::Json(path) => object(vec![("json", path_literal(path))]),
        Source::Query(name) => object(vec![("query", name.as_str().into())]),
    }
}

fn path_literal(path: &[Segment]) -> Json {
    list(path, |segment| match segment {
        Segment::Each => Json::Null,
        Segment::Index(index) => Json::Number(index.to_string()),
        Segment::Member(name) => name.as_str().into(),
    })
}

fn object(members: Vec<(&'static str, Json)>) -> Json {
    Json::Object(members)
}

fn list<T>(items: &[T], literal: impl Fn(&T) -> Json) -> Json {
    Json::List(items.iter().map(literal).collect())
}

fn optional<T>(value: Option<T>, literal: impl Fn(T) -> Json) -> Json {
    value.map_or(Json::Null, literal)
}
