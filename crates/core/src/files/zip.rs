//! Several files as one download.

use super::{NamedFile, Timestamp};

/// The files as a ZIP archive, stored without compression: it is a few kilobytes of text. The same files and time stamp
/// give the same bytes.
///
/// Format: APPNOTE.TXT 6.3.10 of PKWARE, sections 4.3.7 (local header), 4.3.12 (central directory), 4.3.16 (its end), 4.4.
pub fn zip(files: &[NamedFile], timestamp: &Timestamp) -> Vec<u8> {
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    for NamedFile { path, text } in files {
        let offset = archive.len() as u32;
        let size = text.len() as u32;
        let mut common = Vec::new();
        for number in [VERSION, UTF8_NAMES, STORED, time(timestamp), date(timestamp)] {
            common.extend(number.to_le_bytes());
        }
        for number in [crc32(text.as_bytes()), size, size] {
            common.extend(number.to_le_bytes());
        }
        for number in [path.len() as u16, 0] {
            common.extend(number.to_le_bytes());
        }
        archive.extend(b"PK\x03\x04");
        archive.extend(&common);
        archive.extend(path.bytes());
        archive.extend(text.bytes());

        directory.extend(b"PK\x01\x02");
        directory.extend((UNIX | VERSION).to_le_bytes());
        directory.extend(&common);
        // No comment, the first disk, no attributes but the mode.
        directory.extend([0; 6]);
        directory.extend((mode(text) << 16).to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(path.bytes());
    }
    let (count, start, length) = (files.len() as u16, archive.len() as u32, directory.len() as u32);
    archive.extend(directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend(count.to_le_bytes());
    archive.extend(count.to_le_bytes());
    archive.extend(length.to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0; 2]);
    archive
}

/// 2.0: the least that readers with folders have.
const VERSION: u16 = 20;
/// The attributes are those of Unix.
const UNIX: u16 = 3 << 8;
/// Names are UTF-8.
const UTF8_NAMES: u16 = 1 << 11;
const STORED: u16 = 0;

/// A script can be run.
fn mode(text: &str) -> u32 {
    if text.starts_with("#!") { 0o100_755 } else { 0o100_644 }
}

fn date(timestamp: &Timestamp) -> u16 {
    ((timestamp.year - 1980) << 9) | (timestamp.month << 5) | timestamp.day
}

fn time(timestamp: &Timestamp) -> u16 {
    (timestamp.hour << 11) | (timestamp.minute << 5) | (timestamp.second / 2)
}

/// The CRC-32 of ISO 3309, bit by bit: a table would be larger than what it saves here.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
    })
}
