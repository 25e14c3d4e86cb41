//! The build manifest and the icons of the client.

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

/// The URL paths of the files that the first screen of a page needs.
#[derive(Debug, Default)]
pub(in crate::http) struct Files {
    /// The entry script; none in a binary without a client.
    pub(super) entry: Option<String>,
    /// The imports of the entry script and the page.
    pub(super) scripts: Vec<String>,
    /// The style sheets, in cascade order.
    pub(super) styles: Vec<String>,
    pub(super) fonts: Vec<String>,
}

impl Files {
    /// Leaves out the client, so that the page stays as the server drew it.
    pub(super) fn without_client(self) -> Self {
        Self {
            entry: None,
            scripts: Vec::new(),
            ..self
        }
    }
}

/// The build manifest of the client.
pub(in crate::http) struct Bundle(HashMap<String, Chunk>);

impl Bundle {
    pub(in crate::http) fn embedded() -> Self {
        Self(parse_asset(MANIFEST))
    }

    /// Returns the files for the page that the module `source` renders.
    pub(super) fn files(&self, source: &str, is_article: bool) -> Files {
        let path_of = |source: &str| self.0.get(source).map(|chunk| url_path(&chunk.file));
        let fonts = [INTERFACE_FONT, ARTICLE_FONT];
        let fonts = fonts[..=usize::from(is_article)].iter();
        let mut files = Files {
            entry: path_of(ENTRY),
            fonts: fonts.filter_map(|font| path_of(font)).collect(),
            ..Files::default()
        };
        let mut seen = BTreeSet::new();
        self.add_chunk(ENTRY, &mut files, &mut seen);
        self.add_chunk(source, &mut files, &mut seen);
        files
    }

    /// Adds a chunk after its imports, unless it was added before.
    fn add_chunk(&self, source: &str, files: &mut Files, seen: &mut BTreeSet<String>) {
        let Some(chunk) = self.0.get(source) else {
            return;
        };
        if !seen.insert(source.to_owned()) {
            return;
        }
        for import in &chunk.imports {
            self.add_chunk(import, files, seen);
        }
        if source != ENTRY {
            files.scripts.push(url_path(&chunk.file));
        }
        files.styles.extend(chunk.css.iter().map(|style| url_path(style)));
    }
}

/// The markup of the icons of the pages, identical to that of the client.
pub(in crate::http) struct Icons(HashMap<String, String>);

impl Icons {
    pub(in crate::http) fn embedded() -> Self {
        Self(parse_asset(ICONS))
    }

    /// Returns the markup of an icon; empty for an unknown name.
    pub(super) fn plain(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// Returns the markup of a large icon, for empty states.
    pub(super) fn large(&self, name: &str) -> String {
        self.plain(name).replacen("class=\"", "class=\"state-icon ", 1)
    }
}

/// Parses a file of the client's build; returns the default in a binary without a client.
fn parse_asset<T: Default + for<'text> Deserialize<'text>>(name: &str) -> T {
    assets::text(name).map_or_else(T::default, |text| {
        serde_json::from_str(&text).unwrap_or_else(|error| {
            tracing::error!(name, %error, "parsing a file of the client failed");
            T::default()
        })
    })
}

fn url_path(file: &str) -> String {
    format!("/{file}")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::super::frame::{NAVIGATION, THEMES};
    use super::*;

    #[test]
    fn the_client_builds_exactly_the_icons_of_the_templates() {
        let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http/pages/templates");
        let mut used: BTreeSet<String> = NAVIGATION.iter().map(|item| item.icon.to_owned()).collect();
        used.extend(THEMES.iter().map(|(_, icon)| (*icon).to_owned()));
        for template in fs::read_dir(templates).unwrap() {
            let text = fs::read_to_string(template.unwrap().path()).unwrap();
            for call in ["icons.plain(\"", "icons.large(\""] {
                let names = text.split(call).skip(1).filter_map(|rest| rest.split('"').next());
                used.extend(names.map(str::to_owned));
            }
        }
        let script = include_str!("../../../web/scripts/icons.mjs");
        let list = script.split("const NAMES = [").nth(1).unwrap();
        let list = list.split("];").next().unwrap();
        let built: BTreeSet<String> = list.split('\'').skip(1).step_by(2).map(str::to_owned).collect();
        assert_eq!(built, used);
    }
}
