//! The paths at which a picture of a text may lie in an export, or in a folder beside it.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use url::Url;

use crate::moving::item::Base;

/// The folders from which the builders of sites serve files as if they were at the root.
const SERVED: [&str; 8] = [
    "static",
    "public",
    "assets",
    "content",
    "source",
    "src",
    "src/assets",
    "images",
];
/// What stands for the folder of the sources, or for the root, in the sites of some builders.
const ALIASES: [&str; 2] = ["~/", "@/"];

/// Where a picture may be, the likeliest place first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Places {
    /// Paths within the export.
    pub(super) export: Vec<String>,
    /// Paths within a folder of pictures that was given.
    pub(super) folder: Vec<String>,
    /// The address on the web.
    pub(super) web: Option<Url>,
}

/// Returns the places of a picture. `roots` are folders of the export that may be its root, and `is_own` says whether a host
/// is that of the old site.
pub(super) fn places(address: &str, base: &Base, roots: &[String], is_own: impl Fn(&str) -> bool) -> Places {
    let web = web_address(address, base);
    let mut places = Places::default();
    let path = match &web {
        Some(url) => url.path().to_owned(),
        None => without_query(address).to_owned(),
    };
    for path in spellings(&path) {
        let is_served_here = match &web {
            Some(url) => url.host_str().is_some_and(&is_own),
            None => true,
        };
        if is_served_here {
            in_export(&path, base, roots, &mut places.export);
        }
        in_folder(&path, &mut places.folder);
    }
    places.web = web;
    places
}

/// Returns the absolute address of something in a text.
pub(super) fn web_address(address: &str, base: &Base) -> Option<Url> {
    let address = match address.strip_prefix("//") {
        Some(rest) => Cow::Owned(format!("https://{rest}")),
        None => Cow::Borrowed(address),
    };
    let url = match (Url::parse(&address), base) {
        (Ok(url), _) => Some(url),
        (Err(_), Base::Address(base)) => Url::parse(base).ok()?.join(&address).ok(),
        (Err(_), Base::Folder(_) | Base::Site { .. } | Base::None) => None,
    };
    url.filter(|url| matches!(url.scheme(), "http" | "https"))
}

/// Resolves a relative path within a folder; `None` if it leads out of the root.
pub(super) fn within(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

fn without_query(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or_default()
}

/// Returns a path as it is, percent-decoded, and without the size that WordPress appends to the names of small copies.
fn spellings(path: &str) -> Vec<String> {
    let decoded = percent_decode_str(path).decode_utf8_lossy().into_owned();
    let mut spellings = vec![path.to_owned()];
    let full_size = without_size(&decoded);
    for spelling in [Some(decoded), full_size].into_iter().flatten() {
        if !spellings.contains(&spelling) {
            spellings.push(spelling);
        }
    }
    spellings
}

/// Removes `-300x200` or `-scaled` from before the end of a file's name.
fn without_size(path: &str) -> Option<String> {
    let (start, end) = path.rsplit_once('.')?;
    let (name, size) = start.rsplit_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_size = size
        .split_once('x')
        .is_some_and(|(width, height)| is_number(width) && is_number(height));
    (!end.contains('/') && (is_size || size == "scaled")).then(|| format!("{name}.{end}"))
}

fn in_export(path: &str, base: &Base, roots: &[String], found: &mut Vec<String>) {
    let mut add = |place: Option<String>| {
        if let Some(place) = place
            && !found.contains(&place)
        {
            found.push(place);
        }
    };
    let aliased = ALIASES.iter().find_map(|alias| path.strip_prefix(alias));
    let is_rooted = aliased.is_some() || path.starts_with('/');
    let path = aliased.unwrap_or_else(|| base.within_site(path));
    let mut folders: Vec<&str> = roots.iter().map(String::as_str).collect();
    if let Some(folder) = base.folder() {
        if !is_rooted {
            add(within(folder, path));
        }
        // A site may be a folder of the export.
        let above = folder.match_indices('/').map(|(end, _)| &folder[..end]);
        folders.extend(above.chain([folder]));
    }
    for folder in &folders {
        add(within(folder, path));
        for served in SERVED {
            add(within(folder, served).and_then(|served| within(&served, path)));
        }
    }
}

/// Adds a path and all its ends, since the folder may be any of those above the picture.
fn in_folder(path: &str, found: &mut Vec<String>) {
    let Some(path) = within("", path.trim_start_matches("../")) else {
        return;
    };
    let starts = std::iter::once(0).chain(path.match_indices('/').map(|(at, _)| at + 1));
    for place in starts.map(|start| path[start..].to_owned()) {
        if !found.contains(&place) {
            found.push(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(address: &str, base: &Base) -> Places {
        places(address, base, &[String::new()], |host| host == "old.example")
    }

    fn folder(path: &str) -> Base {
        Base::Folder(path.to_owned())
    }

    #[test]
    fn a_relative_path_begins_beside_the_text_then_at_the_root_and_where_files_are_served() {
        let found = of("img/a.png", &folder("content/posts/one")).export;
        assert_eq!(found[..2], ["content/posts/one/img/a.png", "img/a.png"]);
        for place in [
            "static/img/a.png",
            "public/img/a.png",
            "content/img/a.png",
            "content/posts/img/a.png",
        ] {
            assert!(found.iter().any(|path| path == place), "{place}: {found:?}");
        }
        assert_eq!(
            of("../a.png", &folder("content/posts")).export[0],
            "content/a.png"
        );
        assert_eq!(of("./a.png", &folder("")).export[0], "a.png");
    }

    #[test]
    fn a_path_from_the_root_begins_nowhere_else() {
        let found = of("/img/a.png", &folder("site/posts")).export;
        assert_eq!(found[0], "img/a.png");
        assert!(found.contains(&"site/static/img/a.png".to_owned()), "{found:?}");
        let found = of("/img/a.png", &Base::None).export;
        assert_eq!(found[..2], ["img/a.png", "static/img/a.png"]);
    }

    #[test]
    fn a_path_may_begin_at_the_root_of_the_site_or_of_its_sources() {
        let site = Base::Site {
            folder: "src/content/blog".to_owned(),
            path: "/log".to_owned(),
        };
        for (address, place) in [
            ("/log/img/a.png", "public/img/a.png"),
            ("/logo.png", "public/logo.png"),
            ("~/assets/a.png", "src/assets/a.png"),
            ("@/assets/a.png", "src/assets/a.png"),
            ("@/img/a.png", "src/assets/img/a.png"),
            ("a.png", "src/content/blog/a.png"),
            ("../../assets/a%20b.png", "src/assets/a b.png"),
        ] {
            let found = of(address, &site).export;
            assert!(found.iter().any(|path| path == place), "{address}: {found:?}");
        }
        assert!(!of("/log/a.png", &site).export.contains(&"log/a.png".to_owned()));
    }

    #[test]
    fn pictures_of_the_old_site_alone_are_in_its_export() {
        let own = of(
            "https://old.example/wp-content/uploads/2020/a.png?x=1",
            &Base::None,
        );
        assert_eq!(own.export[0], "wp-content/uploads/2020/a.png");
        assert_eq!(
            own.folder[..3],
            [
                "wp-content/uploads/2020/a.png",
                "uploads/2020/a.png",
                "2020/a.png"
            ]
        );
        let other = of("https://other.example/a/b.png", &Base::None);
        assert_eq!((other.export.len(), other.folder[0].as_str()), (0, "a/b.png"));
        let joined = of("a.png", &Base::Address("https://old.example/post/".to_owned()));
        assert_eq!(joined.export[0], "post/a.png");
        assert_eq!(joined.web.unwrap().as_str(), "https://old.example/post/a.png");
    }

    #[test]
    fn names_are_tried_decoded_and_in_full_size() {
        let found = of("/my%20cat-300x200.png", &Base::None).export;
        for place in ["my%20cat-300x200.png", "my cat-300x200.png", "my cat.png"] {
            assert!(found.iter().any(|path| path == place), "{place}: {found:?}");
        }
        assert_eq!(without_size("a-scaled.jpg").as_deref(), Some("a.jpg"));
        for name in ["a-x.png", "a-1x.png", "a.png", "a-300x200", "b-1x1.d/a"] {
            assert_eq!(without_size(name), None, "{name}");
        }
    }

    #[test]
    fn no_path_leads_out() {
        for address in ["../../etc/passwd", "/../x", "..%2F..%2Fx"] {
            for base in [folder("a"), folder(""), Base::None] {
                let places = of(address, &base);
                for place in places.export.iter().chain(&places.folder) {
                    assert!(!place.split('/').any(|part| part == ".."), "{place}");
                    assert!(!place.starts_with('/'), "{place}");
                }
            }
        }
        assert_eq!(within("a/b", "../../.."), None);
    }
}
