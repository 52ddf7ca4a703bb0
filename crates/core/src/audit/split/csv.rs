//! Rows of a table, of which one column has the bodies.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::{MAX_ENTRY_BYTES, Raw, Row, Take};
use crate::audit::Fault;
use crate::audit::record::{BODIES, HEADERS, TIMES};

pub(super) struct Csv {
    reader: Reader,
    /// The column's name that was asked for.
    wanted: Option<String>,
    columns: Option<Columns>,
    /// The row's text so far, and where its cells end in it.
    text: Vec<u8>,
    filled: usize,
    ends: Vec<usize>,
    cells: usize,
    rows: u64,
}

struct Columns {
    body: usize,
    headers: Option<usize>,
    time: Option<usize>,
}

impl Csv {
    pub fn new(separator: u8, wanted: Option<String>) -> Csv {
        Csv {
            reader: ReaderBuilder::new().delimiter(separator).build(),
            wanted,
            columns: None,
            text: vec![0; 1 << 16],
            filled: 0,
            ends: vec![0; 64],
            cells: 0,
            rows: 0,
        }
    }

    /// Takes the next bytes; none at all end the table.
    fn read(&mut self, mut bytes: &[u8], is_end: bool, take: &mut Take) -> Result<(), Fault> {
        loop {
            if bytes.is_empty() && !is_end {
                return Ok(());
            }
            let (result, read, filled, cells) =
                self.reader.read_record(bytes, &mut self.text[self.filled..], &mut self.ends[self.cells..]);
            bytes = &bytes[read..];
            self.filled += filled;
            self.cells += cells;
            match result {
                ReadRecordResult::End => return Ok(()),
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::OutputFull if self.text.len() > 2 * MAX_ENTRY_BYTES => {
                    // A quote that never ends makes the rest of the file one cell.
                    return Err(Fault::RowTooLarge { row: self.rows + 1 });
                }
                ReadRecordResult::OutputFull => self.text.resize(self.text.len() * 2, 0),
                ReadRecordResult::Record => {
                    self.row(take)?;
                    (self.filled, self.cells) = (0, 0);
                }
            }
        }
    }

    pub fn push(&mut self, bytes: &[u8], take: &mut Take) -> Result<(), Fault> {
        self.read(bytes, false, take)
    }

    pub fn finish(&mut self, take: &mut Take) -> Result<(), Fault> {
        self.read(b"", true, take)
    }

    fn row(&mut self, take: &mut Take) -> Result<(), Fault> {
        self.rows += 1;
        let ends = &self.ends[..self.cells];
        let cell = |place: usize| {
            let start = if place == 0 { 0 } else { *ends.get(place - 1)? };
            self.text.get(start..*ends.get(place)?)
        };
        let Some(columns) = &self.columns else {
            let names: Vec<_> = (0..ends.len())
                .map(|place| String::from_utf8_lossy(cell(place).unwrap_or_default()).trim().to_owned())
                .collect();
            self.columns = Some(Columns::of(&names, self.wanted.as_deref())?);
            return Ok(());
        };
        let body = cell(columns.body).unwrap_or_default();
        if body.len() > MAX_ENTRY_BYTES {
            take(self.rows, Raw::TooLarge);
        } else {
            let headers = columns.headers.and_then(cell);
            take(self.rows, Raw::Row(Row { body, headers, time: columns.time.and_then(cell) }));
        }
        Ok(())
    }
}

impl Columns {
    /// The columns of a table with these names.
    fn of(names: &[String], wanted: Option<&str>) -> Result<Columns, Fault> {
        let place = |name: &str| names.iter().position(|it| it.eq_ignore_ascii_case(name));
        let first = |known: &[&str]| known.iter().find_map(|name| place(name));
        let body = match wanted {
            Some(name) => place(name),
            None => first(&BODIES),
        };
        let shown = || names.iter().take(30).cloned().collect();
        let body =
            body.ok_or_else(|| Fault::NoBodyColumn { wanted: wanted.map(str::to_owned), columns: shown() })?;
        Ok(Columns { body, headers: first(&HEADERS), time: first(&TIMES) })
    }
}

/// The separator that the first line has most of.
pub(super) fn separator(head: &[u8]) -> u8 {
    let line = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let count = |separator: u8| line.iter().filter(|byte| **byte == separator).count();
    [b',', b';', b'\t']
        .into_iter()
        .max_by_key(|separator| (count(*separator), *separator == b','))
        .unwrap_or(b',')
}
