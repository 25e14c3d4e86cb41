//! Addresses as Ghost writes them: its own begin with a mark instead of the address of the site.

use std::collections::HashMap;

use percent_encoding::percent_decode_str;

use crate::moving::source::Source;

/// What stands for the address of the site in exports of Ghost 4 and later.
const SITE: &str = "__GHOST_URL__";
/// The folder of pictures in the addresses of every Ghost.
const PICTURES: &str = "/content/images/";

/// Turns addresses of pictures into paths: of the export for those that it holds, of the old site otherwise.
pub(super) struct Addresses {
    /// The files of the export, by their path within the folder of pictures.
    pictures: HashMap<String, String>,
}

impl Addresses {
    pub(super) fn new(source: &Source) -> Self {
        let pictures = source
            .files()
            .filter_map(|(file, _)| Some((inside(file)?.to_owned(), file.to_owned())));
        Self {
            pictures: pictures.collect(),
        }
    }

    /// Returns the address of a picture.
    pub(super) fn picture(&self, address: &str) -> String {
        let Some((site, path)) = address.split_once(PICTURES) else {
            return link(address);
        };
        let path = original(path);
        let name = path.split(['?', '#']).next().unwrap_or_default();
        match self.pictures.get(&*percent_decode_str(name).decode_utf8_lossy()) {
            Some(file) => format!("/{}", encoded(file)),
            None if site.contains("//") => format!("{}{PICTURES}{path}", site.trim()),
            None => format!("{PICTURES}{path}"),
        }
    }
}

/// Returns the path of a file within the folder of pictures: `content/images` anywhere, or `images` at the top or in the
/// one folder there, as Ghost's own archives have it.
fn inside(file: &str) -> Option<&str> {
    let after = |folder: &str| file.split_once(folder).map(|(_, path)| path);
    file.strip_prefix(&PICTURES[1..])
        .or_else(|| after(PICTURES))
        .or_else(|| {
            let (top, path) = file.split_once("images/")?;
            let is_top = top.is_empty() || top.find('/') == Some(top.len() - 1);
            is_top.then_some(path)
        })
}

/// Returns the path of the picture itself, of which Ghost makes sizes and forms as they are asked for.
fn original(path: &str) -> &str {
    let after = |path: &str, folder: &str| -> Option<usize> {
        let rest = path.strip_prefix(folder)?;
        Some(folder.len() + rest.find('/')? + 1)
    };
    let mut path = path;
    for folder in ["size/", "format/"] {
        if let Some(at) = after(path, folder) {
            path = path.get(at..).unwrap_or_default();
        }
    }
    path
}

fn encoded(path: &str) -> String {
    path.replace('%', "%25").replace('?', "%3F").replace('#', "%23")
}

/// Returns the address of a link, with a path of the old site for its mark.
pub(super) fn link(address: &str) -> String {
    match address.trim().strip_prefix(SITE) {
        Some(path) if path.starts_with('/') => path.to_owned(),
        Some(path) => format!("/{path}"),
        None => address.trim().to_owned(),
    }
}

/// Whether an address is one of the old site.
pub(super) fn is_own(address: &str) -> bool {
    address.trim().starts_with(SITE)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn finds_pictures_in_the_export() {
        let folder = tempfile::tempdir().unwrap();
        for path in [
            "site/content/themes/casper/assets/images/logo.png",
            "images/top.png",
            "site/content/images/2020/01/a b.png",
            "site/content/images/logo.png",
        ] {
            fs::create_dir_all(folder.path().join(path).parent().unwrap()).unwrap();
            fs::write(folder.path().join(path), "x").unwrap();
        }
        let source = Source::open(folder.path()).unwrap();
        let addresses = Addresses::new(&source);
        for (address, path) in [
            (
                "__GHOST_URL__/content/images/2020/01/a%20b.png",
                "/site/content/images/2020/01/a b.png",
            ),
            (
                "/content/images/size/w600/2020/01/a%20b.png",
                "/site/content/images/2020/01/a b.png",
            ),
            (
                "/blog/content/images/size/w600h300/format/webp/logo.png",
                "/site/content/images/logo.png",
            ),
            (
                "https://old.example/content/images/logo.png",
                "/site/content/images/logo.png",
            ),
            (
                "https://old.example/content/images/size/w30/b.png",
                "https://old.example/content/images/b.png",
            ),
            ("/content/images/top.png", "/images/top.png"),
            (
                "__GHOST_URL__/content/images/b.png?v=1",
                "/content/images/b.png?v=1",
            ),
            ("https://pictures.example/a.png", "https://pictures.example/a.png"),
            ("__GHOST_URL__/content/images/", "/content/images/"),
        ] {
            assert_eq!(addresses.picture(address), path, "{address}");
        }
    }

    #[test]
    fn gives_links_of_the_site_a_path() {
        for (address, path) in [
            ("__GHOST_URL__/a/#b", "/a/#b"),
            ("__GHOST_URL__", "/"),
            ("__GHOST_URL__?ref=x", "/?ref=x"),
            (" https://example.org/a ", "https://example.org/a"),
            ("#fn1", "#fn1"),
        ] {
            assert_eq!(link(address), path);
        }
    }
}
