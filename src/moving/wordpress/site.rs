//! The site that an export comes from, as the head of its file says, and the addresses that its texts had.

use url::Url;

use super::dates;
use super::entry::Entry;
use super::fields::label;
use crate::domain::redirect::RedirectPath;
use crate::moving::item::Kind;

/// The site.
#[derive(Debug, Clone, Default)]
pub(super) struct Site {
    /// Its host and path, which tell it from others; empty if the file does not say.
    pub(super) name: String,
    /// Its address, which ends with `/`.
    pub(super) url: Option<Url>,
}

impl Site {
    /// Reads the head of a file.
    pub(super) fn of_head(head: &str) -> Self {
        // What stands before are comments, in which anything may stand.
        let channel = head.split_once("<channel").map_or(head, |(_, channel)| channel);
        let head = channel.split("<item").next().unwrap_or(channel);
        let elements = ["wp:base_blog_url", "wp:base_site_url", "link"];
        let mut addresses = elements.into_iter().filter_map(|name| element(head, name));
        let Some(mut url) = addresses.find_map(|address| Url::parse(&address).ok().filter(is_web)) else {
            return Self::default();
        };
        if !url.path().ends_with('/') {
            let path = format!("{}/", url.path());
            url.set_path(&path);
        }
        let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
        let path = url.path().trim_end_matches('/');
        let host = url.host_str().unwrap_or_default();
        Self {
            name: format!("{host}{port}{path}"),
            url: Some(url),
        }
    }

    /// The path at which the site is, which ends with `/`.
    pub(super) fn path(&self) -> &str {
        self.url.as_ref().map_or("/", Url::path)
    }

    /// Whether an address is one of this site.
    pub(super) fn has(&self, address: &Url) -> bool {
        self.url
            .as_ref()
            .is_some_and(|url| bare_host(url) == bare_host(address))
    }

    /// Returns every address that a text has or had.
    pub(super) fn addresses(&self, entry: &Entry, kind: Kind) -> Vec<String> {
        let base = self.path();
        let mut addresses = Vec::new();
        let mut paths: Vec<String> = Vec::new();
        // An absolute address and its path are the same.
        let mut add = |address: String| {
            let path = path_of(&address);
            if !paths.contains(&path) && !is_front_page(&path, base) {
                paths.push(path);
                addresses.push(address);
            }
        };
        let link = Url::parse(entry.link.trim()).ok().filter(is_web);
        if let Some(link) = &link {
            add(link.to_string());
        }
        if let Some(id) = entry.id {
            if kind == Kind::Page {
                add(format!("{base}?page_id={id}"));
            }
            add(format!("{base}?p={id}"));
        }
        let guid = Url::parse(entry.guid.trim()).ok().filter(is_web);
        if let Some(guid) = guid.filter(|guid| self.has(guid)) {
            add(guid.to_string());
        }
        let was_published = matches!(entry.status.as_str(), "publish" | "private" | "future");
        if kind == Kind::Post && was_published && !entry.slug.is_empty() {
            for date in std::iter::once(&entry.date).chain(&entry.old_dates) {
                if let Some([year, month, day]) = dates::parts(date) {
                    add(format!("{base}{year}/{month}/{day}/{}/", entry.slug));
                    add(format!("{base}{year}/{month}/{}/", entry.slug));
                }
            }
        }
        for slug in entry.old_slugs.iter().filter(|slug| !slug.is_empty()) {
            let pretty = link
                .as_ref()
                .and_then(|link| with_last_part(link, &entry.slug, slug));
            add(pretty.unwrap_or_else(|| format!("{base}{slug}/")));
        }
        addresses
    }
}

/// Returns the path of an address with its query.
fn path_of(address: &str) -> String {
    match Url::parse(address) {
        Ok(url) => url.query().map_or_else(
            || url.path().to_owned(),
            |query| format!("{}?{query}", url.path()),
        ),
        Err(_) => address.to_owned(),
    }
}

/// Whether a path with a query is that of the front page of a site in a folder: without the number of a text it names none.
fn is_front_page(path: &str, base: &str) -> bool {
    let Some((page, query)) = path.split_once('?') else {
        return false;
    };
    base != "/" && page == base && !RedirectPath::of_address(page, Some(query)).has_parameter()
}

/// Returns an address with another last part of its path, where that is the slug.
fn with_last_part(link: &Url, slug: &str, other: &str) -> Option<String> {
    let path = link.path();
    let trimmed = path.trim_end_matches('/');
    let folder = trimmed
        .strip_suffix(slug)
        .filter(|folder| folder.ends_with('/') && !slug.is_empty())?;
    let end = path.get(trimmed.len()..)?;
    let mut changed = link.clone();
    changed.set_path(&format!("{folder}{other}{end}"));
    Some(changed.to_string())
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.has_host()
}

fn bare_host(url: &Url) -> &str {
    let host = url.host_str().unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host)
}

/// Returns the text of the first element with this name.
fn element(head: &str, name: &str) -> Option<String> {
    let (_, rest) = head.split_once(&format!("<{name}>"))?;
    let (text, _) = rest.split_once(&format!("</{name}>"))?;
    Some(label(&text.replace("<![CDATA[", "").replace("]]>", "")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "<channel><link>https://other.example</link>\
                        <wp:base_blog_url><![CDATA[https://www.example.org/blog]]></wp:base_blog_url><item>";

    #[test]
    fn reads_the_address_of_the_site() {
        let site = Site::of_head(HEAD);
        assert_eq!(site.name, "www.example.org/blog");
        assert_eq!(site.path(), "/blog/");
        let site = Site::of_head("<link>http://localhost:8080</link>");
        assert_eq!(site.name, "localhost:8080");
        assert_eq!(Site::of_head("<link>x</link>").path(), "/");
    }

    #[test]
    fn knows_every_address_of_a_text() {
        let entry = Entry {
            id: Some(7),
            link: "https://www.example.org/blog/2020/01/new/".to_owned(),
            guid: "http://example.org/blog/?p=7".to_owned(),
            status: "publish".to_owned(),
            slug: "new".to_owned(),
            date: "2020-01-02 03:04:05".to_owned(),
            old_slugs: vec!["old".to_owned()],
            ..Entry::default()
        };
        let site = Site::of_head(HEAD);
        assert_eq!(
            site.addresses(&entry, Kind::Post),
            [
                "https://www.example.org/blog/2020/01/new/",
                "/blog/?p=7",
                "/blog/2020/01/02/new/",
                "https://www.example.org/blog/2020/01/old/",
            ]
        );
        let entry = Entry {
            guid: "https://example.org/blog/?attachment_id=7".to_owned(),
            ..entry
        };
        assert!(
            !site
                .addresses(&entry, Kind::Post)
                .iter()
                .any(|address| address.contains("attachment_id"))
        );
        let entry = Entry {
            guid: "https://example.org/blog/before/".to_owned(),
            link: "https://example.org/blog/?page_id=7".to_owned(),
            ..entry
        };
        assert_eq!(
            site.addresses(&entry, Kind::Page),
            [
                "https://example.org/blog/?page_id=7",
                "/blog/?p=7",
                "https://example.org/blog/before/",
                "/blog/old/",
            ]
        );
    }
}
