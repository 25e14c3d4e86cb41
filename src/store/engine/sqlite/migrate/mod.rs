//! Migrations of the schema, and the copy of the database before them.

#[cfg(test)]
mod tests;

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use refinery::Runner;
use rusqlite::Connection;

use super::backup;
use crate::store::engine::StoreError;
use crate::store::engine::opening::latest_version_of;

mod embedded {
    refinery::embed_migrations!("migrations/sqlite");
}

/// Whether the schema version differs from the latest that this program knows.
pub(in crate::store::engine) fn is_behind(connection: &Connection) -> Result<bool, StoreError> {
    Ok(version(connection)? != latest())
}

/// Applies the missing migrations, all or none. A file of a newer program is left unchanged.
pub(in crate::store::engine) fn to_latest(
    connection: &mut Connection,
    path: &Path,
) -> Result<(), StoreError> {
    apply(&migrations(), connection, path)
}

fn apply(runner: &Runner, connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let found = version(connection)?;
    let known = latest_version_of(runner);
    if found > known {
        return Err(StoreError::NewerSchema { found, known });
    }
    if found == known {
        return Ok(());
    }
    if found > 0 {
        let copy = copy_before(path, known)?;
        tracing::info!(copy = %copy.display(), found, known, "the database was copied, and is now migrated");
    }
    runner
        .run(connection)
        .map_err(|error| StoreError::Migration(error.to_string()))?;
    Ok(())
}

/// Copies the database and returns the path of the copy. Earlier copies remain; if the last one is identical, as after
/// a failed migration, its path is returned instead.
fn copy_before(path: &Path, version: u32) -> Result<PathBuf, StoreError> {
    let path_of_copy = |number: u32| {
        let name = backup::with_suffix(path, &format!(".before-v{version}"));
        match number {
            1 => name,
            _ => backup::with_suffix(&name, &format!(".{number}")),
        }
    };
    let mut number = 1;
    while path_of_copy(number).exists() {
        number += 1;
    }
    let latest = path_of_copy(number);
    backup::write(path, &latest, |_, _| {})?;
    if number == 1 {
        return Ok(latest);
    }
    let earlier = path_of_copy(number - 1);
    let fail = |error: io::Error| StoreError::CannotWriteFile(latest.clone(), error.to_string());
    if !are_identical(&earlier, &latest).map_err(fail)? {
        return Ok(latest);
    }
    fs::remove_file(&latest).map_err(fail)?;
    Ok(earlier)
}

fn are_identical(left: &Path, right: &Path) -> io::Result<bool> {
    let mut left = BufReader::new(File::open(left)?);
    let mut right = BufReader::new(File::open(right)?);
    loop {
        let (left_bytes, right_bytes) = (left.fill_buf()?, right.fill_buf()?);
        let length = left_bytes.len().min(right_bytes.len());
        if length == 0 {
            return Ok(left_bytes.len() == right_bytes.len());
        }
        if left_bytes[..length] != right_bytes[..length] {
            return Ok(false);
        }
        left.consume(length);
        right.consume(length);
    }
}

/// The embedded migrations, to run in one transaction. Separately, each would commit twice: the migration, and its
/// row in the history. A program that ends between the two would leave a database that no program can open.
fn migrations() -> Runner {
    embedded::migrations::runner().set_grouped(true)
}

/// The latest version that this program knows.
pub(in crate::store::engine) fn latest() -> u32 {
    latest_version_of(&migrations())
}

/// The version of the schema in the file, or 0 if it has none yet.
pub(in crate::store::engine) fn version(connection: &Connection) -> Result<u32, StoreError> {
    let has_history: bool = connection.query_row(
        "select exists (select 1 from sqlite_master where name = 'refinery_schema_history')",
        [],
        |row| row.get(0),
    )?;
    if !has_history {
        return Ok(0);
    }
    Ok(connection.query_row(
        "select coalesce(max(version), 0) from refinery_schema_history",
        [],
        |row| row.get(0),
    )?)
}
