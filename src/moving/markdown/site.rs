//! Which system a folder belongs to, where its texts are, and what its configuration says about their addresses.

use serde_json::Value;
use url::Url;

use super::cascades::Cascades;
use super::front_matter::{self, Fields};
use crate::moving::ReadError;
use crate::moving::item::{Kind, RefusedItem};
use crate::moving::source::{Source, SourceError};

/// The most bytes of a file with settings.
const SETTINGS_MAX: u64 = 1 << 20;

/// A system that makes a site of Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Generator {
    Jekyll,
    Hugo,
    Astro,
    Eleventy,
    /// None that is known.
    Plain,
}

impl Generator {
    /// The name as people know it.
    pub(super) fn shown(self) -> &'static str {
        match self {
            Self::Jekyll => "Jekyll",
            Self::Hugo => "Hugo",
            Self::Astro => "Astro",
            Self::Eleventy => "Eleventy",
            Self::Plain => "The folder",
        }
    }
}

/// The files by which systems are known, which stand at the root of a site, in the order in which they count.
const MARKERS: [(&str, Generator); 21] = [
    ("_config.yml", Generator::Jekyll),
    ("_config.yaml", Generator::Jekyll),
    ("_config.toml", Generator::Jekyll),
    ("hugo.toml", Generator::Hugo),
    ("hugo.yaml", Generator::Hugo),
    ("hugo.yml", Generator::Hugo),
    ("hugo.json", Generator::Hugo),
    ("astro.config.mjs", Generator::Astro),
    ("astro.config.js", Generator::Astro),
    ("astro.config.ts", Generator::Astro),
    ("astro.config.mts", Generator::Astro),
    ("astro.config.cjs", Generator::Astro),
    (".eleventy.js", Generator::Eleventy),
    (".eleventy.cjs", Generator::Eleventy),
    ("eleventy.config.js", Generator::Eleventy),
    ("eleventy.config.cjs", Generator::Eleventy),
    ("eleventy.config.mjs", Generator::Eleventy),
    ("config.toml", Generator::Hugo),
    ("config.yaml", Generator::Hugo),
    ("config.yml", Generator::Hugo),
    ("config.json", Generator::Hugo),
];
/// The folder of Hugo's settings in several files.
const HUGO_SETTINGS: &str = "config/_default/";
/// Folders whose settings are not those of the site.
const FOREIGN_FOLDERS: [&str; 5] = ["node_modules", "themes", "vendor", "_site", "exampleSite"];

/// A site in one of the systems.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Site {
    pub(super) generator: Generator,
    /// The folder of the site within the source: empty, or with `/` at its end.
    pub(super) root: String,
    /// The folder of its texts within `root`, in the same form.
    pub(super) input: String,
    /// Its configuration.
    pub(super) settings: Fields,
    /// The address at which it is or was, if the configuration says so.
    pub(super) address: Option<Url>,
    /// The path of its front page without a slash at the end: empty unless it is a part of another site.
    pub(super) base_path: String,
    /// What Hugo hands down to texts, once the files of its sections are read.
    pub(super) cascades: Cascades,
}

impl Site {
    /// Returns the site of a source, and the files with settings that cannot be read.
    ///
    /// # Errors
    /// If a file cannot be read from the disk.
    pub(super) fn of(source: &Source) -> Result<(Self, Vec<RefusedItem>), ReadError> {
        let mut refused = Vec::new();
        let (generator, root) = detect(source)?;
        let mut site = Self {
            generator,
            root,
            input: String::new(),
            settings: Fields::default(),
            address: None,
            base_path: String::new(),
            cascades: Cascades::default(),
        };
        match generator {
            Generator::Jekyll | Generator::Hugo => site.read_settings(source, &mut refused)?,
            Generator::Astro | Generator::Eleventy => site.read_program(source)?,
            Generator::Plain => {}
        }
        site.input = site.find_input(source);
        site.set_address();
        Ok((site, refused))
    }

    /// The path of a file below the folder of the texts; `None` if it is elsewhere.
    pub(super) fn within<'path>(&self, path: &'path str) -> Option<&'path str> {
        path.strip_prefix(&self.root)?.strip_prefix(&self.input)
    }

    /// Returns the name of a file or folder for reports: its path below the folder of the site.
    pub(super) fn name_of<'path>(&self, path: &'path str) -> &'path str {
        path.strip_prefix(&self.root).unwrap_or(path)
    }

    /// Whether a site in several languages has this one.
    pub(super) fn has_language(&self, code: &str) -> bool {
        let languages = self.settings.get("languages");
        languages.is_some_and(|languages| languages.get(front_matter::key(code)).is_some())
    }

    /// Whether the texts of a language have a folder of their own.
    pub(super) fn has_language_folder(&self, folder: &str) -> bool {
        let own = self.settings.at(&format!("languages.{folder}.contentDir"));
        own.and_then(Value::as_str)
            .is_some_and(|own| own.trim_end_matches('/').ends_with(&format!("/{folder}")))
    }

    fn read_settings(&mut self, source: &Source, refused: &mut Vec<RefusedItem>) -> Result<(), ReadError> {
        let generator = self.generator;
        let names: Vec<String> = source
            .files()
            .filter_map(|(path, _)| path.strip_prefix(&self.root))
            .filter(|name| name.starts_with(HUGO_SETTINGS) && generator == Generator::Hugo)
            .map(str::to_owned)
            .collect();
        let markers = MARKERS
            .iter()
            .filter(|(_, of)| *of == generator)
            .map(|(name, _)| (*name).to_owned());
        for name in markers.chain(names) {
            let path = format!("{}{name}", self.root);
            let Some(text) = text_of(source, &path)? else {
                continue;
            };
            match parse(&name, &text) {
                Ok(Some(fields)) => self.take_settings(&name, &fields),
                Ok(None) => {}
                Err(reason) => {
                    self.cascades.is_unknown |= text.contains("cascade");
                    refused.push(RefusedItem {
                        kind: Kind::Page,
                        source_id: name,
                        title: String::new(),
                        reason: format!("{reason}, so that addresses are those of a site without it"),
                    });
                }
            }
        }
        Ok(())
    }

    /// A file of Hugo's folder is a part of the settings, which has its name.
    fn take_settings(&mut self, name: &str, fields: &Fields) {
        let part = name
            .strip_prefix(HUGO_SETTINGS)
            .and_then(|name| name.split('.').next())
            .filter(|part| !matches!(*part, "hugo" | "config"));
        match part {
            Some(part) => self.settings.set(part, fields.to_value()),
            None => self.settings.fill_from(fields.map()),
        }
    }

    /// Reads what can be known of a configuration that is a program.
    fn read_program(&mut self, source: &Source) -> Result<(), ReadError> {
        for (name, generator) in MARKERS {
            if generator != self.generator {
                continue;
            }
            if let Some(text) = text_of(source, &format!("{}{name}", self.root))? {
                for setting in ["site", "base", "input", "pathPrefix"] {
                    if let Some(value) = value_in_program(&text, setting) {
                        self.settings.set(setting, Value::String(value));
                    }
                }
            }
        }
        for folder in ["_data", "src/_data", "content/_data"] {
            for name in ["metadata", "site", "meta"] {
                for ending in ["json", "yaml", "yml", "js", "cjs", "mjs"] {
                    let path = format!("{}{folder}/{name}.{ending}", self.root);
                    if let Some(text) = text_of(source, &path)? {
                        let url = match parse(&path, &text) {
                            Ok(Some(fields)) => fields.text("url"),
                            Ok(None) | Err(_) => value_in_program(&text, "url"),
                        };
                        if let Some(url) = url {
                            self.settings.set("url", Value::String(url));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn find_input(&self, source: &Source) -> String {
        let has = |folder: &str| {
            let folder = format!("{}{folder}", self.root);
            source.files().any(|(path, _)| path.starts_with(&folder))
        };
        let named = match self.generator {
            Generator::Jekyll => self.settings.text("source"),
            Generator::Hugo => {
                let named = self.settings.text("contentDir");
                return folder(named.as_deref().unwrap_or("content"));
            }
            Generator::Eleventy => self.settings.text("input"),
            Generator::Astro => return "src/".to_owned(),
            Generator::Plain => None,
        };
        let named = named.map(|named| folder(&named)).filter(|named| has(named));
        named.unwrap_or_else(|| match self.generator {
            Generator::Jekyll if has("source/_posts/") && !has("_posts/") => "source/".to_owned(),
            Generator::Eleventy if has("src/") => "src/".to_owned(),
            Generator::Eleventy if has("content/") => "content/".to_owned(),
            _ => String::new(),
        })
    }

    fn set_address(&mut self) {
        let names: &[&str] = match self.generator {
            Generator::Jekyll | Generator::Eleventy => &["url"],
            Generator::Hugo => &["baseURL"],
            Generator::Astro => &["site"],
            Generator::Plain => &[],
        };
        self.address = self
            .settings
            .first_text(names)
            .and_then(|text| Url::parse(&text).ok())
            .filter(|url| matches!(url.scheme(), "http" | "https"));
        let prefix = self.settings.first_text(&["pathPrefix", "base"]);
        let base_path = match self.generator {
            Generator::Jekyll => self.settings.text("baseurl"),
            Generator::Astro | Generator::Eleventy => prefix,
            Generator::Hugo | Generator::Plain => None,
        };
        let base_path = base_path
            .or_else(|| self.address.as_ref().map(|url| url.path().to_owned()))
            .unwrap_or_default();
        let trimmed = base_path.trim_matches('/');
        if !trimmed.is_empty() && !trimmed.contains("://") {
            self.base_path = format!("/{trimmed}");
        }
    }
}

/// Returns the path of a folder with a slash at its end, without one before it; empty for the root.
fn folder(name: &str) -> String {
    let name = name.trim().trim_start_matches("./").trim_matches('/');
    if name.is_empty() || name == "." {
        String::new()
    } else {
        format!("{name}/")
    }
}

/// Returns the text of a file with settings, if there is one and it can be read as text.
pub(super) fn text_of(source: &Source, path: &str) -> Result<Option<String>, ReadError> {
    match source.bytes(path, SETTINGS_MAX) {
        Ok(bytes) => Ok(bytes.and_then(|bytes| String::from_utf8(bytes).ok())),
        Err(SourceError::Refused(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Reads a file with settings in the form that its name says.
pub(super) fn parse(name: &str, text: &str) -> Result<Option<Fields>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match name.rsplit('.').next() {
        Some("yml" | "yaml") => front_matter::yaml(text),
        Some("toml") => front_matter::toml(text),
        Some("json") => front_matter::json(text),
        _ => Ok(None),
    }
}

/// Returns the system of a source and the folder of its site.
fn detect(source: &Source) -> Result<(Generator, String), ReadError> {
    if source.is_file() {
        return Ok((Generator::Plain, String::new()));
    }
    let mut best: Option<(usize, usize, Generator, String)> = None;
    let mut consider = |root: &str, rank: usize, generator: Generator| {
        let depth = root.matches('/').count();
        if best.as_ref().is_none_or(|best| (depth, rank) < (best.0, best.1)) {
            best = Some((depth, rank, generator, root.to_owned()));
        }
    };
    let mut packages = Vec::new();
    for (path, _) in source.files() {
        if path.split('/').any(|part| FOREIGN_FOLDERS.contains(&part)) {
            continue;
        }
        let (root, name) = path.rfind('/').map_or(("", path), |at| path.split_at(at + 1));
        if let Some(root) = root.strip_suffix(HUGO_SETTINGS) {
            consider(root, 0, Generator::Hugo);
        }
        if name == "package.json" {
            packages.push(path.to_owned());
        }
        if let Some(rank) = MARKERS.iter().position(|(marker, _)| *marker == name)
            && (!name.starts_with("config.") || is_hugo(source, root))
        {
            consider(root, rank, MARKERS[rank].1);
        }
        // Parts of a site, without what stands beside them.
        for (part, generator) in [
            ("_posts/", Generator::Jekyll),
            ("_drafts/", Generator::Jekyll),
            ("src/content/", Generator::Astro),
            ("content/", Generator::Hugo),
        ] {
            let inner = || path.find(&format!("/{part}")).map(|at| at + 1);
            let at = if path.starts_with(part) { Some(0) } else { inner() };
            if let Some(at) = at {
                consider(&path[..at], MARKERS.len() + 1, generator);
            }
        }
    }
    for path in packages {
        let Some(text) = text_of(source, &path)? else {
            continue;
        };
        let root = path.trim_end_matches("package.json");
        if text.contains("\"@11ty/eleventy\"") {
            consider(root, MARKERS.len(), Generator::Eleventy);
        } else if text.contains("\"astro\"") {
            consider(root, MARKERS.len(), Generator::Astro);
        }
    }
    Ok(
        best.map_or((Generator::Plain, String::new()), |(_, _, generator, root)| {
            (generator, root)
        }),
    )
}

/// Whether a file called `config` in this folder is Hugo's.
fn is_hugo(source: &Source, root: &str) -> bool {
    let (content, archetypes) = (format!("{root}content/"), format!("{root}archetypes/"));
    source
        .files()
        .any(|(path, _)| path.starts_with(&content) || path.starts_with(&archetypes))
}

/// Returns the text that a program in JavaScript gives to a name: `name: "text"`.
fn value_in_program(text: &str, name: &str) -> Option<String> {
    for line in text
        .lines()
        .map(str::trim_start)
        .filter(|line| !line.starts_with("//"))
    {
        for (at, _) in line.match_indices(name) {
            let before = line[..at].chars().next_back();
            if before.is_some_and(|before| before.is_alphanumeric() || matches!(before, '_' | '$' | '.')) {
                continue;
            }
            let rest = line[at + name.len()..]
                .trim_start_matches(['"', '\''])
                .trim_start();
            let value = rest.strip_prefix(':').map(str::trim_start);
            if let Some(value) = value
                && let Some(quote) = value
                    .chars()
                    .next()
                    .filter(|first| matches!(first, '"' | '\'' | '`'))
                && let Some((value, _)) = value[1..].split_once(quote)
                && !value.is_empty()
            {
                return Some(value.to_owned());
            }
        }
    }
    None
}
