//! What the fields of a text say, in the neutral form.

use std::collections::HashMap;

use serde_json::Value;

use super::changes::Changes;
use super::document::Document;
use super::front_matter::{Fields, key, scalar};
use super::publicity::{is_unpublished, restriction};
use super::site::{Generator, Site};
use crate::domain::Time;
use crate::moving::item::{ForeignAuthor, Visibility};
use crate::moving::public_names::{author_name, public_name};

/// The fields with a cover, in the order in which they count.
const COVERS: [&str; 22] = [
    "cover.image",
    "cover.src",
    "cover.url",
    "cover",
    "featuredImage",
    "featureImage",
    "heroImage",
    "coverImage",
    "header.image",
    "header.overlay_image",
    "header.teaser",
    "image.path",
    "image.src",
    "image.url",
    "image.feature",
    "image",
    "images",
    "hero",
    "thumbnail",
    "banner",
    "ogImage",
    "socialImage",
];
/// The fields with the time of the last change.
const CHANGED: [&str; 11] = [
    "lastmod",
    "updated",
    "updateddate",
    "updatedat",
    "modified",
    "modifieddate",
    "modifiedat",
    "lastmodified",
    "lastmodifiedat",
    "lastupdated",
    "datemodified",
];
/// The tags by which Eleventy collects texts.
const COLLECTIONS: [&str; 7] = ["all", "nav", "page", "pages", "post", "posts", "blog"];

/// The names and addresses of authors that a site keeps beside its texts, by their keys.
pub(super) type People = HashMap<String, ForeignAuthor>;

/// Returns when a text became or becomes public, and for whom.
pub(super) fn visibility(site: &Site, document: &Document, changes: &mut Changes) -> Visibility {
    let fields = &document.fields;
    if let Some(reason) = document.kept_back {
        changes.add("status", reason);
    }
    if is_draft(site, document) {
        return Visibility::Draft;
    }
    if let Some(reason) = restriction(fields, document.kind) {
        return Visibility::Restricted(reason);
    }
    let names: &[&str] = match site.generator {
        Generator::Hugo => &["publishdate", "pubdate", "published"],
        _ => &[],
    };
    let scheduled = names
        .iter()
        .find_map(|name| fields.get(name).and_then(super::dates::Moment::of))
        .or(document.date);
    let shows_future = ["future", "buildfuture"]
        .iter()
        .any(|name| site.settings.flag(name) == Some(true));
    match scheduled.filter(|_| !shows_future) {
        Some(moment) => {
            let zone = site.settings.first_text(&["timezone"]);
            if let Some(zone) = zone.filter(|zone| moment.lacks_zone() && !zone.eq_ignore_ascii_case("utc")) {
                let reason =
                    format!("The date has no time zone and was read as UTC, although the site is in {zone}");
                changes.add("date", reason);
            }
            moment.time().map_or(Visibility::Public, Visibility::From)
        }
        None => Visibility::Public,
    }
}

fn is_draft(site: &Site, document: &Document) -> bool {
    let fields = &document.fields;
    is_unpublished(fields)
        || (site.generator == Generator::Jekyll && document.is_below("_drafts"))
        || (site.generator == Generator::Eleventy && fields.flag("permalink") == Some(false))
}

/// Returns the time of the last change.
pub(super) fn updated_at(document: &Document) -> Option<Time> {
    CHANGED
        .iter()
        .find_map(|name| document.fields.get(name).and_then(super::dates::Moment::of))
        .and_then(super::dates::Moment::time)
}

/// Returns the tags, without those by which Eleventy collects texts.
pub(super) fn tags(site: &Site, document: &Document) -> Vec<String> {
    let fields = &document.fields;
    let mut tags = words(site, fields, "tags");
    tags.extend(fields.list("tag"));
    for taxonomy in own_taxonomies(site) {
        tags.extend(fields.list(&taxonomy));
    }
    if site.generator == Generator::Eleventy {
        let folder_tags = &document.folder_tags;
        tags.retain(|tag| !COLLECTIONS.contains(&tag.as_str()) && !is_collection(document, tag));
        for tag in folder_tags {
            if !COLLECTIONS.contains(&tag.as_str()) && !is_collection(document, tag) && !tags.contains(tag) {
                tags.push(tag.clone());
            }
        }
    }
    tags
}

/// Whether a tag is the name of the folder, as that of a collection is.
fn is_collection(document: &Document, tag: &str) -> bool {
    document.folder_tags.iter().any(|own| own == tag) && document.is_below(tag)
}

/// The fields of further taxonomies, which Hugo has by the configuration.
fn own_taxonomies(site: &Site) -> Vec<String> {
    let Some(Value::Object(taxonomies)) = site.settings.map().get("taxonomies") else {
        return Vec::new();
    };
    let names = taxonomies.values().filter_map(scalar).map(|name| key(&name));
    let is_further = |name: &String| {
        !matches!(
            name.as_str(),
            "tags" | "categories" | "series" | "authors" | "author"
        )
    };
    names.filter(is_further).collect()
}

/// Returns the names of the categories.
pub(super) fn categories(site: &Site, document: &Document) -> Vec<String> {
    if site.generator == Generator::Jekyll {
        return categories_of_jekyll(document);
    }
    let mut names = words(site, &document.fields, "categories");
    names.extend(document.fields.list("category"));
    names
}

/// Returns the categories of Jekyll: the folders above `_posts`, and those of the fields.
pub(super) fn categories_of_jekyll(document: &Document) -> Vec<String> {
    let special = document.folders.iter().position(|folder| folder.starts_with('_'));
    let mut names = document.folders[..special.unwrap_or_default()].to_vec();
    let mut own = split_words(&document.fields, "categories", true);
    own.extend(document.fields.list("category"));
    for name in own {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn words(site: &Site, fields: &Fields, name: &str) -> Vec<String> {
    split_words(fields, name, site.generator == Generator::Jekyll)
}

/// Returns the items of a list, which may be written as one text: between commas, or between spaces with Jekyll.
fn split_words(fields: &Fields, name: &str, by_spaces: bool) -> Vec<String> {
    let Some(Value::String(text)) = fields.get(name) else {
        return fields.list(name);
    };
    let parts: Vec<&str> = if text.contains(',') {
        text.split(',').collect()
    } else if by_spaces {
        text.split_whitespace().collect()
    } else {
        vec![text]
    };
    let trimmed = parts.into_iter().map(str::trim).filter(|part| !part.is_empty());
    trimmed.map(str::to_owned).collect()
}

/// Returns the authors in their order.
pub(super) fn authors(document: &Document, people: &People) -> Vec<ForeignAuthor> {
    let fields = &document.fields;
    let value = fields.get("authors").or_else(|| fields.get("author"));
    let values = match value {
        Some(Value::Array(items)) => items.clone(),
        Some(Value::String(names)) if names.contains(", ") && fields.get("authors").is_some() => names
            .split(", ")
            .map(|name| Value::String(name.to_owned()))
            .collect(),
        Some(other) => vec![other.clone()],
        None => Vec::new(),
    };
    values
        .iter()
        .filter_map(|value| {
            let known = scalar(value).and_then(|name| people.get(&key(&name)));
            known.cloned().or_else(|| author(value))
        })
        .collect()
}

/// Returns an author from a name, `Name <address>`, or a table.
pub(super) fn author(value: &Value) -> Option<ForeignAuthor> {
    if let Some(name) = scalar(value) {
        let (start, email) = match name.split_once('<') {
            Some((start, email)) if email.contains('@') => (start, Some(email.trim_end_matches('>'))),
            _ => (
                name.as_str(),
                Some(name.as_str()).filter(|name| public_name(name).is_empty()),
            ),
        };
        return Some(ForeignAuthor {
            name: author_name(&[start, email.unwrap_or_default()]),
            email: email.map(|email| email.trim().to_owned()),
        });
    }
    let part = |name: &str| value.get(name).and_then(scalar);
    let names = ["name", "displayname", "title", "label"].map(|name| part(name).unwrap_or_default());
    let name = author_name(&names.each_ref().map(String::as_str));
    (!name.is_empty()).then(|| ForeignAuthor {
        name,
        email: part("email").or_else(|| part("mail")),
    })
}

/// Returns the cover as the text names it.
pub(super) fn cover(document: &Document) -> Option<String> {
    let fields = &document.fields;
    let named = COVERS.iter().find_map(|path| match fields.at(path)? {
        Value::Array(items) => items.iter().find_map(|item| {
            scalar(item).or_else(|| {
                ["url", "src", "path"]
                    .iter()
                    .find_map(|name| item.get(name).and_then(scalar))
            })
        }),
        value => scalar(value),
    });
    let resource = || match fields.get("resources") {
        Some(Value::Array(items)) => items.iter().find_map(|item| {
            let name = item.get("name").and_then(scalar)?;
            ["cover", "feature", "thumbnail", "header"]
                .iter()
                .any(|word| name.to_lowercase().contains(word))
                .then(|| item.get("src").and_then(scalar))?
        }),
        _ => None,
    };
    named
        .filter(|cover| !matches!(cover.as_str(), "true" | "false"))
        .or_else(resource)
}

/// Returns the address at which the text was published first, if that is another site.
pub(super) fn canonical_url(site: &Site, document: &Document) -> Option<String> {
    let named =
        document
            .fields
            .first_text(&["canonicalURL", "canonical", "canonicalLink", "seo.canonical"])?;
    let url = url::Url::parse(&named).ok()?;
    let is_own = site
        .address
        .as_ref()
        .is_some_and(|own| own.host_str() == url.host_str());
    (!is_own && matches!(url.scheme(), "http" | "https")).then_some(named)
}

/// Returns the summary.
pub(super) fn summary(document: &Document) -> Option<String> {
    document
        .fields
        .first_text(&["description", "summary", "excerpt", "abstract"])
}

/// Whether the text is held on top of the others.
pub(super) fn is_featured(document: &Document) -> bool {
    ["featured", "isfeatured", "pinned", "pin", "sticky"]
        .iter()
        .any(|name| document.fields.flag(name) == Some(true))
}

/// Whether nobody may comment.
pub(super) fn comments_closed(document: &Document) -> bool {
    document.fields.flag("comments") == Some(false)
        || ["disablecomments", "nocomments"]
            .iter()
            .any(|name| document.fields.flag(name) == Some(true))
}

/// Reports the fields that this site has nothing for.
pub(super) fn report_rest(document: &Document, changes: &mut Changes) {
    for series in document.fields.list("series") {
        changes.add(
            "series",
            format!("It was a part of the series {series}, which has to be made here anew"),
        );
    }
    if document.language.is_some() {
        changes.add(
            "language",
            "It is a translation, and stands beside the texts of the main language",
        );
    }
}
