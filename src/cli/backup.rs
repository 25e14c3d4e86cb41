//! `blog-app backup`

use std::path::PathBuf;

use clap::Args;

use super::output::{print_error, print_line, progress_bar};
use crate::config::Config;
use crate::store::{Place, copy};

/// Write a consistent copy of the database, also while the site runs
///
/// The copy is a file, also of a database on a server.
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
        let place = super::place(config);
        // A server is only read: a newer version must not migrate it before the backup.
        let store = match place {
            Place::File(_) => Some(super::open_existing_store(config)?),
            Place::Server(_) => None,
        };
        super::create_data_folder(config)?;
        let bar = progress_bar();
        let show = |done, total| {
            bar.set_length(total);
            bar.set_position(done);
        };
        let leftover = copy::recorded(&config.server.data_dir, &self.file, || match &store {
            Some(store) => store.backup(&self.file, show),
            None => copy::to_backup(&place, &self.file, |state| show(state.done, state.total)).map(drop),
        })?;
        bar.finish_and_clear();
        if let Some(error) = leftover {
            print_error(&format!("blog-app: warning: {error}"));
        }
        print_line(&format!("The database was copied to {}", self.file.display()));
        Ok(())
    }
}
