//! A file with a text: its fields, where they come from, and whether it is a post or a page.

use serde_json::{Map, Value};

use super::cascades::File;
use super::dates::{self, Moment};
use super::front_matter::{self, Fields};
use super::site::{self, Generator, Site};
use crate::moving::ReadError;
use crate::moving::item::{Item, Kind, LeftOutItem, RefusedItem};
use crate::moving::source::{Source, SourceError};

/// The most bytes of a text.
const TEXT_MAX: u64 = 4 << 20;
/// The names of folders that hold posts, whatever the system says.
const POST_FOLDERS: [&str; 12] = [
    "posts",
    "post",
    "blog",
    "blogs",
    "articles",
    "article",
    "news",
    "notes",
    "writing",
    "tutorials",
    "til",
    "journal",
];
/// The names of the fields with the date of a text, in the order in which they count.
const DATES: [&str; 14] = [
    "date",
    "publishdate",
    "pubdate",
    "publisheddate",
    "publishedat",
    "publishedon",
    "datepublished",
    "published",
    "created",
    "createdat",
    "createdon",
    "createddate",
    "datecreated",
    "creationdate",
];

/// A file with a text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Document {
    /// Its path within the source.
    pub(super) path: String,
    /// Its path below the folder of the site, which names it for good.
    pub(super) id: String,
    /// The folders below that of the texts: `posts`, `2020`.
    pub(super) folders: Vec<String>,
    /// The name of the file without its ending and the language.
    pub(super) stem: String,
    /// That name without a date at its beginning.
    pub(super) name: String,
    pub(super) is_html: bool,
    pub(super) is_mdx: bool,
    /// The code of the language, if the site has several and this is not the main one.
    pub(super) language: Option<String>,
    pub(super) kind: Kind,
    pub(super) fields: Fields,
    /// The tags that Eleventy gives to all files of a folder.
    pub(super) folder_tags: Vec<String>,
    pub(super) date: Option<Moment>,
    pub(super) text: String,
    /// Why it is kept from the public, if the site alone says so and not the text.
    pub(super) kept_back: Option<&'static str>,
}

/// Why a file gives no text.
pub(super) enum NotTaken {
    /// It cannot be read.
    Refused(RefusedItem),
    /// It is no text of the site.
    LeftOut(LeftOutItem),
}

impl From<NotTaken> for Item {
    fn from(not_taken: NotTaken) -> Self {
        match not_taken {
            NotTaken::Refused(refused) => Self::Refused(refused),
            NotTaken::LeftOut(left_out) => Self::LeftOut(left_out),
        }
    }
}

impl Document {
    /// Reads a file. `within` is its path below the folder of the texts.
    ///
    /// # Errors
    /// Says why it is no text of the site, or cannot be read.
    pub(super) fn load(source: &Source, site: &Site, path: &str, within: &str) -> Result<Self, NotTaken> {
        let mut document = Self::named(site, path, within);
        let file = read(source, path).map_err(|reason| document.refused(reason))?;
        let (fields, text) = front_matter::split(&file).map_err(|reason| document.refused(reason))?;
        let has_fields = fields.is_some();
        document.fields = fields.unwrap_or_default();
        text.clone_into(&mut document.text);
        if site.generator == Generator::Hugo && document.is_resource(source, site) {
            return Err(
                document.left_out("It belongs to the text in index.md of its folder, which has to show it")
            );
        }
        if let Err(error) = document.fill_fields(source, site) {
            return Err(document.refused(error.to_string()));
        }
        let in_fields = DATES
            .iter()
            .find_map(|name| document.fields.get(name).and_then(Moment::of));
        document.date = in_fields.or(document.date);
        document.kind = document.kind_in(site);
        match document.reason_to_leave_out(site, has_fields) {
            Some(reason) => Err(document.left_out(reason)),
            None => Ok(document),
        }
    }

    fn refused(&self, reason: String) -> NotTaken {
        NotTaken::Refused(RefusedItem {
            kind: self.kind,
            source_id: self.id.clone(),
            title: self.fields.text("title").unwrap_or_default(),
            reason,
        })
    }

    fn left_out(&self, reason: &str) -> NotTaken {
        NotTaken::LeftOut(LeftOutItem {
            source_id: self.id.clone(),
            reason: reason.to_owned(),
        })
    }

    /// A file without what it says.
    pub(super) fn named(site: &Site, path: &str, within: &str) -> Self {
        let mut folders: Vec<String> = within.split('/').map(str::to_owned).collect();
        let file = folders.pop().unwrap_or_default();
        let (mut stem, ending) = file.rsplit_once('.').unwrap_or((&file, ""));
        let mut language = None;
        if site.generator == Generator::Hugo {
            if let Some((name, code)) = stem.rsplit_once('.')
                && site.has_language(code)
            {
                (stem, language) = (name, Some(code.to_owned()));
            } else if folders
                .first()
                .is_some_and(|folder| site.has_language_folder(folder))
            {
                language = Some(folders.remove(0));
            }
        }
        let main_language = site.settings.text("defaultContentLanguage");
        let language = language.filter(|code| *code != main_language.as_deref().unwrap_or("en"));
        let (date, name) = dates::split_name(stem);
        let name = if name.is_empty() { stem } else { name };
        Self {
            path: path.to_owned(),
            id: path.strip_prefix(&site.root).unwrap_or(path).to_owned(),
            is_html: ending.to_ascii_lowercase().starts_with("htm"),
            is_mdx: ending.eq_ignore_ascii_case("mdx"),
            language,
            kind: Kind::Post,
            fields: Fields::default(),
            folder_tags: Vec::new(),
            date,
            text: String::new(),
            kept_back: None,
            name: name.to_owned(),
            stem: stem.to_owned(),
            folders,
        }
    }

    /// The folder of the file within the source.
    pub(super) fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// Whether it is one of the files that a system makes something else of than the others: `index`, or `_index`.
    pub(super) fn is_index(&self) -> bool {
        matches!(self.stem.as_str(), "index" | "_index")
    }

    /// Whether it is below a folder that is one text of Hugo, with an `index.md`.
    fn is_resource(&self, source: &Source, site: &Site) -> bool {
        let own = self.folder();
        let mut folder = own;
        while folder.len() + 1 > site.root.len() + site.input.len() {
            let is_own_index = folder == own && self.stem == "index";
            if !is_own_index && source.contains(&format!("{folder}/index.md")) {
                return true;
            }
            folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
        }
        false
    }

    /// Whether it is below a folder with this name.
    pub(super) fn is_below(&self, name: &str) -> bool {
        self.folders.iter().any(|folder| folder == name)
    }

    /// The collection of Jekyll that it belongs to: `posts`, `drafts`, `pages` or one of the site's own.
    pub(super) fn jekyll_collection(&self) -> &str {
        let collection = self.folders.iter().find_map(|folder| folder.strip_prefix('_'));
        collection.unwrap_or("pages")
    }

    /// Adds the fields that the site gives to all files of a folder.
    fn fill_fields(&mut self, source: &Source, site: &Site) -> Result<(), ReadError> {
        match site.generator {
            Generator::Jekyll => self.fill_from_defaults(site),
            Generator::Eleventy => self.fill_from_folders(source, site)?,
            Generator::Hugo => {
                let file = File {
                    language: self.language.as_deref(),
                    folders: &self.folders,
                    stem: &self.stem,
                    path: &self.path,
                };
                self.kept_back = site.cascades.fill(&mut self.fields, &file);
            }
            Generator::Astro | Generator::Plain => {}
        }
        Ok(())
    }

    /// Jekyll: `defaults` of the configuration, of which the one with the longest path wins.
    fn fill_from_defaults(&mut self, site: &Site) {
        let Some(Value::Array(defaults)) = site.settings.get("defaults") else {
            return;
        };
        let kind = self.jekyll_collection().to_owned();
        let mut matching: Vec<(usize, &Map<String, Value>)> = Vec::new();
        for default in defaults.iter().rev() {
            let scope = |name: &str| default.get("scope")?.get(name)?.as_str();
            let path = scope("path").unwrap_or_default().trim_matches('/');
            let is_kind = scope("type").is_none_or(|name| name == kind || name.trim_end_matches('s') == kind);
            if is_kind
                && (path.is_empty() || self.id == path || self.id.starts_with(&format!("{path}/")))
                && let Some(Value::Object(values)) = default.get("values")
            {
                matching.push((path.len(), values));
            }
        }
        matching.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
        for (_, values) in matching {
            self.fields.fill_from(values);
        }
    }

    /// Eleventy: the data of the file, of its folder, and of those above, which are JSON with their names.
    fn fill_from_folders(&mut self, source: &Source, site: &Site) -> Result<(), ReadError> {
        let mut places = vec![
            self.path
                .rsplit_once('.')
                .map_or(self.path.clone(), |(path, _)| path.to_owned()),
        ];
        let mut folder = self.folder();
        while folder.len() > site.root.len() {
            let name = folder.rsplit('/').next().unwrap_or(folder);
            places.push(format!("{folder}/{name}"));
            folder = folder.rsplit_once('/').map_or("", |(folder, _)| folder);
        }
        for (depth, place) in places.iter().enumerate() {
            for ending in [".11tydata.json", ".json"] {
                let path = format!("{place}{ending}");
                let Some(text) = site::text_of(source, &path)? else {
                    continue;
                };
                if let Ok(Some(data)) = site::parse(&path, &text) {
                    if depth > 0 {
                        self.folder_tags.extend(data.list("tags"));
                    }
                    self.fields.fill_from(data.map());
                }
            }
        }
        Ok(())
    }

    fn kind_in(&self, site: &Site) -> Kind {
        let kind = self.fields.text("type").map(|kind| kind.to_lowercase());
        match kind.as_deref().filter(|_| site.generator != Generator::Jekyll) {
            Some("page" | "pages") => return Kind::Page,
            Some("post" | "posts" | "blog" | "article" | "articles") => return Kind::Post,
            _ => {}
        }
        let is_post = match site.generator {
            Generator::Jekyll => matches!(self.jekyll_collection(), "posts" | "drafts"),
            Generator::Hugo => self.is_post_of_hugo(site),
            Generator::Astro => {
                let folders = match self.folders.split_first() {
                    Some((first, rest)) if matches!(first.as_str(), "content" | "data" | "pages") => rest,
                    _ => &self.folders,
                };
                has_posts(folders) || (!folders.is_empty() && self.date.is_some())
            }
            Generator::Eleventy => {
                let tags = self
                    .fields
                    .list("tags")
                    .into_iter()
                    .chain(self.folder_tags.clone());
                has_posts(&self.folders)
                    || tags
                        .into_iter()
                        .any(|tag| POST_FOLDERS[..6].contains(&tag.as_str()))
                    || (!self.folders.is_empty() && self.date.is_some())
            }
            Generator::Plain => self.fields.text("layout").as_deref() != Some("page"),
        };
        if is_post { Kind::Post } else { Kind::Page }
    }

    fn is_post_of_hugo(&self, site: &Site) -> bool {
        // A folder with an `index.md` is one text.
        let sections = match self.folders.split_last() {
            Some((_, above)) if self.stem == "index" => above,
            _ => &self.folders,
        };
        let Some(section) = sections.first() else {
            return false;
        };
        self.stem != "_index"
            && (site.settings.list("mainsections").contains(section)
                || has_posts(sections)
                || self.date.is_some())
    }

    fn reason_to_leave_out(&self, site: &Site, has_fields: bool) -> Option<&'static str> {
        let generator = site.generator;
        if generator == Generator::Plain {
            return None;
        }
        let folders: Vec<&str> = self.folders.iter().map(String::as_str).collect();
        if self.is_index() && matches!(folders[..], [] | ["pages"]) {
            return Some("It is the front page, which this site makes itself");
        }
        if self.stem == "404" {
            return Some("It is the page for addresses that do not exist");
        }
        match generator {
            Generator::Jekyll => self.reason_of_jekyll(site, has_fields),
            Generator::Hugo if self.stem == "_index" && self.text.trim().is_empty() => {
                Some("It is the list of a section and has no text")
            }
            Generator::Hugo if folders.first() == Some(&"authors") => Some("It describes an author"),
            Generator::Astro if matches!(folders[..], ["content" | "data", "authors", ..]) => {
                Some("It describes an author")
            }
            _ => None,
        }
    }

    fn reason_of_jekyll(&self, site: &Site, has_fields: bool) -> Option<&'static str> {
        let collection = self.jekyll_collection();
        if self.kind == Kind::Page && !has_fields {
            return Some("It has no front matter, so that Jekyll makes no page of it");
        }
        if self.kind == Kind::Page && self.is_html && self.text.contains("{%") {
            return Some("It is a template, not a text");
        }
        let settings = site
            .settings
            .get("collections")
            .and_then(|all| all.get(collection));
        let is_published = settings
            .and_then(|own| own.get("output"))
            .and_then(Value::as_bool);
        match collection {
            "posts" | "drafts" | "pages" => None,
            _ if is_published == Some(true) => None,
            _ => Some("Jekyll makes no pages of this folder"),
        }
    }
}

fn read(source: &Source, path: &str) -> Result<String, String> {
    match source.bytes(path, TEXT_MAX) {
        Ok(bytes) => {
            String::from_utf8(bytes.unwrap_or_default()).map_err(|_| "It is not written in UTF-8".to_owned())
        }
        Err(SourceError::Refused(_)) => Err("It is larger than 4 MiB".to_owned()),
        Err(error) => Err(format!("It cannot be read: {error}")),
    }
}

fn has_posts(folders: &[String]) -> bool {
    folders
        .iter()
        .any(|folder| POST_FOLDERS.contains(&folder.to_lowercase().as_str()))
}
