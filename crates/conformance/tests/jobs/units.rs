//! What systemd says about the units.

use std::process::Command;

use hookonce_core::sql::{Dialect, Guarantee, Job};

use crate::support::{HOSTILE, Installed, sql};

#[test]
fn systemd_reads_the_units_without_a_complaint() {
    for dialect in Dialect::ALL {
        for table in ["processed_events"].into_iter().chain(HOSTILE) {
            let sql = sql(dialect, Guarantee::Lease, table);
            let installed = Installed::new(&sql, Job::SystemdTimer, &[]);
            let (success, said) = verify(&installed);
            assert!(success && said.is_empty(), "{table}: {said}");
        }
    }
}

#[test]
fn a_unit_with_a_fault_is_found() {
    let installed = Installed::new(&sql(Dialect::Sqlite, Guarantee::Lease, "x"), Job::SystemdTimer, &[]);
    let timer = std::fs::read_to_string(installed.path("timer")).unwrap();
    std::fs::write(installed.path("timer"), timer.replace("03:17:00", "27:17:00")).unwrap();
    let (_, said) = verify(&installed);
    assert!(said.contains("27:17:00"), "{said}");
}

fn verify(installed: &Installed) -> (bool, String) {
    let mut analyze = Command::new("systemd-analyze");
    analyze.args(["verify", "--man=no"]).args([installed.path("timer"), installed.path("service")]);
    let output =
        analyze.output().expect("systemd is missing: install it (Debian: `apt-get install systemd`)");
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}
