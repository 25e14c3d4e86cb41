//! The layer between SQLite and its own layer for Unix (<https://sqlite.org/vfs.html>).
//!
//! Files outside the recorded folder are opened by the layer for Unix and never seen here again. A recorded
//! one keeps its methods as well, but for the five that change it.

use std::cell::Cell;
use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::mem::transmute;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::ptr::{self, null_mut};
use std::slice;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use rusqlite::ffi::{
    SQLITE_CANTOPEN, SQLITE_FCNTL_SIZE_HINT, SQLITE_IOERR, sqlite3_file, sqlite3_filename,
    sqlite3_io_methods, sqlite3_syscall_ptr, sqlite3_vfs, sqlite3_vfs_find, sqlite3_vfs_register,
};

use crate::{Event, Notes, count, is_done, notes};

type OpenFolder = unsafe extern "C" fn(*const c_char, *mut c_int) -> c_int;

/// How SQLite calls the system when it opens a folder, which it does only to sync it.
const OPEN_FOLDER: &CStr = c"openDirectory";

static INSTALLED: OnceLock<Result<(), String>> = OnceLock::new();
static UNIX: AtomicPtr<sqlite3_vfs> = AtomicPtr::new(null_mut());
static TABLES: Mutex<Vec<&Table>> = Mutex::new(Vec::new());
static UNIX_OPEN_FOLDER: OnceLock<OpenFolder> = OnceLock::new();

/// The methods of a recorded file, and behind them those for Unix, which differ for databases and logs.
#[repr(C)]
struct Table {
    ours: sqlite3_io_methods,
    unix: &'static sqlite3_io_methods,
}

thread_local! {
    /// Whether the call under way in this thread has opened a folder.
    static FOLDER_OPENED: Cell<bool> = const { Cell::new(false) };
}

/// Stands before the layer for Unix, once in a process and until its end.
pub(crate) fn install() -> Result<(), String> {
    INSTALLED
        .get_or_init(|| {
            // SAFETY: SQLite starts itself, and gives its default layer, which lives as long as the process.
            let unix = unsafe { sqlite3_vfs_find(null_mut()) };
            UNIX.store(unix, Ordering::Release);
            // SAFETY: the pointer is SQLite's own, or null.
            let layer = unsafe { unix.as_ref() }.ok_or("SQLite has no layer for files")?;
            watch_folders(layer)?;
            let ours = Box::leak(Box::new(sqlite3_vfs {
                zName: c"recorded-disk".as_ptr(),
                xOpen: Some(open),
                xDelete: Some(delete),
                pNext: null_mut(),
                ..*layer
            }));
            // SAFETY: what is registered is leaked, so it stays; its other methods are the ones for Unix, and
            // its data and sizes are theirs.
            let answer = unsafe { sqlite3_vfs_register(ours, 1) };
            if is_done(answer) {
                Ok(())
            } else {
                Err(format!("SQLite does not take the layer: {answer}"))
            }
        })
        .clone()
}

fn watch_folders(layer: &sqlite3_vfs) -> Result<(), String> {
    let (Some(get), Some(set)) = (layer.xGetSystemCall, layer.xSetSystemCall) else {
        return Err("SQLite's layer does not show its calls of the system".to_owned());
    };
    let unix = UNIX.load(Ordering::Acquire);
    // SAFETY: both are the layer's own methods; the text ends with a zero.
    let found = unsafe { get(unix, OPEN_FOLDER.as_ptr()) };
    let found = found.ok_or("SQLite's layer opens no folders")?;
    // SAFETY: the call of this name has this signature (`openDirectory` in os_unix.c).
    let found = unsafe { transmute::<unsafe extern "C" fn(), OpenFolder>(found) };
    UNIX_OPEN_FOLDER.get_or_init(|| found);
    // SAFETY: the same signature, handed over without it as SQLite wants it.
    let ours = unsafe { transmute::<OpenFolder, sqlite3_syscall_ptr>(open_folder) };
    // SAFETY: it stores a pointer, in one instruction; other threads see the call from before or this one,
    // which makes the same call.
    let answer = unsafe { set(unix, OPEN_FOLDER.as_ptr(), ours) };
    if is_done(answer) {
        Ok(())
    } else {
        Err(format!("SQLite does not let its calls be watched: {answer}"))
    }
}

unsafe extern "C" fn open_folder(path: *const c_char, descriptor: *mut c_int) -> c_int {
    let Some(open) = UNIX_OPEN_FOLDER.get() else {
        return SQLITE_CANTOPEN;
    };
    // SAFETY: SQLite's own arguments, to its own function.
    let answer = unsafe { open(path, descriptor) };
    FOLDER_OPENED.set(is_done(answer));
    answer
}

/// Does what may sync the folder, and notes it after `event` when it has.
fn perhaps_syncing_the_folder(
    notes: &mut Notes,
    work: impl FnOnce() -> c_int,
    event: impl FnOnce(&mut Notes),
) -> c_int {
    FOLDER_OPENED.set(false);
    let answer = work();
    if is_done(answer) {
        event(notes);
        if FOLDER_OPENED.get() {
            notes.events.push(Event::FolderSynced);
        }
    }
    answer
}

unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    path: sqlite3_filename,
    file: *mut sqlite3_file,
    flags: c_int,
    given: *mut c_int,
) -> c_int {
    let unix = UNIX.load(Ordering::Acquire);
    // SAFETY: `install` has put a layer there before SQLite could call this.
    let Some(open) = (unsafe { (*unix).xOpen }) else {
        return SQLITE_CANTOPEN;
    };
    let mut notes = notes();
    // SAFETY: SQLite's path is null or ends with a zero.
    let recorded = unsafe { recorded_name(notes.as_ref(), path) };
    // SAFETY: SQLite's own arguments; `file` has the room that the layer for Unix asks for.
    let answer = unsafe { open(unix, path, file, flags, given) };
    if let (Some(name), Some(notes), true) = (recorded, notes.as_mut(), is_done(answer)) {
        notes.opened(file.addr(), name);
        // SAFETY: the file was just opened, so it is there with its methods.
        unsafe { take_over(file) };
    }
    answer
}

/// # Safety
/// `path` is null or ends with a zero.
unsafe fn recorded_name(notes: Option<&Notes>, path: *const c_char) -> Option<String> {
    if path.is_null() {
        return None;
    }
    // SAFETY: by the caller's word.
    let path = unsafe { CStr::from_ptr(path) };
    notes?.name(Path::new(OsStr::from_bytes(path.to_bytes())))
}

/// # Safety
/// `file` was opened by the layer for Unix.
unsafe fn take_over(file: *mut sqlite3_file) {
    // SAFETY: by the caller's word; the tables of that layer are constants.
    let unix: &'static sqlite3_io_methods = unsafe { &*(*file).pMethods };
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let known = tables.iter().find(|table| ptr::eq(table.unix, unix)).copied();
    let table = known.unwrap_or_else(|| {
        let table: &'static Table = Box::leak(Box::new(Table {
            ours: sqlite3_io_methods {
                xClose: Some(close),
                xWrite: Some(write),
                xTruncate: Some(truncate),
                xSync: Some(sync),
                xFileControl: Some(control),
                ..*unix
            },
            unix,
        }));
        tables.push(table);
        table
    });
    // SAFETY: the table stays; all that is not replaced in it is what the file had.
    unsafe { (*file).pMethods = ptr::from_ref(table).cast() };
}

/// # Safety
/// `file` was taken over.
unsafe fn unix_methods(file: *mut sqlite3_file) -> &'static sqlite3_io_methods {
    // SAFETY: its methods are then the first field of a table.
    unsafe { (*(*file).pMethods.cast::<Table>()).unix }
}

unsafe extern "C" fn delete(_: *mut sqlite3_vfs, path: *const c_char, sync_folder: c_int) -> c_int {
    let unix = UNIX.load(Ordering::Acquire);
    // SAFETY: `install` has put a layer there before SQLite could call this.
    let Some(delete) = (unsafe { (*unix).xDelete }) else {
        return SQLITE_IOERR;
    };
    let mut notes = notes();
    // SAFETY: SQLite's path ends with a zero.
    let recorded = unsafe { recorded_name(notes.as_ref(), path) };
    // SAFETY: SQLite's own arguments.
    let work = || unsafe { delete(unix, path, sync_folder) };
    match (recorded, notes.as_mut()) {
        (Some(name), Some(notes)) => perhaps_syncing_the_folder(notes, work, |notes| notes.removed(name)),
        _ => work(),
    }
}

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    if let Some(notes) = notes().as_mut() {
        notes.closed(file.addr());
    }
    // SAFETY: SQLite calls this for files that were taken over.
    let methods = unsafe { unix_methods(file) };
    // SAFETY: SQLite's own argument.
    methods
        .xClose
        .map_or(SQLITE_IOERR, |close| unsafe { close(file) })
}

unsafe extern "C" fn write(
    file: *mut sqlite3_file,
    data: *const c_void,
    length: c_int,
    offset: i64,
) -> c_int {
    let mut notes = notes();
    // SAFETY: SQLite calls this for files that were taken over.
    let methods = unsafe { unix_methods(file) };
    // SAFETY: SQLite's own arguments.
    let write = |write: unsafe extern "C" fn(_, _, _, _) -> _| unsafe { write(file, data, length, offset) };
    let answer = methods.xWrite.map_or(SQLITE_IOERR, write);
    if let (Some(notes), true) = (notes.as_mut(), is_done(answer)) {
        // SAFETY: SQLite has just had so many bytes written from there.
        let bytes = unsafe { slice::from_raw_parts(data.cast::<u8>(), count(length)) };
        notes.happened(file.addr(), |file| Event::Written {
            file,
            offset: count(offset),
            bytes: bytes.to_owned(),
        });
    }
    answer
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, length: i64) -> c_int {
    let mut notes = notes();
    // SAFETY: SQLite calls this for files that were taken over.
    let methods = unsafe { unix_methods(file) };
    // SAFETY: SQLite's own arguments.
    let truncate = |truncate: unsafe extern "C" fn(_, _) -> _| unsafe { truncate(file, length) };
    let answer = methods.xTruncate.map_or(SQLITE_IOERR, truncate);
    if let (Some(notes), true) = (notes.as_mut(), is_done(answer)) {
        let length = count(length);
        notes.happened(file.addr(), |file| Event::Resized { file, length });
    }
    answer
}

unsafe extern "C" fn sync(file: *mut sqlite3_file, flags: c_int) -> c_int {
    // SAFETY: SQLite calls this for files that were taken over.
    let methods = unsafe { unix_methods(file) };
    // SAFETY: SQLite's own arguments.
    let sync = |sync: unsafe extern "C" fn(_, _) -> _| unsafe { sync(file, flags) };
    let work = || methods.xSync.map_or(SQLITE_IOERR, sync);
    match notes().as_mut() {
        Some(notes) => perhaps_syncing_the_folder(notes, work, |notes| {
            notes.happened(file.addr(), |file| Event::Synced { file });
        }),
        None => work(),
    }
}

/// Before a checkpoint the layer for Unix gives a mapped file its length through this.
unsafe extern "C" fn control(file: *mut sqlite3_file, operation: c_int, argument: *mut c_void) -> c_int {
    let mut notes = notes();
    // SAFETY: SQLite calls this for files that were taken over.
    let methods = unsafe { unix_methods(file) };
    // SAFETY: SQLite's own arguments.
    let control = |control: unsafe extern "C" fn(_, _, _) -> _| unsafe { control(file, operation, argument) };
    let answer = methods.xFileControl.map_or(SQLITE_IOERR, control);
    let mut length = 0_i64;
    if let (SQLITE_FCNTL_SIZE_HINT, Some(notes), Some(size)) = (operation, notes.as_mut(), methods.xFileSize)
    {
        // SAFETY: the file is open, and `length` is there to be filled.
        if is_done(unsafe { size(file, &raw mut length) }) {
            let length = count(length);
            notes.happened(file.addr(), |file| Event::Resized { file, length });
        }
    }
    answer
}
