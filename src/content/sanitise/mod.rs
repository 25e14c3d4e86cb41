//! The sanitiser of authors' HTML. Allows what the editor produces and what imported articles need, and nothing
//! that runs scripts, frames other pages, handles events or affects the page around the article.

mod allowed;
mod foreign;

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};
use dom_query::{Document, NodeRef};
use url::Url;

pub(super) use self::allowed::is_player;
pub use self::foreign::{ForeignAddresses, ForeignHtml, ForeignPicture, adapt_foreign};

use self::allowed::ALLOWED;
use super::parse::{self, TooComplex};
use crate::domain::post::CONTENT_BYTES_MAX;

/// The prefix that separates the ids of articles from those of the page.
pub(super) const ID_PREFIX: &str = "user-content-";

static BUILDER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let allowed = &*ALLOWED;
    let attributes = allowed.elements.iter().map(|(element, rules)| {
        // The builder sets `rel` itself, to what the table allows.
        let names = rules.keys().copied().filter(|name| *name != "rel");
        (*element, names.collect())
    });
    let of_all = allowed.attributes_of_all.keys().copied();
    let mut builder = Builder::default();
    builder
        .tags(allowed.elements.keys().copied().collect())
        .clean_content_tags(allowed.removed_with_content.iter().copied().collect())
        .generic_attributes(of_all.chain(["class", "style"]).collect())
        .tag_attributes(attributes.collect())
        .url_schemes(allowed.link_schemes.iter().copied().chain(["data"]).collect())
        .url_relative(UrlRelative::PassThrough)
        .id_prefix(Some(ID_PREFIX))
        .attribute_filter(attribute);
    builder
});

/// Removes everything from HTML that is not on the allow-list. The result is a fixed point.
///
/// # Errors
/// Returns [`TooComplex`] for HTML beyond the limits.
pub fn sanitise(html: &str) -> Result<String, TooComplex> {
    UnsanitisedHtml::parse(html)?.sanitised()
}

/// An author's HTML, parsed but not yet sanitised.
pub struct UnsanitisedHtml<'html> {
    source: &'html str,
    document: Document,
    is_changed: bool,
}

impl<'html> UnsanitisedHtml<'html> {
    /// Parses HTML within limits.
    ///
    /// # Errors
    /// Returns [`TooComplex`] beyond them.
    pub fn parse(source: &'html str) -> Result<Self, TooComplex> {
        Ok(Self {
            source,
            document: parse::parse(source)?,
            is_changed: false,
        })
    }

    /// Replaces the `data:` URL of each image with the URL returned by `store`.
    ///
    /// # Errors
    /// Returns the first error of `store`.
    pub fn store_images<E>(&mut self, mut store: impl FnMut(&str) -> Result<String, E>) -> Result<(), E> {
        let mut addresses = HashMap::new();
        let root = self.document.html_root();
        let elements: Vec<NodeRef<'_>> = root.descendants_it().collect();
        for image in elements.iter().filter(|element| element.has_name("img")) {
            let Some(data_url) = image.attr("src").filter(|address| is_data_url(address)) else {
                continue;
            };
            let address = match addresses.entry(data_url.to_string()) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    let address = store(new.key())?;
                    new.insert(address)
                }
            };
            image.set_attr("src", address);
            self.is_changed = true;
        }
        Ok(())
    }

    /// The size of the HTML in bytes.
    pub fn size(&self) -> usize {
        if self.is_changed {
            parse::html_of(&self.document.html_root()).len()
        } else {
            self.source.len()
        }
    }

    /// Returns the sanitised HTML.
    ///
    /// # Errors
    /// Returns [`TooComplex`] when the result, parsed again, exceeds a limit.
    pub fn sanitised(&self) -> Result<String, TooComplex> {
        let first_pass = clean(&self.document);
        if !self.is_changed && first_pass == self.source {
            return Ok(first_pass);
        }
        // The caller rejects an article of this size.
        if first_pass.len() > self.source.len().max(CONTENT_BYTES_MAX) {
            return Ok(first_pass);
        }
        let without_empty_frames = if first_pass.contains("<iframe") {
            super::tokens::without_empty_frames(&first_pass)
        } else {
            first_pass
        };
        // Removals can reorder attributes: a second pass reaches the fixed point.
        Ok(clean(&parse::parse(&without_empty_frames)?))
    }
}

fn clean(document: &Document) -> String {
    let html = parse::for_sanitiser(&document.html_root(), &ALLOWED.removed_with_content);
    BUILDER.clean(&html).to_string()
}

/// Whether a URL has the scheme `data:`, parsed as browsers do.
pub fn is_data_url(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| url.scheme() == "data")
}

/// Filters the value of an attribute; `None` removes the attribute.
fn attribute<'value>(element: &str, name: &str, value: &'value str) -> Option<Cow<'value, str>> {
    match name {
        "class" => classes(element, value).map(Cow::Owned),
        "style" => styles(element, value).map(Cow::Owned),
        _ if !ALLOWED.has_attribute(element, name, value) => None,
        "href" => Some(with_id_prefix(value)),
        _ => Some(Cow::Borrowed(value)),
    }
}

fn classes(element: &str, value: &str) -> Option<String> {
    let allowed: Vec<&str> = value
        .split_ascii_whitespace()
        .filter(|class| ALLOWED.has_class(element, class))
        .collect();
    (!allowed.is_empty()).then(|| allowed.join(" "))
}

fn styles(element: &str, value: &str) -> Option<String> {
    let allowed: Vec<String> = value
        .split(';')
        .filter_map(|declaration| {
            let (property, value) = declaration.split_once(':')?;
            let property = property.trim().to_ascii_lowercase();
            let value = value.trim();
            let is_allowed = ALLOWED.has_style(element, &property, value);
            is_allowed.then(|| format!("{property}: {value}"))
        })
        .collect();
    (!allowed.is_empty()).then(|| allowed.join("; "))
}

/// Returns the address of a link; that of an element of the article has the prefix of its id.
fn with_id_prefix(address: &str) -> Cow<'_, str> {
    match address.strip_prefix('#') {
        Some(id) if !id.is_empty() && !id.starts_with(ID_PREFIX) => Cow::Owned(format!("#{ID_PREFIX}{id}")),
        _ => Cow::Borrowed(address),
    }
}

#[cfg(test)]
mod tests;
