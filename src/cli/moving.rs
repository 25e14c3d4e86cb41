//! `blog-app import ghost` and the other systems.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;
use clap::Args;
use tempfile::TempDir;

use super::output::{exit_code, import_progress, print_error, print_line};
use crate::actions::moving::{
    self, Categories, Event, Export, LeftOut, Options, PictureFolder, ReportFile, ReportItem, Totals,
};
use crate::actions::site::LiveSite;
use crate::config::Config;
use crate::domain::site::SiteSource as _;
use crate::domain::{Entropy, SystemClock, SystemEntropy};
use crate::moving::System;
use crate::store::{Store, StoreOptions};

/// What all systems that are moved from have.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(super) struct MovingArgs {
    /// The file, folder or zip archive that the other system has exported
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// Do everything but write, to see what would become of what
    #[arg(long)]
    dry_run: bool,
    /// Write what has become of each thing to this file, as JSON
    #[arg(long, value_name = "FILE.json")]
    report: Option<PathBuf>,
    /// A folder with the pictures of the old site
    #[arg(long, value_name = "DIR")]
    media: Option<PathBuf>,
    /// Load pictures from the web that are neither in the export nor in the folder
    #[arg(long)]
    fetch_media: bool,
    /// A file in TOML or JSON with the names of foreign categories, and of ours
    #[arg(long, value_name = "FILE")]
    category_map: Option<PathBuf>,
    /// The category of texts whose own ones are unknown here
    #[arg(long, value_name = "NAME")]
    default_category: Option<String>,
    /// Make drafts of all texts
    #[arg(long)]
    as_drafts: bool,
    /// Leave old addresses without redirects
    #[arg(long)]
    no_redirects: bool,
}

impl MovingArgs {
    pub(super) fn run(self, config: &Config, system: System) -> anyhow::Result<ExitCode> {
        let name = self.path.display().to_string();
        let mut export = Export::open(system, &self.path)?;
        if system == System::Site {
            anyhow::ensure!(
                self.media.is_none() && !self.fetch_media,
                "the export of a site has all its pictures; leave out --media and --fetch-media"
            );
            // Whoever may run commands on this machine owns the site.
            export = export.by_owner();
        }
        let categories = self.categories()?;
        let (store, _folder) = self.open_store(config)?;
        let options = self.options(config, &store, categories)?;
        let mut report = self
            .report
            .as_deref()
            .map(ReportFile::create)
            .transpose()
            .with_context(|| format!("cannot write the report {}", shown(self.report.as_deref())))?;
        let mut unwritten = None;
        let bar = import_progress(export.work());
        let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
        let mut so_far = Totals::default();
        let mut left_out = LeftOut::default();
        let moved = moving::run(
            &store,
            &SystemClock,
            &entropy,
            &export,
            &options,
            |event| match event {
                Event::Progress(bytes) => bar.set_position(bytes),
                Event::LeftOut(item) => left_out.add(item),
                Event::Item(item) => {
                    so_far.count(item);
                    if let Some(line) = refusal(item) {
                        bar.suspend(|| print_error(&format!("{name}: {line}")));
                    }
                    if let Some(error) = report.as_mut().and_then(|report| report.add(item).err()) {
                        unwritten.get_or_insert(error);
                    }
                }
            },
        );
        bar.finish_and_clear();
        // An import that has ended early is reported as far as it has come.
        if let Some(report) = report
            && let Err(error) = report.finish(system, self.dry_run, &so_far, &left_out)
        {
            unwritten.get_or_insert(error);
        }
        let totals = moved.with_context(|| format!("{name} was not imported to its end"))?;
        print_totals(&totals, self.dry_run);
        left_out.lines().for_each(|line| print_line(&line));
        match unwritten {
            Some(error) => Err(error)
                .with_context(|| format!("cannot write the report {}", shown(self.report.as_deref()))),
            None => Ok(exit_code(totals.refused())),
        }
    }

    fn categories(&self) -> anyhow::Result<Categories> {
        let mut categories = Categories::default();
        if let Some(file) = &self.category_map {
            let name = file.display();
            let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
            categories.add_map(&text).with_context(|| name.to_string())?;
        }
        if let Some(name) = &self.default_category {
            categories.set_default(name).context("--default-category")?;
        }
        Ok(categories)
    }

    /// Opens the database. A dry run without one uses an empty one, which goes with the folder.
    fn open_store(&self, config: &Config) -> anyhow::Result<(Store, Option<TempDir>)> {
        if self.dry_run && config.database.url.is_empty() && !config.database_file().exists() {
            let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
            let store = Store::open(&StoreOptions::new(folder.path().join("blog.db"), 1))?;
            return Ok((store, Some(folder)));
        }
        Ok((super::open_store(config, 1)?, None))
    }

    fn options(&self, config: &Config, store: &Store, categories: Categories) -> anyhow::Result<Options> {
        let pictures = self
            .media
            .as_deref()
            .map(PictureFolder::open)
            .transpose()
            .with_context(|| format!("{} is no folder that can be read", shown(self.media.as_deref())))?;
        let client = self
            .fetch_media
            .then(|| moving::picture_client(config.outgoing.allow_private))
            .transpose()
            .context("cannot start what loads pictures")?;
        let site = LiveSite::new(store.clone(), config).current();
        Ok(Options {
            is_dry_run: self.dry_run,
            as_drafts: self.as_drafts,
            with_redirects: !self.no_redirects,
            categories,
            pictures,
            client,
            default_author: site.default_author.clone(),
            post_addresses: config.site.post_addresses,
            site_url: config.server.base_url.clone(),
            temporary_folder: None,
            recorder: None,
        })
    }
}

fn shown(path: Option<&Path>) -> String {
    path.map(|path| path.display().to_string()).unwrap_or_default()
}

/// Returns the line about something that was refused.
fn refusal(item: &ReportItem) -> Option<String> {
    let reason = item.refusal()?;
    let (kind, source, title) = (item.kind, &item.source, &item.title);
    Some(if title.is_empty() {
        format!("{kind} {source}: {reason}")
    } else {
        format!("{kind} {source} ({title}): {reason}")
    })
}

fn print_totals(totals: &Totals, is_dry_run: bool) {
    if is_dry_run {
        print_line("Nothing was written. An import would bring:");
    }
    for (kind, count) in totals.by_kind() {
        print_line(&format!(
            "{kind}: {} new, {} skipped, {} refused",
            count.new, count.skipped, count.refused
        ));
    }
}
