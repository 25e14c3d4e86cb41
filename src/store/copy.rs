//! A copy of a whole database to another place, between a file and a server in either direction.
//!
//! The source is read in one snapshot, and may be in use. The target receives everything or nothing: the rows of all
//! tables are read back and compared by their hashes before anything becomes permanent.

use std::collections::HashSet;
use std::path::Path;

use sha2::{Digest as _, Sha256};
use thiserror::Error;

use super::engine::sqlite::backup;
use super::engine::tables::{Table, TableReader, TableWriter};
use super::engine::{self, Place, StoreError, Value};

/// The number of rows between two reports of progress.
const ROWS_PER_REPORT: u64 = 100;

/// An error of a copy, most with the name of a place. Nothing was kept of the target.
#[derive(Debug, Error)]
pub enum CopyError {
    /// Both places are this one database.
    #[error("{0} cannot be copied to itself")]
    SamePlace(String),
    /// The server cannot be reached.
    #[error("cannot reach {0}: {1}; check the address, and that the server runs")]
    Unreachable(String, String),
    /// The address of the server is not valid.
    #[error("the address {0} is not valid: {1}")]
    InvalidUrl(String, String),
    /// The source was not written by this program.
    #[error("{0} is no database of blog-app")]
    ForeignDatabase(String),
    /// The source was written by an older version of the program.
    #[error(
        "{place} has schema version {found}, and this blog-app copies version {known}: copy it or make its backup with \
         the blog-app that wrote it, or start this one on it first, which brings it up to date"
    )]
    OlderSchema {
        /// The source.
        place: String,
        /// The version in the source.
        found: u32,
        /// The latest version that this program knows.
        known: u32,
    },
    /// The source is damaged. Holds a finding.
    #[error("{0} is damaged: {1}")]
    Damaged(String, String),
    /// The two databases do not have the same tables. Holds the name of one.
    #[error("the table {0} is not the same in both databases; nothing was copied")]
    OtherTable(String),
    /// The target returns something else than the source has. Holds the table.
    #[error("the copy of the table {0} differs from the original; nothing was kept")]
    Different(String),
    /// Any other error of the source.
    #[error("cannot copy from {0}")]
    Source(String, #[source] StoreError),
    /// Any other error of the target.
    #[error("cannot copy to {0}")]
    Target(String, #[source] StoreError),
    /// An error of a backup.
    #[error(transparent)]
    Backup(#[from] StoreError),
}

/// The state of a running copy.
#[derive(Debug, Clone, Copy)]
pub struct Progress<'table> {
    /// The table that is being copied or compared.
    pub table: &'table str,
    /// Whether everything is copied, and the target is compared.
    pub is_comparing: bool,
    /// Rows that were copied or compared.
    pub done: u64,
    /// Rows that have to be copied and compared.
    pub total: u64,
}

/// The rows of each table that were copied.
#[derive(Debug)]
pub struct Copied(Vec<(String, u64)>);

impl Copied {
    /// The number of all rows.
    pub fn rows(&self) -> u64 {
        self.0.iter().map(|(_, rows)| rows).sum()
    }

    /// The number of rows of a table.
    pub fn rows_of(&self, table: &str) -> u64 {
        let found = self.0.iter().find(|(name, _)| name == table);
        found.map_or(0, |(_, rows)| *rows)
    }
}

/// Copies a database to a place that is empty.
///
/// # Errors
/// When the target is not empty, when one of the places cannot be used, or when the copy differs from the source.
pub fn copy(
    from: &Place,
    to: &Place,
    progress: impl FnMut(Progress<'_>) + Send,
) -> Result<Copied, CopyError> {
    engine::on_own_thread(|| {
        let source = open_source(from)?;
        let target = engine::table_writer(to).map_err(|error| of_target(to, error))?;
        run(from, source, to, target, progress)
    })
}

/// Writes a copy of a database to a file that does not exist yet. The database is only read.
///
/// # Errors
/// When the database has another version of the schema or cannot be read, or when the file exists or cannot be written.
pub fn to_backup(
    from: &Place,
    to: &Path,
    progress: impl FnMut(Progress<'_>) + Send,
) -> Result<Copied, CopyError> {
    engine::on_own_thread(|| {
        let target = engine::backup_writer(to);
        run(from, open_source(from)?, &Place::file(to), target, progress)
    })
}

/// Runs `write`, which writes a backup to the file `target`. A backup that is killed leaves a partial file; the next one
/// of the same data folder removes it, whatever its own target. Returns the error of that removal, which does not
/// prevent the backup.
///
/// # Errors
/// The error of `write`, or one of the file in the data folder that names the target.
pub fn recorded(
    data_folder: &Path,
    target: &Path,
    write: impl FnOnce() -> Result<(), CopyError>,
) -> Result<Option<StoreError>, CopyError> {
    backup::recorded(data_folder, target, write)
}

fn of_source(place: &Place, error: StoreError) -> CopyError {
    match error {
        StoreError::NotADatabase(_) => CopyError::ForeignDatabase(place.to_string()),
        error => of_place(place, error).unwrap_or_else(|error| CopyError::Source(place.to_string(), error)),
    }
}

fn of_target(place: &Place, error: StoreError) -> CopyError {
    of_place(place, error).unwrap_or_else(|error| CopyError::Target(place.to_string(), error))
}

/// Converts the errors whose texts name the settings.
fn of_place(place: &Place, error: StoreError) -> Result<CopyError, StoreError> {
    match error {
        StoreError::Unreachable(cause) => Ok(CopyError::Unreachable(place.to_string(), cause)),
        StoreError::InvalidUrl(cause) => Ok(CopyError::InvalidUrl(place.to_string(), cause)),
        error => Err(error),
    }
}

/// Opens a database of this version of the program.
fn open_source(place: &Place) -> Result<Box<dyn TableReader>, CopyError> {
    let fail = |error| of_source(place, error);
    let mut source = engine::table_reader(place).map_err(fail)?;
    let (found, known) = (source.schema_version().map_err(fail)?, source.known_version());
    if found == 0 {
        return Err(CopyError::ForeignDatabase(place.to_string()));
    }
    if found > known {
        return Err(fail(StoreError::NewerSchema { found, known }));
    }
    if found < known {
        let place = place.to_string();
        return Err(CopyError::OlderSchema { place, found, known });
    }
    Ok(source)
}

fn run(
    from: &Place,
    mut source: Box<dyn TableReader>,
    to: &Place,
    mut target: Box<dyn TableWriter>,
    progress: impl FnMut(Progress<'_>),
) -> Result<Copied, CopyError> {
    let (of_source, of_target) = (|error| of_source(from, error), |error| of_target(to, error));
    if source.identity().map_err(of_source)? == target.identity().map_err(of_target)? {
        return Err(CopyError::SamePlace(from.to_string()));
    }
    target.begin().map_err(of_target)?;
    if let Some(finding) = source.integrity_errors().map_err(of_source)?.into_iter().next() {
        return Err(CopyError::Damaged(from.to_string(), finding.replace('\n', " ")));
    }
    let tables = target.reader().and_then(TableReader::tables).map_err(of_target)?;
    let tables = common_tables(source.tables().map_err(of_source)?, tables)?;
    let mut reporter = Reporter::new(progress);
    for table in &tables {
        reporter.total += 2 * source.count(table).map_err(of_source)?;
    }
    let mut summaries = Vec::new();
    for table in &tables {
        let mut summary = Summary::default();
        reporter.start(table, false);
        let mut is_unreadable = false;
        let loaded = target.load(table, &mut |insert| {
            let mut is_refused = false;
            let read = source.read(table, &mut |row| {
                summary.add(row);
                reporter.add_row();
                insert(row).inspect_err(|_| is_refused = true)
            });
            is_unreadable = read.is_err() && !is_refused;
            read
        });
        loaded.map_err(|error| {
            if is_unreadable {
                of_source(error)
            } else {
                of_target(error)
            }
        })?;
        summaries.push(summary.finish());
    }
    for (table, expected) in tables.iter().zip(&summaries) {
        let mut summary = Summary::default();
        reporter.start(table, true);
        let read = target.reader().and_then(|reader| {
            reader.read(table, &mut |row| {
                summary.add(row);
                reporter.add_row();
                Ok(())
            })
        });
        read.map_err(of_target)?;
        if summary.finish() != *expected {
            return Err(CopyError::Different(table.name.clone()));
        }
    }
    target.finish().map_err(of_target)?;
    let names = tables.into_iter().map(|table| table.name);
    Ok(Copied(
        names.zip(summaries.iter().map(|(rows, _)| *rows)).collect(),
    ))
}

/// Returns the tables of both databases, each after those that it refers to.
fn common_tables(source: Vec<Table>, target: Vec<Table>) -> Result<Vec<Table>, CopyError> {
    let [source, target] = [source, target].map(|mut tables| {
        tables.retain(Table::is_copied);
        tables.sort_by(|left, right| left.name.cmp(&right.name));
        tables
    });
    let shape = |table: &Table| (table.name.clone(), table.columns.clone(), table.key.clone());
    if let Some(table) = source.iter().chain(&target).find(|table| {
        let is_same = |other: &&Table| shape(other) == shape(table);
        !(source.iter().any(|other| is_same(&other)) && target.iter().any(|other| is_same(&other)))
    }) {
        return Err(CopyError::OtherTable(table.name.clone()));
    }
    in_order_of_references(target)
}

fn in_order_of_references(mut tables: Vec<Table>) -> Result<Vec<Table>, CopyError> {
    let mut ordered: Vec<Table> = Vec::new();
    let mut names = HashSet::new();
    while !tables.is_empty() {
        let is_next = |table: &mut Table| {
            let mut references = table.references.iter();
            references.all(|name| *name == table.name || names.contains(name))
        };
        let next: Vec<Table> = tables.extract_if(.., is_next).collect();
        if next.is_empty() {
            // Tables that refer to each other; there are none.
            return Err(CopyError::OtherTable(tables.swap_remove(0).name));
        }
        names.extend(next.iter().map(|table| table.name.clone()));
        ordered.extend(next);
    }
    Ok(ordered)
}

/// Reports progress every now and then.
struct Reporter<F> {
    report: F,
    table: String,
    is_comparing: bool,
    done: u64,
    total: u64,
}

impl<F: FnMut(Progress<'_>)> Reporter<F> {
    fn new(report: F) -> Self {
        Self {
            report,
            table: String::new(),
            is_comparing: false,
            done: 0,
            total: 0,
        }
    }

    fn start(&mut self, table: &Table, is_comparing: bool) {
        self.table.clone_from(&table.name);
        self.is_comparing = is_comparing;
        self.report();
    }

    fn add_row(&mut self) {
        self.done += 1;
        if self.done.is_multiple_of(ROWS_PER_REPORT) {
            self.report();
        }
    }

    fn report(&mut self) {
        (self.report)(Progress {
            table: &self.table,
            is_comparing: self.is_comparing,
            done: self.done,
            total: self.total,
        });
    }
}

/// The number and the hash of the rows of a table, the same for both databases.
#[derive(Default)]
struct Summary {
    rows: u64,
    hash: Sha256,
}

impl Summary {
    /// Adds the values of a row, each with its kind and length, so that no other values have the same bytes.
    fn add(&mut self, row: &[Value<'_>]) {
        self.rows += 1;
        for value in row {
            match value {
                Value::Null => self.add_value(b'n', &[]),
                Value::Integer(number) => self.add_value(b'i', &number.to_be_bytes()),
                Value::Real(number) => self.add_value(b'r', &number.to_bits().to_be_bytes()),
                Value::Text(text) => self.add_value(b't', text.as_bytes()),
                Value::Bytes(bytes) => self.add_value(b'b', bytes),
            }
        }
    }

    fn add_value(&mut self, kind: u8, bytes: &[u8]) {
        self.hash.update([kind]);
        self.hash.update((bytes.len() as u64).to_be_bytes());
        self.hash.update(bytes);
    }

    fn finish(self) -> (u64, [u8; 32]) {
        (self.rows, self.hash.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(name: &str, references: &[&str]) -> Table {
        Table {
            name: name.to_owned(),
            columns: vec!["id".to_owned()],
            key: vec!["id".to_owned()],
            references: references.iter().map(|&name| name.to_owned()).collect(),
        }
    }

    fn hash(rows: &[&[Value<'_>]]) -> (u64, [u8; 32]) {
        let mut summary = Summary::default();
        for row in rows {
            summary.add(row);
        }
        summary.finish()
    }

    #[test]
    fn orders_tables_after_those_that_they_refer_to() {
        let tables = vec![
            table("comments", &["posts", "users"]),
            table("media", &["media"]),
            table("posts", &["media"]),
            table("users", &[]),
            table("commits", &[]),
        ];
        let ordered = common_tables(tables.clone(), tables).unwrap();
        let names: Vec<_> = ordered.iter().map(|table| table.name.as_str()).collect();
        assert_eq!(names, ["media", "users", "posts", "comments"]);
    }

    #[test]
    fn rejects_databases_with_different_tables() {
        let one = || vec![table("posts", &[])];
        let mut other_columns = one();
        other_columns[0].columns.push("title".to_owned());
        for (source, target) in [(one(), Vec::new()), (Vec::new(), one()), (other_columns, one())] {
            let error = common_tables(source, target).unwrap_err();
            assert!(matches!(error, CopyError::OtherTable(name) if name == "posts"));
        }
        let cycle = vec![table("a", &["b"]), table("b", &["a"])];
        assert!(common_tables(cycle.clone(), cycle).is_err());
    }

    #[test]
    fn hashes_differ_by_kind_boundary_and_order_of_values() {
        let text = |text: &'static str| Value::Text(text.into());
        let rows: [&[&[Value<'_>]]; 8] = [
            &[],
            &[&[Value::Null]],
            &[&[text("")]],
            &[&[text("ab"), text("c")]],
            &[&[text("a"), text("bc")]],
            &[&[Value::Bytes(b"a"), text("bc")]],
            &[&[Value::Integer(1), Value::Integer(2)]],
            &[&[Value::Integer(2), Value::Integer(1)]],
        ];
        let hashes: HashSet<_> = rows.iter().map(|rows| hash(rows)).collect();
        assert_eq!(hashes.len(), rows.len());
        assert_eq!(hash(rows[3]), hash(rows[3]));
    }
}
