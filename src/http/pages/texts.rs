//! Numbers and dates in English. The client replaces them with those of the browser's locale.

#![expect(clippy::trivially_copy_pass_by_ref, reason = "templates pass references")]

use crate::domain::{Byline, Time};
use crate::http::api::posts::dto::AuthorBody;

/// Returns the parts of the line with the authors' names: of all, or at most three.
pub(super) fn byline<'post>(authors: &'post [AuthorBody], names_all: &bool) -> Byline<'post, AuthorBody> {
    if *names_all {
        Byline::full(authors)
    } else {
        Byline::short(authors)
    }
}

/// Formats a time of a dto as a day: `Nov 19, 2026`.
pub(super) fn day(time: &str) -> String {
    Time::parse(time).map_or_else(String::new, Time::to_english_day)
}

/// Formats a count with its unit: `1 view`, `1,234 views`.
pub(super) fn counted(count: &u64, unit: &str) -> String {
    let plural = if *count == 1 { "" } else { "s" };
    format!("{} {unit}{plural}", grouped(count))
}

/// Groups the digits of a number: `1,234,567`.
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
    fn groups_digits_by_three() {
        for (number, expected) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(&number), expected);
        }
    }

    #[test]
    fn uses_the_singular_for_one() {
        assert_eq!(counted(&1, "view"), "1 view");
        assert_eq!(counted(&0, "view"), "0 views");
        assert_eq!(counted(&1_200, "view"), "1,200 views");
    }

    #[test]
    fn formats_a_day_in_english() {
        assert_eq!(day("2026-11-09T05:42:48.766Z"), "Nov 9, 2026");
        assert_eq!(day("no time"), "");
    }
}
