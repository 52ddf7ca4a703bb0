//! What the form of an id says of it.

use crate::moment;

/// A form of id that tells something.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum IdShape {
    /// A MongoDB ObjectId, made at this time, in seconds since 1970.
    ObjectId(u64),
    /// A ULID, made at this time, in seconds since 1970.
    Ulid(u64),
    /// A UUID of a version that tells no time: 3 and 5 are made of a name, 4 is random, 8 is anything.
    Uuid(u8),
    /// A UUID of version 1, 6 or 7, made at this time, in seconds since 1970.
    UuidOfTime(u8, u64),
}

impl IdShape {
    /// The form of an id; none for one that tells nothing.
    pub fn of(id: &str) -> Option<IdShape> {
        uuid(id).or_else(|| ulid(id)).or_else(|| object_id(id))
    }

    /// The time it was made at as `YYYY-MM-DD`, if the form says.
    pub fn date(self) -> Option<String> {
        match self {
            IdShape::ObjectId(seconds) | IdShape::Ulid(seconds) | IdShape::UuidOfTime(_, seconds) => {
                Some(moment::date(seconds as i64))
            }
            IdShape::Uuid(_) => None,
        }
    }
}

/// RFC 9562: 8-4-4-4-12 hex digits, of which the thirteenth is the version.
fn uuid(id: &str) -> Option<IdShape> {
    let groups: Vec<&str> = id.split('-').collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    if lengths != [8, 4, 4, 4, 12] {
        return None;
    }
    let bits = u128::from_str_radix(&groups.concat(), 16).ok()?;
    let version = (bits >> 76 & 0xF) as u8;
    // 100-nanosecond steps since 1582-10-15.
    let gregorian =
        |ticks: u128| (ticks / 10_000_000).checked_sub(12_219_292_800).map(|seconds| seconds as u64);
    let seconds = match version {
        1 => gregorian((bits >> 64 & 0xFFF) << 48 | (bits >> 80 & 0xFFFF) << 32 | bits >> 96),
        6 => gregorian(bits >> 80 << 12 | bits >> 64 & 0xFFF),
        7 => Some((bits >> 80) as u64 / 1000),
        2..=5 | 8 => return Some(IdShape::Uuid(version)),
        _ => return None,
    };
    seconds.filter(|seconds| is_recent(*seconds)).map(|seconds| IdShape::UuidOfTime(version, seconds))
}

/// 26 characters of Crockford's base 32, of which the first ten are milliseconds since 1970.
fn ulid(id: &str) -> Option<IdShape> {
    const DIGITS: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    if id.len() != 26 || !id.chars().all(|char| DIGITS.contains(char)) {
        return None;
    }
    let milliseconds = id
        .chars()
        .take(10)
        .filter_map(|char| DIGITS.find(char))
        .fold(0, |sum, digit| sum << 5 | digit as u64);
    Some(milliseconds / 1000).filter(|seconds| is_recent(*seconds)).map(IdShape::Ulid)
}

/// 24 hex digits, of which the first eight are seconds since 1970.
fn object_id(id: &str) -> Option<IdShape> {
    let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let has_letter = id.bytes().any(|byte| byte.is_ascii_lowercase());
    if id.len() != 24 || !id.bytes().all(is_hex) || !has_letter {
        return None;
    }
    let seconds = u64::from_str_radix(&id[..8], 16).ok()?;
    Some(seconds).filter(|seconds| is_recent(*seconds)).map(IdShape::ObjectId)
}

/// From 2010 to 2039: other values only happen to have the form.
fn is_recent(seconds: u64) -> bool {
    (1_262_304_000..2_208_988_800).contains(&seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_tells_when_an_id_was_made() {
        #[track_caller]
        fn check(id: &str, expected: Option<(&str, Option<&str>)>) {
            let shape = IdShape::of(id);
            let seen =
                shape.map(|shape| (format!("{shape:?}").split('(').next().unwrap().to_owned(), shape.date()));
            let seen = seen.as_ref().map(|(name, date)| (name.as_str(), date.as_deref()));
            assert_eq!(seen, expected, "{id}");
        }
        // The examples of RFC 9562, appendix A.
        check("C232AB00-9414-11EC-B3C8-9F6BDECED846", Some(("UuidOfTime", Some("2022-02-22"))));
        check("1EC9414C-232A-6B00-B3C8-9F6BDECED846", Some(("UuidOfTime", Some("2022-02-22"))));
        check("017F22E2-79B0-7CC3-98C4-DC0C0C07398F", Some(("UuidOfTime", Some("2022-02-22"))));
        check("919108f7-52d1-4320-9bac-f847db4148a8", Some(("Uuid", None)));
        check("2ed6657d-e927-568b-95e1-2665a8aea6a2", Some(("Uuid", None)));
        check("01ARZ3NDEKTSV4RRFFQ69G5FAV", Some(("Ulid", Some("2016-07-30"))));
        check("507f1f77bcf86cd799439011", Some(("ObjectId", Some("2012-10-17"))));
        check("00000000-0000-0000-0000-000000000000", None);
        check("141f88c0-ec38-4515-ac00", None);
        check("evt_1", None);
        check("123456789012345678901234", None);
    }
}
