//! What is known of all texts of a site before the first is handed on: where they are, who wrote them, their pictures.

use std::collections::HashMap;

use serde_json::Value;

use super::addresses;
use super::document::Document;
use super::fields::{self, People};
use super::front_matter::key;
use super::place::{Place, place};
use super::site::{Generator, Site, parse, text_of};
use crate::moving::ReadError;
use crate::moving::source::Source;

/// The endings of pictures.
const PICTURES: [&str; 6] = [".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif"];

/// The addresses of texts by their paths, the authors by their keys, and the covers of folders.
#[derive(Debug, Default)]
pub(super) struct Index {
    addresses: HashMap<String, String>,
    pub(super) people: People,
    covers: HashMap<String, String>,
}

impl Index {
    /// Reads all texts once.
    ///
    /// # Errors
    /// If a file with data cannot be read from the disk.
    pub(super) fn of(source: &Source, site: &Site) -> Result<Self, ReadError> {
        let mut index = Self::default();
        for folder in ["_data", "data", "src/_data", "src/data"] {
            for ending in ["yml", "yaml", "json", "toml"] {
                let path = format!("{}{folder}/authors.{ending}", site.root);
                if let Some(text) = text_of(source, &path)?
                    && let Ok(Some(people)) = parse(&path, &text)
                {
                    index.add_people(people.map());
                }
            }
        }
        for (path, _) in source.files() {
            index.add_cover(site, path);
            index.add_author(source, site, path)?;
            if let Place::Text(within) = place(site, path)
                && matches!(site.generator, Generator::Hugo | Generator::Jekyll)
            {
                index.add(source, site, path, within);
            }
        }
        Ok(index)
    }

    fn add_people(&mut self, people: &serde_json::Map<String, Value>) {
        for (name, value) in people {
            if let Some(author) = fields::author(value) {
                self.people.insert(key(name), author);
            }
        }
    }

    /// Authors with a file each: `content/authors/name/_index.md` of Hugo, `src/content/authors/name.json` of Astro.
    fn add_author(&mut self, source: &Source, site: &Site, path: &str) -> Result<(), ReadError> {
        let within = site.within(path).unwrap_or_default();
        let Some(name) = within
            .strip_prefix("authors/")
            .or_else(|| within.strip_prefix("content/authors/"))
        else {
            return Ok(());
        };
        let name = name.split(['/', '.']).next().unwrap_or(name);
        let Some(text) = text_of(source, path)? else {
            return Ok(());
        };
        let fields = match super::front_matter::split(&text) {
            Ok((Some(fields), _)) => Some(fields),
            _ => parse(path, &text).ok().flatten(),
        };
        if let Some(author) = fields.and_then(|fields| fields::author(&fields.to_value())) {
            self.people.insert(key(name), author);
        }
        Ok(())
    }

    /// Themes of Hugo take a picture called `cover` or `featured` beside a text for its cover.
    fn add_cover(&mut self, site: &Site, path: &str) {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let lower = name.to_ascii_lowercase();
        if site.generator == Generator::Hugo
            && (lower.starts_with("cover") || lower.starts_with("feature"))
            && PICTURES.iter().any(|ending| lower.ends_with(ending))
        {
            self.covers
                .entry(folder.to_owned())
                .or_insert_with(|| name.to_owned());
        }
    }

    fn add(&mut self, source: &Source, site: &Site, path: &str, within: &str) {
        let Ok(document) = Document::load(source, site, path, within) else {
            return;
        };
        let Some(address) = addresses::of(site, &document).own else {
            return;
        };
        let path = document.folders.join("/");
        let mut names = vec![within.to_owned(), document.id.clone()];
        if document.is_index() {
            names.push(path);
            names.extend(document.folders.last().cloned());
        } else {
            let file = within.rsplit('/').next().unwrap_or(within);
            names.push(format!("{path}/{}", document.stem));
            names.extend([file.to_owned(), document.stem.clone()]);
        }
        for name in names {
            let name = in_language(&document, name.trim_matches('/'));
            self.addresses.entry(name).or_insert_with(|| address.clone());
        }
    }

    /// Returns the address of the text that another one names by its path, or by its name alone.
    pub(super) fn address_of(&self, path: &str, from: &Document) -> Option<&str> {
        let path = path.trim().trim_start_matches("./").trim_matches('/');
        let beside = format!("{}/{path}", from.folders.join("/"));
        let without_ending = path.strip_suffix(".md").unwrap_or(path);
        let names = [beside.as_str(), path, without_ending];
        let own = names.iter().map(|name| in_language(from, name));
        let main = names.iter().map(|name| name.to_lowercase());
        own.chain(main)
            .find_map(|name| self.addresses.get(&name))
            .map(String::as_str)
    }

    /// Returns the picture in a folder that is the cover of the text there.
    pub(super) fn cover_in(&self, folder: &str) -> Option<&str> {
        self.covers.get(folder).map(String::as_str)
    }
}

/// Returns the name of a text among those of its language.
fn in_language(document: &Document, name: &str) -> String {
    let name = name.to_lowercase();
    match &document.language {
        Some(language) => format!("{language}:{name}"),
        None => name,
    }
}
