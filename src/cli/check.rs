//! `blog-app check`

use std::process::ExitCode;

use clap::Args;

use super::output::{problem, say};
use crate::actions::check;
use crate::config::Config;

/// Read the settings and the database, and say what is wrong
///
/// Example: blog-app check --config /etc/blog-app/config.toml
#[derive(Args)]
pub(super) struct Check {}

impl Check {
    #[expect(clippy::unused_self, reason = "every command runs the same way")]
    pub(super) fn run(self, config: &Config) -> anyhow::Result<ExitCode> {
        say("The settings can be used.");
        let store = super::open_existing_store(config)?;
        let problems = check::problems(&store)?;
        for line in &problems {
            problem(&format!("blog-app: {line}"));
        }
        if !problems.is_empty() {
            return Ok(ExitCode::FAILURE);
        }
        say(&format!(
            "The database is whole, with schema version {}.",
            store.schema_version()?
        ));
        Ok(ExitCode::SUCCESS)
    }
}
