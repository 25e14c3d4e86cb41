//! Tests of the query plans of notices, follows and announcements.

use super::plans::{plan, scans_a_table};
use crate::store::comments::plans as comments;
use crate::store::notices::plans as notices;
use crate::store::posts::plans as posts;
use crate::store::{announcements, follows};

/// Asserts that a statement uses all these indexes, and reads no whole table.
fn assert_uses(sql: &'static str, indexes: &[&str]) {
    let steps = plan(sql);
    for index in indexes {
        assert!(
            steps.iter().any(|step| step.contains(index)),
            "{index}\n{sql}\n{steps:#?}"
        );
    }
    let rest: Vec<String> = steps
        .into_iter()
        .filter(|step| !step.contains("json_each"))
        .collect();
    assert!(!scans_a_table(&rest), "{sql}\n{rest:#?}");
}

#[test]
fn notices_of_an_account_are_read_in_the_order_of_an_index() {
    for (sql, index) in [
        (notices::ALL, "n USING INDEX notifications_account (account=?)"),
        (notices::TOTAL, "n USING INDEX notifications_account (account=?)"),
        (notices::UNREAD, "n USING INDEX notifications_unread (account=?)"),
        (
            notices::UNREAD_TOTAL,
            "n USING INDEX notifications_unread (account=?)",
        ),
        (notices::MARK_THESE, "INDEX notifications_unread (account=?"),
        (
            notices::MARK_ALL,
            "INDEX notifications_unread (account=? AND at<?)",
        ),
    ] {
        assert_uses(sql, &[index]);
        let sorts = plan(sql).iter().any(|step| step.contains("TEMP B-TREE"));
        assert!(!sorts, "{sql}");
    }
}

#[test]
fn the_people_who_are_told_are_looked_up_one_by_one() {
    assert_uses(
        notices::RECIPIENTS,
        &[
            "u USING INDEX sqlite_autoindex_users_1 (id=?)",
            "a USING INDEX sqlite_autoindex_admins_1 (id=?)",
            "preference USING PRIMARY KEY (account=? AND kind=?)",
            "refused USING PRIMARY KEY (email=?)",
            "muted USING PRIMARY KEY (user_id=? AND muted_id=?)",
        ],
    );
    assert_uses(notices::INSERT, &[]);
    assert_uses(
        notices::FOLD,
        &[
            "notifications_folded (account=? AND post_id=?)",
            "notifications_comment (account=? AND comment_id=?)",
        ],
    );
    assert_uses(notices::COMMENT, &["c USING INDEX sqlite_autoindex_comments_1"]);
    assert_uses(notices::AUTHORS_OF_POST, &["c USING PRIMARY KEY (post_seq=?)"]);
    assert_uses(
        notices::MENTIONED,
        &[
            "users USING INDEX sqlite_autoindex_users_2 (username=?)",
            "admins USING INDEX sqlite_autoindex_admins_2 (username=?)",
        ],
    );
}

#[test]
fn what_is_withdrawn_is_found_by_its_comment_or_post() {
    for (sql, index) in [
        (notices::REDUCE_FOLDED, "notifications_of_comment (comment_id=?)"),
        (notices::HIDE_NOTICES, "notifications_of_comment (comment_id=?)"),
        (notices::HIDE_MAILS, "outbox_comment (comment_id=?)"),
        (
            notices::HIDE_ANNOUNCEMENTS,
            "announcements_comment (comment_id=?)",
        ),
        (notices::HIDE_MAILS_OF_POST, "outbox_comment"),
        (notices::HIDE_OF_POST, "notifications_of_post (post_id=?)"),
    ] {
        assert_uses(sql, &[index]);
    }
}

#[test]
fn what_is_due_and_what_is_old_is_the_beginning_of_an_index() {
    for (sql, index) in [
        (notices::SUPPRESSED, "s USING PRIMARY KEY (email=?)"),
        (notices::OLDER, "notifications_at (at<?)"),
        (notices::OVERFULL, "COVERING INDEX notifications_account"),
        (notices::BEYOND, "notifications_account (account=?)"),
        (announcements::DUE, "announcements_due (due_at<?)"),
        (announcements::NEXT, "announcements_due"),
        (comments::HELD_AND_REPORTED, "INDEX comments_held"),
        (announcements::LAST_MODERATION, "notifications_moderation"),
    ] {
        assert_uses(sql, &[index]);
    }
}

#[test]
fn followers_are_found_by_what_they_follow() {
    const OF_TARGET: &str = "COVERING INDEX follows_target (kind=? AND target=? AND user_id>?)";
    assert_uses(
        announcements::HAS_FOLLOWERS,
        &["follows_target (kind=? AND target=?)"],
    );
    assert_uses(announcements::FOLLOWERS_OF_POST, &[OF_TARGET]);
    let steps = plan(announcements::FOLLOWERS_OF_COLLECTIONS);
    let searches = steps.iter().filter(|step| step.contains(OF_TARGET));
    assert_eq!(searches.count(), 4, "{steps:#?}");
}

#[test]
fn what_a_reader_follows_is_found_by_the_reader() {
    for sql in [follows::OF_READER, follows::TOTAL] {
        assert_uses(sql, &["f USING PRIMARY KEY (user_id=?"]);
    }
    assert_uses(follows::TAG_EXISTS, &["t USING PRIMARY KEY (tag=?)"]);
    assert_uses(follows::SERIES_EXISTS, &["sqlite_autoindex_series_1 (id=?)"]);
    assert_uses(
        posts::FOLLOWED,
        &[
            "posts_author (author_id=? AND status=?)",
            "post_authors_author (author_id=?)",
            "t USING PRIMARY KEY (tag=?)",
            "s USING COVERING INDEX series_posts_order (series_id=?)",
        ],
    );
}
