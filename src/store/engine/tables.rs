//! Reading and filling whole tables, whichever database they are in.

use super::StoreError;
use super::connection::Columns;
use super::value::{ToValue, Value};

/// Tables of which each database has its own: the history of its migrations, and on a server the commits of its nodes.
const OWN_TABLES: [&str; 2] = ["refinery_schema_history", "commits"];

/// A table, as the catalogue of its database describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::store) struct Table {
    pub(in crate::store) name: String,
    pub(in crate::store) columns: Vec<String>,
    /// The columns of the primary key.
    pub(in crate::store) key: Vec<String>,
    /// The tables that its foreign keys refer to.
    pub(in crate::store) references: Vec<String>,
}

impl Table {
    /// Whether a copy of the database has the rows of this table.
    pub(in crate::store) fn is_copied(&self) -> bool {
        !OWN_TABLES.contains(&self.name.as_str())
    }

    /// The statement that reads all rows, in the order of the key: that of the bytes of texts in both databases.
    pub(super) fn select(&self) -> String {
        format!(
            "select {} from {} order by {}",
            quoted_list(&self.columns),
            quoted(&self.name),
            quoted_list(&self.key)
        )
    }

    /// Returns the values of a row that [`Table::select`] returned.
    pub(super) fn values<'row>(&self, row: &'row dyn Columns) -> Result<Vec<Value<'row>>, StoreError> {
        let columns = self.columns.iter().enumerate();
        columns
            .map(|(number, column)| {
                let value = row.value(number);
                value.ok_or_else(|| StoreError::Corrupt(format!("{}.{column}", self.name)))
            })
            .collect()
    }
}

/// The values of a row as the parameters of a statement.
pub(super) fn row_parameters<'row>(row: &'row [Value<'_>]) -> Vec<&'row dyn ToValue> {
    row.iter().map(|value| value as &dyn ToValue).collect()
}

/// Quotes a name for a statement.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

pub(super) fn quoted_list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    names.join(", ")
}

/// Receives the values of a row, in the order of the table's columns.
pub(in crate::store) type RowVisitor<'visitor> =
    &'visitor mut dyn FnMut(&[Value<'_>]) -> Result<(), StoreError>;

/// One snapshot of a database, whose tables are read from beginning to end.
pub(in crate::store) trait TableReader {
    /// A text that no other database has.
    fn identity(&mut self) -> Result<String, StoreError>;

    /// The latest version of the schema that this program knows.
    fn known_version(&self) -> u32;

    /// The version of the schema; 0 if the program never used this database.
    fn schema_version(&mut self) -> Result<u32, StoreError>;

    /// The damage in the database, one finding per item.
    fn integrity_errors(&mut self) -> Result<Vec<String>, StoreError>;

    fn tables(&mut self) -> Result<Vec<Table>, StoreError>;

    fn count(&mut self, table: &Table) -> Result<u64, StoreError>;

    /// Calls `visit` for each row, in the order of the primary key. Only some rows are in memory at a time.
    fn read(&mut self, table: &Table, visit: RowVisitor<'_>) -> Result<(), StoreError>;
}

/// An empty database that is filled. Nothing of it remains unless [`TableWriter::finish`] succeeds.
pub(in crate::store) trait TableWriter {
    /// A text that no other database has.
    fn identity(&mut self) -> Result<String, StoreError>;

    /// Creates the tables if there are none, and prevents all other writes from now on.
    ///
    /// # Errors
    /// [`StoreError::NotEmpty`] or [`StoreError::DatabaseExists`].
    fn begin(&mut self) -> Result<(), StoreError>;

    /// Reads what was written since [`TableWriter::begin`].
    fn reader(&mut self) -> Result<&mut dyn TableReader, StoreError>;

    /// Replaces the rows of a table by those that `fill` passes to its parameter. No trigger runs. The tables that this
    /// one refers to have to be loaded before.
    fn load(&mut self, table: &Table, fill: Fill<'_>) -> Result<(), StoreError>;

    /// Makes everything permanent at once.
    fn finish(self: Box<Self>) -> Result<(), StoreError>;
}

/// Passes all rows of a table to its parameter.
pub(in crate::store) type Fill<'fill> = &'fill mut dyn FnMut(RowVisitor<'_>) -> Result<(), StoreError>;

/// Returns the first table that has other rows than a new database. That has, at most, a row of counters at 0 in a table.
pub(super) fn first_filled_table(reader: &mut dyn TableReader) -> Result<Option<String>, StoreError> {
    for table in reader.tables()?.into_iter().filter(Table::is_copied) {
        let is_filled = match reader.count(&table)? {
            0 => false,
            1 => !has_counters_at_zero(reader, &table)?,
            _ => true,
        };
        if is_filled {
            return Ok(Some(table.name));
        }
    }
    Ok(None)
}

/// Whether everything in the table but its key is 0.
fn has_counters_at_zero(reader: &mut dyn TableReader, table: &Table) -> Result<bool, StoreError> {
    let counters: Vec<bool> = table
        .columns
        .iter()
        .map(|column| !table.key.contains(column))
        .collect();
    let mut is_zero = counters.contains(&true);
    reader.read(table, &mut |row| {
        let mut values = row.iter().zip(&counters);
        is_zero &= values.all(|(value, is_counter)| !is_counter || *value == Value::Integer(0));
        Ok(())
    })?;
    Ok(is_zero)
}
