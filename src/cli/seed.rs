//! `blog-app seed`

use clap::Subcommand;

use super::output::print_line;
use crate::actions::demo;
use crate::config::Config;
use crate::domain::{SystemClock, SystemEntropy};
use crate::store::avatars;

/// Fill the blog with what it needs, or with a sample
#[derive(Subcommand)]
pub(super) enum Seed {
    /// Install the six preset avatars
    ///
    /// Running it again changes nothing; `serve` does it by itself.
    ///
    /// Example: blog-app seed avatars
    Avatars,
    /// Fill an empty blog with sample posts, readers, comments and likes
    ///
    /// Example: blog-app seed demo
    Demo {
        /// Also on a blog that has posts
        #[arg(long)]
        force: bool,
    },
}

impl Seed {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<()> {
        let store = super::open_store(config, 1)?;
        let installed = store.write_blocking(avatars::seed)?;
        match self {
            Self::Avatars => print_line(&format!("{installed} avatars installed")),
            Self::Demo { force } => {
                let seeded = demo::seed(&store, &SystemClock, &SystemEntropy, force)?;
                print_line(&format!(
                    "{} posts, {} readers and {} comments made",
                    seeded.posts, seeded.readers, seeded.comments
                ));
            }
        }
        Ok(())
    }
}
