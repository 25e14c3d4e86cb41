//! Records SQLite's operations on the files of one folder, in order, so that a test can rebuild the possible contents
//! of the disk after a power failure at any time.
//!
//! SQLite's Unix VFS does all the work. This crate wraps and records it. Only `layer` contains unsafe code, because
//! the VFS is a C interface. It is a crate of its own because the product forbids unsafe code.

mod layer;

use std::collections::HashMap;
use std::ffi::c_int;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A file from its creation to its removal. A later file of the same name has another id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileId(usize);

/// An operation on the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A file was created.
    Created {
        /// The new file.
        file: FileId,
        /// Its name in the folder.
        name: String,
    },
    /// Bytes were written, but not synced.
    Written {
        /// The file.
        file: FileId,
        /// The offset of the first byte.
        offset: usize,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// A file was truncated, or extended with zeros.
    Resized {
        /// The file.
        file: FileId,
        /// Its new length in bytes.
        length: usize,
    },
    /// All earlier writes to a file are on disk.
    Synced {
        /// The file.
        file: FileId,
    },
    /// A file was removed from the folder.
    Removed {
        /// The name.
        name: String,
    },
    /// The folder's entries are on disk.
    FolderSynced,
    /// A message of the test.
    Message(String),
}

/// A running recording, one at a time per process. It ends when this is dropped.
#[derive(Debug)]
pub struct Recording(());

impl Recording {
    /// Starts recording SQLite's operations on the files directly in `folder`, on all connections.
    ///
    /// # Errors
    /// If the folder does not exist, SQLite rejects the VFS, or another recording is running.
    pub fn start(folder: &Path) -> Result<Self, String> {
        let folder = folder.canonicalize().map_err(|error| error.to_string())?;
        layer::install()?;
        let mut state = state();
        if state.is_some() {
            return Err("another recording is running".to_owned());
        }
        *state = Some(State {
            folder,
            events: Vec::new(),
            files: HashMap::new(),
            handles: HashMap::new(),
            created: 0,
        });
        Ok(Self(()))
    }

    /// Inserts a message of the test between the events.
    pub fn note(&self, text: String) {
        if let Some(state) = state().as_mut() {
            state.events.push(Event::Message(text));
        }
    }

    /// Ends the recording, and returns its events.
    pub fn finish(self) -> Vec<Event> {
        state().take().map_or_else(Vec::new, |state| state.events)
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        state().take();
    }
}

/// The state of the recording. It is locked during each operation on a file of the folder, so that the events are in
/// the order of the operations.
struct State {
    folder: PathBuf,
    events: Vec<Event>,
    files: HashMap<String, FileId>,
    /// The open files, by the address of their `sqlite3_file`.
    handles: HashMap<usize, FileId>,
    created: usize,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

fn state() -> MutexGuard<'static, Option<State>> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// Returns the name of a file in the folder, or `None` for other files.
    fn name(&self, path: &Path) -> Option<String> {
        let name = path.strip_prefix(&self.folder).ok()?.to_str()?;
        (!name.contains('/')).then(|| name.to_owned())
    }

    fn opened(&mut self, handle: usize, name: String) {
        let file = self.files.get(&name).copied().unwrap_or_else(|| {
            let file = FileId(self.created);
            self.created += 1;
            self.files.insert(name.clone(), file);
            self.events.push(Event::Created { file, name });
            file
        });
        self.handles.insert(handle, file);
    }

    fn closed(&mut self, handle: usize) {
        self.handles.remove(&handle);
    }

    fn removed(&mut self, name: String) {
        self.files.remove(&name);
        self.events.push(Event::Removed { name });
    }

    fn record(&mut self, handle: usize, event: impl FnOnce(FileId) -> Event) {
        if let Some(file) = self.handles.get(&handle) {
            self.events.push(event(*file));
        }
    }
}

/// Converts a length or offset of SQLite, which is never negative.
fn to_usize(number: impl TryInto<usize>) -> usize {
    number.try_into().unwrap_or_default()
}

/// Returns whether a result code of SQLite is `SQLITE_OK`.
fn is_ok(code: c_int) -> bool {
    code == rusqlite::ffi::SQLITE_OK
}
