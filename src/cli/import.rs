//! `blog-app import`

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};

use super::output::{print_error, print_line, progress_bar};
use crate::actions::import::{self, Event};
use crate::config::Config;
use crate::domain::{SystemClock, SystemEntropy};

/// Import posts that were written elsewhere
#[derive(Subcommand)]
pub(super) enum Import {
    /// Load posts from a file, one JSON object a line
    ///
    /// Each has title, slug, author, createdAt, tags, category and contentHtml; featuredImage is optional.
    /// A line that is wrong is reported with its number and the rest go in. A slug that exists is skipped,
    /// so that a file can be loaded again.
    ///
    /// Example: blog-app import posts posts.jsonl
    Posts {
        /// The file to load
        #[arg(value_name = "FILE.jsonl")]
        file: PathBuf,
    },
}

impl Import {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<ExitCode> {
        let Self::Posts { file: path } = self;
        let name = path.display();
        let file = File::open(&path).with_context(|| format!("cannot read {name}"))?;
        let metadata = file.metadata().with_context(|| format!("cannot read {name}"))?;
        ensure!(
            !metadata.is_dir(),
            "{name} is a folder; name a file with one JSON object a line"
        );
        let store = super::open_store(config, 1)?;
        let bar = progress(metadata.len());
        let report = import::posts(
            &store,
            &SystemClock,
            &SystemEntropy,
            BufReader::new(file),
            |event| match event {
                Event::Progress(bytes) => bar.set_position(bytes),
                Event::Refused(number, message) => {
                    bar.suspend(|| print_error(&format!("{name}:{number}: {message}")));
                }
            },
        );
        bar.finish_and_clear();
        let report = report.with_context(|| format!("{name} was not imported to its end"))?;
        print_line(&format!(
            "{} imported, {} skipped, {} refused",
            report.imported, report.skipped, report.refused
        ));
        Ok(if report.refused == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

fn progress(length: u64) -> ProgressBar {
    let bar = progress_bar();
    bar.set_length(length);
    if let Ok(style) =
        ProgressStyle::with_template("{bar:40} {percent:>3} %  {bytes}/{total_bytes}  {eta} left")
    {
        bar.set_style(style);
    }
    bar
}
