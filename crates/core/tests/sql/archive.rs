//! The archive, unpacked by another implementation.

use std::io::{Cursor, Read};

use ::zip::ZipArchive;
use hookonce_core::files::{NamedFile, Timestamp, zip};
use hookonce_core::lang::Lang;
use hookonce_core::sql::{Change, Dialect, Guarantee, MigrationTool};

use crate::support::{plain, timestamp};

#[test]
fn another_reader_unpacks_what_was_packed() {
    let file = |path: &str, text: &str| NamedFile { path: path.into(), text: text.into() };
    let files = [
        file("empty.txt", ""),
        file("folder/größe-📦.sql", "-- „ä“\r\nSELECT 1;\n"),
        file("check", "123456789"),
        file("script.sh", "#!/bin/sh\n"),
        file("long.sql", &"0123456789abcdef\n".repeat(10_000)),
    ];
    let bytes = zip(&files, &Timestamp::new("20241231235958").unwrap());
    let mut archive = ZipArchive::new(Cursor::new(&bytes)).unwrap();
    assert_eq!(archive.len(), files.len());
    for (at, NamedFile { path, text }) in files.iter().enumerate() {
        let mut entry = archive.by_index(at).unwrap();
        assert_eq!(entry.name().unwrap(), path.as_str());
        let mut content = String::new();
        // Reading to the end compares the CRC-32.
        entry.read_to_string(&mut content).unwrap();
        assert_eq!(content, *text);
        let mode = if path == "script.sh" { 0o100_755 } else { 0o100_644 };
        assert_eq!(entry.unix_mode(), Some(mode));
        assert_eq!(entry.last_modified().unwrap().to_string(), "2024-12-31 23:59:58");
    }
    // Bit 11 of the flags: this reader guesses well, others take names without it for code page 437.
    assert_eq!(bytes[6..8], [0, 8]);
    let directory = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    assert_eq!(bytes[directory + 8..directory + 10], [0, 8]);
    // CRC-32 has this check value in every catalogue.
    assert_eq!(archive.by_name("check").unwrap().crc32(), 0xCBF4_3926);
}

#[test]
fn an_archive_is_deterministic() {
    let sql = plain(Dialect::PostgreSql, Guarantee::Lease);
    let files = sql.migration(MigrationTool::Sqlx, Change::Create, &timestamp(), Lang::En);
    assert_eq!(zip(&files, &timestamp()), zip(&files, &timestamp()));
    assert_ne!(zip(&files, &timestamp()), zip(&files, &Timestamp::new("20261201031702").unwrap()));
}
