//! A receiver that the tests kill: `worker DIALECT GUARANTEE LEASE_SECONDS URL`.

use std::env;
use std::io;

use hookonce_conformance::crash::Worker;
use hookonce_core::options::Options;
use hookonce_core::sql::{Dialect, Guarantee, Sql};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [dialect, guarantee, lease_seconds, url] =
        <[String; 4]>::try_from(arguments).expect("worker DIALECT GUARANTEE LEASE_SECONDS URL");
    let options = Options {
        dialect: Dialect::ALL.into_iter().find(|known| known.name() == dialect).expect("a dialect"),
        guarantee: Guarantee::ALL.into_iter().find(|known| known.name() == guarantee).expect("a guarantee"),
        lease_seconds,
        ..Options::default()
    };
    let sql = Sql::new(&options).expect("usable options");
    let worker = Worker::new(sql, url, io::stdin().lock(), io::stdout().lock());
    // Whoever sent the deliveries may be gone: nobody is left to tell.
    let _ = worker.run();
}
