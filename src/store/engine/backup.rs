//! A copy of the database while the site goes on.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::{StoreError, open};

/// Pages copied at a time.
const PAGES_PER_STEP: i32 = 1_024;
/// How long to wait when the database is held by another process.
const PAUSE: Duration = Duration::from_millis(50);

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
    let mut name = target.as_os_str().to_owned();
    name.push(".part");
    let part = Path::new(&name);
    remove_if_there(part).map_err(|error| fail(error.to_string()))?;
    let copied = open::make_private(part)
        .map_err(|error| fail(error.to_string()))
        .and_then(|()| copy(source, part, &mut progress).map_err(|error| fail(error.to_string())))
        .and_then(|()| sync(part).map_err(|error| fail(error.to_string())))
        .and_then(|()| std::fs::rename(part, target).map_err(|error| fail(error.to_string())))
        .and_then(|()| sync(folder_of(target)).map_err(|error| fail(error.to_string())));
    if copied.is_err() {
        remove_if_there(part).map_err(|error| fail(error.to_string()))?;
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

fn sync(path: &Path) -> std::io::Result<()> {
    std::fs::File::open(path)?.sync_all()
}

fn remove_if_there(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
