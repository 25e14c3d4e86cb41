//! The folders of the benchmark.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use blog_app::store::{Store, StoreOptions};

/// Opens the database in `folder`, or creates it.
pub fn open_store(folder: &Path) -> Result<Store> {
    Ok(Store::open(&StoreOptions::new(folder.join("blog.db"), 1))?)
}

/// Returns the folder of all files that the benchmark creates.
pub fn bench_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/bench")
}

/// Creates an empty folder, removing an existing one.
pub fn recreate_folder(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))
}
