//! `blog-app export`

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::output::{print_line, progress_bar};
use crate::actions::site_export::{self, ExportOptions};
use crate::config::Config;
use crate::domain::{Clock as _, SystemClock};

/// Take everything out, in a form that people and other programs can read
#[derive(Subcommand)]
pub(super) enum Export {
    /// Write the whole site to a zip archive, also while it runs
    ///
    /// Posts and pages as Markdown and HTML with their pictures, comments, people, redirects and settings. `import site` takes
    /// it back.
    ///
    /// Example: blog-app export site site.zip
    Site(SiteArgs),
}

#[derive(Args)]
pub(super) struct SiteArgs {
    /// The file to write, which must not be there yet
    #[arg(value_name = "FILE.zip")]
    file: PathBuf,
    /// Add mail addresses and password hashes, so that everybody can sign in where it is imported. Keep such a file secret
    #[arg(long)]
    with_accounts: bool,
}

impl Export {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<()> {
        match self {
            Self::Site(arguments) => arguments.run(config),
        }
    }
}

impl SiteArgs {
    fn run(self, config: &Config) -> anyhow::Result<()> {
        let store = super::open_existing_store(config)?;
        let options = ExportOptions {
            with_accounts: self.with_accounts,
            now: SystemClock.now(),
        };
        let bar = progress_bar();
        let exported = site_export::to_file(&store, &self.file, options, &mut |progress| {
            bar.set_length(progress.total);
            bar.set_position(progress.done);
        });
        bar.finish_and_clear();
        let counts = exported?;
        print_line(&format!(
            "{} posts, {} pages, {} comments, {} people and {} redirects were exported to {}",
            counts.posts,
            counts.pages,
            counts.comments,
            counts.people,
            counts.redirects,
            self.file.display()
        ));
        Ok(())
    }
}
