//! A copy of a whole database to another place, between a file and a server in either direction.
//!
//! The source is read in one snapshot, and may be in use. The target receives everything or nothing: the rows of all
//! tables are read back and compared by their hashes before anything becomes permanent.

mod error;
mod summary;
mod tables;

use std::path::Path;

pub use self::error::CopyError;
use self::error::{of_source, of_target};
use self::summary::Summary;
use self::tables::common_tables;
use super::engine::sqlite::backup;
use super::engine::tables::{Table, TableReader, TableWriter};
use super::engine::{self, Place, StoreError};

/// The number of rows between two reports of progress.
const ROWS_PER_REPORT: u64 = 100;

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
