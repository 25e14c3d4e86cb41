//! A copy of the database while the site goes on.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::{StoreError, lock, open};

/// Pages copied at a time.
const PAGES_PER_STEP: i32 = 1_024;
/// How long to wait when the database is held by another process.
const PAUSE: Duration = Duration::from_millis(50);
/// The end of the name of a copy that is not whole yet.
const PART: &str = ".part";

/// Copies the database of a data folder, as [`write`] does. The file that grows meanwhile is named in `backup.lock` in
/// the data folder, so that the next backup, wherever it goes, removes what a killed one left behind. Gives what went wrong
/// with that, which is no reason for having no backup.
pub(super) fn write_recorded(
    database: &Path,
    target: &Path,
    progress: impl FnMut(u32, u32),
) -> Result<Option<StoreError>, StoreError> {
    let path = database.with_file_name("backup.lock");
    let mut record = lock::open_lock(&path).map_err(|error| open::unwritable(&path, &error))?;
    // Two backups at once of one database would name two files in one record.
    record.lock().map_err(|error| open::unwritable(&path, &error))?;
    let leftover = remove_leftover(&mut record).err();
    note(&mut record, &part_of(target)).map_err(|error| open::unwritable(&path, &error))?;
    write(database, target, progress)?;
    record
        .set_len(0)
        .map_err(|error| open::unwritable(&path, &error))?;
    Ok(leftover)
}

fn remove_leftover(record: &mut File) -> Result<(), StoreError> {
    let mut name = Vec::new();
    let removed = record.read_to_end(&mut name).and_then(|_| {
        if name.ends_with(PART.as_bytes()) {
            remove_part(Path::new(&OsString::from_vec(name.clone())))?;
        }
        Ok(())
    });
    removed.map_err(|error| StoreError::Leftover {
        path: OsString::from_vec(name).into(),
        cause: error.to_string(),
    })
}

fn note(record: &mut File, part: &Path) -> io::Result<()> {
    record.rewind()?;
    record.set_len(0)?;
    record.write_all(std::path::absolute(part)?.as_os_str().as_bytes())?;
    record.sync_all()
}

/// Copies the database at `source` to the new file `target`, which appears only once it is whole.
pub(super) fn write(
    source: &Path,
    target: &Path,
    mut progress: impl FnMut(u32, u32),
) -> Result<(), StoreError> {
    let fail = |cause: String| StoreError::Backup {
        path: target.to_owned(),
        cause,
    };
    if target.exists() {
        return Err(fail(
            "there is a file of this name already; choose another".to_owned(),
        ));
    }
    let part = &part_of(target);
    remove_part(part).map_err(|error| fail(error.to_string()))?;
    let copied = open::make_private(part)
        .map_err(|error| fail(error.to_string()))
        .and_then(|()| copy(source, part, &mut progress).map_err(|error| fail(error.to_string())))
        .and_then(|()| sync(part).map_err(|error| fail(error.to_string())))
        .and_then(|()| std::fs::rename(part, target).map_err(|error| fail(error.to_string())))
        .and_then(|()| sync(folder_of(target)).map_err(|error| fail(error.to_string())));
    if copied.is_err() {
        remove_part(part).map_err(|error| fail(error.to_string()))?;
    }
    copied
}

fn copy(source: &Path, target: &Path, progress: &mut impl FnMut(u32, u32)) -> Result<(), rusqlite::Error> {
    let from =
        open::readable(source).map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
    // The whole copy reads one snapshot, so that writes meanwhile do not start it over.
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
    // A copy is one file, whoever opens it.
    to.pragma_update(None, "journal_mode", "delete")
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

fn part_of(target: &Path) -> PathBuf {
    with_end(target, PART)
}

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Removes a copy that is not whole, and what the engine keeps beside it while it writes.
fn remove_part(part: &Path) -> io::Result<()> {
    for end in ["-journal", "-wal", "-shm", ""] {
        match std::fs::remove_file(with_end(part, end)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
