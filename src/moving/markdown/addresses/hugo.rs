//! The addresses of Hugo: `url`, or the patterns of `permalinks`, or the path below `content` with `slug`.

use serde_json::Value;

use super::super::document::Document;
use super::super::front_matter::key;
use super::super::site::Site;
use super::{Addresses, date_part, expand};

/// Returns the addresses of a text.
pub(super) fn addresses(site: &Site, document: &Document) -> Addresses {
    let parts = Parts::of(document);
    if let Some(url) = document.fields.text("url") {
        let own = expand(&url, &|name| parts.value(document, name));
        return Addresses {
            own: Some(own.unwrap_or(url)),
            ..Addresses::default()
        };
    }
    let is_section = document.stem == "_index";
    let pattern = parts
        .sections
        .first()
        .filter(|_| !is_section)
        .and_then(|section| permalink(site, section));
    let language = document
        .language
        .as_ref()
        .map_or_else(String::new, |code| format!("/{code}"));
    let Some(pattern) = pattern else {
        let mut path: Vec<String> = parts.sections.iter().map(|part| urlized(part)).collect();
        if !is_section {
            path.push(parts.slug(document));
        }
        let path = path.join("/");
        let is_ugly = !is_section && is_ugly(site, parts.sections.first());
        let end = if is_ugly { ".html" } else { "/" };
        return Addresses {
            own: Some(format!("{language}/{path}{end}")),
            ..Addresses::default()
        };
    };
    let own = expand(&pattern, &|name| parts.value(document, name));
    Addresses {
        is_unknown: own.is_none(),
        own: own.map(|path| {
            let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
            let end = if is_file { "" } else { "/" };
            format!("{language}/{path}{end}")
        }),
        others: Vec::new(),
    }
}

/// Returns an alias without a slash at its beginning as a path: it stands beside the text.
pub(super) fn alias(document: &Document, alias: &str) -> String {
    let parts = Parts::of(document);
    format!("/{}/{alias}", parts.sections.join("/"))
}

/// What the path of a file says.
struct Parts<'document> {
    sections: &'document [String],
    /// The name of the file, or of the folder that is one text.
    name: &'document str,
}

impl<'document> Parts<'document> {
    fn of(document: &'document Document) -> Self {
        match document.folders.split_last() {
            Some((bundle, sections)) if document.stem == "index" => Self {
                sections,
                name: bundle,
            },
            _ => Self {
                sections: &document.folders,
                name: &document.stem,
            },
        }
    }

    fn slug(&self, document: &Document) -> String {
        let slug = document.fields.text("slug");
        urlized(slug.as_deref().unwrap_or(self.name))
    }

    fn value(&self, document: &Document, name: &str) -> Option<String> {
        let title = || document.fields.text("title").map(|title| urlized(&title));
        let slug = || document.fields.text("slug").map(|slug| urlized(&slug));
        Some(match name {
            "title" => title()?,
            "slug" => slug().or_else(title)?,
            "filename" | "contentbasename" => urlized(self.name),
            "slugorfilename" | "slugorcontentbasename" => self.slug(document),
            "section" => urlized(self.sections.first()?),
            "sections" => joined(self.sections),
            name if name.starts_with("sections[") => joined(slice(self.sections, name)?),
            name if name.starts_with("sectionslug") => urlized(self.sections.first()?),
            name => date_part(document.date, name)?.to_lowercase(),
        })
    }
}

fn joined(sections: &[String]) -> String {
    sections
        .iter()
        .map(|part| urlized(part))
        .collect::<Vec<_>>()
        .join("/")
}

/// Returns the sections that `sections[1:]`, `sections[:last]` or `sections[0]` names.
fn slice<'sections>(sections: &'sections [String], name: &str) -> Option<&'sections [String]> {
    let range = name.strip_prefix("sections[")?.strip_suffix(']')?;
    let last = sections.len().saturating_sub(1);
    let index = |text: &str, empty: usize| match text {
        "" => Some(empty),
        "last" => Some(last),
        number => number.parse().ok(),
    };
    let (from, to) = if let Some((from, to)) = range.split_once(':') {
        (index(from, 0)?, index(to, sections.len())?)
    } else {
        let at = index(range, 0)?;
        (at, at.saturating_add(1))
    };
    sections.get(from..to.min(sections.len()))
}

/// Returns the pattern of a section: of its pages since Hugo 0.114, of the section before.
fn permalink(site: &Site, section: &str) -> Option<String> {
    let patterns = site.settings.get("permalinks")?;
    let section = key(section);
    let of_pages = patterns.get("page").and_then(|pages| pages.get(&section));
    let pattern = of_pages.or_else(|| patterns.get(&section))?;
    pattern.as_str().map(str::to_owned)
}

fn is_ugly(site: &Site, section: Option<&String>) -> bool {
    match site.settings.get("uglyurls") {
        Some(Value::Bool(is_ugly)) => *is_ugly,
        Some(Value::Object(by_section)) => {
            section.and_then(|section| by_section.get(&key(section))?.as_bool()) == Some(true)
        }
        _ => false,
    }
}

/// Writes a name as Hugo does in addresses: in lower case, with hyphens for spaces.
pub(in crate::moving::markdown) fn urlized(name: &str) -> String {
    let mut path = String::with_capacity(name.len());
    for character in name.trim().chars().flat_map(char::to_lowercase) {
        if character.is_alphanumeric() || ".-_+~/%#@".contains(character) {
            path.push(character);
        } else if character.is_whitespace() && !path.ends_with('-') {
            path.push('-');
        }
    }
    path
}
