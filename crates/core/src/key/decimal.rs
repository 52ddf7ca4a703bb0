//! A JSON number's double, as far as keys need it: which integer it is, if it is one.
//!
//! Exact on the digits, without floating point: the standard library's conversion brings a table
//! of 10 kB that does not compress, and the page would carry it for this one question. Tests compare
//! the two on any number.

use std::cmp::Ordering;

/// A decimal number, `0.d₁d₂… × 10^point`, with d₁ and the last digit not zero; zero has no digits.
pub(crate) struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    point: i64,
}

/// What the IEEE-754 double nearest to a number is (ties to even).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Double {
    /// Not an integer.
    Fraction,
    /// This integer, of at most 2^53 − 1.
    Integer(i64),
    /// Larger than that, whether an integer or infinite.
    TooLarge,
}

impl Decimal {
    /// Reads a number by JSON's grammar; none for anything else.
    pub fn new(text: &str) -> Option<Decimal> {
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (number, exponent) = match rest.find(['e', 'E']) {
            Some(at) => (&rest[..at], exponent(&rest[at + 1..])?),
            None => (rest, 0),
        };
        let (whole, fraction) = match number.split_once('.') {
            Some((_, "")) => return None,
            Some(parts) => parts,
            None => (number, ""),
        };
        let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
            return None;
        }
        let digits = || whole.bytes().chain(fraction.bytes()).map(|byte| byte - b'0');
        let zeros = digits().take_while(|digit| *digit == 0).count();
        let mut significant: Vec<u8> = digits().skip(zeros).collect();
        let end = significant.iter().rposition(|digit| *digit != 0).map_or(0, |last| last + 1);
        significant.truncate(end);
        let point = exponent.saturating_add(whole.len() as i64 - zeros as i64);
        Some(Decimal { negative, digits: significant, point })
    }

    /// Whether the number is above 999 or below −999.
    pub fn is_large(&self) -> bool {
        match self.point {
            _ if self.digits.is_empty() => false,
            4.. => true,
            3 => self.digits.starts_with(&[9, 9, 9]) && self.digits.len() > 3,
            _ => false,
        }
    }

    /// The number in a spelling that all texts of the same value have: `1`, `1.0` and `10e-1` give one.
    pub fn normal(&self) -> Vec<u8> {
        let mut text = self.digits.clone();
        if !text.is_empty() {
            text.push(u8::from(self.negative));
            text.extend(self.point.to_be_bytes());
        }
        text
    }

    /// The double nearest to the number.
    pub fn double(&self) -> Double {
        if self.digits.is_empty() {
            return Double::Integer(0);
        }
        match self.point {
            // 2^53 has 16 digits.
            17.. => Double::TooLarge,
            1..=16 => self.above_one(self.point as usize),
            0 => self.below_one(),
            // The smallest double is 2^-1074; up to its half, 2^-1075 ≈ 2.47 × 10^-324, all is zero.
            -323 if compare(&self.digits, &half_to_the(1075)) != Ordering::Greater => Double::Integer(0),
            -323..0 => Double::Fraction,
            _ => Double::Integer(0),
        }
    }

    /// For a number from 1 to below 10^16.
    fn above_one(&self, whole_digits: usize) -> Double {
        let digit = |at: usize| i64::from(self.digits.get(at).copied().unwrap_or(0));
        let whole = (0..whole_digits).fold(0, |whole, at| whole * 10 + digit(at));
        if whole > MAX_SAFE_INTEGER {
            return Double::TooLarge;
        }
        let fraction = self.digits.get(whole_digits..).unwrap_or(&[]);
        // Doubles from 2^k to 2^(k+1) are 2^(k-52) apart: an integer has all within half of that.
        let half_step = half_to_the(53 - whole.ilog2());
        // Only where doubles are 1 apart can the integer on one side of a tie be odd.
        let is_even = |integer: i64| whole.ilog2() < 52 || integer % 2 == 0;
        let near = |distance: &[u8], integer| match compare(distance, &half_step) {
            Ordering::Less => true,
            Ordering::Equal => is_even(integer),
            Ordering::Greater => false,
        };
        let integer = if near(fraction, whole) {
            whole
        } else if near(&complement(fraction), whole + 1) {
            whole + 1
        } else {
            return Double::Fraction;
        };
        match integer {
            ..=MAX_SAFE_INTEGER if self.negative => Double::Integer(-integer),
            ..=MAX_SAFE_INTEGER => Double::Integer(integer),
            _ => Double::TooLarge,
        }
    }

    /// For a number from 0.1 to below 1: the nearest double is 1 from 1 − 2^-54 on.
    fn below_one(&self) -> Double {
        match compare(&complement(&self.digits), &half_to_the(54)) {
            Ordering::Less | Ordering::Equal => Double::Integer(if self.negative { -1 } else { 1 }),
            Ordering::Greater => Double::Fraction,
        }
    }
}

/// 2^53 − 1.
const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

/// An exponent's value; so large a one that it cannot be told apart from infinity is cut.
fn exponent(text: &str) -> Option<i64> {
    let (sign, digits) = match text.as_bytes() {
        [b'-', ..] => (-1, &text[1..]),
        [b'+', ..] => (1, &text[1..]),
        _ => (1, text),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let value = digits.bytes().fold(0_i64, |value, byte| (value * 10 + i64::from(byte - b'0')).min(1 << 40));
    Some(sign * value)
}

/// The digits of 2^-power behind the point; of 2^-1075 from its first digit that is not zero on,
/// which is the 324th.
fn half_to_the(power: u32) -> Vec<u8> {
    let mut digits = vec![1_u8];
    // 1 is `1.`; each halving moves a remainder of 5 to the next digit.
    for _ in 0..power {
        let mut carry = 0;
        for digit in &mut digits {
            let value = carry * 10 + *digit;
            *digit = value / 2;
            carry = value % 2;
        }
        if carry > 0 {
            digits.push(5);
        }
    }
    // Leave out the digit in front of the point, and for tiny numbers the zeros behind it.
    let skipped = if power > 1000 { 1 + 323 } else { 1 };
    digits.split_off(skipped)
}

/// One minus a fraction, both as digits behind the point; of zero it is more than any fraction.
fn complement(fraction: &[u8]) -> Vec<u8> {
    let Some(last) = fraction.iter().rposition(|digit| *digit != 0) else {
        return vec![10];
    };
    let nines = fraction[..last].iter().map(|digit| 9 - digit);
    nines.chain([10 - fraction[last]]).collect()
}

/// Compares two fractions by their digits behind the point; zeros at the end mean nothing.
fn compare(left: &[u8], right: &[u8]) -> Ordering {
    let trimmed = |digits: &[u8]| digits.iter().rposition(|digit| *digit != 0).map_or(0, |last| last + 1);
    left[..trimmed(left)].cmp(&right[..trimmed(right)])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What the standard library's conversion says.
    fn by_float(text: &str) -> Double {
        let value: f64 = text.parse().unwrap();
        if value.abs() > MAX_SAFE_INTEGER as f64 {
            Double::TooLarge
        } else if value.fract() != 0.0 {
            Double::Fraction
        } else {
            Double::Integer(value as i64)
        }
    }

    #[track_caller]
    fn check(text: &str) {
        let decimal = Decimal::new(text).unwrap();
        assert_eq!(decimal.double(), by_float(text), "{text}");
    }

    #[test]
    fn edges_are_those_of_the_double() {
        let half =
            |power: u32| half_to_the(power).iter().map(|digit| (digit + b'0') as char).collect::<String>();
        let tiny = half(1075);
        for sign in ["", "-"] {
            for text in [
                "0",
                "0.0",
                "0e999999999999999999999",
                "1",
                "1.0",
                "1e0",
                "10e-1",
                "0.1e1",
                "999",
                "1e15",
                "1e16",
                "1e22",
                "1e400",
                "1e-400",
                "9007199254740991",
                "9007199254740992",
                "9007199254740991.5",
                "9007199254740991.49",
                "9007199254740990.5",
                "9007199254740990.51",
                "4503599627370495.5",
                "4503599627370496.5",
                "4503599627370497.5",
                "4503599627370495.25",
                "4503599627370495.75",
                "4503599627370495.76",
                "0.5",
                "0.99",
                "0.9999999999999999",
                "0.99999999999999999",
                "1.0000000000000001",
                "1.0000000000000002",
                "123456789012345678901234567890e-20",
                "99999999999999999999e-20",
                "5e-324",
                "2e-324",
                "3e-324",
                "0.1",
                "1e-323",
            ] {
                check(&format!("{sign}{text}"));
            }
            for power in [1, 2, 30, 52, 53, 54] {
                check(&format!("{sign}1.{}", half(power)));
                check(&format!("{sign}1.{}1", half(power)));
            }
            check(&format!("{sign}0.{}e-323", tiny));
            check(&format!("{sign}0.{}1e-323", tiny));
            check(&format!("{sign}0.{}e-323", &tiny[..700]));
        }
        // The ties at 1 − 2^-54 and just below it.
        let below: String = complement(&half_to_the(54)).iter().map(|digit| (digit + b'0') as char).collect();
        check(&format!("0.{below}"));
        check(&format!("0.{}4", &below[..below.len() - 1]));
    }

    #[test]
    fn one_value_has_one_normal_spelling() {
        let normal = |text: &str| Decimal::new(text).unwrap().normal();
        for same in ["1.0", "1e0", "10e-1", "0.001E+3"] {
            assert_eq!(normal(same), normal("1"), "{same}");
        }
        assert_eq!(normal("-0.0e7"), normal("0"));
        for other in ["-1", "10", "0.1", "1.000000000000000000001", "0"] {
            assert_ne!(normal(other), normal("1"), "{other}");
        }
        assert_ne!(normal("12345678901234567890"), normal("12345678901234567891"));
    }

    #[test]
    fn only_numbers_are_numbers() {
        for text in
            ["", "-", "+1", ".5", "1.", "1e", "1e+", "1_000", "inf", "NaN", "0x10", "1 ", "1.2.3", "1e1.5"]
        {
            assert!(Decimal::new(text).is_none(), "{text}");
        }
        let large = |text: &str| Decimal::new(text).unwrap().is_large();
        assert!(large("1000") && large("-1000") && large("999.01") && large("1e3") && large("0.1e4"));
        assert!(!large("999") && !large("999.000") && !large("0e9") && !large("-12.5") && !large("9.99e2"));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_number_is_the_double_that_the_standard_library_reads(
            text in "-?(0|[1-9][0-9]{0,18})(\\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?"
        ) {
            prop_assert_eq!(Decimal::new(&text).unwrap().double(), by_float(&text));
        }

        #[test]
        fn numbers_close_to_integers_are_rounded_alike(
            whole in 0_i64..(1 << 54), nines in any::<bool>(), length in 1_usize..25, tail in 0_u32..1000
        ) {
            let filler = if nines { "9" } else { "0" }.repeat(length);
            let text = format!("{whole}.{filler}{tail}");
            prop_assert_eq!(Decimal::new(&text).unwrap().double(), by_float(&text));
        }
    }
}
