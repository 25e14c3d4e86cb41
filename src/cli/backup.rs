//! `blog-app backup`

use std::path::PathBuf;

use clap::Args;

use super::output::{print_error, print_line, progress_bar};
use crate::config::Config;

/// Write a consistent copy of the database, also while the site runs
///
/// Example: blog-app backup /var/backups/blog-2026-11-21.db
#[derive(Args)]
pub(super) struct Backup {
    /// The file to write, which must not be there yet
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Backup {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<()> {
        let store = super::open_existing_store(config)?;
        let bar = progress_bar();
        let leftover = store.backup(&self.file, |done, total| {
            bar.set_length(total.into());
            bar.set_position(done.into());
        })?;
        bar.finish_and_clear();
        if let Some(error) = leftover {
            print_error(&format!("blog-app: warning: {error}"));
        }
        print_line(&format!("The database was copied to {}", self.file.display()));
        Ok(())
    }
}
