//! Every kind of options, and the committed files.

use std::path::{Path, PathBuf};

use hookonce_core::files::{NamedFile, Timestamp};
use hookonce_core::options::Options;
use hookonce_core::sql::{Columns, Dialect, Guarantee, Sql};

/// The table, in the default schema.
#[track_caller]
pub fn sql(dialect: Dialect, guarantee: Guarantee, columns: Columns, table: &str) -> Sql {
    let options = Options { dialect, guarantee, columns, table: table.into(), ..Options::default() };
    Sql::new(&options).unwrap()
}

/// The default options but for the dialect and the guarantee.
#[track_caller]
pub fn plain(dialect: Dialect, guarantee: Guarantee) -> Sql {
    sql(dialect, guarantee, Columns::default(), &Options::default().table)
}

pub fn everything() -> impl Iterator<Item = (Dialect, Guarantee, Columns)> {
    let guarantees =
        Dialect::ALL.into_iter().flat_map(|dialect| Guarantee::ALL.map(|guarantee| (dialect, guarantee)));
    guarantees
        .flat_map(|(dialect, guarantee)| all_columns().map(move |columns| (dialect, guarantee, columns)))
}

pub fn timestamp() -> Timestamp {
    Timestamp::new("20261201031700").unwrap()
}

/// The lines without comments.
pub fn without_comments(file: &NamedFile) -> String {
    let is_comment = |line: &str| {
        let line = line.trim_start();
        line.starts_with("-- ") || line.starts_with("# ")
    };
    file.text.lines().filter(|line| !is_comment(line)).map(|line| format!("{line}\n")).collect()
}

/// Names that are quoted, and that the places where they end up could read in another way.
pub const HOSTILE: [&str; 8] = [
    "say \"hi\"",
    "a`b'c",
    "\"; DROP TABLE x; --",
    "back\\slash \\:colon :name ::cast",
    "100% %s ${placeholder} {{ $json }}",
    "$hookonce$ $batch$ $block$ // $$ @@",
    "größe",
    "SELECT",
];

/// Compares the files of a folder with the committed ones; `UPDATE_SNAPSHOTS=1` writes them.
#[track_caller]
pub fn compare(folder: &str, files: &[NamedFile]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(folder);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        let _ = std::fs::remove_dir_all(&root);
        for file in files {
            let path = root.join(&file.path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, &file.text).unwrap();
        }
    }
    for NamedFile { path, text } in files {
        let committed = std::fs::read_to_string(root.join(path)).unwrap_or_default();
        assert!(
            committed == *text,
            "{folder}/{path} differs; look at the change, then run with UPDATE_SNAPSHOTS=1"
        );
    }
    let mut committed = Vec::new();
    list(&root, &mut committed);
    committed.sort();
    let mut expected: Vec<_> = files.iter().map(|file| root.join(&file.path)).collect();
    expected.sort();
    assert_eq!(committed, expected, "{folder} has other files; run with UPDATE_SNAPSHOTS=1");
}

fn all_columns() -> impl Iterator<Item = Columns> {
    [false, true].into_iter().flat_map(|event_type| {
        [false, true].into_iter().flat_map(move |fingerprint| {
            [false, true].map(|scope| Columns { event_type, fingerprint, scope })
        })
    })
}

fn list(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { list(&path, found) } else { found.push(path) }
    }
}
