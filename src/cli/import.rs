//! `blog-app import`

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use clap::Subcommand;

use super::moving::MovingArgs;
use super::output::{exit_code, import_progress, print_error, print_line};
use crate::actions::import::{self, Event};
use crate::config::Config;
use crate::domain::{SystemClock, SystemEntropy};
use crate::moving::System;

/// Import posts, pages and comments that were written elsewhere
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
    /// Move from Ghost: its export in JSON, or a zip with that and the pictures
    ///
    /// Example: blog-app import ghost ghost.zip --dry-run --report report.json
    Ghost(MovingArgs),
    /// Move from WordPress: its export (WXR), with the pictures of wp-content/uploads beside it
    ///
    /// Example: blog-app import wordpress export.xml --media wp-content/uploads
    Wordpress(MovingArgs),
    /// Move from Medium: the archive of an account
    ///
    /// Example: blog-app import medium medium-export.zip --fetch-media
    Medium(MovingArgs),
    /// Move from dev.to: the export of an account
    ///
    /// Example: blog-app import devto articles.json --fetch-media
    Devto(MovingArgs),
    /// Move from Hashnode: the export of a blog
    ///
    /// Example: blog-app import hashnode export.json --fetch-media
    Hashnode(MovingArgs),
    /// Move a folder of Markdown: Jekyll, Hugo, Astro, Eleventy
    ///
    /// Example: blog-app import markdown my-site --default-category "Web Development"
    Markdown(MovingArgs),
    /// Move the comments of Disqus to the posts that were imported before
    ///
    /// Example: blog-app import disqus comments.xml.gz --dry-run
    Disqus(MovingArgs),
    /// Move the comments of Commento to the posts that were imported before
    ///
    /// Example: blog-app import commento commento.json
    Commento(MovingArgs),
    /// Move the export of another site of this kind
    ///
    /// Example: blog-app import site site.zip
    Site(MovingArgs),
}

impl Import {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<ExitCode> {
        let (system, arguments) = match self {
            Self::Posts { file } => return import_posts(config, &file),
            Self::Ghost(arguments) => (System::Ghost, arguments),
            Self::Wordpress(arguments) => (System::Wordpress, arguments),
            Self::Medium(arguments) => (System::Medium, arguments),
            Self::Devto(arguments) => (System::Devto, arguments),
            Self::Hashnode(arguments) => (System::Hashnode, arguments),
            Self::Markdown(arguments) => (System::Markdown, arguments),
            Self::Disqus(arguments) => (System::Disqus, arguments),
            Self::Commento(arguments) => (System::Commento, arguments),
            Self::Site(arguments) => (System::Site, arguments),
        };
        arguments.run(config, system)
    }
}

fn import_posts(config: &Config, path: &Path) -> anyhow::Result<ExitCode> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
    let metadata = file.metadata().with_context(|| format!("cannot read {name}"))?;
    ensure!(
        !metadata.is_dir(),
        "{name} is a folder; name a file with one JSON object a line"
    );
    let store = super::open_store(config, 1)?;
    let bar = import_progress(metadata.len());
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
    Ok(exit_code(report.refused))
}
