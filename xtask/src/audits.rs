//! How fast an export is audited, beside programs that read it too.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::section::Section;
use crate::{paths, run};

const SECTION: Section = Section {
    name: "audits",
    written_by: "cargo xtask bench --only audit",
    heading: "\n## Auditing an export\n\n",
};

const BYTES: u64 = 200_000_000;

/// Measures, and writes the table.
pub fn bench() -> Result<()> {
    let mut cargo = run::cargo();
    cargo.args(["build", "--quiet", "--release", "-p", "hookonce-cli"]);
    run::step("build the command line tool", || run::show(&mut cargo))?;
    let tool = paths::root().join("target/release/hookonce");
    let folder = paths::root().join("target/xtask/audit-bench");
    fs::create_dir_all(&folder)?;
    let export = export(&folder)?;
    let table = table(&tool, &export);
    fs::remove_dir_all(&folder)?;
    let table = table?;
    print!("{table}");
    SECTION.write(&paths::benchmarks(), &table)
}

/// JSON lines as a payment sender's events look, of about 1 kB each; every twentieth comes again.
fn export(folder: &Path) -> Result<PathBuf> {
    let path = folder.join("export.ndjson");
    let mut file = BufWriter::new(File::create(&path)?);
    let mut written = 0;
    let mut event = 0_u64;
    while written < BYTES {
        // Any numbers do, as long as they are the same in each run.
        let mixed = event.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let line = format!(
            "{{\"id\":\"evt_{mixed:016x}\",\"object\":\"event\",\"type\":\"invoice.paid\",\"created\":{created},\"livemode\":true,\
             \"pending_webhooks\":1,\"data\":{{\"object\":{{\"id\":\"in_{order:08}\",\"amount\":{amount},\"currency\":\"eur\",\
             \"customer\":\"cus_{customer:06}\",\"description\":\"{text}\",\"lines\":[{lines}]}}}},\
             \"request\":{{\"id\":null,\"idempotency_key\":\"{mixed:032x}\"}}}}\n",
            created = 1_772_368_200 + event,
            order = event / 3,
            amount = mixed % 100_000,
            customer = event % 5_000,
            text = "A payment for an order, in a sentence as long as such texts are. ".repeat(4),
            lines = (0..4)
                .map(|line| format!(
                    "{{\"id\":\"li_{event}_{line}\",\"price\":\"price_{line}\",\"quantity\":{line}}}"
                ))
                .collect::<Vec<_>>()
                .join(","),
        );
        let times = if event.is_multiple_of(20) { 2 } else { 1 };
        for _ in 0..times {
            file.write_all(line.as_bytes())?;
            written += line.len() as u64;
        }
        event += 1;
    }
    file.flush()?;
    Ok(path)
}

fn table(tool: &Path, export: &Path) -> Result<String> {
    let bytes = fs::metadata(export)?.len() as f64;
    let audit = |args: &[&str]| {
        let mut command = Command::new(tool);
        command.arg("audit").args(args).arg("--format=json").arg(export);
        command
    };
    let by = |program: &str, args: &[&str]| {
        let mut command = Command::new(program);
        command.args(args).arg(export);
        command
    };
    let generic = seconds(&mut audit(&["--provider=generic"]))?;
    let rows = [
        ("`hookonce audit --provider generic`", generic),
        ("`hookonce audit`, which looks for the sender of each", seconds(&mut audit(&[]))?),
        ("`sha256sum`", seconds(&mut by("sha256sum", &[]))?),
        ("`wc -l`", seconds(&mut by("wc", &["-l"]))?),
        ("Node: `JSON.parse` of each line, `id` into a set", seconds(&mut by("node", &["-e", NODE]))?),
    ];
    let mut out = format!(
        "{:.0} MB of JSON lines, about 1 kB each, every twentieth twice; medians of five runs, the file in the system's cache.\n\n\
         | | MB/s | time ÷ that of the generic audit |\n| --- | ---: | ---: |\n",
        bytes / 1e6
    );
    for (name, seconds) in rows {
        writeln!(out, "| {name} | {:.0} | {:.2} |", bytes / 1e6 / seconds, seconds / generic)?;
    }
    writeln!(
        out,
        "\nIt runs within {MEMORY_MB} MB of address space (`ulimit -v`), of which the keys take about half."
    )?;
    let limited = format!(
        "ulimit -v {} && exec \"$0\" audit --provider generic --format json \"$1\"",
        MEMORY_MB * 1000
    );
    let mut limited_run = Command::new("sh");
    limited_run.args(["-c", &limited]).arg(tool).arg(export);
    seconds(&mut limited_run).context("it needs more memory than the document says")?;
    Ok(out)
}

const MEMORY_MB: u32 = 100;

const NODE: &str = "const seen = new Set(); let left = '';
const file = require('fs').createReadStream(process.argv[1], { highWaterMark: 1 << 20 });
file.on('data', (piece) => { const lines = (left + piece).split('\\n'); left = lines.pop(); for (const line of lines) seen.add(JSON.parse(line).id); });";

/// The median time of five runs.
fn seconds(command: &mut Command) -> Result<f64> {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut times = Vec::new();
    for _ in 0..5 {
        let start = Instant::now();
        let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
        // An audit that finds conflicts ends with 1, and has run.
        ensure!(status.code().is_some_and(|code| code < 2), "{command:?} failed");
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Ok(times[2])
}
