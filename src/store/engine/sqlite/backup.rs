//! Backups of the database while the site runs.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::{lock, open};
use crate::store::engine::StoreError;

const PAGES_PER_STEP: i32 = 1_024;
/// The pause before another try while another process holds the database.
const PAUSE: Duration = Duration::from_millis(50);
const PART: &str = ".part";

/// Writes a backup of the site with this data folder by `write`. The path of the incomplete copy is recorded in
/// `backup.lock` in the data folder, so that the next backup, whatever its target, removes the leftover of a killed
/// one. Returns the error of that removal, which does not prevent the backup.
pub(in crate::store) fn recorded<E: From<StoreError>>(
    data_folder: &Path,
    target: &Path,
    write: impl FnOnce() -> Result<(), E>,
) -> Result<Option<StoreError>, E> {
    let path = data_folder.join("backup.lock");
    let mut record = lock::open_lock(&path).map_err(|error| open::unwritable(&path, &error))?;
    // Two concurrent backups of one site would record two files.
    record.lock().map_err(|error| open::unwritable(&path, &error))?;
    let leftover = remove_leftover(&mut record).err();
    write_record(&mut record, &part_of(target)).map_err(|error| open::unwritable(&path, &error))?;
    write()?;
    record
        .set_len(0)
        .map_err(|error| open::unwritable(&path, &error))?;
    Ok(leftover)
}

fn remove_leftover(record: &mut File) -> Result<(), StoreError> {
    let mut name = Vec::new();
    let result = record.read_to_end(&mut name).and_then(|_| {
        if name.ends_with(PART.as_bytes()) {
            remove_part(Path::new(&OsString::from_vec(name.clone())))?;
        }
        Ok(())
    });
    result.map_err(|error| StoreError::Leftover(OsString::from_vec(name).into(), error.to_string()))
}

fn write_record(record: &mut File, part: &Path) -> io::Result<()> {
    record.rewind()?;
    record.set_len(0)?;
    record.write_all(std::path::absolute(part)?.as_os_str().as_bytes())?;
    record.sync_all()
}

/// Copies the database at `source` to the new file `target`, which appears only when the copy is complete.
pub(in crate::store) fn write(
    source: &Path,
    target: &Path,
    mut progress: impl FnMut(u32, u32),
) -> Result<(), StoreError> {
    let fail = |cause: &dyn Display| StoreError::CannotWriteFile(target.to_owned(), cause.to_string());
    assert_absent(target)?;
    let part = &part_of(target);
    remove_part(part).map_err(|error| fail(&error))?;
    let result = open::create_private(part)
        .map_err(|error| fail(&error))
        .and_then(|()| copy(source, part, &mut progress).map_err(|error| fail(&error)))
        .and_then(|()| put_in_place(part, target).map_err(|error| fail(&error)));
    if result.is_err() {
        remove_part(part).map_err(|error| fail(&error))?;
    }
    result
}

/// Asserts that a backup would overwrite nothing.
pub(super) fn assert_absent(target: &Path) -> Result<(), StoreError> {
    if !target.exists() {
        return Ok(());
    }
    let cause = "there is a file of this name already; choose another";
    Err(StoreError::CannotWriteFile(target.to_owned(), cause.to_owned()))
}

fn copy(source: &Path, target: &Path, progress: &mut impl FnMut(u32, u32)) -> Result<(), rusqlite::Error> {
    let from =
        open::readable(source).map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
    // The whole copy reads one snapshot, so that concurrent writes do not restart it.
    let snapshot = from.unchecked_transaction()?;
    snapshot.query_row("select count(*) from sqlite_master", [], |_| Ok(()))?;
    let mut to = Connection::open(target)?;
    let backup = Backup::new(&snapshot, &mut to)?;
    loop {
        match backup.step(PAGES_PER_STEP)? {
            StepResult::Done => break,
            StepResult::Busy | StepResult::Locked => std::thread::sleep(PAUSE),
            _ => {}
        }
        let state = backup.progress();
        let total = u32::try_from(state.pagecount).unwrap_or(0);
        progress(
            total.saturating_sub(u32::try_from(state.remaining).unwrap_or(0)),
            total,
        );
    }
    drop(backup);
    // Without a write-ahead log, the copy remains one file when it is opened.
    to.pragma_update(None, "journal_mode", "delete")
}

/// Renames a complete copy once it is on disk.
pub(super) fn put_in_place(part: &Path, target: &Path) -> io::Result<()> {
    sync(part)?;
    std::fs::rename(part, target)?;
    sync(folder_of(target))
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

pub(super) fn part_of(target: &Path) -> PathBuf {
    with_suffix(target, PART)
}

/// Asserts that there is neither a database at this path nor a log, which SQLite would apply to a new database.
pub(super) fn assert_no_database(path: &Path) -> Result<(), StoreError> {
    if ["", "-wal", "-shm", "-journal"]
        .iter()
        .any(|suffix| with_suffix(path, suffix).exists())
    {
        return Err(StoreError::DatabaseExists(path.to_owned()));
    }
    Ok(())
}

pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Removes an incomplete copy and the temporary files of SQLite beside it.
pub(super) fn remove_part(part: &Path) -> io::Result<()> {
    for suffix in ["-journal", "-wal", "-shm", ""] {
        match std::fs::remove_file(with_suffix(part, suffix)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
