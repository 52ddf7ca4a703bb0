//! Times as exports write them, and as people read them.

/// Seconds since 1970 of a time in RFC 3339 or near it (`2026-03-01T12:30:00Z`, `2026-03-01 12:30:00.5+02`, no zone
/// taken for UTC), or of a number of seconds or milliseconds since 1970.
pub(crate) fn seconds(text: &str) -> Option<i64> {
    let text = text.trim();
    if let Ok(number) = text.parse::<f64>() {
        // From 1973 to 5138 in milliseconds; as seconds that is far from now.
        let seconds = if number.abs() >= 1e11 { number / 1000.0 } else { number };
        return (1e8..1e11).contains(&seconds).then_some(seconds as i64);
    }
    let number = |range: std::ops::Range<usize>| {
        let digits = text.get(range)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<i64>().ok())?
    };
    let is = |at: usize, bytes: &[u8]| text.as_bytes().get(at).is_some_and(|byte| bytes.contains(byte));
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    if !(is(4, b"-") && is(7, b"-") && (1..=12).contains(&month) && (1..=31).contains(&day)) {
        return None;
    }
    let date = days(year, month, day) * 86_400;
    if text.len() == 10 {
        return Some(date);
    }
    let (hour, minute) = (number(11..13)?, number(14..16)?);
    if !(is(10, b"Tt ") && is(13, b":") && hour < 25 && minute < 60) {
        return None;
    }
    let second = if is(16, b":") { number(17..19)? } else { 0 };
    let rest = text.get(if is(16, b":") { 19 } else { 16 }..)?;
    let rest = rest.trim_start_matches(|char: char| char == '.' || char == ',' || char.is_ascii_digit());
    Some(date + hour * 3600 + minute * 60 + second - zone(rest.trim())?)
}

/// The seconds that a zone is ahead of UTC.
fn zone(text: &str) -> Option<i64> {
    if text.is_empty() || matches!(text, "Z" | "z" | "UTC") {
        return Some(0);
    }
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let digits: String = text.strip_prefix(['+', '-'])?.chars().filter(|char| *char != ':').collect();
    let part = |range: std::ops::Range<usize>| digits.get(range)?.parse::<i64>().ok();
    match digits.len() {
        2 => Some(sign * part(0..2)? * 3600),
        4 => Some(sign * (part(0..2)? * 3600 + part(2..4)? * 60)),
        _ => None,
    }
}

/// Days since 1970-01-01 in the Gregorian calendar: a year begins in March, so that its leap day is its last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// The day of a time since 1970 in UTC: `2026-03-01`.
pub(crate) fn date(seconds: i64) -> String {
    let days = seconds.div_euclid(86_400) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The same to the minute: `2026-03-01 12:30 UTC`.
pub(crate) fn date_and_time(seconds: i64) -> String {
    let of_day = seconds.rem_euclid(86_400);
    format!("{} {:02}:{:02} UTC", date(seconds), of_day / 3600, of_day / 60 % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_times_are_written_for_people() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(-1), "1969-12-31");
        assert_eq!(date(951_782_400), "2000-02-29");
        assert_eq!(date(1_798_675_200), "2026-12-31");
        assert_eq!(date(2_208_988_799), "2039-12-31");
        assert_eq!(date_and_time(1_772_368_259), "2026-03-01 12:30 UTC");
        for day in (-200_000..200_000).step_by(37) {
            assert_eq!(seconds(&date(day * 86_400)).unwrap_or(day * 86_400), day * 86_400);
        }
    }

    #[test]
    fn times_are_read_as_exports_write_them() {
        #[track_caller]
        fn check(text: &str, expected: Option<i64>) {
            assert_eq!(seconds(text), expected, "{text}");
        }
        // By `date -u -d … +%s`.
        check("2026-03-01T12:30:00Z", Some(1_772_368_200));
        check("2026-03-01 12:30:00.512+00", Some(1_772_368_200));
        check("2026-03-01T14:30:00.5+02:00", Some(1_772_368_200));
        check("2026-03-01T08:30-0400", Some(1_772_368_200));
        check("2026-03-01 12:30:00", Some(1_772_368_200));
        check("1772368200", Some(1_772_368_200));
        check("1772368200512", Some(1_772_368_200));
        check("1772368200.5", Some(1_772_368_200));
        check("2024-02-29", Some(1_709_164_800));
        check("2000-03-01", Some(951_868_800));
        check("1969-12-31T23:59:59Z", Some(-1));
        check("2026-13-01", None);
        check("yesterday", None);
        check("17", None);
        check("", None);
        check("2026-03-01T12:30:00 nach", None);
    }
}
