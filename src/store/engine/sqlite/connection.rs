//! A connection to the database file.

use super::{check, values};
use crate::store::commits::Change;
use crate::store::engine::connection::{Columns, Connection, Row};
use crate::store::engine::{Parameters, StoreError, Value};

/// A connection of SQLite's driver.
pub(in crate::store::engine) struct SqliteConnection(rusqlite::Connection);

impl SqliteConnection {
    pub(in crate::store::engine) fn new(connection: rusqlite::Connection) -> Self {
        Self(connection)
    }

    pub(super) fn driver(&self) -> &rusqlite::Connection {
        &self.0
    }

    pub(super) fn driver_mut(&mut self) -> &mut rusqlite::Connection {
        &mut self.0
    }

    fn control(&self, sql: &'static str) -> Result<(), StoreError> {
        self.0.prepare_cached(sql)?.execute([])?;
        Ok(())
    }
}

impl Connection for SqliteConnection {
    fn query(
        &self,
        sql: &'static str,
        parameters: Parameters<'_>,
        visit: &mut dyn FnMut(&Row<'_>) -> Result<bool, StoreError>,
    ) -> Result<(), StoreError> {
        let mut statement = self.0.prepare_cached(sql)?;
        let mut rows = statement.query(values::parameters(parameters))?;
        while let Some(row) = rows.next()?
            && visit(&Row::new(row))?
        {}
        Ok(())
    }

    fn execute(&self, sql: &'static str, parameters: Parameters<'_>) -> Result<usize, StoreError> {
        let mut statement = self.0.prepare_cached(sql)?;
        Ok(statement.execute(values::parameters(parameters))?)
    }

    fn begin_snapshot(&mut self) -> Result<(), StoreError> {
        self.control("begin deferred")
    }

    fn end_snapshot(&mut self) -> Result<(), StoreError> {
        self.control("rollback")
    }

    fn begin_batch(&mut self) -> Result<(), StoreError> {
        self.control("begin immediate")?;
        self.control("savepoint write")
    }

    fn next_write(&mut self, is_kept: bool) -> Result<(), StoreError> {
        if !is_kept {
            // Leaves the savepoint open.
            return self.control("rollback to write");
        }
        self.control("release write")?;
        self.control("savepoint write")
    }

    /// A full disk rolls back the whole transaction, not only the failed statement.
    fn lost_batch(&self) -> Option<StoreError> {
        self.0.is_autocommit().then_some(StoreError::DiskFull)
    }

    fn commit(&mut self, _changes: &[Change]) -> Result<u64, StoreError> {
        self.control("commit")?;
        Ok(0)
    }

    fn roll_back(&mut self) -> Result<(), StoreError> {
        if self.0.is_autocommit() {
            return Ok(());
        }
        self.control("rollback")
    }

    fn data_version(&self) -> Result<i64, StoreError> {
        Ok(self
            .0
            .pragma_query_value(None, "data_version", |row| row.get(0))?)
    }

    fn size_bytes(&self) -> Result<u64, StoreError> {
        check::size_bytes(&self.0)
    }

    fn integrity_errors(&self) -> Result<Vec<String>, StoreError> {
        check::integrity_errors(&self.0)
    }

    /// Every connection that writes syncs each commit.
    fn durability_risks(&self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }
}

impl Columns for rusqlite::Row<'_> {
    fn count(&self) -> usize {
        self.as_ref().column_count()
    }

    fn name(&self, number: usize) -> Option<&str> {
        self.as_ref().column_name(number).ok()
    }

    fn value(&self, number: usize) -> Option<Value<'_>> {
        values::value(self.get_ref(number).ok()?)
    }
}
