//! The entries of the reports of imports.

use crate::domain::{Page, Paging};
use crate::store::Tx;
use crate::store::engine::{Row, StoreError, each_text, params, strings};

/// The digits of the number before each entry of [`INSERT`].
const NUMBER_DIGITS: usize = 12;

/// An entry of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The place of its kind in the report: 1 post, 2 page, 3 comment, 4 picture, 5 redirect, 6 person, 7 settings, 8 tag,
    /// 9 series.
    pub kind: u16,
    /// Its number in the report.
    pub number: u64,
    /// The entry as JSON.
    pub json: String,
}

/// An entry to be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntry {
    /// The place of its kind.
    pub kind: u16,
    /// `new`, `skipped` or `refused`.
    pub outcome: &'static str,
    /// Whether it is new, and something of it was changed or lost.
    pub is_changed: bool,
    /// The entry as JSON.
    pub json: String,
}

/// Which entries are looked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EntryFilter {
    /// What has become of them.
    pub outcome: OutcomeFilter,
    /// The place of their kind.
    pub kind: Option<u16>,
}

/// What has become of the entries that are looked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum OutcomeFilter {
    /// Anything.
    #[default]
    Any,
    /// `new`, `skipped` or `refused`.
    Is(&'static str),
    /// They are new, and something of them was changed or lost.
    Changed,
}

// Each entry of the list begins with its number, since those of one kind and outcome are added by one statement.
const INSERT: &str = concat!(
    "insert into import_entries (import_seq, kind, outcome, is_changed, number, entry)
     select cast(?1 as bigint), cast(?2 as bigint), cast(?3 as text), cast(?4 as bigint),
         cast(substr(value, 1, 12) as bigint), substr(value, 13)
     from ",
    each_text!("?5"),
    " as lines"
);

macro_rules! of_import {
    ($and:literal) => {
        concat!(
            "from import_entries where import_seq = ?1 and kind between ?2 and ?3",
            $and
        )
    };
}

macro_rules! page {
    ($and:literal) => {
        concat!(
            "select kind, number, entry ",
            of_import!($and),
            " order by kind, number limit ?4 offset ?5"
        )
    };
}

pub(in crate::store) const PAGE: &str = page!("");
pub(in crate::store) const PAGE_CHANGED: &str = page!(" and is_changed = 1");
pub(in crate::store) const PAGE_BY_OUTCOME: &str = page!(" and outcome = ?6");
pub(in crate::store) const COUNT: &str = concat!("select count(*) ", of_import!(""));
pub(in crate::store) const COUNT_CHANGED: &str =
    concat!("select count(*) ", of_import!(" and is_changed = 1"));
pub(in crate::store) const COUNT_BY_OUTCOME: &str =
    concat!("select count(*) ", of_import!(" and outcome = ?4"));
pub(in crate::store) const FOLLOWING: &str = "
    select kind, number, entry from import_entries
    where import_seq = ?1 and (kind, number) > (?2, ?3) order by kind, number limit ?4";
pub(in crate::store) const DELETE: &str = "
    delete from import_entries
    where import_seq = ?1
      and (kind, number) in (select kind, number from import_entries where import_seq = ?1 limit ?2)";

/// Adds entries, numbered from `first` on. Those of the same kind and outcome are one statement: a batch has hundreds.
pub fn insert(tx: &mut Tx<'_>, seq: i64, first: u64, entries: &[NewEntry]) -> Result<(), StoreError> {
    let mut groups: Vec<(&NewEntry, Vec<String>)> = Vec::new();
    for (number, entry) in (first..).zip(entries) {
        let line = format!("{number:0width$}{}", entry.json, width = NUMBER_DIGITS);
        let same = |(other, _): &&mut (&NewEntry, Vec<String>)| {
            (other.kind, other.outcome, other.is_changed) == (entry.kind, entry.outcome, entry.is_changed)
        };
        match groups.iter_mut().find(same) {
            Some((_, lines)) => lines.push(line),
            None => groups.push((entry, vec![line])),
        }
    }
    for (entry, lines) in groups {
        tx.execute(
            INSERT,
            params![seq, entry.kind, entry.outcome, entry.is_changed, strings(&lines)],
        )?;
    }
    Ok(())
}

/// Returns a page of the entries, by kind and in the order in which they came.
pub fn list(tx: &Tx<'_>, seq: i64, filter: EntryFilter, paging: Paging) -> Result<Page<Entry>, StoreError> {
    let (least, most) = filter.kind.map_or((0, u16::MAX), |kind| (kind, kind));
    let (limit, offset) = (paging.limit, paging.offset());
    let (items, total): (_, Option<u64>) = match filter.outcome {
        OutcomeFilter::Any => (
            tx.query_all(PAGE, params![seq, least, most, limit, offset], entry)?,
            tx.query_value(COUNT, params![seq, least, most])?,
        ),
        OutcomeFilter::Changed => (
            tx.query_all(PAGE_CHANGED, params![seq, least, most, limit, offset], entry)?,
            tx.query_value(COUNT_CHANGED, params![seq, least, most])?,
        ),
        OutcomeFilter::Is(outcome) => (
            tx.query_all(
                PAGE_BY_OUTCOME,
                params![seq, least, most, limit, offset, outcome],
                entry,
            )?,
            tx.query_value(COUNT_BY_OUTCOME, params![seq, least, most, outcome])?,
        ),
    };
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}

/// Returns at most `limit` entries that follow this one, or the first ones.
pub fn following(
    tx: &Tx<'_>,
    seq: i64,
    last: Option<(u16, u64)>,
    limit: u32,
) -> Result<Vec<Entry>, StoreError> {
    let (kind, number) = last.unwrap_or((0, 0));
    tx.query_all(FOLLOWING, params![seq, kind, number, limit], entry)
}

/// Deletes at most `limit` entries, and returns their number.
pub fn delete_some(tx: &mut Tx<'_>, seq: i64, limit: u32) -> Result<usize, StoreError> {
    tx.execute(DELETE, params![seq, limit])
}

fn entry(row: &Row<'_>) -> Result<Entry, StoreError> {
    Ok(Entry {
        kind: row.get("kind")?,
        number: row.get("number")?,
        json: row.get("entry")?,
    })
}
