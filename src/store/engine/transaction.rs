//! Transactions.

use super::StoreError;
use super::connection::{Connection, Row};
use super::value::{FromValue, Parameters};

/// An open transaction. `execute` requires a mutable reference, so that a shared [`Tx`](crate::store::Tx) cannot write.
#[derive(Clone, Copy)]
pub struct Transaction<'connection> {
    connection: &'connection dyn Connection,
}

impl<'connection> Transaction<'connection> {
    pub(super) fn new(connection: &'connection dyn Connection) -> Self {
        Self { connection }
    }

    /// Returns the first row, converted by `map`.
    pub(in crate::store) fn query_one<T>(
        self,
        sql: &'static str,
        parameters: Parameters<'_>,
        map: impl FnOnce(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let mut map = Some(map);
        let mut first = None;
        self.query_while(sql, parameters, |row| {
            if let Some(map) = map.take() {
                first = Some(map(row)?);
            }
            Ok(false)
        })?;
        Ok(first)
    }

    /// Returns the first column of the first row.
    pub(in crate::store) fn query_value<T: FromValue>(
        self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Option<T>, StoreError> {
        self.query_one(sql, parameters, |row| row.get(0))
    }

    /// Whether there is a row.
    pub(in crate::store) fn exists(
        self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<bool, StoreError> {
        Ok(self.query_one(sql, parameters, |_| Ok(()))?.is_some())
    }

    /// Returns the first column of all rows.
    pub(in crate::store) fn query_column<T: FromValue>(
        self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<T>, StoreError> {
        self.query_all(sql, parameters, |row| row.get(0))
    }

    /// Returns all rows, converted by `map`.
    pub(in crate::store) fn query_all<T>(
        self,
        sql: &'static str,
        parameters: Parameters<'_>,
        mut map: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let mut items = Vec::new();
        self.query_while(sql, parameters, |row| {
            items.push(map(row)?);
            Ok(true)
        })?;
        Ok(items)
    }

    /// Calls `visit` for each row until it returns `false`.
    pub(in crate::store) fn query_while(
        self,
        sql: &'static str,
        parameters: Parameters<'_>,
        mut visit: impl FnMut(&Row<'_>) -> Result<bool, StoreError>,
    ) -> Result<(), StoreError> {
        self.connection.query(sql, parameters, &mut visit)
    }

    /// Executes a statement and returns the number of changed rows.
    pub(in crate::store) fn execute(
        &mut self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<usize, StoreError> {
        self.connection.execute(sql, parameters)
    }

    /// The connection, for what is no statement of the program.
    pub(in crate::store) fn connection(self) -> &'connection dyn Connection {
        self.connection
    }
}
