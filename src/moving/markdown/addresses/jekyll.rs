//! The addresses of Jekyll: `permalink` of the text, of its collection or of the site, with its placeholders and styles.

use super::super::dates::Moment;
use super::super::document::Document;
use super::super::fields::categories_of_jekyll;
use super::super::site::Site;
use super::{Addresses, date_part, expand};

/// Returns the addresses of a text.
pub(super) fn addresses(site: &Site, document: &Document) -> Addresses {
    let pattern = pattern(site, document);
    let own = path(&pattern, document, document.date);
    // The day of an address is that in the time zone of the machine that made the site, which often is UTC.
    let in_utc = document.date.and_then(Moment::in_utc);
    let other = in_utc.and_then(|date| path(&pattern, document, Some(date)));
    let others = other
        .filter(|other| Some(other) != own.as_ref())
        .into_iter()
        .collect();
    Addresses {
        is_unknown: own.is_none() && document.date.is_some(),
        own,
        others,
    }
}

fn pattern(site: &Site, document: &Document) -> String {
    let collection = document.jekyll_collection();
    let of_collection = || site.settings.text(&format!("collections.{collection}.permalink"));
    let own = document.fields.text("permalink");
    match collection {
        "posts" | "drafts" => {
            let named = own
                .or_else(of_collection)
                .or_else(|| site.settings.text("permalink"));
            with_style(named.as_deref().unwrap_or("date"))
        }
        "pages" => own.unwrap_or_else(|| of_page(site, document)),
        _ => own.or_else(of_collection).map_or_else(
            || "/:collection/:path:output_ext".to_owned(),
            |named| with_style(&named),
        ),
    }
}

fn with_style(pattern: &str) -> String {
    match pattern {
        "date" => "/:categories/:year/:month/:day/:title:output_ext",
        "pretty" => "/:categories/:year/:month/:day/:title/",
        "ordinal" => "/:categories/:year/:y_day/:title:output_ext",
        "weekdate" => "/:categories/:year/W:week/:short_day/:title:output_ext",
        "none" => "/:categories/:title:output_ext",
        pattern => pattern,
    }
    .to_owned()
}

/// A page is where its file is; the end of its address is like that of posts.
fn of_page(site: &Site, document: &Document) -> String {
    let style = site.settings.text("permalink").unwrap_or_default();
    let end = match style.as_str() {
        "pretty" => "/",
        pattern if pattern.ends_with('/') => "/",
        "" | "date" | "ordinal" | "weekdate" | "none" => ":output_ext",
        pattern if matches!(pattern.rsplit(['.', ':']).next(), Some("html" | "output_ext")) => ":output_ext",
        _ => "",
    };
    let folders = document.folders.join("/");
    if document.is_index() {
        format!("/{folders}/")
    } else {
        format!("/{folders}/{}{end}", document.stem)
    }
}

fn path(pattern: &str, document: &Document, date: Option<Moment>) -> Option<String> {
    let slug = document.fields.text("slug");
    let slug = slug.as_deref().unwrap_or(&document.name);
    let folders = || {
        let own = document
            .folders
            .iter()
            .skip_while(|folder| !folder.starts_with('_'))
            .skip(1);
        own.map(String::as_str).collect::<Vec<_>>()
    };
    expand(pattern, &|name| {
        Some(match name {
            "title" => slugified(slug, true),
            "slug" => slugified(slug, false),
            "name" | "basename" => document.stem.clone(),
            "collection" => document.jekyll_collection().to_owned(),
            "path" => [&folders()[..], &[document.stem.as_str()]].concat().join("/"),
            "output_ext" => ".html".to_owned(),
            "categories" => {
                let mut names: Vec<String> = Vec::new();
                for name in categories_of_jekyll(document) {
                    let name = name.to_lowercase();
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                names.join("/")
            }
            "slugified_categories" => {
                let names = categories_of_jekyll(document);
                let names: Vec<String> = names.iter().map(|name| slugified(name, false)).collect();
                names.join("/")
            }
            name => date_part(date, name)?,
        })
    })
}

/// Joins the words of a name by hyphens. The pretty form keeps capitals, and marks that addresses may have.
fn slugified(name: &str, is_pretty: bool) -> String {
    let mut slug = String::with_capacity(name.len());
    for character in name.chars() {
        if character.is_alphanumeric() || (is_pretty && "._~!$&'()+,;=@".contains(character)) {
            if is_pretty {
                slug.push(character);
            } else {
                slug.extend(character.to_lowercase());
            }
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}
