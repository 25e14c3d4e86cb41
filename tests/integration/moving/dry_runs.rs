//! A dry run says what would happen, and writes nothing.

use std::fs;

use super::{Exported, comment, comment_item, dry_run, post, text_with};
use crate::support::{Site, blocking, database};

const PICTURE: &[u8] = include_bytes!("../../../src/actions/demo/covers/honest-baselines-480.webp");

fn exported() -> Exported {
    let html = "<p>One <img src=\"/a.png\"> <a href=\"/2020/two\">two</a></p>";
    let items = vec![
        text_with("one", html, |text| text.old_addresses.push("/?p=1".to_owned())),
        post("two", "<p>Two <img src=\"/a.png\"></p>"),
        post("empty", ""),
        text_with("page", "<p>Page.</p>", |text| {
            text.kind = blog_app::moving::item::Kind::Page;
        }),
        comment_item(comment("b", "one", Some("a"), 2)),
        comment_item(comment("a", "one", None, 1)),
        comment_item(comment("c", "empty", None, 3)),
    ];
    Exported::with_files(items, &[("a.png", PICTURE)])
}

/// Everything that is in the database.
fn contents(site: &Site) -> Vec<(String, Vec<u8>)> {
    let mut contents = blocking(|| database::texts_and_bytes(site.folder()));
    contents.sort();
    contents
}

/// The bytes of the file and of its log.
fn files(site: &Site) -> Option<Vec<Vec<u8>>> {
    let read = |name: &str| fs::read(site.folder().join(name)).unwrap_or_default();
    (!database::is_postgres()).then(|| vec![read("blog.db"), read("blog.db-wal")])
}

#[tokio::test]
async fn a_dry_run_writes_nothing_and_says_what_an_import_then_says() {
    let site = Site::with_posts(&[crate::support::post(1)]);
    let exported = exported();
    let (contents_before, files_before) = (contents(&site), files(&site));
    let dry = exported.import_with(&site, &dry_run());
    assert!(contents(&site) == contents_before && files(&site) == files_before);
    let real = exported.import(&site);
    assert_eq!(dry.totals, real.totals);
    assert_eq!((dry.totals.posts.new, dry.totals.posts.refused), (2, 1));
    assert_eq!((dry.totals.comments.new, dry.totals.comments.refused), (2, 1));
    assert_eq!((dry.totals.pictures.new, dry.totals.pictures.skipped), (1, 1));
    assert_eq!((dry.totals.pages.new, dry.totals.redirects.new), (1, 4));
    assert_eq!(dry.items, real.items);
    let again = exported.import_with(&site, &dry_run());
    assert_eq!(again.totals.posts.skipped, 2);
    assert_eq!(again.totals.comments.skipped, 2);
}
