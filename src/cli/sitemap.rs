//! `blog-app sitemap`

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use url::Url;

use super::output::print_line;
use crate::actions::sitemap::{self, Entry};
use crate::config::Config;

/// Write the sitemap for search engines
///
/// Past 50,000 addresses it is an index and parts beside it.
///
/// Example: blog-app sitemap --out public/sitemap.xml --base-url https://blog.example.org
#[derive(Args)]
pub(super) struct Sitemap {
    /// The file to write; - is standard output
    #[arg(long, value_name = "FILE", default_value = "sitemap.xml")]
    out: PathBuf,
    /// The address under which readers reach the site, instead of server.base_url
    #[arg(long, value_name = "URL")]
    base_url: Option<Url>,
    /// Ask a running site's API at this address instead of the database
    #[arg(long, value_name = "URL")]
    api: Option<Url>,
}

impl Sitemap {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<()> {
        let base = self.base_url.as_ref().unwrap_or(&config.server.base_url);
        ensure!(
            matches!(base.scheme(), "http" | "https"),
            "--base-url must be an address such as https://blog.example.org"
        );
        let addresses = config.site.post_addresses;
        let entries = match &self.api {
            Some(api) => sitemap::entries_of_site(api, addresses)?,
            None => super::open_existing_store(config)?
                .read_blocking(move |tx| sitemap::entries(tx, addresses))?,
        };
        if self.out.as_os_str() == "-" {
            return print(&entries, base);
        }
        let name = self
            .out
            .file_name()
            .with_context(|| format!("{} names no file", self.out.display()))?
            .to_string_lossy();
        let folder = self.out.parent().unwrap_or(Path::new(""));
        // The index is the first of the files. It is written last, after its parts.
        for (name, xml) in sitemap::files(&entries, base, &name).into_iter().rev() {
            write(&folder.join(name), &xml)?;
        }
        print_line(&format!(
            "{} addresses written to {}",
            entries.len(),
            self.out.display()
        ));
        Ok(())
    }
}

/// Writes a sitemap of a single file to standard output.
fn print(entries: &[Entry], base: &Url) -> anyhow::Result<()> {
    let files = sitemap::files(entries, base, "sitemap.xml");
    let [(_, xml)] = files.as_slice() else {
        bail!(
            "{} addresses need an index and parts beside it; name a file with --out FILE",
            entries.len()
        );
    };
    let mut output = io::stdout().lock();
    output
        .write_all(xml.as_bytes())
        .and_then(|()| output.flush())
        .context("cannot write to standard output")
}

/// Writes a file atomically.
fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    std::fs::write(&part, text)
        .and_then(|()| std::fs::rename(&part, file))
        .with_context(|| format!("cannot write {}", file.display()))
}
