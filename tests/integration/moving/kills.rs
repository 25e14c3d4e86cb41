//! An import that ends in the middle goes on the next time, and comes to the same end.

use std::panic::{AssertUnwindSafe, catch_unwind};

use blog_app::moving::item::Item;

use super::{Exported, comment, comment_item, options, rows, text_with};
use crate::support::Site;

const TEXTS: u32 = 120;
const PICTURE: &[u8] = include_bytes!("../../../src/actions/demo/covers/honest-baselines-480.webp");

/// Texts that want the same slugs, link to each other and have threads.
fn exported() -> Exported {
    let mut items: Vec<Item> = Vec::new();
    for number in 0..TEXTS {
        let id = format!("t{number}");
        let next = (number + 1) % TEXTS;
        let html = format!("<p>Number {number} <a href=\"/2020/t{next}/\">next</a> <img src=\"/a.png\"></p>");
        items.push(text_with(&id, &html, |text| {
            text.slug = Some(format!("slug-{}", number % 7));
        }));
        items.push(comment_item(comment(&format!("{id}-a"), &id, None, 1)));
        items.push(comment_item(comment(
            &format!("{id}-b"),
            &id,
            Some(&format!("{id}-a")),
            2,
        )));
    }
    Exported::with_files(items, &[("a.png", PICTURE)])
}

/// Everything but ids, in an order that does not depend on them.
fn contents(site: &Site) -> Vec<String> {
    [
        "select slug || title || html || created_at from posts join post_contents on post_seq = seq order by slug",
        "select p.slug || c.imported_name || c.depth || c.state || c.content
         from comments c join posts p on p.id = c.post_id order by p.slug, c.imported_name",
        "select path || target || source from redirects order by path",
        "select system || kind || source_id from import_sources order by kind, source_id",
        "select hash from media order by hash",
    ]
    .iter()
    .flat_map(|sql| rows(site, sql))
    .collect()
}

#[tokio::test]
async fn an_import_that_was_killed_comes_to_the_same_end() {
    let exported = exported();
    let whole = Site::new();
    exported.import(&whole);
    let expected = contents(&whole);
    whole.assert_counts_are_correct();
    let site = Site::new();
    // Each of these ends somewhere between two commits, and the entries of the batch that was stored last are lost.
    for killed_after in [1, 130, 400] {
        let mut left = killed_after;
        let ended = catch_unwind(AssertUnwindSafe(|| {
            exported.import_observed(&site, &options(), |_| {
                left -= 1;
                assert!(left > 0, "the program is killed");
            })
        }));
        assert!(ended.is_err());
        let stored = rows(&site, "select count(*) from posts")
            .remove(0)
            .parse::<u32>()
            .unwrap();
        assert!(stored > 0 && stored < TEXTS, "{stored}");
    }
    let rest = exported.import(&site);
    assert!(rest.totals.posts.skipped > 0 && rest.totals.posts.new > 0);
    assert_eq!(rest.totals.refused(), 0);
    assert_eq!(contents(&site), expected);
    site.assert_counts_are_correct();
}
