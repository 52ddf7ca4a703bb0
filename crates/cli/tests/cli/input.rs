//! What is read, from where, and how much of it.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::process::Stdio;

use crate::support::{checkout, codes, command, key_json, one_line_of_json, run, scratch};

const LIMIT: u64 = 64 << 20;

#[test]
fn an_input_is_read_as_what_it_looks_like_or_as_what_is_said() {
    #[track_caller]
    fn check(args: &[&str], input: &str, key: &str) {
        let (_, json) = key_json(args, input);
        assert_eq!(json["key"], key);
    }
    let body = r#"{"id":"evt_A"}"#;
    let http = format!("POST /in HTTP/1.1\r\nHost: a\r\n\r\n{body}");
    let curl = format!("curl http://a/in -d '{body}'");
    check(&[], body, "evt:evt_A");
    check(&[], &http, "evt:evt_A");
    check(&[], &curl, "evt:evt_A");
    check(&["--input", "auto"], &curl, "evt:evt_A");
    check(&["--input", "http"], &http, "evt:evt_A");
    check(&["--input", "curl"], &curl, "evt:evt_A");
    // As a body these are no JSON.
    check(
        &["--input", "body"],
        "curl\n",
        "sha256:62125f0bac20a7ff12328a8b93f60b66d97ad0963ee27eb671da03a5438bbc92",
    );
}

#[test]
fn every_form_of_input_is_read_and_one_of_several_deliveries_is_picked() {
    #[track_caller]
    fn check(name: &str, args: &[&str], key: &str) {
        let path = checkout("tests/fixtures/inputs").join(name);
        let args: Vec<_> = args.iter().copied().chain([path.to_str().unwrap()]).collect();
        assert_eq!(key_json(&args, "").1["key"], key, "{name} {args:?}");
    }
    check("har/browser.har", &[], "evt:evt_A");
    check("har/browser.har", &["--entry", "2"], "evt:evt_A");
    check("n8n/parsed.json", &[], "evt:evt_A");
    check("lambda/http-api-v2.json", &["--input", "lambda"], "evt:evt_A");
    check("log/ngrok.json", &[], "evt:evt_A");
    check("requests/curl.sh", &["--entry", "2"], "evt:evt_B");
    check("requests/rest-client.http", &["--input", "requests", "--entry", "2"], "evt:evt_B");
    check("base64/body.txt", &[], "evt:evt_A");
    check("hex/body.txt", &["--input", "hex"], "evt:evt_A");
    // The choice overrules the looks: as a body, an archive has no id of its own.
    let path = checkout("tests/fixtures/inputs/har/browser.har");
    let (_, json) = key_json(&["--input", "body", path.to_str().unwrap()], "");
    assert_eq!(json["rule"], "body-hash");
    let (code, json) = key_json(&["--entry", "4", path.to_str().unwrap()], "");
    assert_eq!((code, codes(&json)), (1, vec!["entry-missing"]));
    let (code, json) = key_json(&["--input", "n8n"], "{}");
    assert_eq!((code, codes(&json)), (1, vec!["input-kind-mismatch"]));
}

#[test]
fn the_samples_of_the_page_have_their_keys() {
    #[track_caller]
    fn check(name: &str, key: &str, rule: &str) {
        let path = checkout("src/samples").join(name);
        let (code, json) = key_json(&[path.to_str().unwrap()], "");
        assert_eq!((code, &json["rule"]), (0, &rule.into()), "{name}");
        assert!(json["key"].as_str().unwrap().starts_with(key), "{name}: {}", json["key"]);
    }
    check("form.curl", "evt:msg_2Lh9", "event-id");
    check("github.http", "evt:72d3162e-cc78-11e3-81ab-4c9367dc0958", "event-id");
    check("shopify.http", "evt:b54557e4-bdd9-4b37-8a5f-bf7d70bcd043", "event-id");
    check("stripe.json", "evt:evt_", "event-id");
    check("large-number.json", "sha256:", "body-hash");
    check("no-id.json", "sha256:", "body-hash");
}

#[test]
fn by_the_generic_rule_a_request_has_the_key_of_its_body_alone() {
    for name in ["github.http", "shopify.http"] {
        let request = fs::read(checkout("src/samples").join(name)).unwrap();
        let text = String::from_utf8(request.clone()).unwrap();
        let body = text.split_once("\n\n").or(text.split_once("\r\n\r\n")).unwrap().1;
        let key = |args: &[&str], input: &[u8]| {
            key_json(&[&["--provider", "generic"], args].concat(), input).1["key"].clone()
        };
        assert_eq!(key(&[], &request), key(&["--input", "body"], body.as_bytes()), "{name}");
    }
}

#[test]
fn reading_is_exact_to_the_byte() {
    // The hashes are of `sha256sum`.
    #[track_caller]
    fn check(input: &[u8], key: &str) {
        assert_eq!(key_json(&[], input).1["key"], key);
        let path = scratch(&format!("exact-{}", &key[7..15]));
        fs::write(&path, input).unwrap();
        assert_eq!(key_json(&[path.to_str().unwrap()], "").1["key"], key);
    }
    check(b"\xFF\x00\r\n\x1A\x80", "sha256:842e24c8fbd1436c285b40f1e5c1432cd59284db273f13b84a36771bc90ceceb");
    check(b"a\r\nb", "sha256:18745f36a05e29072709042d6062ce54f1b08ff36c27ba80c39f81fb010c8ce2");
    check(b"a\nb\n", "sha256:911169ddaaf146aff539f58c26c489af3b892dff0fe283c1c264c65ae5aa59a2");
}

#[test]
fn a_file_may_have_any_name() {
    for name in ["größe 📦.json", "'; rm -rf", "--scope"] {
        let path = scratch(name);
        fs::write(&path, r#"{"id":"evt_A"}"#).unwrap();
        assert_eq!(run(&["key".as_ref(), path.as_os_str()], "").stdout, "evt:evt_A\n");
    }
    let mut command = command(&["key", "--", "--scope"]);
    let output = command.current_dir(scratch("")).output().unwrap();
    assert_eq!(output.stdout, b"evt:evt_A\n");
}

#[cfg(unix)]
#[test]
fn a_file_name_need_not_be_utf8() {
    use std::os::unix::ffi::OsStrExt;
    let path = scratch("").join(std::ffi::OsStr::from_bytes(b"body-\xFF.json"));
    fs::write(&path, r#"{"id":"evt_A"}"#).unwrap();
    assert_eq!(run(&["key".as_ref(), path.as_os_str()], "").stdout, "evt:evt_A\n");
}

#[test]
fn a_byte_above_the_limit_is_refused_with_the_size() {
    let path = scratch("too-large");
    File::create(&path).unwrap().set_len(LIMIT + 1).unwrap();
    let (code, json) = key_json(&[path.to_str().unwrap()], "");
    assert_eq!((code, &json["key"], codes(&json)), (2, &().into(), vec!["input-too-large"]));
    assert!(json["findings"][0]["message"].as_str().unwrap().contains("64.1 MiB"));

    // A pipe or a redirection does not tell its size before it has ended.
    File::options().write(true).open(&path).unwrap().set_len(LIMIT + (6 << 20)).unwrap();
    let mut command = command(&["key", "--lang", "de"]);
    let output = command.stdin(Stdio::from(File::open(&path).unwrap())).output().unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("Fehler[input-too-large]: Die Eingabe hat 70,0 MiB"), "{stderr}");
    fs::remove_file(path).unwrap();
}

#[test]
fn a_huge_file_costs_no_time_and_no_memory() {
    let path = scratch("sparse");
    File::create(&path).unwrap().set_len(1 << 36).unwrap();
    assert_eq!(key_json(&[path.to_str().unwrap()], "").0, 2);
    fs::remove_file(path).unwrap();
}

#[test]
fn the_limit_itself_is_read() {
    let path = scratch("at-limit");
    let mut file = File::create(&path).unwrap();
    // In a debug build a large body takes long, unless it is not UTF-8 from the start.
    file.write_all(b"\xFF").unwrap();
    file.seek(SeekFrom::Start(LIMIT - 1)).unwrap();
    file.write_all(b"\xFF").unwrap();
    drop(file);
    let args = ["key", "--format", "json", "--header", "Content-Type: multipart/form-data"];
    let output = run(&[&args[..], &[path.to_str().unwrap()]].concat(), "");
    let json = one_line_of_json(&output.stdout);
    assert_eq!((output.code, &json["rule"]), (0, &"body-hash".into()));
    assert!(codes(&json).contains(&"multipart-body"), "headers are judged beside a body of any size");
    fs::remove_file(path).unwrap();
}
