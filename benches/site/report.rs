//! The results, as Markdown tables.

use std::io::{self, Write as _};
use std::iter;

const METHOD: &str = "\
What `make bench` found; docs/performance.md says how it measures, and what was tried. The site is filled from real
texts and holds 5,000 readers, 100,000 comments, 500,000 likes, 50,000 bookmarks and 500,000 views. Everything is
asked for as browsers do, with `Accept-Encoding: br`; bytes are those of the body on the wire. wrk and the servers
share the machine, so requests/s say how the servers compare, not what the machine can do alone; the processor time
that the server takes for a request (\"CPU\") depends less on that. \"axum\" is a bare axum server that sends a body
of as many bytes, \"nginx\" a file of as many, both measured in turn with the row, twice each.";

/// Writes a line to standard output. Errors, such as a closed pipe, are ignored.
pub fn print_line(line: &str) {
    drop(writeln!(io::stdout().lock(), "{line}"));
}

/// A target and whether it is met.
#[derive(Debug)]
pub struct Verdict {
    target: String,
    is_met: bool,
}

impl Verdict {
    /// Adds another one, which has to be met as well.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::new([(self.target, self.is_met), (other.target, other.is_met)])
    }

    /// Combines several targets, all of which have to be met.
    pub fn new(targets: impl IntoIterator<Item = (String, bool)>) -> Self {
        let (texts, results): (Vec<String>, Vec<bool>) = targets.into_iter().unzip();
        Self {
            target: texts.join(", "),
            is_met: results.into_iter().all(|is_met| is_met),
        }
    }

    fn text(&self) -> String {
        format!("{} {}", if self.is_met { "✓" } else { "✗ missed:" }, self.target)
    }
}

/// A row, with a verdict if it has a target.
#[derive(Debug)]
pub struct Row {
    pub cells: Vec<String>,
    pub verdict: Option<Verdict>,
}

/// A titled table. The verdicts are its last column.
pub struct Table {
    pub title: &'static str,
    /// A paragraph above the table, or instead of it if there are no rows.
    pub note: Option<String>,
    pub columns: &'static [&'static str],
    pub rows: Vec<Row>,
}

impl Table {
    pub fn add(&mut self, cells: Vec<String>, verdict: Option<Verdict>) {
        self.rows.push(Row { cells, verdict });
    }

    fn to_markdown(&self) -> String {
        let note = self.note.as_ref().map(|note| format!("{note}\n"));
        let rows = (!self.rows.is_empty()).then(|| self.rows_to_markdown());
        note.into_iter().chain(rows).collect::<Vec<_>>().join("\n")
    }

    fn rows_to_markdown(&self) -> String {
        let header = self
            .columns
            .iter()
            .chain(iter::once(&"Target"))
            .map(ToString::to_string);
        let mut lines: Vec<Vec<String>> = vec![header.collect()];
        lines.extend(self.rows.iter().map(|row| {
            let verdict = row.verdict.as_ref().map(Verdict::text).unwrap_or_default();
            row.cells.iter().cloned().chain([verdict]).collect()
        }));
        aligned(&lines)
    }
}

/// All results.
pub struct Report {
    subject: String,
    method: &'static str,
    tables: Vec<Table>,
}

impl Report {
    pub fn new(subject: String) -> Self {
        Self::measured_by(subject, METHOD)
    }

    /// Begins a report of what was measured in another way, which its first paragraph tells.
    pub fn measured_by(subject: String, method: &'static str) -> Self {
        Self {
            subject,
            method,
            tables: Vec::new(),
        }
    }

    pub fn add(&mut self, table: Table) {
        self.tables.push(table);
    }

    /// Returns the number of missed targets.
    pub fn missed(&self) -> usize {
        let verdicts = self
            .tables
            .iter()
            .flat_map(|table| &table.rows)
            .filter_map(|row| row.verdict.as_ref());
        verdicts.filter(|verdict| !verdict.is_met).count()
    }

    pub fn to_markdown(&self, machine: &str) -> String {
        let mut text = format!("# Measured: {}\n\n{}\n\n{machine}\n", self.subject, self.method);
        let tables = self.tables.iter();
        text.extend(tables.map(|table| format!("\n## {}\n\n{}", table.title, table.to_markdown())));
        let end = match self.missed() {
            0 => "Every target was met.".to_owned(),
            count => format!("Targets missed: {count}."),
        };
        text + "\n" + &end + "\n"
    }
}

/// Formats a Markdown table with padded cells: names aligned left, figures right.
fn aligned(lines: &[Vec<String>]) -> String {
    let columns = lines.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let cells = lines.iter().filter_map(|line| line.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0).max(3)
        })
        .collect();
    let is_figure = |column: usize| column != 0 && column + 1 != columns;
    let rule = widths.iter().enumerate().map(|(column, width)| {
        let dashes = "-".repeat(width + 1);
        if is_figure(column) {
            format!("{dashes}:|")
        } else {
            format!("{dashes}-|")
        }
    });
    let rule = format!("|{}\n", rule.collect::<String>());
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate() {
        text.push('|');
        let cells = line.iter().zip(&widths).enumerate();
        text.extend(cells.map(|(column, (cell, width))| {
            if is_figure(column) {
                format!(" {cell:>width$} |")
            } else {
                format!(" {cell:<width$} |")
            }
        }));
        text.push('\n');
        if number == 0 {
            text += &rule;
        }
    }
    text
}
