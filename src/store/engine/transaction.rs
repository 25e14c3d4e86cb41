//! Transactions, statement parameters and rows.

use rusqlite::types::FromSql;
use rusqlite::{Connection, RowIndex};
use serde::de::DeserializeOwned;

use super::StoreError;
use crate::domain::search::SearchQuery;

pub(in crate::store) use rusqlite::{Params, ToSql, params};

/// An open transaction. `execute` requires a mutable reference, so that a shared [`Tx`](crate::store::Tx) cannot write.
#[derive(Clone, Copy)]
pub struct Transaction<'connection> {
    connection: &'connection Connection,
}

impl<'connection> Transaction<'connection> {
    pub(super) fn new(connection: &'connection Connection) -> Self {
        Self { connection }
    }

    /// Returns the first row, converted by `map`.
    pub(in crate::store) fn query_one<T>(
        self,
        sql: &str,
        parameters: impl Params,
        map: impl FnOnce(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query(parameters)?;
        match rows.next()? {
            Some(row) => map(&Row { row }).map(Some),
            None => Ok(None),
        }
    }

    /// Returns the first column of the first row.
    pub(in crate::store) fn query_value<T: FromSql>(
        self,
        sql: &str,
        parameters: impl Params,
    ) -> Result<Option<T>, StoreError> {
        self.query_one(sql, parameters, |row| row.get(0))
    }

    /// Whether there is a row.
    pub(in crate::store) fn exists(self, sql: &str, parameters: impl Params) -> Result<bool, StoreError> {
        Ok(self.query_one(sql, parameters, |_| Ok(()))?.is_some())
    }

    /// Returns the first column of all rows.
    pub(in crate::store) fn query_column<T: FromSql>(
        self,
        sql: &str,
        parameters: impl Params,
    ) -> Result<Vec<T>, StoreError> {
        self.query_all(sql, parameters, |row| row.get(0))
    }

    /// Returns all rows, converted by `map`.
    pub(in crate::store) fn query_all<T>(
        self,
        sql: &str,
        parameters: impl Params,
        mut map: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query(parameters)?;
        let mut items = Vec::new();
        while let Some(row) = rows.next()? {
            items.push(map(&Row { row })?);
        }
        Ok(items)
    }

    /// Calls `visit` for each row until it returns `false`.
    pub(in crate::store) fn query_while(
        self,
        sql: &str,
        parameters: impl Params,
        mut visit: impl FnMut(&Row<'_>) -> Result<bool, StoreError>,
    ) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query(parameters)?;
        while let Some(row) = rows.next()?
            && visit(&Row { row })?
        {}
        Ok(())
    }

    /// Executes a statement and returns the number of changed rows.
    pub(in crate::store) fn execute(
        &mut self,
        sql: &str,
        parameters: impl Params,
    ) -> Result<usize, StoreError> {
        Ok(self.connection.prepare_cached(sql)?.execute(parameters)?)
    }

    /// SQLite's `data_version`: a number that changes with every commit of another process.
    pub(in crate::store) fn data_version(self) -> Result<i64, StoreError> {
        Ok(self
            .connection
            .pragma_query_value(None, "data_version", |row| row.get(0))?)
    }

    /// Executes a transaction control statement, such as `begin` or `savepoint`.
    pub(super) fn control(self, sql: &str) -> Result<(), StoreError> {
        self.connection.prepare_cached(sql)?.execute([])?;
        Ok(())
    }

    /// Whether SQLite has ended the transaction by itself.
    pub(super) fn is_over(self) -> bool {
        self.connection.is_autocommit()
    }

    /// Returns the query plan, one step per item.
    #[cfg(test)]
    pub(in crate::store) fn plan(self, sql: &str) -> Result<Vec<String>, StoreError> {
        let mut statement = self.connection.prepare(&format!("explain query plan {sql}"))?;
        for index in 1..=statement.parameter_count() {
            statement.raw_bind_parameter(index, rusqlite::types::Null)?;
        }
        let mut steps = Vec::new();
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next()? {
            steps.push(row.get("detail")?);
        }
        Ok(steps)
    }
}

pub(in crate::store) struct Row<'row> {
    row: &'row rusqlite::Row<'row>,
}

impl Row<'_> {
    pub(in crate::store) fn get<T: FromSql>(&self, column: impl RowIndex) -> Result<T, StoreError> {
        Ok(self.row.get(column)?)
    }

    pub(in crate::store) fn get_str(&self, column: impl RowIndex) -> Result<&str, StoreError> {
        Ok(self
            .row
            .get_ref(column)?
            .as_str()
            .map_err(rusqlite::Error::from)?)
    }

    /// Returns the value of a column with JSON.
    pub(in crate::store) fn get_json<T: DeserializeOwned>(
        &self,
        column: &'static str,
    ) -> Result<T, StoreError> {
        let json = self.get_str(column)?;
        serde_json::from_str(json).map_err(|_| StoreError::Corrupt(column.to_owned()))
    }

    pub(in crate::store) fn get_bytes(&self, column: impl RowIndex) -> Result<Option<&[u8]>, StoreError> {
        let value = self.row.get_ref(column)?;
        Ok(value.as_blob_or_null().map_err(rusqlite::Error::from)?)
    }
}

/// A subquery with one column, `value`: the items of a list that [`integers`] or [`strings`] binds as one parameter.
macro_rules! each {
    ($parameter:literal) => {
        concat!("(select value from json_each(", $parameter, "))")
    };
}
pub(in crate::store) use each;

/// A condition: the text contains every word of the list that [`folded_words`] binds as one parameter, ignoring
/// case. It scans the text, so use it for lists of administrators only.
macro_rules! has_every_word {
    ($text:literal, $parameter:literal) => {
        concat!(
            "not exists (select 1 from json_each(",
            $parameter,
            ") as word where instr(fold(",
            $text,
            "), word.value) = 0)"
        )
    };
}
pub(in crate::store) use has_every_word;

/// The words as one parameter for [`has_every_word!`], or `None` if there are no words.
pub(in crate::store) fn folded_words(words: &SearchQuery) -> Option<String> {
    let words: Vec<String> = words.iter().map(str::to_owned).collect();
    (!words.is_empty()).then(|| strings(&words))
}

/// A list of integers as one parameter for [`each!`].
pub(in crate::store) fn integers(values: &[i64]) -> String {
    let texts: Vec<String> = values.iter().map(i64::to_string).collect();
    format!("[{}]", texts.join(","))
}

/// A list of texts as one parameter for [`each!`].
pub(in crate::store) fn strings(values: &[String]) -> String {
    serde_json::Value::from(values).to_string()
}
