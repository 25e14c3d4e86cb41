//! The export of the whole site, and moving to another site with it.

mod access;
mod collections;
mod command_line;
mod full_site;
mod imports;
mod round_trip;
mod secrets;
mod snapshot;

pub use full_site::full_site;

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read as _};
use std::sync::Arc;

use blog_app::actions::moving::{self, Event, Export, Options, ReportItem, Totals};
use blog_app::actions::site_export::{self, ExportOptions};
use blog_app::domain::{Clock as _, Entropy, SystemEntropy};
use blog_app::moving::System;
use serde_json::Value;
use zip::ZipArchive;

use crate::moving::options;
use crate::support::{Site, blocking};

/// The files of an archive by their paths.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Exports a site.
pub fn export(site: &Site, with_accounts: bool) -> Vec<u8> {
    let options = ExportOptions {
        with_accounts,
        now: site.clock.now(),
    };
    let written = blocking(|| site_export::write(&site.store, Vec::new(), options, &mut |_| {}));
    written.unwrap().0
}

/// Unpacks an archive.
pub fn files(archive: &[u8]) -> Files {
    let mut archive = ZipArchive::new(Cursor::new(archive)).unwrap();
    (0..archive.len())
        .map(|index| {
            let mut file = archive.by_index(index).unwrap();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            (file.name().unwrap().into_owned(), bytes)
        })
        .collect()
}

/// Returns the only file whose path has these ends.
fn file<'a>(files: &'a Files, begin: &str, end: &str) -> &'a [u8] {
    let mut found = files
        .iter()
        .filter(|(path, _)| path.starts_with(begin) && path.ends_with(end));
    let (_, bytes) = found.next().unwrap();
    assert!(found.next().is_none(), "several {begin}…{end}");
    bytes
}

/// Returns the records of a file with one a line.
fn records(files: &Files, path: &str) -> Vec<Value> {
    let text = str::from_utf8(&files[path]).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn manifest(files: &Files) -> Value {
    serde_json::from_slice(&files["manifest.json"]).unwrap()
}

/// What an import has said.
struct Imported {
    totals: Totals,
    items: Vec<ReportItem>,
}

impl Imported {
    /// The entry of this kind and title.
    fn titled(&self, kind: &str, title: &str) -> &ReportItem {
        let found = self
            .items
            .iter()
            .find(|item| (item.kind, item.title.as_str()) == (kind, title));
        assert!(found.is_some(), "no {kind} {title} in {:#?}", self.items);
        found.unwrap()
    }
}

/// How a site is imported.
struct Import {
    is_by_owner: bool,
    options: Options,
}

impl Default for Import {
    fn default() -> Self {
        Self {
            is_by_owner: true,
            options: options(),
        }
    }
}

impl Import {
    /// Imports an archive.
    fn archive(&self, site: &Site, archive: &[u8]) -> Imported {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("site.zip");
        fs::write(&path, archive).unwrap();
        self.path(site, &path)
    }

    /// Imports files that lie in a folder.
    fn files(&self, site: &Site, files: &Files) -> Imported {
        let folder = tempfile::tempdir().unwrap();
        for (path, bytes) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        self.path(site, folder.path())
    }

    fn path(&self, site: &Site, path: &std::path::Path) -> Imported {
        let mut items = Vec::new();
        let totals = blocking(|| {
            let mut export = Export::open(System::Site, path).unwrap();
            if self.is_by_owner {
                export = export.by_owner();
            }
            let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
            moving::run(
                &site.store,
                &site.clock,
                &entropy,
                &export,
                &self.options,
                |event| {
                    if let Event::Item(item) = event {
                        items.push(item.clone());
                    }
                },
            )
        });
        Imported {
            totals: totals.unwrap(),
            items,
        }
    }
}
