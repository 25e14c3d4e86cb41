//! A VFS shim between SQLite and its Unix VFS (<https://sqlite.org/vfs.html>).
//!
//! Files outside the recorded folder are opened by the Unix VFS and not tracked. Of a recorded file the shim replaces
//! only the five methods that change it.

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

use crate::{Event, State, is_ok, state, to_usize};

type OpenFolder = unsafe extern "C" fn(*const c_char, *mut c_int) -> c_int;

/// The name of SQLite's system call that opens a folder, which it does only to sync it.
const OPEN_FOLDER: &CStr = c"openDirectory";

static INSTALLED: OnceLock<Result<(), String>> = OnceLock::new();
static UNIX: AtomicPtr<sqlite3_vfs> = AtomicPtr::new(null_mut());
static TABLES: Mutex<Vec<&MethodTable>> = Mutex::new(Vec::new());
static UNIX_OPEN_FOLDER: OnceLock<OpenFolder> = OnceLock::new();

/// The methods of a recorded file and the wrapped ones of the Unix VFS, which differ for databases and logs.
#[repr(C)]
struct MethodTable {
    ours: sqlite3_io_methods,
    unix: &'static sqlite3_io_methods,
}

thread_local! {
    /// Whether the current call in this thread has opened a folder.
    static FOLDER_OPENED: Cell<bool> = const { Cell::new(false) };
}

/// Registers the shim as the default VFS, once per process.
pub(crate) fn install() -> Result<(), String> {
    INSTALLED
        .get_or_init(|| {
            // SAFETY: SQLite initialises itself, and returns its default VFS, which lives as long as the process.
            let unix = unsafe { sqlite3_vfs_find(null_mut()) };
            UNIX.store(unix, Ordering::Release);
            // SAFETY: the pointer is SQLite's own, or null.
            let vfs = unsafe { unix.as_ref() }.ok_or("SQLite has no default VFS")?;
            watch_folders(vfs)?;
            let ours = Box::leak(Box::new(sqlite3_vfs {
                zName: c"recorded-disk".as_ptr(),
                xOpen: Some(open),
                xDelete: Some(delete),
                pNext: null_mut(),
                ..*vfs
            }));
            // SAFETY: the registered VFS is leaked, so it stays valid; its other methods, data and sizes are those
            // of the Unix VFS.
            let code = unsafe { sqlite3_vfs_register(ours, 1) };
            if is_ok(code) {
                Ok(())
            } else {
                Err(format!("SQLite does not register the VFS: {code}"))
            }
        })
        .clone()
}

fn watch_folders(vfs: &sqlite3_vfs) -> Result<(), String> {
    let (Some(get), Some(set)) = (vfs.xGetSystemCall, vfs.xSetSystemCall) else {
        return Err("SQLite's VFS does not expose its system calls".to_owned());
    };
    let unix = UNIX.load(Ordering::Acquire);
    // SAFETY: both are the VFS's own methods; the text ends with a zero.
    let original = unsafe { get(unix, OPEN_FOLDER.as_ptr()) };
    let original = original.ok_or("SQLite's VFS opens no folders")?;
    // SAFETY: the call of this name has this signature (`openDirectory` in os_unix.c).
    let original = unsafe { transmute::<unsafe extern "C" fn(), OpenFolder>(original) };
    UNIX_OPEN_FOLDER.get_or_init(|| original);
    // SAFETY: the same signature, erased as SQLite's interface requires.
    let ours = unsafe { transmute::<OpenFolder, sqlite3_syscall_ptr>(open_folder) };
    // SAFETY: it stores a pointer, in one instruction; other threads see the original or this one, which calls the
    // original.
    let code = unsafe { set(unix, OPEN_FOLDER.as_ptr(), ours) };
    if is_ok(code) {
        Ok(())
    } else {
        Err(format!("SQLite does not replace the system call: {code}"))
    }
}

unsafe extern "C" fn open_folder(path: *const c_char, descriptor: *mut c_int) -> c_int {
    let Some(open) = UNIX_OPEN_FOLDER.get() else {
        return SQLITE_CANTOPEN;
    };
    // SAFETY: SQLite's own arguments, to its own function.
    let code = unsafe { open(path, descriptor) };
    FOLDER_OPENED.set(is_ok(code));
    code
}

/// Does work that may sync the folder. If it succeeds, records `event`, and the sync if there was one.
fn record_with_folder_sync(
    state: &mut State,
    work: impl FnOnce() -> c_int,
    event: impl FnOnce(&mut State),
) -> c_int {
    FOLDER_OPENED.set(false);
    let code = work();
    if is_ok(code) {
        event(state);
        if FOLDER_OPENED.get() {
            state.events.push(Event::FolderSynced);
        }
    }
    code
}

unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    path: sqlite3_filename,
    file: *mut sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    let unix = UNIX.load(Ordering::Acquire);
    // SAFETY: `install` has stored a VFS before SQLite can call this.
    let Some(open) = (unsafe { (*unix).xOpen }) else {
        return SQLITE_CANTOPEN;
    };
    let mut state = state();
    // SAFETY: SQLite's path is null or ends with a zero.
    let recorded = unsafe { recorded_name(state.as_ref(), path) };
    // SAFETY: SQLite's own arguments; `file` has the size that the Unix VFS requires.
    let code = unsafe { open(unix, path, file, flags, out_flags) };
    if let (Some(name), Some(state), true) = (recorded, state.as_mut(), is_ok(code)) {
        state.opened(file.addr(), name);
        // SAFETY: the file was just opened, so its methods are set.
        unsafe { replace_methods(file) };
    }
    code
}

/// # Safety
/// `path` is null or ends with a zero.
unsafe fn recorded_name(state: Option<&State>, path: *const c_char) -> Option<String> {
    if path.is_null() {
        return None;
    }
    // SAFETY: guaranteed by the caller.
    let path = unsafe { CStr::from_ptr(path) };
    state?.name(Path::new(OsStr::from_bytes(path.to_bytes())))
}

/// # Safety
/// `file` was opened by the Unix VFS.
unsafe fn replace_methods(file: *mut sqlite3_file) {
    // SAFETY: guaranteed by the caller; the method tables of that VFS are constants.
    let unix: &'static sqlite3_io_methods = unsafe { &*(*file).pMethods };
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let existing = tables.iter().find(|table| ptr::eq(table.unix, unix)).copied();
    let table = existing.unwrap_or_else(|| {
        let table: &'static MethodTable = Box::leak(Box::new(MethodTable {
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
    // SAFETY: the table is leaked; the methods that it does not replace are those that the file had.
    unsafe { (*file).pMethods = ptr::from_ref(table).cast() };
}

/// # Safety
/// The methods of `file` were replaced.
unsafe fn unix_methods(file: *mut sqlite3_file) -> &'static sqlite3_io_methods {
    // SAFETY: its methods are then the first field of a `MethodTable`.
    unsafe { (*(*file).pMethods.cast::<MethodTable>()).unix }
}

unsafe extern "C" fn delete(_: *mut sqlite3_vfs, path: *const c_char, sync_folder: c_int) -> c_int {
    let unix = UNIX.load(Ordering::Acquire);
    // SAFETY: `install` has stored a VFS before SQLite can call this.
    let Some(delete) = (unsafe { (*unix).xDelete }) else {
        return SQLITE_IOERR;
    };
    let mut state = state();
    // SAFETY: SQLite's path ends with a zero.
    let recorded = unsafe { recorded_name(state.as_ref(), path) };
    // SAFETY: SQLite's own arguments.
    let work = || unsafe { delete(unix, path, sync_folder) };
    match (recorded, state.as_mut()) {
        (Some(name), Some(state)) => record_with_folder_sync(state, work, |state| state.removed(name)),
        _ => work(),
    }
}

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    if let Some(state) = state().as_mut() {
        state.closed(file.addr());
    }
    // SAFETY: SQLite calls this only for files whose methods were replaced.
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
    let mut state = state();
    // SAFETY: SQLite calls this only for files whose methods were replaced.
    let methods = unsafe { unix_methods(file) };
    // SAFETY: SQLite's own arguments.
    let write = |write: unsafe extern "C" fn(_, _, _, _) -> _| unsafe { write(file, data, length, offset) };
    let code = methods.xWrite.map_or(SQLITE_IOERR, write);
    if let (Some(state), true) = (state.as_mut(), is_ok(code)) {
        // SAFETY: SQLite has just written `length` bytes from `data`.
        let bytes = unsafe { slice::from_raw_parts(data.cast::<u8>(), to_usize(length)) };
        state.record(file.addr(), |file| Event::Written {
            file,
            offset: to_usize(offset),
            bytes: bytes.to_owned(),
        });
    }
    code
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, length: i64) -> c_int {
    let mut state = state();
    // SAFETY: SQLite calls this only for files whose methods were replaced.
    let methods = unsafe { unix_methods(file) };
    // SAFETY: SQLite's own arguments.
    let truncate = |truncate: unsafe extern "C" fn(_, _) -> _| unsafe { truncate(file, length) };
    let code = methods.xTruncate.map_or(SQLITE_IOERR, truncate);
    if let (Some(state), true) = (state.as_mut(), is_ok(code)) {
        let length = to_usize(length);
        state.record(file.addr(), |file| Event::Resized { file, length });
    }
    code
}

unsafe extern "C" fn sync(file: *mut sqlite3_file, flags: c_int) -> c_int {
    // SAFETY: SQLite calls this only for files whose methods were replaced.
    let methods = unsafe { unix_methods(file) };
    // SAFETY: SQLite's own arguments.
    let sync = |sync: unsafe extern "C" fn(_, _) -> _| unsafe { sync(file, flags) };
    let work = || methods.xSync.map_or(SQLITE_IOERR, sync);
    match state().as_mut() {
        Some(state) => record_with_folder_sync(state, work, |state| {
            state.record(file.addr(), |file| Event::Synced { file });
        }),
        None => work(),
    }
}

/// Before a checkpoint, the Unix VFS resizes a mapped file through this.
unsafe extern "C" fn control(file: *mut sqlite3_file, operation: c_int, argument: *mut c_void) -> c_int {
    let mut state = state();
    // SAFETY: SQLite calls this only for files whose methods were replaced.
    let methods = unsafe { unix_methods(file) };
    // SAFETY: SQLite's own arguments.
    let control = |control: unsafe extern "C" fn(_, _, _) -> _| unsafe { control(file, operation, argument) };
    let code = methods.xFileControl.map_or(SQLITE_IOERR, control);
    let mut length = 0_i64;
    if let (SQLITE_FCNTL_SIZE_HINT, Some(state), Some(size)) = (operation, state.as_mut(), methods.xFileSize)
    {
        // SAFETY: the file is open, and `length` is valid for writes.
        if is_ok(unsafe { size(file, &raw mut length) }) {
            let length = to_usize(length);
            state.record(file.addr(), |file| Event::Resized { file, length });
        }
    }
    code
}
