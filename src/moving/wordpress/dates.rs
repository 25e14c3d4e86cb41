//! The dates of an export: as its database has them, and as RSS writes them.

use jiff::fmt::rfc2822::DateTimeParser;

use crate::domain::Time;

/// Reads a date of the database in UTC: `2020-01-02 03:04:05`. One that it has not is `0000-00-00 00:00:00`.
pub(super) fn of_database(text: &str) -> Option<Time> {
    let (day, time) = text.trim().split_once([' ', 'T'])?;
    Time::parse(&format!("{day}T{}Z", time.trim_end_matches('Z')))
}

/// Reads the date of a feed: `Thu, 02 Jan 2020 03:04:05 +0000`. That of a draft is in the year -1.
pub(super) fn of_feed(text: &str) -> Option<Time> {
    let parser = DateTimeParser::new().relaxed_weekday(true);
    let timestamp = parser.parse_timestamp(text.trim()).ok()?;
    Some(Time::from_milliseconds(timestamp.as_millisecond())).filter(|time| time.milliseconds() > 0)
}

/// Returns the year, the month and the day of a date of the database, as they stand in addresses.
pub(super) fn parts(text: &str) -> Option<[&str; 3]> {
    let mut parts = text.trim().get(..10)?.split('-');
    let parts = [parts.next()?, parts.next()?, parts.next()?];
    let are_digits = parts
        .iter()
        .all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    let has_lengths = parts[0].len() == 4 && parts[1].len() == 2 && parts[2].len() == 2;
    (are_digits && has_lengths && parts[0] != "0000").then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_dates_and_knows_those_that_are_none() {
        let expected = Time::parse("2020-01-02T03:04:05Z");
        assert_eq!(of_database("2020-01-02 03:04:05"), expected);
        assert_eq!(of_feed("Thu, 02 Jan 2020 04:04:05 +0100"), expected);
        assert_eq!(of_feed("Mon, 02 Jan 2020 03:04:05 +0000"), expected);
        for none in [
            "",
            "0000-00-00 00:00:00",
            "2020-13-01 00:00:00",
            "-0001-11-30 00:00:00",
            "today",
        ] {
            assert_eq!(of_database(none), None, "{none}");
        }
        for none in [
            "",
            "Mon, 30 Nov -0001 00:00:00 +0000",
            "Wed, 30 Nov -001 00:00:00 +0000",
        ] {
            assert_eq!(of_feed(none), None, "{none}");
        }
        assert_eq!(parts("2020-01-02 03:04:05"), Some(["2020", "01", "02"]));
        assert_eq!(parts("0000-00-00 00:00:00"), None);
    }
}
