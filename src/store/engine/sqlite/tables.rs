//! Whole tables of a database file: one that is read, and one that is created.

use std::fmt::Display;
use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode, Params};

use super::error::sqlite_code;
use super::{backup, check, lock, migrate, open, values};
use crate::store::engine::StoreError;
use crate::store::engine::tables::{
    Fill, RowVisitor, Table, TableReader, TableWriter, quoted, quoted_list, row_parameters,
};

/// A transaction on a database file.
pub(in crate::store::engine) struct SqliteReader {
    path: PathBuf,
    connection: Connection,
}

impl SqliteReader {
    /// Opens a snapshot of a file that others may use meanwhile.
    pub(in crate::store::engine) fn open(path: &Path) -> Result<Self, StoreError> {
        if !path.is_file() {
            return Err(StoreError::NoDatabase);
        }
        let connection = open::readable(path).map_err(|error| explain(path, error))?;
        connection.execute_batch("begin deferred")?;
        Ok(Self {
            path: path.to_owned(),
            connection,
        })
    }
}

impl TableReader for SqliteReader {
    fn identity(&mut self) -> Result<String, StoreError> {
        identity(&self.path)
    }

    fn known_version(&self) -> u32 {
        migrate::latest()
    }

    fn schema_version(&mut self) -> Result<u32, StoreError> {
        migrate::version(&self.connection).map_err(|error| explain(&self.path, error))
    }

    fn integrity_errors(&mut self) -> Result<Vec<String>, StoreError> {
        check::integrity_errors(&self.connection)
    }

    fn tables(&mut self) -> Result<Vec<Table>, StoreError> {
        tables(&self.connection)
    }

    fn count(&mut self, table: &Table) -> Result<u64, StoreError> {
        count(&self.connection, table)
    }

    fn read(&mut self, table: &Table, visit: RowVisitor<'_>) -> Result<(), StoreError> {
        read(&self.connection, table, visit)
    }
}

/// A new database file. It gets its name when it is complete and on disk; until then it ends in `.part`.
pub(in crate::store::engine) struct SqliteWriter {
    target: PathBuf,
    part: PathBuf,
    is_backup: bool,
    lock: Option<File>,
    has_part: bool,
    open: Option<OpenPart>,
}

struct OpenPart {
    reader: SqliteReader,
    /// The statements that create the triggers again.
    triggers: Vec<String>,
}

impl SqliteWriter {
    /// A database that a site may use later at this path.
    pub(in crate::store::engine) fn database(target: &Path) -> Self {
        Self::new(target, false)
    }

    /// A backup, beside which there is no file for a lock.
    pub(in crate::store::engine) fn backup(target: &Path) -> Self {
        Self::new(target, true)
    }

    fn new(target: &Path, is_backup: bool) -> Self {
        Self {
            target: target.to_owned(),
            part: backup::part_of(target),
            is_backup,
            lock: None,
            has_part: false,
            open: None,
        }
    }

    fn unwritable(&self, cause: &dyn Display) -> StoreError {
        StoreError::CannotWriteFile(self.target.clone(), cause.to_string())
    }
}

impl TableWriter for SqliteWriter {
    fn identity(&mut self) -> Result<String, StoreError> {
        identity(&self.target)
    }

    /// Removes what a killed copy to the same file left behind.
    fn begin(&mut self) -> Result<(), StoreError> {
        if self.is_backup {
            backup::assert_absent(&self.target)?;
        } else {
            // A site could start on a new database here meanwhile.
            self.lock = Some(lock::exclusive(&self.target)?);
            backup::assert_no_database(&self.target)?;
        }
        self.has_part = true;
        backup::remove_part(&self.part)
            .and_then(|()| open::create_private(&self.part))
            .map_err(|error| self.unwritable(&error))?;
        let mut connection = open::unjournaled(&self.part)?;
        migrate::to_latest(&mut connection, &self.part)?;
        connection.execute_batch("begin")?;
        let triggers = texts(
            &connection,
            "select sql from sqlite_schema where type = 'trigger'",
            [],
        )?;
        for name in texts(
            &connection,
            "select name from sqlite_schema where type = 'trigger'",
            [],
        )? {
            connection.execute_batch(&format!("drop trigger {}", quoted(&name)))?;
        }
        let path = self.part.clone();
        self.open = Some(OpenPart {
            reader: SqliteReader { path, connection },
            triggers,
        });
        Ok(())
    }

    fn reader(&mut self) -> Result<&mut dyn TableReader, StoreError> {
        let open = self.open.as_mut().ok_or(StoreError::Closed)?;
        Ok(&mut open.reader)
    }

    fn load(&mut self, table: &Table, fill: Fill<'_>) -> Result<(), StoreError> {
        let open = self.open.as_ref().ok_or(StoreError::Closed)?;
        let connection = &open.reader.connection;
        let name = quoted(&table.name);
        connection.execute(&format!("delete from {name}"), [])?;
        let columns = quoted_list(&table.columns);
        let parameters = vec!["?"; table.columns.len()].join(", ");
        let mut insert =
            connection.prepare(&format!("insert into {name} ({columns}) values ({parameters})"))?;
        fill(&mut |row| {
            insert.execute(values::parameters(&row_parameters(row)))?;
            Ok(())
        })
    }

    fn finish(mut self: Box<Self>) -> Result<(), StoreError> {
        let OpenPart {
            reader: SqliteReader { connection, .. },
            triggers,
        } = self.open.take().ok_or(StoreError::Closed)?;
        for trigger in triggers {
            connection.execute_batch(&trigger)?;
        }
        connection.execute_batch("commit")?;
        if let Some(finding) = check::integrity_errors(&connection)?.into_iter().next() {
            return Err(self.unwritable(&finding));
        }
        // The file remains one file when it is opened.
        connection.pragma_update(None, "journal_mode", "delete")?;
        connection.close().map_err(|(_, error)| error)?;
        backup::put_in_place(&self.part, &self.target).map_err(|error| self.unwritable(&error))
    }
}

/// Removes an incomplete file. After [`SqliteWriter::finish`] there is none.
impl Drop for SqliteWriter {
    fn drop(&mut self) {
        self.open = None;
        if self.has_part
            && let Err(error) = backup::remove_part(&self.part)
        {
            tracing::warn!(%error, part = %self.part.display(), "an incomplete copy could not be removed");
        }
    }
}

/// Recognises the error of the first statements on a file that is no database.
fn explain(path: &Path, error: StoreError) -> StoreError {
    match sqlite_code(&error) {
        Some(ErrorCode::NotADatabase) => StoreError::NotADatabase(path.to_owned()),
        _ => error,
    }
}

/// The path without links and relative parts, as far as the file exists.
fn identity(path: &Path) -> Result<String, StoreError> {
    let path = path.canonicalize().or_else(|_| std::path::absolute(path));
    let path = path.map_err(|error| StoreError::Engine(Box::new(error)))?;
    Ok(path.display().to_string())
}

fn texts(connection: &Connection, sql: &str, parameters: impl Params) -> Result<Vec<String>, StoreError> {
    let mut statement = connection.prepare(sql)?;
    let texts = statement.query_map(parameters, |row| row.get(0))?;
    Ok(texts.collect::<Result<_, _>>()?)
}

fn tables(connection: &Connection) -> Result<Vec<Table>, StoreError> {
    let names = texts(
        connection,
        "select name from pragma_table_list
         where schema = 'main' and type = 'table' and name not like 'sqlite!_%' escape '!'",
        [],
    )?;
    let names_of = |sql, table: &str| texts(connection, sql, [table]);
    let table = |name: String| {
        Ok(Table {
            columns: names_of("select name from pragma_table_info(?1) order by cid", &name)?,
            key: names_of(
                "select name from pragma_table_info(?1) where pk > 0 order by pk",
                &name,
            )?,
            references: names_of(r#"select "table" from pragma_foreign_key_list(?1)"#, &name)?,
            name,
        })
    };
    names.into_iter().map(table).collect()
}

fn count(connection: &Connection, table: &Table) -> Result<u64, StoreError> {
    let sql = format!("select count(*) from {}", quoted(&table.name));
    Ok(connection.query_row(&sql, [], |row| row.get(0))?)
}

fn read(connection: &Connection, table: &Table, visit: RowVisitor<'_>) -> Result<(), StoreError> {
    let mut statement = connection.prepare(&table.select())?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        visit(&table.values(row)?)?;
    }
    Ok(())
}
