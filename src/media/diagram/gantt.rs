//! A guard for plans (Gantt charts) with excluded days. The library looks at each day of such a task, and does not look
//! at the clock meanwhile.

use std::iter::Peekable;
use std::str::Chars;

/// The most lines of a plan that excludes days.
const LINES_MAX: usize = 50;
/// The most days of a task of such a plan, and between its first and last date.
const DAYS_MAX: u32 = 3_650;
/// The years of [`DAYS_MAX`].
const YEARS_MAX: u32 = 10;

/// Returns `false` for a Gantt chart that excludes days and spans too many of them; other sources are accepted.
pub(super) fn is_bounded(source: &str) -> bool {
    let folded = source.to_lowercase();
    if !folded.contains("gantt") || !folded.contains("excludes") {
        return true;
    }
    if folded.lines().count() > LINES_MAX {
        return false;
    }
    let (mut first, mut last) = (u32::MAX, 0);
    let mut rest = source.chars().peekable();
    while let Some((digits, number)) = next_number(&mut rest) {
        let days = days_of_unit(&mut rest);
        // Dates can have any form: a number of four digits without a unit may be a year.
        if digits == 4 && days.is_none() {
            (first, last) = (first.min(number), last.max(number));
        } else if digits > 4 || number.saturating_mul(days.unwrap_or(1)) > DAYS_MAX {
            return false;
        }
    }
    last.saturating_sub(first.min(last)) <= YEARS_MAX
}

/// Returns the next number with the count of its digits.
fn next_number(rest: &mut Peekable<Chars<'_>>) -> Option<(usize, u32)> {
    while rest.next_if(|character| !character.is_ascii_digit()).is_some() {}
    let mut digits = String::new();
    while let Some(digit) = rest.next_if(char::is_ascii_digit) {
        digits.push(digit);
    }
    (!digits.is_empty()).then(|| (digits.len(), digits.parse().unwrap_or(u32::MAX)))
}

/// Returns the days, rounded up, of the unit that follows a number, maybe after decimals.
fn days_of_unit(rest: &mut Peekable<Chars<'_>>) -> Option<u32> {
    let mut after = rest.clone();
    if after.next_if_eq(&'.').is_some() {
        while after.next_if(char::is_ascii_digit).is_some() {}
    }
    let days = match after.find(|character| *character != ' ')? {
        'y' => 366,
        'M' => 31,
        'w' => 7,
        'd' | 'h' | 'm' | 's' => 1,
        _ => return None,
    };
    *rest = after;
    Some(days)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(task: &str) -> String {
        format!("gantt\n  dateFormat YYYY-MM-DD\n  excludes weekends\n  section A\n  {task}\n")
    }

    #[test]
    fn accepts_short_plans_and_everything_else() {
        for source in [
            plan("One :a, 2024-01-01, 30d\n  Two :after a, 8w"),
            plan("One :2024-01-01, 2033-12-31"),
            plan("One :done, 2024-01-01, 3650d\n  Two :31.12.2024, 200m"),
            "gantt\n  One :2024-01-01, 99999999d".to_owned(),
            "flowchart LR\n  A[excludes 123456]".to_owned(),
        ] {
            assert!(is_bounded(&source), "{source}");
        }
    }

    #[test]
    fn refuses_plans_whose_days_are_too_many() {
        for source in [
            plan("One :2024-01-01, 3651d"),
            plan("One :2024-01-01, 9999999d"),
            plan("One :2024-01-01, 999w"),
            plan("One :2024-01-01, 500M"),
            plan("One :2024-01-01, 11y"),
            plan("One :2024-01-01, 1000.5y"),
            plan("One :2024-01-01, 9000d"),
            plan("One :1024-01-01, 2024-01-01"),
            plan("One :20240101, 1d"),
            plan(&"One :2024-01-01, 1d\n".repeat(50)),
        ] {
            assert!(!is_bounded(&source), "{source}");
        }
    }
}
