//! Tests of the plans of the queries of searches.

use super::plans::{assert_uses_index, plan, scans_a_table};
use crate::store::authors;
use crate::store::derived::search::plans as search;
use crate::store::posts::plans as posts;
use crate::store::search as suggestions;

#[test]
fn conditions_of_searches_use_indexes() {
    assert_uses_index(
        search::OF_CATEGORIES,
        "COVERING INDEX posts_category_newest (category=?)",
    );
    assert_uses_index(search::OF_TAG, "PRIMARY KEY (tag=?)");
    for (sql, index) in [
        (
            search::BY_AUTHOR_NAME,
            "COVERING INDEX posts_author (author_id=? AND status=?)",
        ),
        (search::BY_AUTHOR_NAME, "INDEX post_authors_author (author_id=?"),
        (
            search::BY_AUTHORS,
            "COVERING INDEX posts_author (author_id=? AND status=?)",
        ),
        (search::BY_AUTHORS, "INDEX post_authors_author (author_id=?"),
        (search::NAMED, "SCAN a USING COVERING INDEX authors_name_folded"),
        (search::TEXTS, "SEARCH t USING INTEGER PRIMARY KEY (rowid=?)"),
        (search::WRITTEN_SINCE, "INTEGER PRIMARY KEY (rowid>?)"),
        (
            posts::TEXTS,
            "SEARCH search_texts USING INTEGER PRIMARY KEY (rowid=?)",
        ),
        (authors::BY_WORDS, "SCAN a USING INDEX authors_name_folded"),
        (
            authors::BY_WORDS,
            "COVERING INDEX posts_author (author_id=? AND status=?)",
        ),
    ] {
        assert_uses_index(sql, index);
    }
}

#[test]
fn suggestions_for_searches_use_indexes() {
    let steps = plan(suggestions::TAGS);
    let range = "SEARCH tags USING INDEX tags_named (name_folded>? AND name_folded<?)";
    assert!(steps.iter().any(|step| step.contains(range)), "{steps:#?}");
    assert!(!scans_a_table(&steps), "{steps:#?}");
    assert_uses_index(suggestions::TITLES, "INTEGER PRIMARY KEY (rowid=?)");
}
