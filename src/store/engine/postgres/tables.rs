//! Whole tables of a database of a server: one that is read, and one that is filled.

use std::time::Duration;

use postgres::Client;
use postgres::binary_copy::BinaryCopyInWriter;
use postgres::fallible_iterator::FallibleIterator as _;
use postgres::types::Type;

use super::connection::PostgresConnection;
use super::server::{Purpose, Servers};
use super::{migrate, values};
use crate::store::commits::Change;
use crate::store::engine::connection::Connection;
use crate::store::engine::tables::{
    Fill, RowVisitor, Table, TableReader, TableWriter, first_filled_table, quoted, quoted_list,
    row_parameters,
};
use crate::store::engine::{ServerOptions, StoreError, Value};

/// The time for which a copy waits for a server.
const PATIENCE: Duration = Duration::from_secs(5);

/// A table takes as long as it takes, and so does the other database meanwhile.
const NO_TIMEOUTS: &str =
    "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0";

/// Names of tables and columns as texts, generated columns left out.
const TABLES_SQL: &str = "
    select tables.relname::text,
           array(select attname::text from pg_attribute
                 where attrelid = tables.oid and attnum > 0 and not attisdropped and attgenerated = ''
                 order by attnum),
           array(select attname::text from pg_index, unnest(indkey) with ordinality as keys (number, position), pg_attribute
                 where indrelid = tables.oid and indisprimary and attrelid = tables.oid and attnum = keys.number
                 order by position),
           array(select referenced.relname::text from pg_constraint join pg_class as referenced on referenced.oid = confrelid
                 where conrelid = tables.oid and contype = 'f')
    from pg_class as tables where relkind = 'r' and relnamespace = current_schema::regnamespace";

/// Opens a snapshot of a database on the primary: a standby may lack what was written last.
pub(in crate::store::engine) fn open_reader(
    options: &ServerOptions,
) -> Result<Box<dyn TableReader>, StoreError> {
    let mut connection = PostgresConnection::open(&Servers::new(options)?, Purpose::Write, PATIENCE)?;
    connection.begin_snapshot()?;
    connection.client_mut().batch_execute(NO_TIMEOUTS)?;
    Ok(Box::new(connection))
}

/// The number of the database, and when its server started: other databases on it have another number, and other
/// servers did not start in the same microsecond.
fn identity(connection: &mut PostgresConnection) -> Result<String, StoreError> {
    let row = connection.client_mut().query_one(
        "select oid::text || ' of ' || pg_postmaster_start_time() from pg_database where datname = current_database()",
        &[],
    )?;
    Ok(row.get(0))
}

impl TableReader for PostgresConnection {
    fn identity(&mut self) -> Result<String, StoreError> {
        identity(self)
    }

    fn known_version(&self) -> u32 {
        migrate::latest()
    }

    fn schema_version(&mut self) -> Result<u32, StoreError> {
        migrate::version(self.client_mut())
    }

    fn integrity_errors(&mut self) -> Result<Vec<String>, StoreError> {
        Connection::integrity_errors(self)
    }

    fn tables(&mut self) -> Result<Vec<Table>, StoreError> {
        let rows = self.client_mut().query(TABLES_SQL, &[])?;
        let table = |row: &postgres::Row| Table {
            name: row.get(0),
            columns: row.get(1),
            key: row.get(2),
            references: row.get(3),
        };
        Ok(rows.iter().map(table).collect())
    }

    fn count(&mut self, table: &Table) -> Result<u64, StoreError> {
        let sql = format!("select count(*) from {}", quoted(&table.name));
        let row = self.client_mut().query_one(&sql, &[])?;
        Ok(u64::try_from(row.get::<_, i64>(0)).unwrap_or(0))
    }

    fn read(&mut self, table: &Table, visit: RowVisitor<'_>) -> Result<(), StoreError> {
        let mut rows = self
            .client_mut()
            .query_raw(&table.select(), values::parameters(&[]))?;
        while let Some(row) = rows.next()? {
            visit(&table.values(&row)?)?;
        }
        Ok(())
    }
}

/// A database that is filled in one transaction.
pub(in crate::store::engine) struct PostgresWriter(PostgresConnection);

impl PostgresWriter {
    pub(in crate::store::engine) fn open(options: &ServerOptions) -> Result<Self, StoreError> {
        let servers = Servers::new(options)?;
        Ok(Self(PostgresConnection::open(
            &servers,
            Purpose::Write,
            PATIENCE,
        )?))
    }
}

impl TableWriter for PostgresWriter {
    fn identity(&mut self) -> Result<String, StoreError> {
        identity(&mut self.0)
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        // Held until the connection ends.
        migrate::lock(self.0.client_mut())?;
        if let Some(table) = first_filled_table(&mut self.0)? {
            return Err(StoreError::NotEmpty(table));
        }
        migrate::to_latest(self.0.client_mut())?;
        self.0.begin_batch()?;
        Ok(self.0.client_mut().batch_execute(NO_TIMEOUTS)?)
    }

    fn reader(&mut self) -> Result<&mut dyn TableReader, StoreError> {
        Ok(&mut self.0)
    }

    fn load(&mut self, table: &Table, fill: Fill<'_>) -> Result<(), StoreError> {
        let client = self.0.client_mut();
        let (name, columns) = (quoted(&table.name), quoted_list(&table.columns));
        // With its triggers, each post would write the one row of totals again.
        client.batch_execute(&format!(
            "alter table {name} disable trigger user; delete from {name}"
        ))?;
        let types: Vec<Type> = client
            .prepare(&format!("select {columns} from {name}"))?
            .columns()
            .iter()
            .map(|column| column.type_().clone())
            .collect();
        let rows = client.copy_in(&format!("copy {name} ({columns}) from stdin (format binary)"))?;
        let mut rows = BinaryCopyInWriter::new(rows, &types);
        fill(&mut |row| {
            assert_storable(table, row)?;
            Ok(rows.write_raw(values::parameters(&row_parameters(row)))?)
        })?;
        rows.finish()?;
        // Nobody may alter a table while a reference of it is to be checked at the end of the transaction: a comment may
        // come before the one that it replies to.
        client.batch_execute(&format!(
            "set constraints all immediate; set constraints all deferred;
             alter table {name} enable trigger user; analyze {name}"
        ))?;
        continue_identities(client, table)
    }

    fn finish(mut self: Box<Self>) -> Result<(), StoreError> {
        self.0.commit(&[Change::Everything])?;
        Ok(())
    }
}

/// Asserts that no text has a character that a file can have, but no server.
fn assert_storable(table: &Table, row: &[Value<'_>]) -> Result<(), StoreError> {
    let is_storable = |value: &Value<'_>| !matches!(value, Value::Text(text) if text.contains('\0'));
    match row
        .iter()
        .zip(&table.columns)
        .find(|(value, _)| !is_storable(value))
    {
        Some((_, column)) => Err(StoreError::NotStorable(format!("{}.{column}", table.name))),
        None => Ok(()),
    }
}

/// Makes the numbers that the database gives to new rows continue after those of the table.
fn continue_identities(client: &mut Client, table: &Table) -> Result<(), StoreError> {
    let name = quoted(&table.name);
    let columns = client.query(
        "select attname::text from pg_attribute where attrelid = cast($1::text as regclass) and attidentity <> ''",
        &[&name],
    )?;
    for column in columns {
        let column: String = column.get(0);
        let quoted_column = quoted(&column);
        client.query(
            &format!(
                "select setval(pg_get_serial_sequence($1, $2), coalesce(max({quoted_column}), 0) + 1, false) from {name}"
            ),
            &[&name, &column],
        )?;
    }
    Ok(())
}
