//! Redirects in the columns of a table.

use csv::{ByteRecord, Position, ReaderBuilder, StringRecord, Trim};

use super::{RedirectLine, Take};
use crate::moving::ReadError;
use crate::moving::item::ForeignRedirect;

/// The positions of the columns.
struct Columns {
    path: usize,
    target: Option<usize>,
    status: Option<usize>,
}

impl Columns {
    /// Returns the positions that a line with the names of the columns gives them, if it is one.
    fn named(record: &StringRecord) -> Option<Self> {
        let position = |name: &str| record.iter().position(|cell| cell.eq_ignore_ascii_case(name));
        Some(Self {
            path: position("path")?,
            target: position("target"),
            status: position("status"),
        })
    }
}

pub(super) fn read(file: &[u8], take: Take<'_>) -> Result<(), ReadError> {
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .from_reader(file);
    let mut columns = Columns {
        path: 0,
        target: Some(1),
        status: Some(2),
    };
    let mut record = ByteRecord::new();
    let mut is_first = true;
    while reader
        .read_byte_record(&mut record)
        .map_err(|error| ReadError::Form(format!("The file is no CSV: {error}")))?
    {
        let number = record
            .position()
            .map_or(0, |position| line_number(file, position));
        let line = match StringRecord::from_byte_record(record.clone()) {
            Ok(record) => {
                if std::mem::take(&mut is_first)
                    && let Some(named) = Columns::named(&record)
                {
                    columns = named;
                    continue;
                }
                csv_line(number, &record, &columns)
            }
            Err(_) => RedirectLine {
                number,
                path: String::new(),
                redirect: Err("The line is no UTF-8".to_owned()),
            },
        };
        take(line)?;
    }
    Ok(())
}

/// Returns the number of the line on which a record begins. Its position is that of the empty lines before it.
fn line_number(file: &[u8], position: &Position) -> usize {
    let whole = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let rest = file.get(whole(position.byte())..).unwrap_or_default();
    let line_ends = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
    whole(position.line()) + line_ends.filter(|byte| **byte == b'\n').count()
}

fn csv_line(number: usize, record: &StringRecord, columns: &Columns) -> RedirectLine {
    let cell = |column: Option<usize>| column.and_then(|column| record.get(column)).unwrap_or_default();
    let (path, target) = (cell(Some(columns.path)), cell(columns.target));
    let redirect = match (cell(columns.status), target) {
        ("410", "") => Ok((None, true)),
        ("410", _) => Err("What is gone for good (410) leads nowhere"),
        ("" | "301" | "302", "") => Err("The line does not say where the address leads"),
        ("" | "301", target) => Ok((Some(target.to_owned()), true)),
        ("302", target) => Ok((Some(target.to_owned()), false)),
        _ => Err("The status is 301, 302 or 410"),
    };
    RedirectLine {
        number,
        path: path.to_owned(),
        redirect: match redirect {
            Ok((target, is_permanent)) => Ok(ForeignRedirect {
                path: path.to_owned(),
                target,
                is_permanent,
            }),
            Err(reason) => Err(reason.to_owned()),
        },
    }
}
