//! Folders of Markdown, as Jekyll, Hugo, Astro and Eleventy have them, and such without a system.
//!
//! All texts are read twice: first for their addresses, which references between them need, then to be handed on. Only one
//! of them is in memory at a time.

mod addresses;
mod cascades;
mod changes;
mod dates;
mod document;
mod expressions;
mod fields;
mod front_matter;
mod glob;
mod index;
mod marks;
mod place;
mod publicity;
mod sections;
mod site;
#[cfg(test)]
mod tests;
mod titles;

use std::collections::HashSet;

use super::item::{
    Base, ForeignContent, ForeignRedirect, ForeignText, Item, Kind, LeftOutItem, RefusedItem, Visibility,
};
use super::lists::{FEED, Lists, permanent};
use super::source::Source;
use super::{ReadError, Sink};
use addresses::{Addresses, urlized};
use changes::Changes;
use document::Document;
use index::Index;
use marks::Marks;
use place::{Place, place};
use site::{Generator, Site};

/// Hands every item of the export to `sink`.
///
/// # Errors
/// If it is no such export, or cannot be read to its end.
pub fn read(source: &Source, sink: &mut dyn Sink) -> Result<(), ReadError> {
    let (mut site, refused) = Site::of(source)?;
    site.cascades = sections::cascades(source, &site);
    for refused in refused {
        sink.take(Item::Refused(refused))?;
    }
    let index = Index::of(source, &site)?;
    let mut has_texts = false;
    let mut skipped = HashSet::new();
    let mut lists = Lists::new("index.xml");
    let mut bytes = 0;
    for (path, size) in source.files() {
        match place(&site, path) {
            Place::Ignored => {}
            Place::Skipped { name, reason } => {
                if skipped.insert(name) {
                    sink.take(Item::LeftOut(LeftOutItem {
                        source_id: site.name_of(name).to_owned(),
                        reason,
                    }))?;
                }
            }
            Place::OtherForm => {
                has_texts = true;
                sink.take(Item::Refused(in_other_form(&site, path)))?;
            }
            Place::Text(within) => {
                has_texts = true;
                let item = match Document::load(source, &site, path, within) {
                    Ok(document) => item(&site, &index, &document),
                    Err(not_taken) => not_taken.into(),
                };
                add_lists(&mut lists, &site, &item);
                sink.take(item)?;
            }
        }
        bytes += size;
        sink.read(bytes);
    }
    if !has_texts && skipped.is_empty() {
        return Err(ReadError::Form("there is no Markdown in it".to_owned()));
    }
    if let Some(path) = feed(&site).filter(|_| has_texts) {
        let path = format!("{}{path}", site.base_path);
        sink.take(permanent(path, FEED.to_owned()))?;
    }
    lists.redirects().try_for_each(|item| sink.take(item))
}

/// Adds the lists of the tags and categories of a post, whose addresses are known with Hugo alone.
fn add_lists(lists: &mut Lists, site: &Site, item: &Item) {
    let Item::Text(text) = item else { return };
    if site.generator != Generator::Hugo || text.kind != Kind::Post || !text.visibility.is_public() {
        return;
    }
    for tag in &text.tags {
        lists.add_tag(format!("{}/tags/{}/", site.base_path, urlized(tag)), tag);
    }
    for category in &text.categories {
        lists.add(format!("{}/categories/{}/", site.base_path, urlized(category)));
    }
}

fn in_other_form(site: &Site, path: &str) -> RefusedItem {
    RefusedItem {
        kind: Kind::Post,
        source_id: site.name_of(path).to_owned(),
        title: String::new(),
        reason: "It is neither Markdown nor HTML".to_owned(),
    }
}

/// Returns the path of the feed that sites of a system have, unless it is the same here.
fn feed(site: &Site) -> Option<&'static str> {
    match site.generator {
        Generator::Hugo => Some("/index.xml"),
        Generator::Astro => Some("/rss.xml"),
        Generator::Eleventy => Some("/feed/feed.xml"),
        // Jekyll's feed has the address that ours has.
        Generator::Jekyll | Generator::Plain => None,
    }
}

fn item(site: &Site, index: &Index, document: &Document) -> Item {
    let addresses = addresses::of(site, document);
    if let Some(target) = document.fields.first_text(&["redirect_to", "redirect"])
        && let Some(path) = addresses.own.as_ref().filter(|_| document.text.trim().is_empty())
    {
        return Item::Redirect(ForeignRedirect {
            path: format!("{}{path}", site.base_path),
            target: Some(target),
            is_permanent: true,
        });
    }
    Item::Text(Box::new(text(site, index, document, &addresses)))
}

fn text(site: &Site, index: &Index, document: &Document, addresses: &Addresses) -> ForeignText {
    let mut changes = Changes::default();
    if addresses.is_unknown {
        changes.add(
            "address",
            "Its old address is made by a template that is not known here, so that no redirect leads from it",
        );
    }
    let visibility = fields::visibility(site, document, &mut changes);
    let content = Marks::new(site, document, index, &mut changes).replaced(&document.text);
    let (title, content) = titles::split(document, site.generator, &content);
    fields::report_rest(document, &mut changes);
    let cover = fields::cover(document).or_else(|| {
        let cover = index.cover_in(document.folder()).filter(|_| document.is_index());
        cover.map(str::to_owned)
    });
    ForeignText {
        kind: document.kind,
        source_id: document.id.clone(),
        title,
        slug: addresses::slug(document, addresses),
        text: if document.is_html {
            ForeignContent::Html(content.to_owned())
        } else {
            ForeignContent::Markdown(content.to_owned())
        },
        authors: fields::authors(document, &index.people),
        tags: fields::tags(site, document),
        categories: fields::categories(site, document),
        created_at: document.date.and_then(dates::Moment::time),
        updated_at: fields::updated_at(document),
        cover,
        canonical_url: fields::canonical_url(site, document),
        summary: fields::summary(document),
        is_featured: fields::is_featured(document),
        comments_closed: fields::comments_closed(document),
        // A draft never had an address.
        old_addresses: if visibility == Visibility::Draft {
            Vec::new()
        } else {
            addresses::absolute(site, addresses)
        },
        base: Base::Site {
            folder: document.folder().to_owned(),
            path: site.base_path.clone(),
        },
        changes: changes.into_vec(),
        visibility,
    }
}
