//! The addresses that the texts of a site have in its system, by the rules of each.

mod hugo;
mod jekyll;

use std::collections::HashSet;

use percent_encoding::percent_decode_str;
use url::Url;

use super::dates::Moment;
use super::document::Document;
use super::expressions;
use super::front_matter;
use super::site::{Generator, Site};
pub(super) use hugo::urlized;

/// The most bytes of an address.
const LENGTH_MAX: usize = 2000;
/// Stands for the site while a path is made a part of an address.
const ANY_SITE: &str = "http://site.invalid";
/// The fields with addresses that a text had before.
const EARLIER: [&str; 4] = ["aliases", "alias", "redirectfrom", "redirects"];

/// The addresses of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Addresses {
    /// The path of its own address below the front page of the site.
    pub(super) own: Option<String>,
    /// Its further addresses in the same form, or absolute ones.
    pub(super) others: Vec<String>,
    /// Whether its own address is made in a way that is not known here.
    pub(super) is_unknown: bool,
}

/// Returns the addresses of a text.
pub(super) fn of(site: &Site, document: &Document) -> Addresses {
    let mut addresses = match site.generator {
        Generator::Jekyll => jekyll::addresses(site, document),
        Generator::Hugo => hugo::addresses(site, document),
        Generator::Astro => known(Some(astro(document))),
        Generator::Eleventy => eleventy(document),
        Generator::Plain => known(document.fields.first_text(&["permalink", "url"])),
    };
    addresses.own = addresses.own.and_then(|path| normal(&path));
    for name in EARLIER {
        for address in document.fields.list(name) {
            let is_relative = !address.starts_with('/') && !address.contains("://");
            let address = if is_relative && site.generator == Generator::Hugo {
                hugo::alias(document, &address)
            } else {
                address
            };
            addresses.others.extend(normal(&address));
        }
    }
    addresses
}

fn known(own: Option<String>) -> Addresses {
    Addresses {
        own,
        ..Addresses::default()
    }
}

/// Returns the last part of a text's address, percent-decoded.
pub(super) fn slug(document: &Document, addresses: &Addresses) -> Option<String> {
    let named = document.fields.text("slug");
    let path = named.as_deref().or(addresses.own.as_deref());
    let last = path.and_then(|path| {
        let path = path.split(['?', '#']).next()?;
        let path = path.trim_end_matches('/').trim_end_matches("/index.html");
        let last = path.rsplit('/').next()?;
        let last = last.trim_end_matches(".html").trim_end_matches(".htm");
        (!last.is_empty()).then(|| percent_decode_str(last).decode_utf8_lossy().into_owned())
    });
    last.or_else(|| {
        let name = if document.is_index() {
            document.folders.last()
        } else {
            Some(&document.name)
        };
        name.cloned()
    })
}

/// Returns the addresses as the world knows them: with the part of the site before them.
pub(super) fn absolute(site: &Site, addresses: &Addresses) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    for path in addresses.own.iter().chain(&addresses.others) {
        let mut add = |address: String| {
            if known.insert(address.clone()) {
                all.push(address);
            }
        };
        if !path.starts_with('/') {
            add(path.clone());
            continue;
        }
        let full = format!("{}{path}", site.base_path);
        let on_site = site.address.as_ref().and_then(|url| url.join(&full).ok());
        add(on_site.map_or_else(|| full.clone(), String::from));
        // Links within the texts leave out the part of the site.
        if full != *path {
            add(path.clone());
        }
    }
    all
}

/// Returns a path as browsers ask for it, or an absolute address; `None` if it is neither.
fn normal(address: &str) -> Option<String> {
    let address = address.trim();
    if address.len() > LENGTH_MAX {
        return None;
    }
    if address.starts_with("http://") || address.starts_with("https://") {
        return Url::parse(address).ok().map(String::from);
    }
    let mut path = String::from("/");
    for character in address.chars() {
        if character != '/' || !path.ends_with('/') || path.contains('?') {
            path.push(character);
        }
    }
    let url = Url::parse(ANY_SITE).ok()?.join(&path).ok()?;
    let path = url
        .path()
        .strip_suffix("index.html")
        .filter(|path| path.ends_with('/'));
    let path = path.unwrap_or_else(|| url.path());
    Some(match url.query() {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    })
}

/// Replaces `:name` in a pattern by what `value` returns for it; `None` if it knows one of them not.
fn expand(pattern: &str, value: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let mut expanded = String::with_capacity(pattern.len() * 2);
    let mut rest = pattern;
    while let Some(at) = rest.find(':') {
        expanded.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest
            .find(|character: char| !character.is_ascii_lowercase() && character != '_')
            .unwrap_or(rest.len());
        let end = match rest[end..].strip_prefix('[').and_then(|after| after.find(']')) {
            Some(length) => end + length + 2,
            None => end,
        };
        expanded.push_str(&value(&rest[..end])?);
        rest = &rest[end..];
        if expanded.len() > LENGTH_MAX {
            return None;
        }
    }
    expanded.push_str(rest);
    Some(expanded)
}

/// Returns a part of a date by the name that patterns have for it.
fn date_part(date: Option<Moment>, name: &str) -> Option<String> {
    let format = match name {
        "year" => "%Y",
        "short_year" => "%y",
        "month" => "%m",
        "i_month" => "%-m",
        "short_month" => "%b",
        "long_month" | "monthname" => "%B",
        "day" => "%d",
        "i_day" => "%-d",
        "y_day" => "%j",
        "yearday" => "%-j",
        "short_day" => "%a",
        "long_day" | "weekdayname" => "%A",
        "weekday" => "%w",
        "w_day" => "%u",
        "week" => "%V",
        "w_year" => "%G",
        "hour" => "%H",
        "minute" => "%M",
        "second" => "%S",
        _ => return None,
    };
    jiff::fmt::strtime::format(format, date?.civil).ok()
}

/// Astro: the collection and the path in it, or the path below `pages`.
fn astro(document: &Document) -> String {
    let folders = match document.folders.split_first() {
        Some((first, rest)) if matches!(first.as_str(), "content" | "data" | "pages") => rest,
        _ => &document.folders,
    };
    let mut parts: Vec<String> = folders.iter().map(|folder| astro_part(folder)).collect();
    match document.fields.text("slug") {
        Some(slug) => {
            parts.truncate(1);
            parts.push(slug);
        }
        None if document.is_index() => {}
        None => parts.push(astro_part(&document.stem)),
    }
    format!("/{}/", parts.join("/"))
}

fn astro_part(name: &str) -> String {
    name.to_lowercase()
        .chars()
        .filter(|character| character.is_alphanumeric() || matches!(character, ' ' | '-' | '_'))
        .map(|character| if character == ' ' { '-' } else { character })
        .collect()
}

/// Eleventy: the path without a date, unless `permalink` says another, which may be a template.
fn eleventy(document: &Document) -> Addresses {
    let mut folders = document.folders.clone();
    if !document.is_index() && folders.last() != Some(&document.name) {
        folders.push(document.name.clone());
    }
    let stem = format!("/{}", folders.join("/"));
    let Some(pattern) = document.fields.text("permalink").filter(|text| text != "false") else {
        return known(Some(format!("{stem}/")));
    };
    let file_slug = folders.last().cloned().unwrap_or_default();
    let lookup = |name: &str| match name {
        "page.fileSlug" => Some(file_slug.clone()),
        "page.filePathStem" if document.is_index() => Some(format!("{stem}/index")),
        "page.filePathStem" => Some(stem.clone()),
        "page.date" | "date" => document.date.map(|date| date.civil.to_string()),
        "page.outputFileExtension" => Some("html".to_owned()),
        _ => document.fields.text(&front_matter::key(name)),
    };
    let path = evaluated(&pattern, &lookup);
    Addresses {
        is_unknown: path.is_none(),
        ..known(path)
    }
}

/// Replaces the expressions of a template; `None` if one of them is not known.
fn evaluated(template: &str, lookup: expressions::Lookup<'_>) -> Option<String> {
    let mut path = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (expression, after) = after.split_once("}}")?;
        path.push_str(before);
        path.push_str(&expressions::evaluate(expression.trim_matches('-'), lookup)?);
        rest = after;
        if path.len() > LENGTH_MAX {
            return None;
        }
    }
    path.push_str(rest);
    (!path.contains("{%")).then_some(path)
}
