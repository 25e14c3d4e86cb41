//! The addresses that texts had elsewhere, and what links lead to now.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use percent_encoding::percent_decode_str;
use url::{Position, Url};

use super::paths::{web_address, within};
use crate::domain::ValidationError;
use crate::domain::redirect::RedirectPath;
use crate::moving::item::Base;

/// The files that a folder stands for.
const INDEXES: [&str; 3] = ["index.html", "index.htm", "index.php"];
/// What a link to a text of a folder of Markdown may leave out, or have in place of it.
const TEXT_ENDS: [&str; 5] = [".md", ".markdown", ".mdx", "/index.md", "/_index.md"];
/// The most old addresses of a text that lead to it: a site has a bounded number of redirects for all of them.
pub(super) const REDIRECTS_MAX: usize = 100;
/// The most characters of an old path.
const PATH_LENGTH_MAX: usize = 2_000;

/// The old addresses of the texts of an export, each with the number of its text.
#[derive(Debug, Default)]
pub(super) struct AddressBook {
    hosts: HashSet<String>,
    paths: HashMap<String, usize>,
    files: HashMap<String, usize>,
}

/// What a link leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Destination {
    /// A part of the same text, or something that is no page.
    Unchanged,
    /// A text of this import, with the part of it.
    Text(usize, String),
    /// Another page of the old site: its path there, its absolute address if it has one, and the part of it.
    OldSite {
        path: String,
        address: Option<String>,
        part: String,
    },
    /// Another site.
    Elsewhere(String),
    /// A file that is no text of the export.
    Nowhere,
}

impl AddressBook {
    /// Adds an address that a text had: a path, or an absolute address of the old site. The first text keeps it.
    pub(super) fn add(&mut self, address: &str, text: usize) {
        self.add_host(address);
        if let Some(path) = old_path(address) {
            self.paths.entry(path).or_insert(text);
        }
    }

    /// Adds the path of the file of a text.
    pub(super) fn add_file(&mut self, path: &str, text: usize) {
        self.files.entry(path.to_owned()).or_insert(text);
    }

    /// Learns that the host of this address is that of the old site.
    pub(super) fn add_host(&mut self, address: &str) {
        if let Some(host) = Url::parse(address).ok().as_ref().and_then(host) {
            self.hosts.insert(host.to_owned());
        }
    }

    /// Whether a host is that of the old site.
    pub(super) fn is_own_host(&self, name: &str) -> bool {
        self.hosts.contains(name.trim_start_matches("www."))
    }

    /// Returns the text that has or had this address.
    pub(super) fn text_at(&self, address: &str) -> Option<usize> {
        match self.destination(address, &Base::None) {
            Destination::Text(text, _) => Some(text),
            _ => None,
        }
    }

    /// Returns what a link in a text leads to.
    pub(super) fn destination(&self, address: &str, base: &Base) -> Destination {
        let address = address.trim();
        if address.is_empty() || address.starts_with('#') {
            return Destination::Unchanged;
        }
        let is_relative = Url::parse(address).is_err();
        if let Some(url) = web_address(address, base) {
            return self.on_the_web(&url, is_relative);
        }
        if !is_relative {
            return Destination::Unchanged;
        }
        let (address, part) = split_part(address);
        if address.starts_with('/') {
            return self.at_path(address, None, part);
        }
        match base.folder() {
            Some(folder) => self.at_file(folder, address, part),
            None => Destination::Nowhere,
        }
    }

    fn on_the_web(&self, url: &Url, is_relative: bool) -> Destination {
        let part = url.fragment().map_or_else(String::new, |part| format!("#{part}"));
        if host(url).is_some_and(|host| self.hosts.contains(host)) {
            let path = &url[Position::BeforePath..Position::AfterQuery];
            return self.at_path(path, Some(url.to_string()), part);
        }
        if is_relative {
            Destination::Elsewhere(url.to_string())
        } else {
            Destination::Unchanged
        }
    }

    fn at_path(&self, path: &str, address: Option<String>, part: String) -> Destination {
        let Some(path) = old_path(path) else {
            return Destination::Nowhere;
        };
        let without_query = path.split('?').next().unwrap_or_default();
        let found = self.paths.get(&path).or_else(|| {
            let is_page = without_query != "/" && without_query != path;
            is_page.then(|| self.paths.get(without_query)).flatten()
        });
        match found.or_else(|| self.files.get(without_query.trim_start_matches('/'))) {
            Some(text) => Destination::Text(*text, part),
            None => Destination::OldSite { path, address, part },
        }
    }

    fn at_file(&self, folder: &str, address: &str, part: String) -> Destination {
        let path = address.split('?').next().unwrap_or_default();
        let decoded = percent_decode_str(path).decode_utf8_lossy();
        let Some(file) = within(folder, &decoded) else {
            return Destination::Nowhere;
        };
        let start = file.strip_suffix(".html").unwrap_or(&file);
        let with_end = || {
            TEXT_ENDS
                .iter()
                .find_map(|end| self.files.get(&format!("{start}{end}")))
        };
        match self.files.get(&file).or_else(with_end) {
            Some(text) => Destination::Text(*text, part),
            None => self
                .paths
                .get(&format!("/{file}"))
                .map_or(Destination::Nowhere, |text| Destination::Text(*text, part)),
        }
    }
}

/// Returns the host of an address without `www.`.
fn host(url: &Url) -> Option<&str> {
    let is_web = matches!(url.scheme(), "http" | "https");
    url.host_str()
        .filter(|_| is_web)
        .map(|host| host.trim_start_matches("www."))
}

/// Splits a link into the address and the part of the page, with its `#`.
fn split_part(address: &str) -> (&str, String) {
    match address.find('#') {
        Some(at) => (&address[..at], address[at..].to_owned()),
        None => (address, String::new()),
    }
}

/// Returns the path of an address with its query; `None` if it is none of the web.
fn path_and_query(address: &str) -> Option<String> {
    let address = split_part(address.trim()).0;
    let address = match address.strip_prefix("//") {
        Some(rest) => format!("https://{rest}"),
        None => address.to_owned(),
    };
    match Url::parse(&address) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => {
            Some(url[Position::BeforePath..Position::AfterQuery].to_owned())
        }
        Ok(_) => None,
        Err(_) if address.starts_with('/') => Some(address),
        Err(_) => Some(format!("/{address}")),
    }
}

/// Returns the path that a redirect from an old address has. A query that names no text is left out.
pub(super) fn redirect_path(address: &str) -> Result<RedirectPath, ValidationError> {
    let whole = path_and_query(address).unwrap_or_default();
    let (path, query) = whole.split_once('?').unwrap_or((whole.as_str(), ""));
    let with_number = RedirectPath::of_address(path, Some(query));
    if with_number.has_parameter() {
        return RedirectPath::parse(with_number.as_str());
    }
    // One script with parameters is many pages.
    let is_page = path != "/" && Path::new(path).extension().is_none_or(|end| end != "php");
    match RedirectPath::parse(&whole) {
        Err(_) if is_page && path.len() < whole.len() => RedirectPath::parse(path),
        parsed => parsed,
    }
}

/// Returns the address by which a redirect is looked up that may lead from an old path as [`old_path`] returns it.
pub(super) fn looked_up(path: &str) -> RedirectPath {
    match path.split_once('?') {
        Some((path, query)) => RedirectPath::of_address(path, Some(query)),
        None => RedirectPath::of_address(path, None),
    }
}

/// Returns the path of an old address in the one form in which paths of an export are compared: percent-decoded, without a
/// slash at its end and without the name of an index, with its query. `None` if it is no address of a page.
pub(super) fn old_path(address: &str) -> Option<String> {
    let path_and_query = path_and_query(address)?;
    let (path, query) = match path_and_query.split_once('?') {
        Some((path, query)) => (path, query),
        None => (path_and_query.as_str(), ""),
    };
    let mut path = percent_decode_str(path).decode_utf8().ok()?.into_owned();
    for index in INDEXES {
        if path.ends_with(&format!("/{index}")) {
            path.truncate(path.len() - index.len());
        }
    }
    let path = format!("/{}", path.trim_matches('/'));
    let whole = if query.is_empty() {
        path
    } else {
        format!("{path}?{query}")
    };
    let is_line = !whole.chars().any(char::is_control);
    (is_line && whole.chars().count() <= PATH_LENGTH_MAX).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> AddressBook {
        let mut book = AddressBook::default();
        book.add("https://www.old.example/2020/01/caf%C3%A9/", 0);
        book.add("/?p=7", 0);
        book.add("/about", 1);
        book.add_file("content/posts/two.md", 2);
        book.add_file("content/posts/three/index.md", 3);
        book
    }

    #[test]
    fn paths_have_one_form() {
        for (address, path) in [
            ("https://old.example/a/b/?x=1#c", "/a/b?x=1"),
            ("/caf%C3%A9/", "/café"),
            ("/a/index.html", "/a"),
            ("/?p=7", "/?p=7"),
            ("?p=7", "/?p=7"),
            ("a", "/a"),
            ("/", "/"),
            ("//old.example/a", "/a"),
        ] {
            assert_eq!(old_path(address).as_deref(), Some(path), "{address}");
        }
        for address in ["mailto:a@example.org", "/%ff", "/a%0Ab", &"/a".repeat(2_000)] {
            assert_eq!(old_path(address), None, "{address}");
        }
    }

    #[test]
    fn redirects_lead_from_paths_and_from_the_numbers_of_wordpress() {
        for (address, path) in [
            ("https://old.example/2020/caf%c3%a9/", "/2020/caf%C3%A9"),
            ("/a?lang=en", "/a"),
            ("/?p=7", "/?p=7"),
            ("https://old.example/?page_id=7", "/?page_id=7"),
            ("https://old.example/blog/?p=7", "/blog?p=7"),
            ("/blog/?post_type=x&p=7", "/blog?p=7"),
            ("/index.php?p=7", "/index.php?p=7"),
        ] {
            assert_eq!(redirect_path(address).unwrap().as_str(), path, "{address}");
        }
        for address in ["/?cat=3", "/index.php?cat=7", "mailto:a@example.org", "/a/../b"] {
            assert!(redirect_path(address).is_err(), "{address}");
        }
        assert_eq!(looked_up("/2020/café").as_str(), "/2020/caf%C3%A9");
        assert_eq!(looked_up("/?p=7").as_str(), "/?p=7");
    }

    #[test]
    fn links_lead_to_the_texts_of_the_export() {
        let book = book();
        let text = |number, part: &str| Destination::Text(number, part.to_owned());
        for (address, expected) in [
            ("https://old.example/2020/01/café/#one", text(0, "#one")),
            ("http://www.old.example/2020/01/caf%C3%A9?utm=1", text(0, "")),
            ("/2020/01/café", text(0, "")),
            ("https://old.example/?p=7", text(0, "")),
            ("/about/", text(1, "")),
        ] {
            assert_eq!(book.destination(address, &Base::None), expected, "{address}");
        }
        let base = Base::Address("https://old.example/2020/02/other/".to_owned());
        assert_eq!(book.destination("../../01/café/", &base), text(0, ""));
        let folder = Base::Folder("content/posts".to_owned());
        for (address, number) in [
            ("two.md#x", 2),
            ("two", 2),
            ("two.html", 2),
            ("three/", 3),
            ("../posts/two.md", 2),
        ] {
            let part = if address.ends_with("#x") { "#x" } else { "" };
            assert_eq!(
                book.destination(address, &folder),
                text(number, part),
                "{address}"
            );
        }
    }

    #[test]
    fn other_links_stay_or_become_absolute() {
        let book = book();
        for address in [
            "",
            "#part",
            "mailto:a@example.org",
            "https://other.example/about",
            "tel:1",
        ] {
            assert_eq!(
                book.destination(address, &Base::None),
                Destination::Unchanged,
                "{address}"
            );
        }
        let base = Base::Address("https://elsewhere.example/a/".to_owned());
        assert_eq!(
            book.destination("b", &base),
            Destination::Elsewhere("https://elsewhere.example/a/b".to_owned())
        );
        let unknown = Destination::OldSite {
            path: "/contact".to_owned(),
            address: Some("https://old.example/contact/".to_owned()),
            part: String::new(),
        };
        assert_eq!(
            book.destination("https://old.example/contact/", &Base::None),
            unknown
        );
        let folder = Base::Folder("a".to_owned());
        assert_eq!(book.destination("missing.md", &folder), Destination::Nowhere);
        assert_eq!(book.destination("../../out.md", &folder), Destination::Nowhere);
        assert_eq!(book.text_at("https://old.example/about"), Some(1));
    }
}
