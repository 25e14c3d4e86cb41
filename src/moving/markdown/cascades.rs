//! What Hugo hands down to the texts below a section: the `cascade` of its `_index.md`, and that of the settings. A text that
//! is kept from the public by them alone stays so.

use std::collections::HashMap;
use std::slice;

use serde_json::{Map, Value};

use super::document::Document;
use super::fields::{self, RESTRICTIONS};
use super::front_matter::{self, Fields, key, scalar};
use super::glob::Glob;
use super::site::{Generator, Site};
use crate::moving::source::Source;

/// The most bytes of the file of a section.
const SECTION_MAX: u64 = 4 << 20;
/// The most tables of one `cascade`, and the most bytes of all that are held, about.
const TABLES_MAX: usize = 100;
const HELD_MAX: usize = 4 << 20;
/// The bytes that the tables of this program take for one.
const TABLE_BYTES: usize = 400;
/// A longer value says nothing but that there is one.
const VALUE_MAX: usize = 2_000;
/// The fields that are handed down beside [`RESTRICTIONS`]: those that say who may see a text, and simple ones.
const HANDED_DOWN: [&str; 28] = [
    "access",
    "author",
    "authors",
    "build",
    "categories",
    "category",
    "comments",
    "date",
    "disablecomments",
    "draft",
    "expirydate",
    "headless",
    "isdraft",
    "lastmod",
    "nocomments",
    "password",
    "pubdate",
    "publish",
    "publishdate",
    "published",
    "series",
    "status",
    "tag",
    "tags",
    "type",
    "unpublishdate",
    "updated",
    "visibility",
];
/// Those among them that are lists of names.
const NAMES: [&str; 7] = [
    "author",
    "authors",
    "categories",
    "category",
    "series",
    "tag",
    "tags",
];

const BY_CASCADE: &str = "A cascade of the site keeps it from the public";
const BY_SECTION: &str = "Its section is a draft or expires, so that nothing below it may be public";
const UNREADABLE: &str =
    "A section above it, or the settings, may keep it from the public and cannot be read";
const TOO_MANY: &str = "A cascade above it has more tables than are read, which may keep it from the public";

/// What is handed down, by the section.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Cascades {
    /// By the language and the path below the folder of the texts.
    sections: HashMap<(Option<String>, String), Section>,
    settings: Section,
    /// Those of the settings of one language, by its code.
    languages: HashMap<String, Section>,
    held: usize,
    /// Whether there are settings that cannot be read and may hand down something.
    pub(super) is_unknown: bool,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct Section {
    tables: Vec<Table>,
    /// Why nothing below it becomes public.
    closed: Option<&'static str>,
}

/// The fields that are handed down to some texts.
#[derive(Debug, Clone, PartialEq)]
struct Table {
    values: Fields,
    target: Target,
}

/// To which texts.
#[derive(Debug, Clone, Default, PartialEq)]
struct Target {
    parts: Vec<(Part, Glob)>,
    /// Whether it says more than is known here.
    is_unknown: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Path,
    Kind,
    Language,
    Environment,
}

/// What a target is compared with.
struct Page {
    paths: [String; 3],
    kinds: &'static [&'static str],
    language: String,
}

impl Cascades {
    /// Reads those of a site.
    pub(super) fn of(source: &Source, site: &Site) -> Self {
        let mut cascades = Self {
            is_unknown: site.cascades.is_unknown,
            ..Self::default()
        };
        if site.generator != Generator::Hugo {
            return cascades;
        }
        let settings = site.settings.map();
        if let Some(value) = settings.get("cascade") {
            cascades.settings = cascades.section(value);
        }
        if let Some(Value::Object(languages)) = settings.get("languages") {
            for (code, language) in languages {
                if let Some(value) = language.get("cascade") {
                    let section = cascades.section(value);
                    cascades.languages.insert(code.clone(), section);
                }
            }
        }
        for (path, _) in source.files() {
            let name = path.rsplit('/').next().unwrap_or(path);
            let Some(within) = site.within(path).filter(|_| name.starts_with("_index.")) else {
                continue;
            };
            let document = Document::named(site, path, within);
            if let Some(section) = cascades.read(source, path, document.folders.is_empty()) {
                let place = (document.language, document.folders.join("/"));
                cascades.sections.insert(place, section);
            }
        }
        cascades
    }

    fn read(&mut self, source: &Source, path: &str, is_home: bool) -> Option<Section> {
        let unreadable = Section {
            closed: Some(UNREADABLE),
            ..Section::default()
        };
        let Ok(bytes) = source.bytes(path, SECTION_MAX) else {
            return Some(unreadable);
        };
        let text = String::from_utf8_lossy(&bytes?).into_owned();
        match front_matter::split(&text) {
            Ok((fields, _)) => {
                let fields = fields?;
                let cascade = fields.map().get("cascade");
                let mut section = cascade.map(|value| self.section(value)).unwrap_or_default();
                let is_draft = fields.flag("draft") == Some(true)
                    || fields.first_text(&["expirydate", "unpublishdate"]).is_some();
                if is_draft && !is_home {
                    section.closed = Some(BY_SECTION);
                }
                Some(section)
            }
            Err(_) => (text.contains("cascade") || text.contains("draft")).then_some(unreadable),
        }
    }

    /// Reads a cascade: a table, or a list of them.
    fn section(&mut self, value: &Value) -> Section {
        let tables = match value {
            Value::Array(tables) => tables.as_slice(),
            table => slice::from_ref(table),
        };
        let mut section = Section::default();
        for table in tables.iter().filter_map(Value::as_object) {
            if section.tables.len() == TABLES_MAX || self.held > HELD_MAX {
                section.closed = Some(TOO_MANY);
                break;
            }
            let table = Table::of(table);
            self.held += TABLE_BYTES + table.values.to_value().to_string().len();
            section.tables.push(table);
        }
        section
    }

    /// Adds the fields to a text that it has not itself: those of the nearest section first.
    pub(super) fn fill(&self, document: &mut Document, site: &Site) {
        let was_kept_back = fields::keeps_back(&document.fields);
        let page = Page::of(document, site);
        let mut closed = self.is_unknown.then_some(UNREADABLE);
        for depth in (0..=document.folders.len()).rev() {
            let folder = document.folders[..depth].join("/");
            if let Some(section) = self.sections.get(&(document.language.clone(), folder)) {
                section.fill(&page, &mut document.fields);
                let is_own = document.stem == "_index" && depth == document.folders.len();
                closed = closed.or(section.closed.filter(|_| !is_own));
            }
        }
        let of_language = self.languages.get(&key(&page.language));
        for section in of_language.into_iter().chain([&self.settings]) {
            section.fill(&page, &mut document.fields);
            closed = closed.or(section.closed);
        }
        if closed.is_some() {
            document.fields.set("draft", Value::Bool(true));
        }
        if !was_kept_back && fields::keeps_back(&document.fields) {
            document.kept_back = closed.or(Some(BY_CASCADE));
        }
    }
}

impl Section {
    fn fill(&self, page: &Page, fields: &mut Fields) {
        for table in &self.tables {
            // Where it is not known whether a table is for a text, nothing becomes public by that.
            let is_meant = table.target.matches(page);
            if !is_meant.unwrap_or_else(|| fields::keeps_back(&table.values)) {
                continue;
            }
            for (name, value) in table.values.map() {
                if fields.get(name).is_none() {
                    fields.set(name, value.clone());
                }
            }
        }
    }
}

impl Table {
    fn of(table: &Map<String, Value>) -> Self {
        let mut values = Fields::default();
        let params = table.get("params").and_then(Value::as_object);
        for (name, value) in table.iter().chain(params.into_iter().flatten()) {
            let is_handed_down = HANDED_DOWN.contains(&name.as_str())
                || RESTRICTIONS.iter().any(|(restriction, _)| restriction == name);
            let is_long = value.to_string().len() > VALUE_MAX;
            if !is_handed_down || values.get(name).is_some() || (is_long && NAMES.contains(&name.as_str())) {
                continue;
            }
            values.set(name, if is_long { Value::Bool(true) } else { value.clone() });
        }
        Self {
            values,
            target: table.get("target").map(Target::of).unwrap_or_default(),
        }
    }
}

impl Target {
    fn of(value: &Value) -> Self {
        let mut target = Self::default();
        let Some(parts) = value.as_object() else {
            target.is_unknown = true;
            return target;
        };
        for (name, value) in parts {
            let part = match name.as_str() {
                "path" => Some(Part::Path),
                "kind" => Some(Part::Kind),
                "lang" => Some(Part::Language),
                "environment" => Some(Part::Environment),
                _ => None,
            };
            let pattern = scalar(value)
                .filter(|pattern| part != Some(Part::Path) || pattern.starts_with(['/', '*', '{']));
            match part.zip(pattern.and_then(|pattern| Glob::parse(&pattern))) {
                Some(part) => target.parts.push(part),
                None => target.is_unknown = true,
            }
        }
        target
    }

    /// Whether it means a page; `None` if that is not known.
    fn matches(&self, page: &Page) -> Option<bool> {
        let is_meant = self.parts.iter().all(|(part, glob)| match part {
            Part::Path => page.paths.iter().any(|path| glob.matches(path)),
            Part::Kind => page.kinds.iter().any(|kind| glob.matches(kind)),
            Part::Language => glob.matches(&page.language),
            Part::Environment => glob.matches("production"),
        });
        match (is_meant, self.is_unknown) {
            (false, _) => Some(false),
            (true, false) => Some(true),
            (true, true) => None,
        }
    }
}

impl Page {
    fn of(document: &Document, site: &Site) -> Self {
        let mut parts = document.folders.clone();
        if !document.is_index() {
            parts.push(document.stem.clone());
        }
        let path = format!("/{}", parts.join("/")).to_lowercase();
        let file = site.within(&document.path).unwrap_or(&document.path);
        let is_list = document.stem == "_index";
        let main_language = || site.settings.text("defaultContentLanguage");
        let language = document.language.clone().or_else(main_language);
        Self {
            // In the versions of Hugo, paths had spaces and the endings of files, or had not.
            paths: [path.replace(' ', "-"), path, format!("/{file}").to_lowercase()],
            kinds: match (is_list, document.folders.is_empty()) {
                (true, true) => &["home"],
                (true, false) => &["section", "taxonomy", "term"],
                (false, _) => &["page"],
            },
            language: language.unwrap_or_else(|| "en".to_owned()).to_lowercase(),
        }
    }
}
