//! The key fixtures as real requests, in every content type that senders use.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use hookonce_conformance::fixtures::{KeyCase, generic_key_cases};
use hookonce_conformance::n8n::{Lab, Request, gzip};

use crate::receiver::{FIXTURES, Receiver, SCOPED};
use crate::shared::lab;

/// Either the key is the fixture's, or the answer tells that nothing was done, and nothing was.
/// What n8n refuses by itself is listed in `refused.txt`.
#[test]
fn every_fixture_has_its_key_or_is_refused() {
    let lab = lab();
    let mut refused = BTreeSet::new();
    let mut problems = Vec::new();
    let mut requests = 0;
    for (at, case) in generic_key_cases().iter().enumerate() {
        for (rank, kind) in KINDS.iter().enumerate() {
            // All fixtures in the types in which n8n parses a body and leaves it alone; every sixth in the others.
            if rank > 1 && at % 6 != 0 {
                continue;
            }
            requests += 1;
            match check(&lab, case, kind) {
                Ok(None) => {}
                Ok(Some(status)) => _ = refused.insert(format!("{}\t{status}\t{}", kind.name, short(case))),
                Err(problem) => problems.push(format!("{} as {}: {problem}", short(case), kind.name)),
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
    assert!(requests > 500, "{requests}");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/n8n_live/refused.txt");
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&file, refused.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    }
    let listed = fs::read_to_string(&file).unwrap();
    let listed: BTreeSet<String> = listed.lines().map(str::to_owned).collect();
    let new: Vec<_> = refused.difference(&listed).collect();
    assert!(new.is_empty(), "the list may only shrink, but n8n refuses these, too: {new:#?}");
    let gone: Vec<_> = listed.difference(&refused).collect();
    assert!(gone.is_empty(), "remove these from refused.txt, they are no longer refused: {gone:#?}");
}

/// A way of sending a body.
struct Kind {
    name: &'static str,
    content_type: Option<&'static str>,
    gzip: bool,
}

impl Kind {
    const fn of(content_type: &'static str) -> Kind {
        Kind { name: content_type, content_type: Some(content_type), gzip: false }
    }
}

const KINDS: [Kind; 10] = [
    Kind::of("application/json"),
    Kind::of("application/octet-stream"),
    Kind::of("application/cloudevents+json"),
    Kind { name: "none", content_type: None, gzip: false },
    Kind::of("text/plain"),
    Kind::of("application/x-www-form-urlencoded"),
    Kind::of("application/xml"),
    Kind::of("application/json; charset=utf-8"),
    Kind { name: "application/json, gzip", content_type: Some("application/json"), gzip: true },
    Kind { name: "none, gzip", content_type: None, gzip: true },
];

/// The status with which n8n refused what has a key; none if the key is right, or there is none to have.
fn check(lab: &Lab, case: &KeyCase, kind: &Kind) -> Result<Option<u16>, String> {
    let scope = &case.request.scope;
    let receiver: &Receiver = if scope.is_empty() {
        &FIXTURES
    } else {
        SCOPED.iter().find(|receiver| receiver.scope == *scope).ok_or(format!("no receiver for {scope}"))?
    };
    receiver.clear(lab);
    let body = &case.request.body;
    let mut request = Request::new(if kind.gzip { gzip(body) } else { body.clone() });
    if let Some(content_type) = kind.content_type {
        request = request.header("Content-Type", content_type);
    }
    if kind.gzip {
        request = request.header("Content-Encoding", "gzip");
    }
    let answer = lab.send(receiver.path, &request).map_err(|error| format!("no answer: {error}"))?;
    let (keys, work) = (receiver.keys(lab), receiver.work(lab));
    let told = || format!("{} {}, keys {keys:?}, work for {work:?}", answer.status, answer.body);
    match (&case.key, answer.status) {
        (Some(key), 200) => {
            let right = answer.json()["key"] == **key && keys == [key.clone()] && work == keys;
            if right { Ok(None) } else { Err(told()) }
        }
        (_, 400..) if keys.is_empty() && work.is_empty() => Ok(case.key.is_some().then_some(answer.status)),
        _ => Err(told()),
    }
}

/// The file's name and the case's.
fn short(case: &KeyCase) -> &str {
    case.name.rsplit('/').next().unwrap_or(&case.name)
}
