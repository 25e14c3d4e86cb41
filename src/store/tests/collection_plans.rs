//! Tests of the plans of the queries of tags, authors and series.

use super::plans::{assert_uses_index, plan, scans_a_table};
use crate::domain::CollectionKind;
use crate::store::authors::plans as authors;
use crate::store::former_slugs;
use crate::store::posts::plans as posts;
use crate::store::series::plans as series;
use crate::store::tags::plans as tags;

/// Asserts that a statement finds rows by each of these indexes, and reads no whole table. It may sort what it finds.
fn assert_finds_by(sql: &'static str, indexes: &[&str]) {
    let steps = plan(sql);
    for index in indexes {
        assert!(
            steps.iter().any(|step| step.contains(index)),
            "{index}\n{sql}\n{steps:#?}"
        );
    }
    let tables: Vec<String> = steps
        .into_iter()
        .filter(|step| !step.contains("json_each"))
        .collect();
    assert!(!scans_a_table(&tables), "{sql}\n{tables:#?}");
}

#[test]
fn lists_of_tags_are_read_in_the_order_of_an_index() {
    for sql in [tags::MOST_USED, tags::MOST_USED_TOTAL, tags::IN_SITEMAP] {
        assert_uses_index(sql, "INDEX tags_most_used (post_count>?)");
    }
    assert_uses_index(tags::ALL, "INDEX tags_most_used");
    assert_finds_by(tags::TAGGED, &["post_tags USING PRIMARY KEY (tag=?)"]);
}

#[test]
fn tags_are_found_by_their_keys_and_slugs() {
    assert_uses_index(tags::BY_KEY, "autoindex_tags_1 (key=?)");
    assert_uses_index(tags::BY_SLUG, "autoindex_tags_2 (slug=?)");
    for sql in [tags::SLUGS, tags::MISSING] {
        assert_finds_by(sql, &["autoindex_tags_1 (key=?)"]);
    }
    assert_finds_by(
        tags::SIMILAR_SLUGS,
        &[
            "autoindex_tags_2 (slug=?)",
            "autoindex_tags_2 (slug>? AND slug<?)",
            "f USING PRIMARY KEY (kind=? AND slug=?)",
            "f USING PRIMARY KEY (kind=? AND slug>? AND slug<?)",
        ],
    );
}

#[test]
fn changes_of_a_tag_find_its_posts_in_an_index() {
    assert_uses_index(tags::OF_TAG, "t USING PRIMARY KEY (tag=?)");
    assert_finds_by(tags::REWRITE, &["posts USING INTEGER PRIMARY KEY (rowid=?)"]);
    assert_finds_by(
        tags::COUNT_POST,
        &["autoindex_tags_1 (key=?)", "post_tags_post (post_seq=?)"],
    );
}

#[test]
fn lists_of_series_are_read_in_the_order_of_an_index() {
    for sql in [series::SHOWN, series::SHOWN_TOTAL, series::IN_SITEMAP] {
        assert_uses_index(sql, "INDEX series_shown");
    }
    assert_uses_index(series::LATEST, "INDEX series_latest");
    for sql in [series::OF_AUTHOR, series::OF_AUTHOR_TOTAL] {
        assert_uses_index(sql, "INDEX series_author (author_id=?)");
    }
    assert_uses_index(series::BY_ID, "autoindex_series_1 (id=?)");
    assert_uses_index(series::BY_SLUG, "autoindex_series_2 (slug=?)");
}

#[test]
fn posts_of_a_series_are_read_in_the_order_of_an_index() {
    for sql in [series::PARTS, series::PUBLISHED, series::ALL] {
        assert_uses_index(sql, "INDEX series_posts_order (series_id=?)");
    }
    assert_finds_by(posts::BY_IDS, &["p USING INDEX sqlite_autoindex_posts_1 (id=?)"]);
    assert_finds_by(
        series::COUNT_POST,
        &[
            "autoindex_series_1 (id=?)",
            "series_posts USING INTEGER PRIMARY KEY (rowid=?)",
        ],
    );
    assert_finds_by(
        series::REORDER,
        &[
            "p USING COVERING INDEX sqlite_autoindex_posts_1 (id=?)",
            "INDEX series_posts_order (series_id=?)",
        ],
    );
}

#[test]
fn authors_are_found_by_their_ids_and_slugs() {
    assert_uses_index(
        authors::BY_ID,
        "author USING INDEX sqlite_autoindex_authors_1 (id=?)",
    );
    assert_uses_index(authors::BY_SLUG, "authors_slug (slug=?)");
    assert_uses_index(authors::IN_SITEMAP, "authors_slug");
    assert_uses_index(authors::IN_SITEMAP, "posts_author (author_id=? AND status=?)");
    assert_uses_index(authors::IN_SITEMAP, "post_authors_author (author_id=?)");
}

#[test]
fn slugs_are_looked_up_in_the_indexes_of_present_and_of_former_ones() {
    for (kind, table) in [
        (CollectionKind::Tag, "tags"),
        (CollectionKind::Author, "authors"),
        (CollectionKind::Series, "series"),
    ] {
        let holders = former_slugs::holders(kind);
        let numbered = former_slugs::numbered(kind);
        for (sql, former) in [
            (holders, "former_slugs USING PRIMARY KEY (kind=? AND slug=?)"),
            (
                numbered,
                "former_slugs USING PRIMARY KEY (kind=? AND slug>? AND slug<?)",
            ),
        ] {
            assert_uses_index(sql, former);
            let steps = plan(sql);
            let present = format!("SEARCH {table} USING");
            assert!(
                steps.iter().any(|step| step.starts_with(&present)),
                "{sql}\n{steps:#?}"
            );
        }
    }
    assert_uses_index(
        former_slugs::TARGET,
        "former_slugs USING PRIMARY KEY (kind=? AND slug=?)",
    );
    assert_uses_index(
        "update former_slugs set target = ?3 where kind = ?1 and target = ?2",
        "former_slugs_target (kind=? AND target=?)",
    );
}
