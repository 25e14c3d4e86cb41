//! Times in the forms in which exports write them.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::fmt::strtime;
use jiff::tz::TimeZone;

use crate::domain::Time;

/// The forms with an offset that RFC 3339 does not know: those of JavaScript, Ruby and mails.
const WITH_OFFSET: [&str; 3] = [
    "%a %b %d %Y %H:%M:%S GMT%z",
    "%Y-%m-%d %H:%M:%S %z",
    "%a, %d %b %Y %H:%M:%S %z",
];

/// Returns the time that a text says; without an offset it is in UTC. A number counts seconds or milliseconds since 1970.
pub(super) fn time(text: &str) -> Option<Time> {
    // JavaScript adds the name of the zone: `GMT+0000 (Coordinated Universal Time)`.
    let text = text.split(" (").next().unwrap_or(text).trim();
    Time::parse(text)
        .or_else(|| with_offset(text).map(of))
        .or_else(|| without_offset(text).map(of))
        .or_else(|| counted(text))
}

fn of(timestamp: Timestamp) -> Time {
    Time::from_milliseconds(timestamp.as_millisecond())
}

fn with_offset(text: &str) -> Option<Timestamp> {
    let text = match text.strip_suffix(" UTC").or_else(|| text.strip_suffix(" GMT")) {
        Some(time) => format!("{time} +0000"),
        None => text.to_owned(),
    };
    WITH_OFFSET
        .iter()
        .find_map(|form| strtime::parse(form, &text).ok()?.to_timestamp().ok())
}

fn without_offset(text: &str) -> Option<Timestamp> {
    let time: DateTime = text.parse().ok()?;
    Some(time.to_zoned(TimeZone::UTC).ok()?.timestamp())
}

fn counted(text: &str) -> Option<Time> {
    let number: i64 = text.parse().ok()?;
    match text.len() {
        9 | 10 => Some(Time::from_milliseconds(number.saturating_mul(1000))),
        12..=14 => Some(Time::from_milliseconds(number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_forms_of_exports() {
        for (text, expected) in [
            ("2023-03-21T12:00:00Z", "2023-03-21T12:00:00.000Z"),
            ("2023-03-21T14:00:00.5+02:00", "2023-03-21T12:00:00.500Z"),
            (
                "Tue Mar 21 2023 12:00:00 GMT+0000 (Coordinated Universal Time)",
                "2023-03-21T12:00:00.000Z",
            ),
            ("2023-03-21 12:00:00 UTC", "2023-03-21T12:00:00.000Z"),
            ("2023-03-21 12:00:00 +0200", "2023-03-21T10:00:00.000Z"),
            ("Tue, 21 Mar 2023 12:00:00 GMT", "2023-03-21T12:00:00.000Z"),
            ("2023-03-21T12:00:00", "2023-03-21T12:00:00.000Z"),
            ("2023-03-21 12:00:00", "2023-03-21T12:00:00.000Z"),
            ("2023-03-21", "2023-03-21T00:00:00.000Z"),
            ("1679400000", "2023-03-21T12:00:00.000Z"),
            ("1679400000000", "2023-03-21T12:00:00.000Z"),
        ] {
            assert_eq!(
                time(text).map(|time| time.to_string()).as_deref(),
                Some(expected),
                "{text}"
            );
        }
        for text in [
            "",
            "yesterday",
            "2023",
            "2023-13-01",
            "-5",
            "(",
            "99999999999999999999",
        ] {
            assert_eq!(time(text), None, "{text}");
        }
    }
}
