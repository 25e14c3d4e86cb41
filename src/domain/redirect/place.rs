//! The parts of the site that an address can belong to. No redirect leads from what the site itself has.

use crate::domain::Category;
use crate::domain::static_page::{ABOUT, ABOUT_PATH};

/// The pages and files with an address of their own. A test of the router compares them with its routes, and one of
/// `http::assets` with the files of the client.
const PAGES: [&str; 34] = [
    "/",
    "/api-docs.css",
    "/api-docs.html",
    "/api-docs.js",
    "/apple-touch-icon.png",
    "/bookmarks",
    "/favicon.svg",
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

/// Whether a file is the feed of a category.
fn is_feed(file: &str) -> bool {
    file.strip_suffix(".xml").and_then(Category::from_slug).is_some()
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
