//! Files for spreadsheets: CSV (RFC 4180). Long ones are sent while they are read.

use std::future::Future;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse as _, Response};
use csv::Writer;
use futures_util::stream::unfold;

use crate::http::ApiError;
use crate::http::cache::Streamed;
use crate::store::marks::MarkTargets;

/// The number of rows that are read at a time.
pub(in crate::http::api) const CHUNK_ROWS: u32 = 500;

/// The part of a file that is not sent yet.
struct Remainder<Row, Read> {
    read: Read,
    last: Option<Row>,
    is_begun: bool,
    is_over: bool,
}

/// Returns the file of this name. `read` reads the next [`CHUNK_ROWS`] rows after one, or fewer at the end, and `cells`
/// returns the cells of a row.
pub(in crate::http::api) fn respond<Row, Read, Reading, const COLUMNS: usize>(
    name: &'static str,
    columns: [&'static str; COLUMNS],
    read: Read,
    cells: fn(&Row) -> [String; COLUMNS],
) -> Response
where
    Row: Send + 'static,
    Read: Fn(Option<&Row>) -> Reading + Send + 'static,
    Reading: Future<Output = Result<Vec<Row>, ApiError>> + Send + 'static,
{
    let remainder = Remainder {
        read,
        last: None,
        is_begun: false,
        is_over: false,
    };
    let parts = unfold(remainder, move |mut remainder| async move {
        if remainder.is_over {
            return None;
        }
        let reading = (remainder.read)(remainder.last.as_ref());
        let rows = reading.await;
        let chunk = rows.and_then(|mut rows| {
            let is_first = !std::mem::replace(&mut remainder.is_begun, true);
            let chunk = lines(is_first.then_some(columns), &rows, cells);
            remainder.is_over = rows.len() < CHUNK_ROWS as usize;
            remainder.last = rows.pop();
            chunk
        });
        if let Err(error) = &chunk {
            tracing::error!(%error, name, "a file could not be sent to its end");
            remainder.is_over = true;
        }
        Some((chunk, remainder))
    });
    let streamed = Extension(Streamed(MarkTargets::default()));
    (streamed, headers(name), Body::from_stream(parts)).into_response()
}

/// Returns the file of this name with a few rows, whose cells `cells` returns.
pub(in crate::http::api) fn of_rows<Row, const COLUMNS: usize>(
    name: &'static str,
    columns: [&'static str; COLUMNS],
    rows: &[Row],
    cells: fn(&Row) -> [String; COLUMNS],
) -> Result<Response, ApiError> {
    let text = lines(Some(columns), rows, cells)?;
    Ok((headers(name), text).into_response())
}

fn headers(name: &str) -> [(HeaderName, String); 3] {
    [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ]
}

/// Returns the lines of some rows, below that with the names of the columns if these are the first.
fn lines<Row, const COLUMNS: usize>(
    columns: Option<[&'static str; COLUMNS]>,
    rows: &[Row],
    cells: fn(&Row) -> [String; COLUMNS],
) -> Result<Bytes, ApiError> {
    let mut lines = Writer::from_writer(Vec::new());
    if let Some(columns) = columns {
        lines.write_record(columns).map_err(ApiError::internal)?;
    }
    for row in rows {
        let cells = cells(row).map(plain_cell);
        lines.write_record(cells).map_err(ApiError::internal)?;
    }
    let text = lines.into_inner().map_err(ApiError::internal)?;
    Ok(text.into())
}

/// Returns the cell that shows a text in a spreadsheet, which takes some texts for formulas: a leading apostrophe says that
/// this one is none (OWASP, "CSV Injection").
fn plain_cell(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::plain_cell;

    #[test]
    fn no_cell_is_a_formula() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"] {
            assert_eq!(plain_cell(text.to_owned()), format!("'{text}"));
        }
        for text in ["", "a=1", "2026-03-01", "'=1"] {
            assert_eq!(plain_cell(text.to_owned()), text);
        }
    }
}
