//! Numbers and days as the client writes them in English; it shows the reader's own form once it runs.

#![expect(clippy::trivially_copy_pass_by_ref, reason = "templates hand over references")]

use crate::domain::Time;

/// `Nov 19, 2026` of a time on the wire.
pub(super) fn day(time: &str) -> String {
    Time::parse(time).map_or_else(String::new, Time::to_english_day)
}

/// `1 view`, `1,234 views`.
pub(super) fn counted(count: &u64, unit: &str) -> String {
    let plural = if *count == 1 { "" } else { "s" };
    format!("{} {unit}{plural}", grouped(count))
}

/// `1,234,567`
pub(super) fn grouped(number: &u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        for (number, expected) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(&number), expected);
        }
    }

    #[test]
    fn one_is_singular() {
        assert_eq!(counted(&1, "view"), "1 view");
        assert_eq!(counted(&0, "view"), "0 views");
        assert_eq!(counted(&1_200, "view"), "1,200 views");
    }

    #[test]
    fn a_day_is_written_in_english() {
        assert_eq!(day("2026-11-09T05:42:48.766Z"), "Nov 9, 2026");
        assert_eq!(day("no time"), "");
    }
}
