//! The sitemap for search engines (product.md §7), in the format of sitemaps.org.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use thiserror::Error;
use url::Url;

use crate::config::PostUrlStyle;
use crate::domain::{CollectionKind, Slug, Time, static_page};
use crate::store::{StoreError, Tx, authors, posts, series, static_pages, tags, users};

/// The most addresses in one file; beyond that there are an index and parts.
const ADDRESSES_MAX: usize = 50_000;
const FIXED_PAGES: [&str; 6] = ["/", "/trending", "/treasure", "/recent", "/login", "/signup"];

/// An unexpected response of the running site.
#[derive(Debug, Error)]
#[error("{address} does not respond as the API does: {cause}")]
pub struct SiteError {
    address: String,
    cause: String,
}

/// One page of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its path on the site.
    pub path: String,
    /// The time of the last change, if known.
    pub changed_at: Option<Time>,
}

/// Returns the pages of the site from its database.
///
/// # Errors
/// If the database cannot be read.
pub fn entries(tx: &Tx<'_>, addresses: PostUrlStyle) -> Result<Vec<Entry>, StoreError> {
    let posts = posts::published_for_sitemap(tx)?;
    let posts = posts.into_iter().map(|(id, slug, changed_at)| Entry {
        path: addresses.path(id, slug),
        changed_at: Some(Time::from_milliseconds(changed_at)),
    });
    let pages = static_pages::published_for_sitemap(tx)?;
    let pages = pages.into_iter().map(|(slug, changed_at)| Entry {
        path: static_page::path(slug.as_str()),
        changed_at: Some(changed_at),
    });
    let collections = [
        (CollectionKind::Tag, tags::in_sitemap(tx)?),
        (CollectionKind::Author, authors::in_sitemap(tx)?),
        (CollectionKind::Series, series::in_sitemap(tx)?),
    ];
    let collections = collections.into_iter().flat_map(|(kind, slugs)| {
        let path = move |slug: Slug| entry(kind.path(slug.as_str()));
        slugs.into_iter().map(path)
    });
    let users = users::public_ids_for_sitemap(tx)?;
    let users = users.into_iter().map(|id| entry(format!("/profile/{id}")));
    Ok(fixed_pages()
        .chain(pages)
        .chain(posts)
        .chain(collections)
        .chain(users)
        .collect())
}

/// Returns the pages of a running site from its API, at an address such as `https://blog.example.org/api`.
///
/// # Errors
/// If a request fails or a response lacks the expected list.
pub fn entries_of_site(api: &Url, addresses: PostUrlStyle) -> Result<Vec<Entry>, SiteError> {
    let posts = all_items(api, "blogs/public", "blogs")?;
    let pages = all_items(api, "pages", "pages")?;
    let tags = all_items(api, "tags", "tags")?;
    let series = all_items(api, "series", "series")?;
    let users = all_items(api, "users", "users")?;
    let of_tags = slugs(&tags, CollectionKind::Tag);
    let of_authors: Vec<Entry> = author_slugs(&posts)
        .iter()
        .map(|slug| entry(CollectionKind::Author.path(slug)))
        .collect();
    let of_series = slugs(&series, CollectionKind::Series);
    let posts = posts.into_iter().map(|post| Entry {
        path: addresses.path(text(&post, "_id"), text(&post, "slug")),
        changed_at: Time::parse(&text(&post, "updatedAt")),
    });
    let pages = pages.into_iter().map(|page| Entry {
        path: text(&page, "path"),
        changed_at: Time::parse(&text(&page, "updatedAt")),
    });
    let users = users
        .into_iter()
        .map(|user| entry(format!("/profile/{}", text(&user, "_id"))));
    Ok(fixed_pages()
        .chain(pages)
        .chain(posts)
        .chain(of_tags)
        .chain(of_authors)
        .chain(of_series)
        .chain(users)
        .collect())
}

/// Returns the pages of tags or series.
fn slugs(items: &[serde_json::Value], kind: CollectionKind) -> Vec<Entry> {
    let paths = items.iter().map(|item| kind.path(&text(item, "slug")));
    paths.map(entry).collect()
}

/// Returns the slugs of the authors of posts, each once and in their order.
fn author_slugs(posts: &[serde_json::Value]) -> BTreeSet<String> {
    let authors = posts.iter().filter_map(|post| post["authors"].as_array());
    let slugs = authors.flatten().map(|author| text(author, "slug"));
    slugs.filter(|slug| !slug.is_empty()).collect()
}

/// Returns the files of the sitemap as (name, XML): one file, or an index and its parts.
pub fn files(entries: &[Entry], base: &Url, name: &str) -> Vec<(String, String)> {
    if entries.len() <= ADDRESSES_MAX {
        return vec![(name.to_owned(), address_file(entries, base))];
    }
    let stem = name.strip_suffix(".xml").unwrap_or(name);
    let parts: Vec<(String, String)> = entries
        .chunks(ADDRESSES_MAX)
        .enumerate()
        .map(|(number, part)| (format!("{stem}-{}.xml", number + 1), address_file(part, base)))
        .collect();
    let names = parts.iter().map(|(name, _)| name.as_str());
    let index = (name.to_owned(), index_file(names, base));
    [index].into_iter().chain(parts).collect()
}

fn fixed_pages() -> impl Iterator<Item = Entry> {
    FIXED_PAGES.into_iter().map(|path| entry(path.to_owned()))
}

fn entry(path: String) -> Entry {
    Entry {
        path,
        changed_at: None,
    }
}

fn address_file(entries: &[Entry], base: &Url) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for entry in entries {
        let priority = if entry.path == "/" { "1.0" } else { "0.8" };
        let changed = entry
            .changed_at
            .map(|time| format!("<lastmod>{time}</lastmod>"))
            .unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(
            xml,
            "<url><loc>{}</loc>{changed}<changefreq>daily</changefreq><priority>{priority}</priority></url>",
            address(base, &entry.path)
        );
    }
    xml.push_str("</urlset>\n");
    xml
}

fn index_file<'name>(names: impl Iterator<Item = &'name str>, base: &Url) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for name in names {
        // Writing to a string cannot fail.
        let _ = writeln!(
            xml,
            "<sitemap><loc>{}</loc></sitemap>",
            address(base, &format!("/{name}"))
        );
    }
    xml.push_str("</sitemapindex>\n");
    xml
}

/// Returns the absolute URL of a page, escaped for XML. The URL parser has escaped all but `&` and `'`.
fn address(base: &Url, path: &str) -> String {
    let address = base
        .join(path)
        .map_or_else(|_| base.to_string(), |url| url.to_string());
    address.replace('&', "&amp;").replace('\'', "&apos;")
}

/// Fetches all items of a list of the API, page by page.
fn all_items(api: &Url, path: &str, array: &str) -> Result<Vec<serde_json::Value>, SiteError> {
    let mut items = Vec::new();
    let mut page = 1;
    loop {
        let address = format!(
            "{}/{path}?limit=100&page={page}",
            api.as_str().trim_end_matches('/')
        );
        let fail = |cause: String| SiteError {
            address: address.clone(),
            cause,
        };
        let body: serde_json::Value = ureq::get(&address)
            .call()
            .map_err(|error| fail(error.to_string()))?
            .body_mut()
            .read_json()
            .map_err(|error| fail(error.to_string()))?;
        let page_items = body[array]
            .as_array()
            .ok_or_else(|| fail(format!("it gives no {array}")))?;
        items.extend(page_items.iter().cloned());
        if body["totalPages"].as_u64().is_none_or(|pages| page >= pages) {
            return Ok(items);
        }
        page += 1;
    }
}

fn text(value: &serde_json::Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> Url {
        Url::parse("https://blog.example.org").unwrap()
    }

    #[test]
    fn lists_the_home_page_first_with_the_highest_priority() {
        let entries: Vec<Entry> = fixed_pages().collect();
        let files = files(&entries, &base(), "sitemap.xml");
        assert_eq!(files.len(), 1);
        let xml = &files[0].1;
        assert!(xml.contains(
            "<url><loc>https://blog.example.org/</loc><changefreq>daily</changefreq><priority>1.0</priority></url>"
        ));
        assert_eq!(xml.matches("<priority>0.8</priority>").count(), 5);
    }

    #[test]
    fn escapes_addresses() {
        let entries = [entry("/blog/a&b'c<d> ü".to_owned())];
        let xml = &files(&entries, &base(), "sitemap.xml")[0].1;
        assert!(xml.contains("/blog/a&amp;b&apos;c%3Cd%3E%20%C3%BC<"), "{xml}");
    }

    #[test]
    fn splits_more_than_50_000_addresses_into_an_index_and_parts() {
        let entries = vec![entry("/x".to_owned()); 100_001];
        let files = files(&entries, &base(), "sitemap.xml");
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            ["sitemap.xml", "sitemap-1.xml", "sitemap-2.xml", "sitemap-3.xml"]
        );
        assert_eq!(files[0].1.matches("<sitemap>").count(), 3);
        assert_eq!(files[3].1.matches("<url>").count(), 1);
    }
}
