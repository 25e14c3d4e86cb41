//! Tests of the plans of the queries of exports: each chunk begins where the last one ended, and nothing is sorted.

use super::plans::{assert_uses_index, plan, scans_a_table};
use crate::store::comments::plans as comments;
use crate::store::posts::plans as posts;
use crate::store::static_pages::plans as static_pages;
use crate::store::{admins, authors, personal_data, users};

#[test]
fn everything_is_walked_through_in_the_order_of_its_keys() {
    for (sql, index) in [
        (posts::FOLLOWING, "sqlite_autoindex_posts_1 (id>?)"),
        (comments::FOLLOWING, "sqlite_autoindex_comments_1 (id>?)"),
        (static_pages::FOLLOWING, "sqlite_autoindex_static_pages_1 (id>?)"),
        (users::FOLLOWING, "sqlite_autoindex_users_1 (id>?)"),
        (admins::FOLLOWING, "sqlite_autoindex_admins_1 (id>?)"),
        (authors::NAMED_FOLLOWING, "sqlite_autoindex_authors_1 (id>?)"),
        (posts::TAGS, "PRIMARY KEY (tag>?)"),
        (comments::EDITS, "PRIMARY KEY (comment_id=?)"),
    ] {
        assert_uses_index(sql, index);
    }
}

#[test]
fn what_belongs_to_a_text_is_found_by_an_index() {
    for sql in [posts::FORMER_SLUGS, posts::PICTURES, static_pages::PICTURES] {
        let steps = plan(sql);
        assert!(!scans_a_table(&steps), "{sql}\n{steps:#?}");
    }
}

#[test]
fn what_is_stored_about_a_reader_is_found_by_indexes() {
    let mut lists = 0;
    for (name, sql) in personal_data::statements() {
        let steps = plan(sql);
        // What is alike in all but the last term is little: the earlier texts of one comment.
        let sorts = steps
            .iter()
            .any(|step| step.contains("TEMP B-TREE") && !step.contains("LAST TERM"));
        assert!(!scans_a_table(&steps) && !sorts, "{name}\n{steps:#?}");
        // A scan of an index is no search either.
        assert!(
            !steps.iter().any(|step| step.starts_with("SCAN ")),
            "{name}\n{steps:#?}"
        );
        lists += 1;
    }
    assert!(lists > 20, "{lists}");
}
