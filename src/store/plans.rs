//! Shows that no list reads past an index, by how the engine says that it would answer.

use super::engine::search;
use super::engine::{Store, StoreOptions};
use super::posts::plans as posts;
use super::{comments, marks, outbox, users, views};

fn plan(sql: &'static str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let options = StoreOptions::new(folder.path().join("blog.db"), 1);
    Store::open(&options)
        .unwrap()
        .read_blocking(move |tx| tx.plan(sql))
        .unwrap()
}

fn assert_by_index(sql: &'static str, index: &str) {
    let steps = plan(sql);
    assert!(steps.iter().any(|step| step.contains(index)), "{sql}\n{steps:#?}");
    assert!(
        !steps
            .iter()
            .any(|step| step.contains("TEMP B-TREE") || is_whole_table(step)),
        "{sql}\n{steps:#?}"
    );
}

/// Reading an index from its end is a scan that stops at the limit; reading a table is one that does not.
fn is_whole_table(step: &str) -> bool {
    ["p", "posts", "t", "kin", "latest", "c", "u"]
        .iter()
        .any(|table| step == format!("SCAN {table}"))
}

#[test]
fn the_posts_of_a_tag_and_of_the_slider_are_found_by_their_indexes() {
    assert_by_index(posts::TAGGED, "PRIMARY KEY (tag=?)");
    assert_by_index(posts::FEATURED, "posts_featured");
}

#[test]
fn posts_of_an_author_come_from_their_index_alone() {
    for sql in [
        search::BY_AUTHOR,
        posts::BY_AUTHOR_TOTAL,
        posts::BY_AUTHOR_NEWEST,
        posts::BY_AUTHOR_OLDEST,
    ] {
        assert_by_index(sql, "COVERING INDEX posts_author (author_id=? AND status=?)");
    }
    assert_by_index(
        posts::TAGGED_BY_AUTHOR,
        "COVERING INDEX posts_author (author_id=?)",
    );
}

#[test]
fn comments_and_readers_come_from_their_indexes() {
    assert_by_index(comments::ON_POST, "comments_post");
    assert_by_index(users::PUBLIC, "users_public");
}

#[test]
fn what_is_forgotten_is_found_by_its_time() {
    assert_by_index(views::FORGET_SESSIONS, "post_sessions_seen");
    assert_by_index(views::FORGET_NETWORKS, "post_networks_day");
    assert_by_index(outbox::FORGET, "outbox_done");
}

#[test]
fn what_is_one_readers_own_is_found_by_the_reader() {
    const OWN_LIKES: &str = "post_likes USING PRIMARY KEY (user_id=?)";
    const OWN_BOOKMARKS: &str = "post_bookmarks USING PRIMARY KEY (user_id=?)";
    assert_by_index(comments::BY_USER, "comments_user");
    for (sql, indexes) in [
        (posts::BOOKMARKED, &["b USING PRIMARY KEY (user_id=?)"][..]),
        (posts::PREFERENCES, &[OWN_LIKES, OWN_BOOKMARKS, "comments_user"]),
        (
            posts::RECOMMENDED,
            &[
                "l USING PRIMARY KEY (user_id=?)",
                "b USING PRIMARY KEY (user_id=?)",
                "l USING PRIMARY KEY (user_id=? AND post_id=?)",
            ],
        ),
    ] {
        let steps = plan(sql);
        for index in indexes {
            assert!(
                steps.iter().any(|step| step.contains(index)),
                "{index}\n{steps:#?}"
            );
        }
        assert!(!steps.iter().any(|step| is_whole_table(step)), "{steps:#?}");
    }
}

#[test]
fn the_lists_of_administrators_read_their_indexes() {
    assert_by_index(posts::ALL, "posts_all");
    assert_by_index(posts::PUBLISHED, "posts_newest");
    assert_by_index(posts::DRAFTS, "posts_drafts");
    assert_by_index(users::MANAGED, "users_newest");
    assert_by_index(comments::MANAGED, "comments_newest");
}

#[test]
fn mails_that_are_due_come_from_their_index() {
    assert_by_index(outbox::DUE, "outbox_due");
}

#[test]
fn posts_are_filled_and_marked_by_their_keys() {
    for sql in [
        posts::BY_SEQS,
        posts::RELATED,
        marks::POSTS_MARKED_BY,
        marks::COMMENTS_LIKED_BY,
        marks::THESE_COMMENTS_LIKED_BY,
    ] {
        let steps = plan(sql);
        assert!(!steps.iter().any(|step| is_whole_table(step)), "{steps:#?}");
    }
}
