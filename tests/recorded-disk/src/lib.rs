//! Records what SQLite does to the files of one folder, in order, so that a test can rebuild what the disk
//! may hold when the power goes at any moment of it.
//!
//! SQLite's own layer for Unix does all the work. This crate stands before it and takes notes: `layer` is
//! the only place that is unsafe, because SQLite speaks C; it stands apart from the product, which forbids
//! unsafe code.

mod layer;

use std::collections::HashMap;
use std::ffi::c_int;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A file from its making to its removal; another one of the same name is another file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileId(usize);

/// Something that happened to the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A file was made.
    Created {
        /// The new file.
        file: FileId,
        /// Its name in the folder.
        name: String,
    },
    /// Bytes were handed to the system.
    Written {
        /// Where to.
        file: FileId,
        /// The place of the first byte.
        offset: usize,
        /// All of them.
        bytes: Vec<u8>,
    },
    /// A file was cut, or lengthened by zeros.
    Resized {
        /// Which one.
        file: FileId,
        /// Its bytes from now on.
        length: usize,
    },
    /// What was written to a file before is on disk.
    Synced {
        /// Which one.
        file: FileId,
    },
    /// A name was taken out of the folder.
    Removed {
        /// The name.
        name: String,
    },
    /// The names that the folder has are on disk.
    FolderSynced,
    /// What the test has to say.
    Noted(String),
}

/// A recording under way. There is one at a time in a process; it ends when this is dropped.
#[derive(Debug)]
pub struct Recording(());

impl Recording {
    /// Records what SQLite does from now on to files that lie directly in `folder`, by whichever connection.
    ///
    /// # Errors
    /// When the folder is not there, SQLite refuses, or another recording is under way.
    pub fn start(folder: &Path) -> Result<Self, String> {
        let folder = folder.canonicalize().map_err(|error| error.to_string())?;
        layer::install()?;
        let mut notes = notes();
        if notes.is_some() {
            return Err("another recording is under way".to_owned());
        }
        *notes = Some(Notes {
            folder,
            events: Vec::new(),
            files: HashMap::new(),
            handles: HashMap::new(),
            created: 0,
        });
        Ok(Self(()))
    }

    /// Puts the test's own word between the events.
    pub fn note(&self, text: String) {
        if let Some(notes) = notes().as_mut() {
            notes.events.push(Event::Noted(text));
        }
    }

    /// Ends the recording, and gives all that happened.
    pub fn finish(self) -> Vec<Event> {
        notes().take().map_or_else(Vec::new, |notes| notes.events)
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        notes().take();
    }
}

/// What is known of the folder. It is locked while SQLite works on a file of it, so that the order of the
/// events is the order of what happened.
struct Notes {
    folder: PathBuf,
    events: Vec<Event>,
    files: HashMap<String, FileId>,
    /// The open files, by the address of what SQLite keeps of them.
    handles: HashMap<usize, FileId>,
    created: usize,
}

static NOTES: Mutex<Option<Notes>> = Mutex::new(None);

fn notes() -> MutexGuard<'static, Option<Notes>> {
    NOTES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Notes {
    /// The name of a file of the folder; none for any other.
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

    fn happened(&mut self, handle: usize, event: impl FnOnce(FileId) -> Event) {
        if let Some(file) = self.handles.get(&handle) {
            self.events.push(event(*file));
        }
    }
}

/// A length or place as SQLite gives it, which is never below zero.
fn count(number: impl TryInto<usize>) -> usize {
    number.try_into().unwrap_or_default()
}

/// Whether SQLite's answer means that it was done.
fn is_done(answer: c_int) -> bool {
    answer == rusqlite::ffi::SQLITE_OK
}
