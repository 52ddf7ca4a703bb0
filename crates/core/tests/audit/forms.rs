//! The forms of an export, in pieces of any size.

use hookonce_core::audit::{Audit, EntryForm, ExportForm, Fault};
use hookonce_core::delivery::InputKind;
use hookonce_core::lang::Lang;

use crate::{in_pieces, numbers};

/// Every size of piece gives the same.
#[track_caller]
fn check(export: &str, form: ExportForm, entry_form: EntryForm, expected: [u64; 5]) {
    for piece in [1, 2, 3, 7, 64, 4096, 1 << 20] {
        let audit = in_pieces(export.as_bytes(), piece, None, "generic").unwrap();
        assert_eq!((audit.form, audit.entry_form), (Some(form), Some(entry_form)), "pieces of {piece}");
        assert_eq!(numbers(&audit), expected, "pieces of {piece}");
        assert_eq!(audit.bytes, export.len() as u64);
    }
}

#[track_caller]
fn fault(export: &str, form: Option<ExportForm>) -> Result<Audit, Fault> {
    in_pieces(export.as_bytes(), 5, form, "generic")
}

#[test]
fn json_lines() {
    check(
        "{\"id\":\"a1\"}\r\n{\"id\":\"a2\"}\n\n  \n{\"id\":\"a1\"}",
        ExportForm::Ndjson,
        EntryForm::Body,
        [3, 2, 1, 0, 0],
    );
    // The end of a line is no byte of the body.
    let audit = fault("{\"id\":\"a1\"}\r\n{\"id\":\"a1\"}", None).unwrap();
    assert_eq!((audit.repeats, audit.repeats_with_other_bytes), (1, 0));
    check("\u{feff}{\"id\":\"a1\"}\n", ExportForm::Ndjson, EntryForm::Body, [1, 1, 0, 0, 0]);
    let record = r#"{"headers":{"X-Id":"1"},"body":"a=1&b=2"}"#;
    check(record, ExportForm::Ndjson, EntryForm::Record, [1, 1, 0, 0, 0]);
    let lambda = r#"{"version":"2.0","rawPath":"/h","headers":{"content-type":"application/json"},"requestContext":{"http":{"method":"POST","path":"/h"},"timeEpoch":1772368200000},"body":"{\"id\":\"a1\"}","isBase64Encoded":false}"#;
    check(
        &format!("{lambda}\n{lambda}"),
        ExportForm::Ndjson,
        EntryForm::Input(InputKind::Lambda),
        [2, 1, 1, 0, 0],
    );
}

#[test]
fn a_json_array() {
    check(
        r#" [ {"id":"a,1]"} , {"id":"a\"2"},{"id":"a,1]"} ] "#,
        ExportForm::Json,
        EntryForm::Body,
        [3, 2, 1, 0, 0],
    );
    assert_eq!(numbers(&fault("[]", None).unwrap()), [0; 5]);
}

#[test]
fn an_archive() {
    let entry = |id: &str| {
        format!(
            "{{\"startedDateTime\":\"2026-03-01T12:00:00.000Z\",\"request\":{{\"method\":\"POST\",\"url\":\"https://h.example/\",\"headers\":[],\"postData\":{{\"mimeType\":\"application/json\",\"text\":\"{{\\\"id\\\":\\\"{id}\\\"}}\"}}}},\"response\":{{\"content\":{{\"text\":\"[\\\"entries\\\"]\"}}}}}}"
        )
    };
    let archive = format!(
        "{{ \"log\" : {{\"version\":\"1.2\",\"comment\":\"entries\",\"pages\":[{{\"id\":[1]}}],\"entries\":[{},{},{}],\"after\":[1]}}}}",
        entry("e1"),
        entry("e2"),
        entry("e1")
    );
    check(&archive, ExportForm::Har, EntryForm::Input(InputKind::Har), [3, 2, 1, 0, 0]);
    let audit = fault(&archive, None).unwrap();
    assert_eq!((audit.has_times, audit.longest), (true, Some(0)));
    // It breaks off inside the third entry: what came before counts.
    let audit = fault(&archive[..archive.len() - 60], None).unwrap();
    assert_eq!((audit.deliveries, audit.fault), (2, Some(Fault::BrokenOff { entries: 3 })));
    // Entries of something else, in front of the log.
    let other = format!("{{\"x\":{{\"entries\":[{{}},{{}}]}},{}", &archive[1..]);
    assert_eq!(numbers(&fault(&other, Some(ExportForm::Har)).unwrap()), [3, 2, 1, 0, 0]);
    let audit = fault("{\"log\":{}}", None).unwrap();
    assert_eq!(audit.fault, Some(Fault::BrokenOff { entries: 0 }));
}

#[test]
fn tables() {
    let table = "id,received_at,Body,headers\r\n\
        1,2026-03-01 12:00:00+00,\"{\"\"id\"\":\"\"a1\"\",\"\"t\"\":\"\"x\ny\"\"}\",\"{\"\"X-A\"\":\"\"1\"\"}\"\r\n\
        2,2026-03-01 13:00:00+00,\"{\"\"id\"\":\"\"a1\"\",\"\"t\"\":\"\"x\ny\"\"}\",\r\n\
        3,,,\r\n";
    check(table, ExportForm::Csv, EntryForm::Record, [2, 1, 1, 0, 0]);
    let audit = fault(table, None).unwrap();
    assert_eq!((audit.longest, audit.unreadable), (Some(3600), (1, Some(4))));
    check("n;payload\n1;{\"id\":7}\n2;{\"id\":7}", ExportForm::Csv, EntryForm::Record, [2, 1, 1, 0, 0]);
    let missing = fault("a,b\n1,2\n", None).unwrap_err();
    assert_eq!(missing, Fault::NoBodyColumn { wanted: None, columns: vec!["a".into(), "b".into()] });
    for lang in Lang::ALL {
        assert!(missing.text(lang).contains("a, b"));
    }
}

#[test]
fn a_form_can_be_named() {
    let audit = fault("[{\"id\":\"a1\"},{\"id\":\"a2\"}]\n[1]\n", Some(ExportForm::Ndjson)).unwrap();
    assert_eq!((audit.deliveries, audit.form), (2, Some(ExportForm::Ndjson)));
}

#[test]
fn a_huge_entry_is_left_out_and_the_rest_is_read() {
    let mut export = b"{\"id\":\"a1\"}\n{\"id\":\"".to_vec();
    export.resize(export.len() + (65 << 20), b'x');
    export.extend(b"\"}\n{\"id\":\"a1\"}\n");
    let audit = in_pieces(&export, 1 << 20, None, "generic").unwrap();
    assert_eq!((audit.deliveries, audit.repeats, audit.unreadable), (2, 1, (1, Some(2))));
}
