//! What is stored about a reader, for the reader: one list for each kind of thing, with what it says and nothing of others but
//! their names and titles. Which tables that leaves out, and why, stands in the test that walks through the schema.

mod account;
mod activity;
mod mails;

use std::borrow::Cow;

use super::Tx;
use super::engine::{Row, StoreError, Value, params};
use crate::domain::{Time, UserId};

/// The milliseconds between two exports of a reader.
const PAUSE_MILLISECONDS: i64 = 3_600_000;

/// A list of things that are stored about a reader.
#[derive(Debug, Clone, Copy)]
pub struct PersonalList {
    /// The name for programs.
    pub name: &'static str,
    /// The title for people.
    pub title: &'static str,
    /// Whether there is at most one thing in it.
    pub is_single: bool,
    /// Selects the rows of the reader with the id `?1`. Columns that end with `at` or `until` hold times, and those that begin
    /// with `is_`, `has_`, `hides_` or `was_` hold flags.
    pub(super) sql: &'static str,
}

impl PersonalList {
    const fn new(name: &'static str, title: &'static str, sql: &'static str) -> Self {
        Self {
            name,
            title,
            is_single: false,
            sql,
        }
    }

    const fn single(name: &'static str, title: &'static str, sql: &'static str) -> Self {
        Self {
            is_single: true,
            ..Self::new(name, title, sql)
        }
    }
}

/// All lists, in the order in which people read them.
pub fn lists() -> impl Iterator<Item = &'static PersonalList> {
    let all = [account::PROFILE, activity::LISTS, mails::LISTS, account::LISTS];
    all.into_iter().flatten()
}

/// The value of a field.
#[derive(Debug, Clone, PartialEq)]
pub enum FieldValue<'row> {
    /// There is none.
    Absent,
    /// A flag.
    Flag(bool),
    /// A number.
    Number(i64),
    /// A time.
    Time(Time),
    /// A text.
    Text(Cow<'row, str>),
}

/// A field with its name in the database, which has words with `_` between them.
pub type Field<'row> = (&'row str, FieldValue<'row>);

/// Calls `visit` with the fields of each thing of a list until it returns `false`. Only one of them is in memory.
pub fn visit(
    tx: &Tx<'_>,
    list: &PersonalList,
    reader: UserId,
    mut visit: impl FnMut(&[Field<'_>]) -> bool,
) -> Result<(), StoreError> {
    tx.query_while(list.sql, params![reader], |row| Ok(visit(&fields(row)?)))
}

fn fields<'row>(row: &'row Row<'_>) -> Result<Vec<Field<'row>>, StoreError> {
    row.columns()
        .map(|(name, value)| {
            let corrupt = || StoreError::Corrupt(name.to_owned());
            Ok((
                name,
                field_value(name, value.ok_or_else(corrupt)?).ok_or_else(corrupt)?,
            ))
        })
        .collect()
}

fn field_value<'row>(name: &str, value: Value<'row>) -> Option<FieldValue<'row>> {
    let is_time = ["at", "until"].iter().any(|end| {
        name.strip_suffix(end)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('_'))
    });
    let is_flag = ["is_", "has_", "hides_", "was_"]
        .iter()
        .any(|begin| name.starts_with(begin));
    match value {
        Value::Null => Some(FieldValue::Absent),
        Value::Integer(number) if is_time => Some(FieldValue::Time(Time::from_milliseconds(number))),
        Value::Integer(number) if is_flag => Some(FieldValue::Flag(number != 0)),
        Value::Integer(number) => Some(FieldValue::Number(number)),
        Value::Text(text) => Some(FieldValue::Text(text)),
        Value::Real(_) | Value::Bytes(_) => None,
    }
}

/// Records that a reader's data is exported now. Returns the seconds to wait if it was within the last hour.
pub fn begin_export(tx: &mut Tx<'_>, reader: UserId, now: Time) -> Result<Result<(), u64>, StoreError> {
    let last: Option<Time> = tx.query_value(
        "select at from personal_exports where user_id = ?1",
        params![reader],
    )?;
    let passed = last.map(|last| now.milliseconds() - last.milliseconds());
    // A time in the future was written by a clock that was wrong.
    if let Some(passed) = passed.filter(|passed| (0..PAUSE_MILLISECONDS).contains(passed)) {
        let left = u64::try_from(PAUSE_MILLISECONDS - passed).unwrap_or_default();
        return Ok(Err(left.div_ceil(1_000)));
    }
    tx.execute(
        "insert into personal_exports (user_id, at) values (?1, ?2)
         on conflict (user_id) do update set at = excluded.at",
        params![reader, now],
    )?;
    Ok(Ok(()))
}

#[cfg(test)]
pub(super) fn statements() -> impl Iterator<Item = (&'static str, &'static str)> {
    lists().map(|list| (list.name, list.sql))
}
