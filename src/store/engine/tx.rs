//! What query functions work with: a transaction, its parameters and its rows.

use rusqlite::types::FromSql;
use rusqlite::{Connection, RowIndex};

use super::StoreError;
use super::rankings::SharedRankings;
use super::search::SharedIndex;
use crate::domain::search::Words;

pub(in crate::store) use rusqlite::{Params, params};

/// A transaction under way. `&Tx` reads, `&mut Tx` writes as well.
pub struct Tx<'connection> {
    connection: &'connection Connection,
    shared: Option<&'connection Shared>,
}

/// What readers share beside the database. A write has none of it, so that it finds nothing that is not committed
/// and nothing that it has changed itself.
#[derive(Default)]
pub(super) struct Shared {
    pub(super) search: SharedIndex,
    pub(super) rankings: SharedRankings,
}

impl<'connection> Tx<'connection> {
    pub(super) fn new(connection: &'connection Connection) -> Self {
        Self {
            connection,
            shared: None,
        }
    }

    /// The same, with what readers share.
    pub(super) fn sharing<'shared>(&self, shared: &'shared Shared) -> Tx<'shared>
    where
        'connection: 'shared,
    {
        Tx {
            connection: self.connection,
            shared: Some(shared),
        }
    }

    /// What readers share; none for a write.
    pub(super) fn shared(&self) -> Option<&Shared> {
        self.shared
    }

    /// The first row of the answer, turned by `map`.
    pub(in crate::store) fn query_one<T>(
        &self,
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

    /// Every row of the answer, turned by `map`.
    pub(in crate::store) fn query_all<T>(
        &self,
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

    /// Gives every row of the answer to `take`, until that says that it is enough.
    pub(in crate::store) fn query_while(
        &self,
        sql: &str,
        parameters: impl Params,
        mut take: impl FnMut(&Row<'_>) -> Result<bool, StoreError>,
    ) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query(parameters)?;
        while let Some(row) = rows.next()?
            && take(&Row { row })?
        {}
        Ok(())
    }

    /// Changes rows, and gives how many.
    pub(in crate::store) fn execute(
        &mut self,
        sql: &str,
        parameters: impl Params,
    ) -> Result<usize, StoreError> {
        Ok(self.connection.prepare_cached(sql)?.execute(parameters)?)
    }

    /// A number that changes with every commit of another process.
    pub(super) fn data_version(&self) -> Result<i64, StoreError> {
        Ok(self
            .connection
            .pragma_query_value(None, "data_version", |row| row.get(0))?)
    }

    /// Runs a statement that begins, marks or ends something.
    pub(super) fn control(&self, sql: &str) -> Result<(), StoreError> {
        self.connection.prepare_cached(sql)?.execute([])?;
        Ok(())
    }

    /// Whether the engine has ended the transaction by itself.
    pub(super) fn is_over(&self) -> bool {
        self.connection.is_autocommit()
    }

    /// How the engine would answer a query, a step a line.
    #[cfg(test)]
    pub(in crate::store) fn plan(&self, sql: &str) -> Result<Vec<String>, StoreError> {
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

/// A row of an answer.
pub(in crate::store) struct Row<'row> {
    row: &'row rusqlite::Row<'row>,
}

impl Row<'_> {
    /// The value of a column, by its name or place.
    pub(in crate::store) fn get<T: FromSql>(&self, column: impl RowIndex) -> Result<T, StoreError> {
        Ok(self.row.get(column)?)
    }

    /// The text of a column, without a copy.
    pub(super) fn get_str(&self, column: impl RowIndex) -> Result<&str, StoreError> {
        Ok(self
            .row
            .get_ref(column)?
            .as_str()
            .map_err(rusqlite::Error::from)?)
    }

    /// The bytes of a column, without a copy.
    pub(super) fn get_bytes(&self, column: impl RowIndex) -> Result<Option<&[u8]>, StoreError> {
        let value = self.row.get_ref(column)?;
        Ok(value.as_blob_or_null().map_err(rusqlite::Error::from)?)
    }
}

/// The rows (one column, `value`) of a list that is bound as one parameter by [`integers`] or [`strings`].
macro_rules! each {
    ($parameter:literal) => {
        concat!("(select value from json_each(", $parameter, "))")
    };
}
pub(in crate::store) use each;

/// Whether a text holds every word of a list that is bound as one parameter by [`folded_words`], whatever
/// its letter case. It reads the text itself: for lists of administrators, not for readers.
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

/// The words as one parameter for [`has_every_word!`]; none when there are none.
pub(in crate::store) fn folded_words(words: &Words) -> Option<String> {
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
