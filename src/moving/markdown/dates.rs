//! Dates as people and systems write them: alone or with a time, with and without a time zone, in numbers and in words.

use jiff::civil::DateTime;
use jiff::tz::Offset;
use serde_json::Value;

use crate::domain::Time;

const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];
const WEEKDAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
/// Hours from UTC. What other letters mean differs from country to country.
const ZONES: [(&str, i32); 15] = [
    ("z", 0),
    ("utc", 0),
    ("gmt", 0),
    ("ut", 0),
    ("est", -5),
    ("edt", -4),
    ("cst", -6),
    ("cdt", -5),
    ("mst", -7),
    ("mdt", -6),
    ("pst", -8),
    ("pdt", -7),
    ("cet", 1),
    ("cest", 2),
    ("jst", 9),
];

/// A date as it is written, which is what addresses are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Moment {
    /// The date and the time, midnight if there is none.
    pub(super) civil: DateTime,
    /// Whether there is a time of day.
    pub(super) has_time: bool,
    offset: Option<Offset>,
}

impl Moment {
    /// Returns the date that a field holds.
    pub(super) fn of(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Self::parse(text),
            Value::Number(number) => number.as_i64().and_then(Self::of_number),
            _ => None,
        }
    }

    /// Parses a date.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() {
            return text.parse().ok().and_then(Self::of_number);
        }
        let (date, rest) = numeric_date(text).or_else(|| date_in_words(text))?;
        let mut moment = Self {
            civil: DateTime::new(date.0, date.1, date.2, 0, 0, 0, 0).ok()?,
            has_time: false,
            offset: None,
        };
        let rest = rest.trim_start_matches(|character: char| character.is_whitespace() || character == ',');
        let rest = rest.strip_prefix(['T', 't', '_']).unwrap_or(rest);
        if let Some((hour, minute, second, nanosecond, zone)) = time_of_day(rest)
            && let Ok(civil) = DateTime::new(date.0, date.1, date.2, hour, minute, second, nanosecond)
        {
            moment.civil = civil;
            moment.has_time = true;
            moment.offset = offset(zone);
        }
        Some(moment)
    }

    /// Eight digits are a date, others seconds or milliseconds since 1970.
    fn of_number(number: i64) -> Option<Self> {
        let part = |divisor: i64, modulus: i64| i8::try_from(number / divisor % modulus).ok();
        if let 10_000_101..=99_991_231 = number
            && let Ok(year) = i16::try_from(number / 10_000)
            && let Ok(civil) = DateTime::new(year, part(100, 100)?, part(1, 100)?, 0, 0, 0, 0)
        {
            return Some(Self {
                civil,
                has_time: false,
                offset: None,
            });
        }
        let milliseconds = match number {
            100_000_000..=99_999_999_999 => number * 1000,
            100_000_000_000..=99_999_999_999_999 => number,
            _ => return None,
        };
        let timestamp = jiff::Timestamp::from_millisecond(milliseconds).ok()?;
        Some(Self {
            civil: Offset::UTC.to_datetime(timestamp),
            has_time: true,
            offset: Some(Offset::UTC),
        })
    }

    /// The point in time; without a time zone, in UTC.
    pub(super) fn time(self) -> Option<Time> {
        let timestamp = self.offset.unwrap_or(Offset::UTC).to_timestamp(self.civil).ok()?;
        Some(Time::from_milliseconds(timestamp.as_millisecond()))
    }

    /// The same point in time as UTC writes it; `None` if it is written the same.
    pub(super) fn in_utc(self) -> Option<Self> {
        let timestamp = self.offset?.to_timestamp(self.civil).ok()?;
        let civil = Offset::UTC.to_datetime(timestamp);
        (civil != self.civil).then_some(Self { civil, ..self })
    }

    /// Whether it is a time of day in a time zone that is not said.
    pub(super) fn lacks_zone(self) -> bool {
        self.has_time && self.offset.is_none()
    }
}

/// Splits the name of a file at a date with which it begins: `2020-01-02-title` and `2020_1_2_title`, or the date alone.
pub(super) fn split_name(name: &str) -> (Option<Moment>, &str) {
    let Some(((year, month, day), rest)) = numeric_date(name) else {
        return (None, name);
    };
    let Ok(civil) = DateTime::new(year, month, day, 0, 0, 0, 0) else {
        return (None, name);
    };
    let title = match rest.strip_prefix(['-', '_', ' ']) {
        Some(title) if !title.is_empty() => title,
        None if rest.is_empty() => rest,
        _ => return (None, name),
    };
    let moment = Moment {
        civil,
        has_time: false,
        offset: None,
    };
    (Some(moment), title)
}

type Date = (i16, i8, i8);

/// Parses `2020-01-02`, `2020/1/2`, `2020.01.02`, and the American `1/2/2020`.
fn numeric_date(text: &str) -> Option<(Date, &str)> {
    let (first, rest) = digits(text)?;
    let separator = rest
        .chars()
        .next()
        .filter(|next| matches!(next, '-' | '/' | '.' | '_'))?;
    let (second, rest) = digits(rest.strip_prefix(separator)?)?;
    let (third, rest) = digits(rest.strip_prefix(separator)?)?;
    let (year, month, day) = match (first.len(), third.len()) {
        (4, 1 | 2) => (first, second, third),
        (1 | 2, 4) if separator == '/' => (third, first, second),
        (1 | 2, 4) if separator == '.' => (third, second, first),
        _ => return None,
    };
    Some(((year.parse().ok()?, month.parse().ok()?, day.parse().ok()?), rest))
}

fn digits(text: &str) -> Option<(&str, &str)> {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    (end > 0).then(|| text.split_at(end))
}

/// Parses `Jul 08 2022`, `8 July 2022`, `Mon, 02 Jan 2006`, `08-Jul-2022` and `Fri Jul  8 10:00:00 2022`, and returns what
/// follows, which begins with the time.
fn date_in_words(text: &str) -> Option<(Date, &str)> {
    let (mut year, mut month, mut day) = (None, None, None);
    let mut clock = None;
    let mut rest = text;
    while year.is_none() || month.is_none() || day.is_none() {
        rest = rest.trim_start_matches(|character: char| {
            character.is_whitespace() || matches!(character, ',' | '.' | '-' | '/' | ':' | '+')
        });
        let is_number = rest.starts_with(|first: char| first.is_ascii_digit());
        let end = rest
            .find(|character: char| character.is_ascii_digit() != is_number || !character.is_alphanumeric())
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        match word.len() {
            0 => return None,
            4 if is_number && year.is_none() => year = Some(word.parse().ok()?),
            1 | 2 if is_number && day.is_none() => day = Some(word.parse().ok()?),
            1 | 2 if is_number && clock.is_none() => clock = Some(rest),
            _ if is_number && clock.is_none() => return None,
            _ if !is_number => match month_or_other(word) {
                Some(found) if month.is_none() => month = Some(found),
                Some(_) => return None,
                None if clock.is_none() && !is_filler(word) => return None,
                None => {}
            },
            _ => {}
        }
        rest = after;
    }
    Some(((year?, month?, day?), clock.unwrap_or(rest)))
}

fn month_or_other(word: &str) -> Option<i8> {
    let short = word.get(..3)?.to_ascii_lowercase();
    let found = MONTHS.iter().position(|name| *name == short)?;
    i8::try_from(found + 1).ok()
}

/// Whether a word in a date is the day of the week, or the end of a number: `Friday`, the `th` of `8th`, `of`.
fn is_filler(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    matches!(word.as_str(), "st" | "nd" | "rd" | "th" | "of")
        || WEEKDAYS.iter().any(|name| word.starts_with(name))
}

type Clock<'text> = (i8, i8, i8, i32, &'text str);

/// Parses `10:00`, `10:00:30.5`, `10:00 PM`, and returns what follows, which is the time zone.
fn time_of_day(text: &str) -> Option<Clock<'_>> {
    let text = text.strip_prefix("at ").unwrap_or(text);
    let (hour, rest) = digits(text).filter(|(hour, _)| hour.len() <= 2)?;
    let (minute, rest) = digits(rest.strip_prefix(':')?)?;
    let (second, rest) = rest.strip_prefix(':').and_then(digits).unwrap_or(("0", rest));
    let (fraction, rest) = rest
        .strip_prefix(['.', ','])
        .and_then(digits)
        .unwrap_or(("", rest));
    let nanosecond = format!("{fraction:0<9}").get(..9)?.parse().ok()?;
    let mut hour: i8 = hour.parse().ok()?;
    let rest = rest.trim_start();
    let half = rest.get(..2).unwrap_or_default().to_ascii_lowercase();
    let rest = match (half.as_str(), hour) {
        ("am", 12) => {
            hour = 0;
            &rest[2..]
        }
        ("pm", 1..=11) => {
            hour += 12;
            &rest[2..]
        }
        ("am" | "pm", _) => &rest[2..],
        _ => rest,
    };
    Some((
        hour,
        minute.parse().ok()?,
        second.parse().ok()?,
        nanosecond,
        rest.trim(),
    ))
}

/// Parses `Z`, `+0100`, `+01:00`, `-5`, `GMT+0200 (CEST)` and the abbreviations that mean one thing.
fn offset(zone: &str) -> Option<Offset> {
    let zone = zone
        .split(|character: char| character.is_whitespace() || matches!(character, '(' | '['))
        .next()?
        .to_ascii_lowercase();
    let digits_at = zone.find(['+', '-', '−']);
    let (name, digits) = zone.split_at_checked(digits_at.unwrap_or(zone.len()))?;
    if digits.is_empty() {
        let (_, hours) = ZONES.iter().find(|(zone, _)| *zone == name)?;
        return Offset::from_seconds(hours * 3600).ok();
    }
    let sign = if digits.starts_with('+') { 1 } else { -1 };
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    let (hours, minutes) = match digits.len() {
        1 | 2 => (digits.as_str(), "0"),
        3 | 4 => digits.split_at(digits.len() - 2),
        _ => return None,
    };
    let seconds = hours.parse::<i32>().ok()? * 3600 + minutes.parse::<i32>().ok()? * 60;
    Offset::from_seconds(sign * seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> String {
        Moment::parse(text)
            .and_then(Moment::time)
            .map_or_else(|| "none".to_owned(), |time| time.to_string())
    }

    #[test]
    fn reads_dates_in_numbers() {
        for text in [
            "2020-01-02",
            "2020-1-2",
            "2020/01/02",
            "2020.01.02",
            "20200102",
            "1/2/2020",
            "02.01.2020",
            "2020-01-02 00:00",
            "2020-01-02T00:00:00",
            "2020-01-02t00:00:00z",
            "2020-01-02 01:00:00 +0100",
            "2020-01-02 01:00:00+01:00",
            "2020-01-02T01:00:00.000000000+01",
            "2020-01-01 19:00:00 -0500",
            "2020-01-01T19:00:00 EST",
            "2020-01-02 12:00 AM",
            "1577923200",
            "1577923200000",
        ] {
            assert_eq!(time(text), "2020-01-02T00:00:00.000Z", "{text}");
        }
        assert_eq!(time("2020-01-02 10:30:15.25 PM"), "2020-01-02T22:30:15.250Z");
    }

    #[test]
    fn reads_dates_in_words() {
        for text in [
            "Jul 08 2022",
            "July 8, 2022",
            "8 July 2022",
            "8th of July 2022",
            "08-Jul-2022",
            "2022 Jul 8",
            "Fri, 08 Jul 2022",
            "Fri, 08 Jul 2022 00:00:00 GMT",
            "Friday, July 8th, 2022",
            "Fri Jul 08 2022 02:00:00 GMT+0200 (Central European Summer Time)",
            "Fri Jul  8 00:00:00 2022",
            "Fri Jul  8 02:00:00 CEST 2022",
        ] {
            assert_eq!(time(text), "2022-07-08T00:00:00.000Z", "{text}");
        }
    }

    #[test]
    fn reads_nothing_else() {
        for text in [
            "",
            "Last Modified",
            "Created",
            "git Last Modified",
            "2020",
            "2020-13-01",
            "2020-02-30",
            "12345",
            "2020-01",
            "Jul",
            "99999999999999999999",
            "٢٠٢٠-٠١-٠٢",
            "é",
            "May é",
        ] {
            assert_eq!(time(text), "none", "{text}");
        }
        assert_eq!(time("2020-01-02 25:00"), "2020-01-02T00:00:00.000Z");
    }

    #[test]
    fn splits_names_of_files() {
        for (name, day, rest) in [
            ("2020-01-02-a-title", true, "a-title"),
            ("2020-1-2-a", true, "a"),
            ("2020_01_02_a", true, "a"),
            ("2020-01-02", true, ""),
            ("2020-01-02-", false, "2020-01-02-"),
            ("2020-13-02-a", false, "2020-13-02-a"),
            ("2020-01-02a", false, "2020-01-02a"),
            ("title", false, "title"),
        ] {
            let (moment, title) = split_name(name);
            assert_eq!((moment.is_some(), title), (day, rest), "{name}");
        }
    }
}
