//! Imports by the panel: an export that a member of the staff uploads is checked by a dry run, waits, and is applied.
//!
//! The row of an import holds its state, its file is in the data folder, and its report in a table, so that it survives the end
//! of the process at any moment. The node that has the file does the work, one import at a time; every write of it asks
//! whether the import is still its own (`store/imports/work.rs`). A check begins anew after a restart; what is applied goes on,
//! since each batch and its part of the report are one write.

mod applying;
mod files;
mod journal;
mod report;
mod upload;
mod work;

pub use applying::{ImportError, apply};
pub use report::{KINDS, place_of_kind};
pub use upload::{Upload, UploadError, Uploaded};
pub use work::Job;

pub use crate::moving::System;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::moving::{LeftOut, Totals};
use super::site::LiveSite;
use crate::config::Config;
use crate::domain::{Entropy, ImportId, Time, TokenId};
use crate::store::StoreError;

/// How long an import belongs to a process that says nothing more. It says something about once a second; what it writes
/// after another one has taken the import over is refused.
const LEASE_MILLISECONDS: i64 = 30_000;

/// The work on imports in this process.
pub struct Imports {
    config: Arc<Config>,
    settings: Arc<LiveSite>,
    entropy: Arc<dyn Entropy>,
    /// The name of this process in claims.
    worker: String,
    /// Whether a file is being uploaded to this process.
    is_uploading: Arc<AtomicBool>,
}

impl Imports {
    /// Creates the work of this process.
    pub fn new(config: Arc<Config>, settings: Arc<LiveSite>, entropy: Arc<dyn Entropy>) -> Self {
        // Any text that no other process has.
        let worker = TokenId::new(Time::from_milliseconds(0), &*entropy).to_string();
        Self {
            config,
            settings,
            entropy,
            worker,
            is_uploading: Arc::default(),
        }
    }

    /// The folder of uploaded exports.
    fn folder(&self) -> PathBuf {
        self.config.imports_folder()
    }

    /// The file of an import. Its name is that of nothing that somebody has sent.
    fn file(&self, id: ImportId) -> PathBuf {
        self.folder().join(id.to_string())
    }

    /// The most bytes of a file.
    pub fn file_bytes_max(&self) -> u64 {
        self.config.imports.file_megabytes << 20
    }

    /// Takes the turn to change files of the folder; `None` while somebody else has it.
    fn turn(&self) -> Option<Turn> {
        let was_taken = self.is_uploading.swap(true, Ordering::AcqRel);
        (!was_taken).then(|| Turn(Arc::clone(&self.is_uploading)))
    }
}

/// The turn to change files of the folder, which ends with it.
struct Turn(Arc<AtomicBool>);

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

/// Returns the totals of nothing, as they are stored.
pub fn no_totals() -> Result<String, StoreError> {
    report::totals_text(&Totals::default())
}

/// Reads what was left out, as it is stored.
///
/// # Errors
/// If it is no such list.
pub fn left_out(text: &str) -> Result<LeftOut, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Corrupt(format!("imports.left_out: {error}")))
}

/// Reads stored totals.
///
/// # Errors
/// If they are none.
pub fn totals(text: &str) -> Result<Totals, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Corrupt(format!("imports.totals: {error}")))
}
