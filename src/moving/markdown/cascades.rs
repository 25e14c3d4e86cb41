//! What Hugo hands down to the texts below a section: the `cascade` of its `_index.md`, and that of the settings. A text that
//! is kept from the public by them alone stays so.

use std::collections::HashMap;
use std::slice;

use serde_json::{Map, Value};

use super::front_matter::{self, Fields, key, scalar};
use super::glob::Glob;
use super::publicity::{RESTRICTIONS, keeps_back};

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
    /// The folder of the texts within the source.
    folder: String,
    main_language: String,
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

/// A file with a text.
pub(super) struct File<'a> {
    /// Its language, unless that is the main one.
    pub(super) language: Option<&'a str>,
    /// The folders below that of the texts.
    pub(super) folders: &'a [String],
    /// Its name without the ending and the language.
    pub(super) stem: &'a str,
    /// Its path within the source.
    pub(super) path: &'a str,
}

/// What a target is compared with.
struct Page {
    paths: [String; 3],
    kinds: &'static [&'static str],
    language: String,
}

impl Cascades {
    /// Those of a site whose texts are in a folder of the source, with its main language. `is_unknown` if there are settings
    /// that cannot be read and may hand down something.
    pub(super) fn new(folder: String, main_language: String, is_unknown: bool) -> Self {
        Self {
            folder,
            main_language,
            is_unknown,
            ..Self::default()
        }
    }

    /// Adds those of the settings.
    pub(super) fn add_settings(&mut self, settings: &Fields) {
        if let Some(value) = settings.map().get("cascade") {
            self.settings = self.section(value);
        }
        if let Some(Value::Object(languages)) = settings.map().get("languages") {
            for (code, language) in languages {
                if let Some(value) = language.get("cascade") {
                    let section = self.section(value);
                    self.languages.insert(code.clone(), section);
                }
            }
        }
    }

    /// Adds those of the file of a section, or of the home page; `None` if it cannot be read.
    pub(super) fn add_section(&mut self, language: Option<String>, folder: String, text: Option<&str>) {
        let unreadable = Section {
            closed: Some(UNREADABLE),
            ..Section::default()
        };
        let may_matter = text.is_some_and(|text| text.contains("cascade") || text.contains("draft"));
        let section = match text.map(front_matter::split) {
            Some(Ok((Some(fields), _))) => {
                let cascade = fields.map().get("cascade");
                let mut section = cascade.map(|value| self.section(value)).unwrap_or_default();
                let is_draft = fields.flag("draft") == Some(true)
                    || fields.first_text(&["expirydate", "unpublishdate"]).is_some();
                if is_draft && !folder.is_empty() {
                    section.closed = Some(BY_SECTION);
                }
                section
            }
            Some(Ok((None, _))) => return,
            Some(Err(_)) if !may_matter => return,
            Some(Err(_)) | None => unreadable,
        };
        self.sections.insert((language, folder), section);
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

    /// Adds the fields to those of a text that it has not itself: those of the nearest section first. Returns why it is kept
    /// from the public, if it is not so by itself.
    pub(super) fn fill(&self, fields: &mut Fields, file: &File<'_>) -> Option<&'static str> {
        let was_kept_back = keeps_back(fields);
        let page = self.page(file);
        let mut closed = self.is_unknown.then_some(UNREADABLE);
        for depth in (0..=file.folders.len()).rev() {
            let place = (file.language.map(str::to_owned), file.folders[..depth].join("/"));
            if let Some(section) = self.sections.get(&place) {
                section.fill(&page, fields);
                let is_own = file.stem == "_index" && depth == file.folders.len();
                closed = closed.or(section.closed.filter(|_| !is_own));
            }
        }
        let of_language = self.languages.get(&key(&page.language));
        for section in of_language.into_iter().chain([&self.settings]) {
            section.fill(&page, fields);
            closed = closed.or(section.closed);
        }
        if closed.is_some() {
            fields.set("draft", Value::Bool(true));
        }
        let is_kept_back = !was_kept_back && keeps_back(fields);
        is_kept_back.then_some(closed.unwrap_or(BY_CASCADE))
    }

    fn page(&self, file: &File<'_>) -> Page {
        let is_index = matches!(file.stem, "index" | "_index");
        let folders = file.folders.iter().map(String::as_str);
        let parts: Vec<&str> = folders.chain((!is_index).then_some(file.stem)).collect();
        let path = format!("/{}", parts.join("/")).to_lowercase();
        let name = file.path.strip_prefix(&self.folder).unwrap_or(file.path);
        Page {
            // In the versions of Hugo, paths had spaces and the endings of files, or had not.
            paths: [path.replace(' ', "-"), path, format!("/{name}").to_lowercase()],
            kinds: match (file.stem == "_index", file.folders.is_empty()) {
                (true, true) => &["home"],
                (true, false) => &["section", "taxonomy", "term"],
                (false, _) => &["page"],
            },
            language: file.language.unwrap_or(&self.main_language).to_lowercase(),
        }
    }
}

impl Section {
    fn fill(&self, page: &Page, fields: &mut Fields) {
        for table in &self.tables {
            // Where it is not known whether a table is for a text, nothing becomes public by that.
            let is_meant = table.target.matches(page);
            if !is_meant.unwrap_or_else(|| keeps_back(&table.values)) {
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
