//! Tests of the plans of the queries of exports: each chunk begins where the last one ended, and nothing is sorted.

use super::plans::{assert_uses_index, plan, scans_a_table};
use crate::store::authors::plans as authors;
use crate::store::comments::plans as comments;
use crate::store::posts::plans as posts;
use crate::store::series::plans as series;
use crate::store::static_pages::plans as static_pages;
use crate::store::tags::plans as tags;
use crate::store::{admins, former_slugs, personal_data, users};

#[test]
fn everything_is_walked_through_in_the_order_of_its_keys() {
    for (sql, index) in [
        (posts::FOLLOWING, "sqlite_autoindex_posts_1 (id>?)"),
        (comments::FOLLOWING, "sqlite_autoindex_comments_1 (id>?)"),
        (static_pages::FOLLOWING, "sqlite_autoindex_static_pages_1 (id>?)"),
        (users::FOLLOWING, "sqlite_autoindex_users_1 (id>?)"),
        (admins::FOLLOWING, "sqlite_autoindex_admins_1 (id>?)"),
        (authors::NAMED_FOLLOWING, "sqlite_autoindex_authors_1 (id>?)"),
        (tags::FOLLOWING, "t USING INDEX sqlite_autoindex_tags_1 (key>?)"),
        (
            series::FOLLOWING,
            "s USING INDEX sqlite_autoindex_series_1 (id>?)",
        ),
        (comments::EDITS, "PRIMARY KEY (comment_id=?)"),
    ] {
        assert_uses_index(sql, index);
    }
}

#[test]
fn what_belongs_to_a_text_is_found_by_an_index() {
    for sql in [
        posts::FORMER_SLUGS,
        posts::PICTURES,
        static_pages::PICTURES,
        tags::POST_COUNTS,
        series::IN_A_SERIES,
        authors::PROFILES,
        former_slugs::OF_TARGETS,
    ] {
        let mut steps = plan(sql);
        // The list of what is looked for.
        steps.retain(|step| !step.contains("json_each"));
        assert!(!scans_a_table(&steps), "{sql}\n{steps:#?}");
    }
}

#[test]
fn former_slugs_are_found_by_what_had_them() {
    let steps = plan(former_slugs::OF_TARGETS);
    let index = "former_slugs_target (kind=? AND target=?)";
    assert!(steps.iter().any(|step| step.contains(index)), "{steps:#?}");
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
