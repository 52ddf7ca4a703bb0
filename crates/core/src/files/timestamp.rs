//! A moment in names of files. The core reads no clock: the caller gives it.

use crate::finding::{Finding, FindingKind};

/// A date and a time of day in the years 1980 to 2107, which an archive can hold; without a time zone, so that it is
/// the caller's choice. Migration tools take UTC.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Timestamp {
    pub(super) year: u16,
    pub(super) month: u16,
    pub(super) day: u16,
    pub(super) hour: u16,
    pub(super) minute: u16,
    pub(super) second: u16,
}

impl Timestamp {
    /// The first moment that there is.
    pub const EARLIEST: Timestamp = Timestamp { year: 1980, month: 1, day: 1, hour: 0, minute: 0, second: 0 };

    /// Reads `YYYYMMDDHHMMSS`. The error is the finding `timestamp-invalid`.
    pub fn new(text: &str) -> Result<Timestamp, Finding> {
        Timestamp::read(text.as_bytes()).ok_or(Finding::new(FindingKind::TimestampInvalid))
    }

    /// The fourteen digits.
    pub fn digits(&self) -> String {
        let Timestamp { year, month, day, hour, minute, second } = self;
        format!("{year:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}")
    }

    /// For people: `YYYY-MM-DD HH:MM:SS`.
    pub fn spaced(&self) -> String {
        let Timestamp { year, month, day, hour, minute, second } = self;
        format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
    }

    fn read(digits: &[u8]) -> Option<Timestamp> {
        if digits.len() != 14 || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let number = |from: usize, to: usize| {
            digits[from..to].iter().fold(0, |number, digit| number * 10 + u16::from(digit - b'0'))
        };
        let (year, month, day) = (number(0, 4), number(4, 6), number(6, 8));
        let (hour, minute, second) = (number(8, 10), number(10, 12), number(12, 14));
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            2 => 28 + u16::from(leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        let is_moment = (1980..=2107).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days).contains(&day)
            && hour < 24
            && minute < 60
            && second < 60;
        is_moment.then_some(Timestamp { year, month, day, hour, minute, second })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_moment_of_fourteen_digits_is_one() {
        #[track_caller]
        fn check(text: &str, expected: bool) {
            let read = Timestamp::new(text);
            assert_eq!(read.is_ok(), expected, "{text}");
            match read {
                Ok(timestamp) => assert_eq!(timestamp.digits(), text),
                Err(finding) => assert_eq!(finding.code(), "timestamp-invalid"),
            }
        }
        for text in ["19800101000000", "20240229235959", "20261201031834", "21071231235959", "20000229000000"]
        {
            check(text, true);
        }
        for text in [
            "",
            "2026120103183",
            "202612010318340",
            "2026-12-01 03:18",
            "19791231235959",
            "21080101000000",
            "20261301000000",
            "20260001000000",
            "20260100000000",
            "20230229000000",
            "21000229000000",
            "20260431000000",
            "20261201240000",
            "20261201006000",
            "20261201000060",
            "2026120103183x",
            "٢٠٢٦١٢٠١٠٣١٨٣٤",
            " 20261201031834",
        ] {
            check(text, false);
        }
        assert_eq!(Timestamp::new("19800101000000").unwrap(), Timestamp::EARLIEST);
        assert_eq!(Timestamp::new("20261201031834").unwrap().spaced(), "2026-12-01 03:18:34");
    }
}
