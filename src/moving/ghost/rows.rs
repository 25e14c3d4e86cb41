//! Splits an export into the rows of its tables.
//!
//! A JSON parser stops for good at the first wrong byte, and holds a value however large it is. This reader only looks for
//! where values end, and a row is parsed alone: a damaged one costs no other, and none is held beyond a bound.

use std::io::Read;

use super::scanner::Scanner;
use crate::moving::ReadError;

/// The most bytes of a row: a post holds its text in up to three forms.
const ROW_BYTES_MAX: usize = 12 << 20;
/// `db`, its entry and `data` are objects within each other.
const DEPTH_MAX: usize = 8;

/// A row of a table, or another value that the export names.
pub(super) struct Row<'export> {
    pub(super) table: &'export str,
    /// The JSON of the row; `None` if it is larger than a row may be.
    pub(super) json: Option<&'export [u8]>,
    /// How many bytes of the file have been read.
    pub(super) position: u64,
}

/// What becomes of the walk after a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Walk {
    On,
    Stop,
}

/// Hands the rows of the given tables to `visit`, and `meta` as a row of its own if it is among them.
///
/// # Errors
/// If the file cannot be read, or is no JSON from some byte on; what was handed on before that stays.
pub(super) fn walk(
    reader: &mut dyn Read,
    path: &str,
    tables: &[&str],
    visit: &mut dyn FnMut(Row<'_>) -> Walk,
) -> Result<(), ReadError> {
    let mut rows = Rows {
        scanner: Scanner::new(reader, path),
        tables,
        visit,
        row: Vec::new(),
    };
    if rows.scanner.peek()? == Some(0xef) {
        // The mark of UTF-8.
        for _ in 0..3 {
            rows.scanner.next()?;
        }
    }
    match rows.object(0) {
        Ok(()) | Err(Stop::Wanted) => Ok(()),
        Err(Stop::Error(error)) => Err(error),
    }
}

enum Stop {
    Wanted,
    Error(ReadError),
}

impl From<ReadError> for Stop {
    fn from(error: ReadError) -> Self {
        Self::Error(error)
    }
}

struct Rows<'walk, 'reader> {
    scanner: Scanner<'reader>,
    tables: &'walk [&'walk str],
    visit: &'walk mut dyn FnMut(Row<'_>) -> Walk,
    row: Vec<u8>,
}

impl Rows<'_, '_> {
    /// Reads an object that holds tables, or other objects that do.
    fn object(&mut self, depth: usize) -> Result<(), Stop> {
        if depth > DEPTH_MAX {
            return Err(self.scanner.damaged().into());
        }
        self.scanner.expect(b'{')?;
        if self.scanner.peek_value()? == b'}' {
            self.scanner.next()?;
            return Ok(());
        }
        loop {
            let name = self.scanner.name()?;
            self.scanner.expect(b':')?;
            match (name.as_str(), self.scanner.peek_value()?) {
                ("db" | "data", b'{') => self.object(depth + 1)?,
                ("db" | "data", b'[') => self.list(|rows| match rows.scanner.peek_value()? {
                    b'{' => rows.object(depth + 1),
                    _ => Ok(rows.scanner.value(|_| ())?),
                })?,
                (table, b'[') if self.tables.contains(&table) => self.list(|rows| rows.row(table))?,
                ("meta", b'{') if self.tables.contains(&"meta") => self.row("meta")?,
                _ => self.scanner.value(|_| ())?,
            }
            if !self.scanner.another(b'}')? {
                return Ok(());
            }
        }
    }

    fn list(&mut self, mut entry: impl FnMut(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        self.scanner.expect(b'[')?;
        if self.scanner.peek_value()? == b']' {
            self.scanner.next()?;
            return Ok(());
        }
        loop {
            entry(self)?;
            if !self.scanner.another(b']')? {
                return Ok(());
            }
        }
    }

    fn row(&mut self, table: &str) -> Result<(), Stop> {
        self.row.clear();
        let (row, mut is_too_large) = (&mut self.row, false);
        self.scanner.value(|bytes| {
            is_too_large |= row.len() + bytes.len() > ROW_BYTES_MAX;
            if !is_too_large {
                row.extend_from_slice(bytes);
            }
        })?;
        let walk = (self.visit)(Row {
            table,
            json: (!is_too_large).then_some(self.row.as_slice()),
            position: self.scanner.position,
        });
        match walk {
            Walk::On => Ok(()),
            Walk::Stop => Err(Stop::Wanted),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(json: &[u8], tables: &[&str]) -> (Vec<(String, String)>, Option<String>) {
        let mut found = Vec::new();
        let result = walk(&mut &*json, "ghost.json", tables, &mut |row| {
            let json = row.json.map_or("too large".to_owned(), |json| {
                String::from_utf8_lossy(json).into_owned()
            });
            found.push((row.table.to_owned(), json));
            Walk::On
        });
        (found, result.err().map(|error| error.to_string()))
    }

    fn row(table: &str, json: &str) -> (String, String) {
        (table.to_owned(), json.to_owned())
    }

    #[test]
    fn finds_the_rows_of_tables_in_every_wrapping() {
        let tables = r#""meta": {"version": "5.0"}, "data": {"tags": [1, "a]\"}"], "other": [[{}]], "posts": [ {"a": [{}]} , {"b": 2} ], "users": []}"#;
        let expected = vec![
            row("meta", r#"{"version": "5.0"}"#),
            row("posts", r#"{"a": [{}]}"#),
            row("posts", r#"{"b": 2}"#),
        ];
        for json in [
            format!(r#"{{"db": [{{{tables}}}]}}"#),
            format!("\u{feff}{{{tables}}}"),
            format!(r#" {{ "db" : {{{tables}}} }} "#),
        ] {
            assert_eq!(
                rows(json.as_bytes(), &["meta", "posts"]),
                (expected.clone(), None),
                "{json}"
            );
        }
        let bare = br#"{"posts": [{"a": 1},]}"#;
        assert_eq!(rows(bare, &["posts"]).0, [row("posts", r#"{"a": 1}"#)]);
    }

    #[test]
    fn hands_on_the_rows_before_a_damage() {
        let (found, error) = rows(br#"{"data": {"posts": [{"a": 1}, {"b": "#, &["posts"]);
        assert_eq!(found, [row("posts", r#"{"a": 1}"#)]);
        assert!(error.unwrap().contains("ends in the middle"));
        let (found, error) = rows(br#"{"data": {"posts": [{"a": 1} {"b": 2}]}}"#, &["posts"]);
        assert_eq!(found.len(), 1);
        assert!(error.unwrap().contains("is damaged at byte"));
        assert!(rows(b"PK", &["posts"]).1.is_some());
        assert!(rows(b"", &["posts"]).1.is_some());
    }

    #[test]
    fn holds_no_row_beyond_the_bound() {
        let mut json = br#"{"data": {"posts": [{"html": ""#.to_vec();
        json.resize(json.len() + ROW_BYTES_MAX, b'x');
        json.extend_from_slice(br#""}, {"b": 2}]}}"#);
        let (found, error) = rows(&json, &["posts"]);
        assert_eq!(found, [row("posts", "too large"), row("posts", r#"{"b": 2}"#)]);
        assert_eq!(error, None);
    }
}
