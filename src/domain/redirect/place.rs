//! The parts of the site that an address can belong to. No redirect leads from what the site itself has.

use crate::domain::static_page::{ABOUT, ABOUT_PATH};
use crate::domain::{Category, CollectionKind};

/// The pages and files with an address of their own. A test of the router compares them with its routes, and one of
/// `http::assets` with the files of the client.
const PAGES: [&str; 35] = [
    "/",
    "/api-docs.css",
    "/api-docs.html",
    "/api-docs.js",
    "/apple-touch-icon.png",
    "/bookmarks",
    "/favicon.svg",
    "/feed.json",
    "/feed.xml",
    "/following",
    "/forgot-password",
    "/icon",
    "/icon-192.png",
    "/icon-512.png",
    "/icon-maskable-512.png",
    "/login",
    "/manifest.webmanifest",
    "/newsletter",
    "/notifications",
    "/onboarding",
    "/opensearch.xml",
    "/profile",
    "/recent",
    "/reset-password",
    "/robots.txt",
    "/settings/mail",
    "/settings/security",
    "/setup",
    "/signup",
    "/sitemap.xml",
    "/start.js",
    "/treasure",
    "/trending",
    "/undo-email-change",
    "/verify-email",
];

/// The folders below which everything belongs to the site, whether or not there is something.
const FOLDERS: [&str; 8] = [
    "/admin",
    "/api",
    "/assets",
    "/avatars",
    "/media",
    "/newsletter/confirm",
    "/preview",
    "/unsubscribe",
];

/// The ends of the files of feeds.
const FEED_SUFFIXES: [&str; 2] = [".xml", ".json"];
/// The feeds below the page of a tag, an author or a series.
const FEEDS: [&str; 2] = ["/feed.xml", "/feed.json"];

/// The part of the site that an address belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SitePlace<'path> {
    /// A page, a feed or a file that is always there.
    Page,
    /// Something in a folder of the site.
    Folder,
    /// The article with this id or slug, if there is one.
    Post(&'path str),
    /// The static page with this slug, if there is one.
    StaticPage(&'path str),
    /// The profile of the reader with this id, if there is one.
    Profile(&'path str),
    /// The tag, the author or the series with this slug, if there is one, or a feed of it.
    Collection(CollectionKind, &'path str),
    /// None.
    Free,
}

/// Returns the place of a path in its canonical form.
pub(super) fn of(path: &str) -> SitePlace<'_> {
    if PAGES.contains(&path) || is_part_of_the_sitemap(path) {
        return SitePlace::Page;
    }
    if path == ABOUT_PATH {
        return SitePlace::StaticPage(ABOUT);
    }
    let is_in = |folder: &&str| {
        path.strip_prefix(*folder)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    if FOLDERS.iter().any(is_in) {
        return SitePlace::Folder;
    }
    for kind in [
        CollectionKind::Tag,
        CollectionKind::Author,
        CollectionKind::Series,
    ] {
        if let Some(slug) = collection(path, kind) {
            return SitePlace::Collection(kind, slug);
        }
    }
    match below_one_of(path, ["/blog/", "/page/", "/profile/", "/feed/"]) {
        Some(("/blog/", name)) => SitePlace::Post(name.strip_suffix(".md").unwrap_or(name)),
        Some(("/page/", name)) => SitePlace::StaticPage(name),
        Some(("/profile/", name)) => SitePlace::Profile(name),
        Some((_, name)) if is_feed(name) => SitePlace::Page,
        _ => SitePlace::Free,
    }
}

/// Returns the folder that a path is directly in, and its name there.
fn below_one_of<'path>(path: &'path str, folders: [&'static str; 4]) -> Option<(&'static str, &'path str)> {
    let (folder, name) = folders
        .into_iter()
        .find_map(|folder| Some((folder, path.strip_prefix(folder)?)))?;
    (!name.is_empty() && !name.contains('/')).then_some((folder, name))
}

/// Returns the slug in the path of the page of a tag, an author or a series, or of a feed of it.
fn collection(path: &str, kind: CollectionKind) -> Option<&str> {
    let rest = path
        .strip_prefix('/')?
        .strip_prefix(kind.name())?
        .strip_prefix('/')?;
    let feed = FEEDS.iter().find_map(|feed| rest.strip_suffix(feed));
    let slug = feed.unwrap_or(rest);
    (!slug.is_empty() && !slug.contains('/')).then_some(slug)
}

/// Whether a file is a feed of a category.
fn is_feed(file: &str) -> bool {
    let slug = FEED_SUFFIXES.iter().find_map(|suffix| file.strip_suffix(suffix));
    slug.and_then(Category::from_slug).is_some()
}

fn is_part_of_the_sitemap(path: &str) -> bool {
    path.strip_prefix("/sitemap-")
        .and_then(|rest| rest.strip_suffix(".xml"))
        .is_some_and(|number| number.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::redirect::RedirectPath;

    #[test]
    fn knows_what_the_site_itself_has() {
        for (path, expected) in [
            ("/", SitePlace::Page),
            ("/trending/", SitePlace::Page),
            ("/%74rending", SitePlace::Page),
            ("/settings/mail", SitePlace::Page),
            ("/feed/system-design.xml", SitePlace::Page),
            ("/feed/system-design.json", SitePlace::Page),
            ("/sitemap-12.xml", SitePlace::Page),
            ("/api", SitePlace::Folder),
            ("/api/blogs", SitePlace::Folder),
            ("/admin/nothing/here", SitePlace::Folder),
            ("/media/a.webp", SitePlace::Folder),
            ("/assets/index.js", SitePlace::Folder),
            ("/newsletter/confirm/1", SitePlace::Folder),
            ("/blog/hello", SitePlace::Post("hello")),
            ("/blog/hello.md", SitePlace::Post("hello")),
            ("/page/rules/", SitePlace::StaticPage("rules")),
            ("/about", SitePlace::StaticPage("about")),
            ("/profile/1", SitePlace::Profile("1")),
            ("/tag/rust/", SitePlace::Collection(CollectionKind::Tag, "rust")),
            (
                "/tag/rust/feed.xml",
                SitePlace::Collection(CollectionKind::Tag, "rust"),
            ),
            (
                "/author/ada/feed.json",
                SitePlace::Collection(CollectionKind::Author, "ada"),
            ),
            (
                "/series/one",
                SitePlace::Collection(CollectionKind::Series, "one"),
            ),
            ("/tag", SitePlace::Free),
            ("/tags/rust", SitePlace::Free),
            ("/tag/rust/rss", SitePlace::Free),
            ("/tag/a/b/feed.xml", SitePlace::Free),
            ("/?p=5", SitePlace::Free),
            ("/archive?p=5", SitePlace::Free),
            ("/trending/?p=5", SitePlace::Page),
            ("/blog/hello?p=5", SitePlace::Post("hello")),
            ("/old", SitePlace::Free),
            ("/apis", SitePlace::Free),
            ("/administration", SitePlace::Free),
            ("/newsletter/2019", SitePlace::Free),
            ("/blog", SitePlace::Free),
            ("/blog/2019/hello", SitePlace::Free),
            ("/page", SitePlace::Free),
            ("/feed", SitePlace::Free),
            ("/feed/atom", SitePlace::Free),
            ("/feed/unknown.xml", SitePlace::Free),
            ("/sitemap-a.xml", SitePlace::Free),
            ("/Trending", SitePlace::Free),
        ] {
            let parsed = RedirectPath::parse(path).unwrap();
            assert_eq!(parsed.place(), expected, "{path}");
        }
    }
}
