//! What a key takes on the disk.

use std::fmt::Write;

use hookonce_conformance::postgresql::Database;

use crate::Way;
use crate::load::Load;
use crate::report::{digits, wrapped};
use crate::scripts::{self, Keys};

/// For each way that makes keys: bytes a key of its table, and of its index.
pub struct Size {
    way: Way,
    keys: i64,
    table: f64,
    index: f64,
}

const WAYS: [Way; 3] = [Way::ClaimFirst, Way::LeaseAndFinish, Way::SameTransaction];
const CONNECTIONS: usize = 8;
const SECONDS: u32 = 3;

/// Sizes of tables that were filled by claims, with all that they leave behind.
pub fn measure(database: &Database) -> Vec<Size> {
    let measure = |way: Way| {
        let table = scripts::table(way.guarantee());
        eprintln!("the size of {table}");
        database.psql(&format!("TRUNCATE {table};"));
        Load::measure(database, &scripts::script(way, Keys::New), CONNECTIONS, SECONDS);
        let query =
            format!("SELECT count(*), pg_relation_size('{table}'), pg_indexes_size('{table}') FROM {table}");
        let row = database.connect().query_one(&query, &[]).expect("sizes");
        let [keys, table, index] = [0, 1, 2].map(|at| row.get::<_, i64>(at));
        Size { way, keys, table: table as f64 / keys as f64, index: index as f64 / keys as f64 }
    };
    WAYS.into_iter().map(measure).collect()
}

/// The part of the report.
pub fn text(sizes: &[Size]) -> String {
    let mut text = String::new();
    let mut write = |line: String| writeln!(text, "{line}").expect("memory takes all");
    write("## The size of a key\n".into());
    write(wrapped(
        "Of 19 bytes, in tables that claims and finishes filled, with the old versions of rows that no vacuum has taken \
         away yet.",
    ));
    write(String::new());
    write(
        "| | table ÷ claim-first | index ÷ claim-first | table, bytes a key | index, bytes a key | keys |"
            .into(),
    );
    write("| --- | ---: | ---: | ---: | ---: | ---: |".into());
    for size in sizes {
        let ratios = [size.table / sizes[0].table, size.index / sizes[0].index];
        let cells = [ratios[0], ratios[1], size.table, size.index, size.keys as f64].map(digits).join(" | ");
        write(format!("| {} | {cells} |", size.way.name()));
    }
    text
}
