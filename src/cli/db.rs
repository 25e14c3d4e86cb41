//! `blog-app db`

use std::time::Instant;

use anyhow::ensure;
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};

use super::output::{print_line, progress_bar};
use crate::config::Config;
use crate::store::Place;
use crate::store::copy::{self, Progress};

/// The place that stands for the database of the settings.
const CONFIG: &str = "config";

/// Move the blog to another database
#[derive(Subcommand)]
pub(super) enum Db {
    /// Copy the whole database to an empty one, between a file and PostgreSQL in either direction
    ///
    /// A place is the path of a file, a postgres:// address, or `config`: the database of the settings. An address
    /// without a password takes database.password. The source stays as it is, and may be in use; what is written to
    /// it meanwhile is not copied, so stop the site before it moves. The target gets everything or nothing.
    ///
    /// Example: blog-app db copy --to postgres://blog@db.example.org/blog
    Copy {
        /// The database to copy
        #[arg(long, value_name = "PLACE", default_value = CONFIG)]
        from: String,
        /// The file to write, which must not be there yet, or an empty database of a server
        #[arg(long, value_name = "PLACE")]
        to: String,
    },
}

impl Db {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<()> {
        let Self::Copy { from, to } = self;
        let (source, target) = (place(config, &from)?, place(config, &to)?);
        if to == CONFIG {
            // The way to a server, with its settings forgotten.
            ensure!(
                from == CONFIG || matches!((&source, &target), (Place::Server(_), _) | (_, Place::Server(_))),
                "database.url is not set, so that {CONFIG} is the file {target}; name the file of the settings with --config"
            );
            super::create_data_folder(config)?;
        }
        let start = Instant::now();
        let bar = progress();
        let copied = copy::copy(&source, &target, |state| show(&bar, state));
        bar.finish_and_clear();
        let copied = copied?;
        print_line(&format!(
            "{source} was copied to {target}: {} posts, {} readers, {} comments, {} rows in all, compared, in {:.1} s",
            copied.rows_of("posts"),
            copied.rows_of("users"),
            copied.rows_of("comments"),
            copied.rows(),
            start.elapsed().as_secs_f64()
        ));
        Ok(())
    }
}

fn place(config: &Config, text: &str) -> anyhow::Result<Place> {
    if text == CONFIG {
        return Ok(super::place(config));
    }
    if text.starts_with("postgres://") || text.starts_with("postgresql://") {
        return Ok(super::server(config, text));
    }
    ensure!(
        !text.is_empty() && !text.contains("://"),
        "a place is the path of a file, an address such as postgres://blog@db.example.org/blog, or {CONFIG}"
    );
    Ok(Place::file(text))
}

fn progress() -> ProgressBar {
    let bar = progress_bar();
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent:>3} %  {msg}  {eta} left") {
        bar.set_style(style);
    }
    bar
}

fn show(bar: &ProgressBar, state: Progress<'_>) {
    let doing = if state.is_comparing {
        "comparing"
    } else {
        "copying"
    };
    bar.set_length(state.total);
    bar.set_position(state.done);
    bar.set_message(format!("{doing} {}", state.table));
}
