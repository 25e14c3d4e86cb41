//! Tests of the plans of the queries of redirects.

use super::plans::{assert_uses_index, plan, scans_a_table};
use crate::store::redirects::{ADD_HITS, BY_ID, BY_PATH, FOLLOWING, PAGE};

#[test]
fn a_redirect_is_looked_up_by_its_primary_key_or_its_id() {
    assert_eq!(plan(BY_PATH), ["SEARCH redirects USING PRIMARY KEY (path=?)"]);
    for sql in [BY_ID, ADD_HITS] {
        assert_uses_index(sql, "sqlite_autoindex_redirects_2 (id=?)");
    }
}

#[test]
fn lists_of_redirects_are_read_in_the_order_of_their_paths() {
    assert_uses_index(FOLLOWING, "redirects USING PRIMARY KEY (path>?)");
    // A table without row numbers is the index of its key. A search compares rows in this order until its page is full.
    let steps = plan(PAGE);
    assert_eq!(
        steps.first().map(String::as_str),
        Some("SCAN redirects"),
        "{steps:#?}"
    );
    assert!(
        !steps.iter().any(|step| step.contains("TEMP B-TREE")),
        "{steps:#?}"
    );
    assert!(scans_a_table(&steps));
}
