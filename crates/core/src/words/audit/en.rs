//! English.

use super::Words;
use crate::audit::{Audit, EntryForm, ExportForm, Fault};
use crate::lang::Lang;

pub(super) static WORDS: Words = Words {
    deliveries: "Deliveries",
    events: "Events",
    repeats: "Repeats",
    other_bytes: "Repeats with other bytes",
    conflicts: "Conflicts: same key, other content",
    without_key: "Without a key",
    hashed: "Keys that hash the body",
    control: "Handshakes and pings",
    unreadable: "Without a body, or not readable",
    longest: "Longest time to a repeat",
    senders: "Senders",
    first: |count, first| format!("{count}, the first is number {first}"),
    thousands: ',',
    form,
    fault,
    nothing: "No delivery could be read. Check what the export has in each line, row or entry, and name its form or its column of bodies.",
    no_repeats: "No event came twice.",
    repeats_advice: |repeats| {
        format!("Without a claim the work would have been done again for {repeats} of the deliveries.")
    },
    conflicts_advice: "A conflict is either two events with one key, of which the second would be lost, or a body that the sender changes between attempts. Compare the examples.",
    without_key_advice: "Deliveries without a key cannot be told apart: write a rule for them.",
    hashed_advice: "A hash of the body only finds repeats with the same bytes.",
    other_bytes_advice: |repeats| {
        format!("A hash of the body would have taken {repeats} of the repeats for new events.")
    },
    longest_advice: |longest| {
        format!(
            "Keep keys for longer than {longest}: that is how late a repeat came here, and not the latest possible."
        )
    },
    better: |rule, better, in_use| {
        format!(
            "The rule {rule} would be better: by what the deliveries say it gets {better} of the sample wrong, the one in use {in_use}."
        )
    },
};

fn form(audit: &Audit) -> String {
    let form = match audit.form {
        None => "nothing",
        Some(ExportForm::Csv) => "a table (CSV)",
        Some(ExportForm::Har) => "an HTTP Archive (HAR)",
        Some(ExportForm::Json) => "a JSON array",
        Some(ExportForm::Ndjson) => "JSON lines (NDJSON)",
    };
    let entries = match audit.entry_form {
        Some(EntryForm::Body) => "each entry is a body",
        Some(EntryForm::Input(kind)) if audit.form != Some(ExportForm::Har) => {
            return format!("Read as {form}; each entry is {}.", crate::words::input_kind(kind, Lang::En));
        }
        Some(EntryForm::Input(_)) | None => return format!("Read as {form}."),
        Some(EntryForm::Record) => "each entry has the body in one of its members",
    };
    format!("Read as {form}; {entries}.")
}

fn fault(fault: &Fault) -> String {
    match fault {
        Fault::BrokenOff { entries: 0 } => {
            "There is no array of entries in it. Check that it is complete, or name its form.".to_owned()
        }
        Fault::BrokenOff { entries } => {
            format!(
                "The export breaks off after {entries} entries. What came before is counted; export it again for the rest."
            )
        }
        Fault::NoBodyColumn { wanted, columns } => {
            let wanted = match wanted {
                Some(wanted) => format!("The table has no column {wanted}."),
                None => "No column of the table is known to have the bodies.".to_owned(),
            };
            format!("{wanted} Name one of these: {}.", columns.join(", "))
        }
        Fault::RowTooLarge { row } => {
            format!(
                "Row {row} is larger than 64 MiB. Most probably a quote in it has no end: export the table again."
            )
        }
    }
}
