//! Tests of the plans of the queries of static pages.

use super::plans::{assert_uses_index, plan, scans_a_table};
use crate::store::static_pages::plans as pages;

#[test]
fn lists_of_pages_are_read_in_the_order_of_their_indexes() {
    assert_uses_index(pages::NEWEST, "static_pages_updated");
    assert_uses_index(pages::PUBLISHED, "static_pages_published");
    assert_uses_index(pages::PUBLISHED_TOTAL, "COVERING INDEX static_pages_published");
}

#[test]
fn pages_are_found_by_their_slugs_and_their_preview_links() {
    assert_uses_index(pages::BY_SLUG, "(slug=?)");
    assert_uses_index(pages::HELD_AMONG, "(slug=?)");
    assert_uses_index(pages::SLUGS_OF, "(id=?)");
    assert_uses_index(pages::BY_TOKEN, "(token_hash=?)");
    assert_uses_index(pages::FORGET, "static_page_preview_links_expires (expires_at<?)");
}

#[test]
fn pages_without_a_current_rendering_are_found_in_the_order_of_their_ids() {
    assert_uses_index(pages::NOT_CURRENT, "sqlite_autoindex_static_pages_1 (id>?)");
}

#[test]
fn revisions_of_pages_are_found_by_their_primary_key() {
    const OF_PAGE: &str = "sqlite_autoindex_static_page_revisions_1 (page_id=?";
    for sql in [pages::OF_PAGE, pages::BY_NUMBER] {
        assert_uses_index(sql, OF_PAGE);
    }
    // Sorts the revisions of one page.
    let steps = plan(pages::PRUNE);
    assert!(steps.iter().any(|step| step.contains(OF_PAGE)), "{steps:#?}");
    assert!(!scans_a_table(&steps), "{steps:#?}");
}
