//! What the build of the client says of its files, and the icons that it draws.

use std::collections::{BTreeSet, HashMap};

use serde::Deserialize;

use crate::http::assets;

const MANIFEST: &str = ".vite/manifest.json";
const ICONS: &str = "icons.json";
const ENTRY: &str = "index.html";
const INTERFACE_FONT: &str = "node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
const ARTICLE_FONT: &str =
    "node_modules/@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2";

#[derive(Debug, Deserialize)]
struct Chunk {
    file: String,
    #[serde(default)]
    imports: Vec<String>,
    #[serde(default)]
    css: Vec<String>,
}

/// The files that the first screen of a page needs, by their addresses.
#[derive(Debug, Default)]
pub(in crate::http) struct Files {
    /// The script that starts the client; none in a binary without one.
    pub(super) entry: Option<String>,
    /// What it and the page import.
    pub(super) scripts: Vec<String>,
    /// In the order in which they hold.
    pub(super) styles: Vec<String>,
    /// What the text is set in.
    pub(super) fonts: Vec<String>,
}

/// The client as it was built.
pub(in crate::http) struct Bundle {
    chunks: HashMap<String, Chunk>,
}

impl Bundle {
    /// What is embedded in this binary.
    pub(in crate::http) fn embedded() -> Self {
        Self {
            chunks: parsed(MANIFEST),
        }
    }

    /// What the page drawn by `source` needs.
    pub(super) fn files(&self, source: &str, is_article: bool) -> Files {
        let mut reached = Reached::default();
        self.reach(ENTRY, &mut reached);
        self.reach(source, &mut reached);
        let fonts = [INTERFACE_FONT, ARTICLE_FONT];
        Files {
            entry: self.chunks.get(ENTRY).map(|chunk| address(&chunk.file)),
            scripts: reached.scripts,
            styles: reached.styles,
            fonts: fonts[..=usize::from(is_article)]
                .iter()
                .filter_map(|font| self.chunks.get(*font))
                .map(|chunk| address(&chunk.file))
                .collect(),
        }
    }

    fn reach(&self, source: &str, reached: &mut Reached) {
        let Some(chunk) = self.chunks.get(source) else {
            return;
        };
        if !reached.sources.insert(source.to_owned()) {
            return;
        }
        for import in &chunk.imports {
            self.reach(import, reached);
        }
        if source != ENTRY {
            reached.scripts.push(address(&chunk.file));
        }
        reached
            .styles
            .extend(chunk.css.iter().map(|style| address(style)));
    }
}

#[derive(Default)]
struct Reached {
    sources: BTreeSet<String>,
    scripts: Vec<String>,
    styles: Vec<String>,
}

/// The icons of the pages, drawn as the client draws them.
pub(in crate::http) struct Icons {
    drawn: HashMap<String, String>,
}

impl Icons {
    /// What is embedded in this binary.
    pub(in crate::http) fn embedded() -> Self {
        Self { drawn: parsed(ICONS) }
    }

    /// The icon of this name, as markup.
    pub(super) fn plain(&self, name: &str) -> &str {
        self.drawn.get(name).map_or("", String::as_str)
    }

    /// The same above what says that there is nothing.
    pub(super) fn large(&self, name: &str) -> String {
        self.plain(name).replacen("class=\"", "class=\"state-icon ", 1)
    }
}

/// A file that the build wrote; empty in a binary that was built without its client.
fn parsed<T: Default + for<'text> Deserialize<'text>>(name: &str) -> T {
    assets::text(name).map_or_else(T::default, |text| {
        serde_json::from_str(&text).unwrap_or_else(|error| {
            tracing::error!(name, %error, "a file of the client cannot be read");
            T::default()
        })
    })
}

fn address(file: &str) -> String {
    format!("/{file}")
}
