//! A connection to a database, as far as the engine needs it of each kind, and the rows that it returns.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::de::DeserializeOwned;

use super::StoreError;
use super::value::{FromValue, Parameters, Value};
use crate::store::commits::Change;

/// A connection, used by one thread at a time.
pub(in crate::store) trait Connection: Send {
    /// Executes a statement, and calls `visit` for each row of its result until it returns `false`.
    fn query(
        &self,
        sql: &'static str,
        parameters: Parameters<'_>,
        visit: &mut dyn FnMut(&Row<'_>) -> Result<bool, StoreError>,
    ) -> Result<(), StoreError>;

    /// Executes a statement, and returns the number of rows that it changed.
    fn execute(&self, sql: &'static str, parameters: Parameters<'_>) -> Result<usize, StoreError>;

    /// Begins a transaction that reads one snapshot.
    fn begin_snapshot(&mut self) -> Result<(), StoreError>;

    /// Ends the transaction that [`Connection::begin_snapshot`] began.
    fn end_snapshot(&mut self) -> Result<(), StoreError>;

    /// Begins a transaction that writes, and in it the first write. Waits until no other transaction writes.
    fn begin_batch(&mut self) -> Result<(), StoreError>;

    /// Ends a write, of which nothing remains unless it is kept, and begins the next one of the batch.
    fn next_write(&mut self, is_kept: bool) -> Result<(), StoreError>;

    /// The reason why the batch is lost, if the database has ended its transaction or the connection.
    fn lost_batch(&self) -> Option<StoreError>;

    /// Commits the batch, whose kept writes made `changes`, and returns when it is on disk. Returns the number that a
    /// server gives to the commits of all nodes.
    fn commit(&mut self, changes: &[Change]) -> Result<u64, StoreError>;

    /// Ends the batch, of which nothing remains.
    fn roll_back(&mut self) -> Result<(), StoreError>;

    /// A number that changes with every commit of another process. It is 0 on a server, whose commits a [`Follower`] reads
    /// from their table.
    ///
    /// [`Follower`]: super::Follower
    fn data_version(&self) -> Result<i64, StoreError>;

    /// The size of the database in bytes.
    fn size_bytes(&self) -> Result<u64, StoreError>;

    /// The damage in the database, one finding per item.
    fn integrity_errors(&self) -> Result<Vec<String>, StoreError>;

    /// The settings of the database by which acknowledged writes may be lost, a sentence each.
    fn durability_risks(&self) -> Result<Vec<String>, StoreError>;
}

/// The number or the name of a column.
#[derive(Debug, Clone, Copy)]
pub(in crate::store) enum Column<'name> {
    Number(usize),
    Name(&'name str),
}

impl From<usize> for Column<'_> {
    fn from(number: usize) -> Self {
        Self::Number(number)
    }
}

impl<'name> From<&'name str> for Column<'name> {
    fn from(name: &'name str) -> Self {
        Self::Name(name)
    }
}

impl fmt::Display for Column<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(formatter),
            Self::Name(name) => formatter.write_str(name),
        }
    }
}

/// The values of a row, as a driver returns them.
pub(in crate::store) trait Columns {
    /// The number of columns.
    fn count(&self) -> usize;

    /// The name of the column with this number, if there is one.
    fn name(&self, number: usize) -> Option<&str>;

    /// Returns `None` if there is no such column, or its value is of no kind that [`Value`] has.
    fn value(&self, number: usize) -> Option<Value<'_>>;
}

/// A row of a result.
pub(in crate::store) struct Row<'row> {
    columns: &'row dyn Columns,
    /// The number of the column after the one that was asked for last. Columns are mostly read in their order, and the
    /// search for a name begins here: from the first one it took a tenth of the time of a list of posts.
    next: Cell<usize>,
}

impl<'row> Row<'row> {
    pub(in crate::store) fn new(columns: &'row dyn Columns) -> Self {
        let next = Cell::new(0);
        Self { columns, next }
    }

    fn value(&self, column: Column<'_>) -> Option<Value<'_>> {
        let number = match column {
            Column::Number(number) => number,
            Column::Name(name) => {
                let (next, count) = (self.next.get(), self.columns.count());
                let mut numbers = (next..count).chain(0..next);
                numbers.find(|number| self.columns.name(*number) == Some(name))?
            }
        };
        self.next.set(number + 1);
        self.columns.value(number)
    }

    pub(in crate::store) fn get<'name, T: FromValue>(
        &self,
        column: impl Into<Column<'name>>,
    ) -> Result<T, StoreError> {
        let column = column.into();
        let value = self.value(column).and_then(T::from_value);
        value.ok_or_else(|| StoreError::Corrupt(column.to_string()))
    }

    /// Returns all columns with their names. The value is `None` if it is of no kind that [`Value`] has.
    pub(in crate::store) fn columns(&self) -> impl Iterator<Item = (&str, Option<Value<'_>>)> {
        (0..self.columns.count())
            .filter_map(|number| Some((self.columns.name(number)?, self.columns.value(number))))
    }

    /// Returns the value of a column with JSON.
    pub(in crate::store) fn get_json<T: DeserializeOwned>(
        &self,
        column: &'static str,
    ) -> Result<T, StoreError> {
        let json = self.get_str(column)?;
        serde_json::from_str(json).map_err(|_| StoreError::Corrupt(column.to_owned()))
    }

    /// Returns a text without copying it.
    pub(in crate::store) fn get_str<'name>(
        &self,
        column: impl Into<Column<'name>>,
    ) -> Result<&str, StoreError> {
        let column = column.into();
        match self.value(column) {
            Some(Value::Text(Cow::Borrowed(text))) => Ok(text),
            _ => Err(StoreError::Corrupt(column.to_string())),
        }
    }

    /// Returns bytes without copying them.
    pub(in crate::store) fn get_bytes<'name>(
        &self,
        column: impl Into<Column<'name>>,
    ) -> Result<Option<&[u8]>, StoreError> {
        let column = column.into();
        match self.value(column) {
            Some(Value::Null) => Ok(None),
            Some(Value::Bytes(bytes)) => Ok(Some(bytes)),
            _ => Err(StoreError::Corrupt(column.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Numbered(&'static [&'static str]);

    impl Columns for Numbered {
        fn count(&self) -> usize {
            self.0.len()
        }

        fn name(&self, number: usize) -> Option<&str> {
            self.0.get(number).copied()
        }

        fn value(&self, number: usize) -> Option<Value<'_>> {
            let number = i64::try_from(number).ok()?;
            (number < 3).then_some(Value::Integer(number))
        }
    }

    #[test]
    fn finds_columns_by_name_in_any_order_and_refuses_others() {
        let columns = Numbered(&["first", "second", "third"]);
        let row = Row::new(&columns);
        for (name, number) in [
            ("second", 1),
            ("third", 2),
            ("first", 0),
            ("third", 2),
            ("third", 2),
        ] {
            assert_eq!(row.get::<i64>(name).unwrap(), number, "{name}");
        }
        for name in ["fourth", "First", ""] {
            assert!(matches!(row.get::<i64>(name), Err(StoreError::Corrupt(column)) if column == name));
        }
        assert_eq!(row.get::<i64>(2).unwrap(), 2);
        assert!(row.get::<i64>(7).is_err());
        assert_eq!(row.get::<i64>("first").unwrap(), 0);
    }
}
