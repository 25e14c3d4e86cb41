//! `blog-app restore`

use std::path::PathBuf;

use clap::Args;

use super::output::{print_line, progress_bar};
use crate::config::Config;
use crate::store::Store;

/// Put a backup into a data folder that has no database
///
/// The site must not run. The backup is read through first, and stays as it is.
///
/// Example: blog-app restore /var/backups/blog-2026-11-21.db --data-dir /var/lib/blog-app
#[derive(Args)]
pub(super) struct Restore {
    /// The copy that `blog-app backup` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Restore {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<()> {
        anyhow::ensure!(
            config.database.url.is_empty(),
            "database.url is set, and restore makes a file; use `blog-app db copy --from {} --to config`",
            self.file.display()
        );
        super::create_data_folder(config)?;
        let database = config.database_file();
        let bar = progress_bar();
        let version = Store::restore(&self.file, &database, |done, total| {
            bar.set_length(total.into());
            bar.set_position(done.into());
        })?;
        bar.finish_and_clear();
        print_line(&format!(
            "{} was restored to {}, with schema version {version}",
            self.file.display(),
            database.display()
        ));
        Ok(())
    }
}
