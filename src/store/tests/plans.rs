//! Tests of query plans: no list reads a whole table.

use crate::domain::comment::ThreadOrder;
use crate::store::comments::plans as comments;
use crate::store::derived::search;
use crate::store::engine::sqlite::open;
use crate::store::posts::plans as posts;
use crate::store::{
    Store, StoreOptions, api_keys, audit, autosaves, comment_history, deliveries, digests, identities,
    invites, marks, media, mutes, notice_mails, outbox, passkeys, post_notes, preferences, preview_links,
    provider_sign_ins, reports, revisions, second_factors, sessions, settings, subscribers, suppressed,
    users, views, webhooks, wrong_guesses,
};

pub(super) fn plan(sql: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("blog.db");
    drop(Store::open(&StoreOptions::new(&path, 1)).unwrap());
    open::plan(&path, sql)
}

pub(super) fn assert_uses_index(sql: &'static str, index: &str) {
    let steps = plan(sql);
    assert!(steps.iter().any(|step| step.contains(index)), "{sql}\n{steps:#?}");
    let sorts = steps.iter().any(|step| step.contains("TEMP B-TREE"));
    assert!(!sorts && !scans_a_table(&steps), "{sql}\n{steps:#?}");
}

/// Whether a plan scans a whole table. Scans of an index are allowed, since they stop at the limit, and scans of a
/// subquery, whose own steps are part of the plan.
pub(super) fn scans_a_table(steps: &[String]) -> bool {
    let is_subquery = |name: &str| {
        steps
            .iter()
            .any(|step| step == &format!("CO-ROUTINE {name}") || step == &format!("MATERIALIZE {name}"))
    };
    steps.iter().any(|step| {
        let scanned = step.strip_prefix("SCAN ").filter(|_| !step.contains("INDEX"));
        let name = scanned.and_then(|scanned| scanned.split(' ').next());
        name.is_some_and(|name| !is_subquery(name))
    })
}

#[test]
fn a_scan_without_an_index_is_found_under_any_name() {
    for sql in [
        "select id from users any_name where name = ?1",
        "with found as materialized (select * from comments any_name where content = ?1) select id from found",
    ] {
        let steps = plan(sql);
        assert!(scans_a_table(&steps), "{sql}\n{steps:#?}");
    }
}

#[test]
fn lists_of_a_tag_and_of_the_slider_use_their_indexes() {
    assert_uses_index(posts::TAGGED, "PRIMARY KEY (tag=?)");
    assert_uses_index(posts::FEATURED, "posts_featured");
}

#[test]
fn lists_of_an_author_use_a_covering_index() {
    for sql in [
        search::BY_AUTHOR,
        posts::BY_AUTHOR_TOTAL,
        posts::BY_AUTHOR_NEWEST,
        posts::BY_AUTHOR_OLDEST,
    ] {
        assert_uses_index(sql, "COVERING INDEX posts_author (author_id=? AND status=?)");
    }
    assert_uses_index(posts::TAGGED_BY_AUTHOR, "COVERING INDEX posts_own (author_id=?)");
}

#[test]
fn posts_of_several_authors_are_found_in_the_indexes_of_their_authors() {
    const OF_AUTHOR: &str = "INDEX post_authors_author (author_id=?";
    for sql in [
        search::BY_AUTHOR,
        posts::TAGGED_BY_AUTHOR,
        posts::IS_CO_AUTHOR,
        posts::SHARED_BY,
    ] {
        assert_uses_index(sql, OF_AUTHOR);
    }
    assert_uses_index(posts::CO_AUTHORS, "autoindex_post_authors_2 (post_seq=?)");
    let steps = plan(posts::OWN_AND_SHARED);
    for index in [OF_AUTHOR, "COVERING INDEX posts_own (author_id=?)"] {
        assert!(steps.iter().any(|step| step.contains(index)), "{steps:#?}");
    }
    assert!(!scans_a_table(&steps), "{steps:#?}");
}

#[test]
fn lists_of_comments_and_readers_use_their_indexes() {
    assert_uses_index(comments::ON_POST, "comments_post");
    assert_uses_index(users::PUBLIC, "users_public");
    assert_uses_index(users::PUBLIC_IDS, "users_public");
}

#[test]
fn threads_are_read_in_the_order_of_an_index() {
    const OF_THREAD: &str = "INDEX comments_thread (root_id=? AND path>?";
    assert_uses_index(comments::ROOTS_NEWEST, "c USING INDEX comments_roots (post_id=?)");
    assert_uses_index(comments::ROOTS_OLDEST, "c USING INDEX comments_roots (post_id=?)");
    assert_uses_index(
        comments::ROOTS_LIKED,
        "c USING INDEX comments_roots_liked (post_id=?)",
    );
    for sql in [
        comments::FIRST_REPLIES,
        comments::REPLIES,
        comments::REPLIES_TOTAL,
    ] {
        assert_uses_index(sql, OF_THREAD);
    }
    for (order, range) in [
        (ThreadOrder::Newest, "comments_roots (post_id=? AND created_at>?)"),
        (ThreadOrder::Oldest, "comments_roots (post_id=? AND created_at<?)"),
        (
            ThreadOrder::MostLiked,
            "comments_roots_liked (post_id=? AND like_count>?)",
        ),
    ] {
        assert_uses_index(comments::roots_before(order), range);
    }
    assert_uses_index(
        comments::HELD_OF_READER,
        "comments_held_of_user (user_id=? AND post_id=?)",
    );
}

#[test]
fn each_list_of_moderators_is_read_in_the_order_of_an_index() {
    for (source, index) in [
        (comments::ALL, "c USING INDEX comments_newest"),
        (comments::HELD, "c USING INDEX comments_held"),
        (comments::REMOVED, "c USING INDEX comments_removed (removed_at>?)"),
        (
            comments::REPORTED,
            "c USING INDEX comments_reported (report_count>?)",
        ),
        (comments::OF_USER, "c USING INDEX comments_user (user_id=?)"),
        (comments::QUEUE_OF_POST, "c USING INDEX comments_post (post_id=?)"),
    ] {
        assert_uses_index(source.page, index);
    }
    assert_uses_index(
        comments::EARLIER_TEXTS,
        "comment_edits USING PRIMARY KEY (comment_id=?)",
    );
}

#[test]
fn reports_and_mutes_are_found_by_their_subjects() {
    // Each sorts rows of a few subjects.
    for (sql, index) in [
        (reports::REPORTERS, "r USING PRIMARY KEY (comment_id=?)"),
        (reports::REPORTERS, "c USING INDEX comments_user (user_id=?)"),
        (reports::OPEN_OF_COMMENTS, "r USING PRIMARY KEY (comment_id=?)"),
        (reports::OPEN_OF_READERS, "r USING PRIMARY KEY (user_id=?)"),
        (mutes::OF_READER, "m USING PRIMARY KEY (user_id=?)"),
    ] {
        let steps = plan(sql);
        assert!(
            steps.iter().any(|step| step.contains(index)),
            "{index}\n{steps:#?}"
        );
        assert!(!scans_a_table(&steps), "{steps:#?}");
    }
}

#[test]
fn the_removal_of_all_comments_of_a_reader_reads_their_comments_and_those_above_them() {
    for sql in [
        comments::COUNT_OUT_OF_THREADS,
        comments::COUNT_OUT_OF_POSTS,
        comments::RESOLVE_REPORTS,
    ] {
        let steps = plan(sql);
        assert!(
            steps
                .iter()
                .any(|step| step.contains("comments_user (user_id=?)")),
            "{steps:#?}"
        );
        assert!(!scans_a_table(&steps), "{steps:#?}");
    }
}

#[test]
fn people_who_are_mentioned_are_found_by_their_names() {
    for index in ["users USING INDEX", "admin USING INDEX", "author USING"] {
        let steps = plan(comments::MENTIONED);
        assert!(steps.iter().any(|step| step.contains(index)), "{steps:#?}");
        assert!(!scans_a_table(&steps), "{steps:#?}");
    }
}

#[test]
fn deliveries_to_webhooks_are_found_by_their_time_and_their_webhook() {
    assert_uses_index(webhooks::plans::NEWEST, "webhooks_created");
    assert_uses_index(
        webhooks::plans::OF_WEBHOOK,
        "webhook_deliveries_newest (webhook_id=?)",
    );
    assert_uses_index(webhooks::plans::TRIM, "webhook_deliveries_newest (webhook_id=?");
    for due in [webhooks::plans::DUE, webhooks::plans::CLAIM] {
        assert_uses_index(due, "webhook_deliveries_due (next_try_at<?)");
        assert_uses_index(
            due,
            "webhook_deliveries_claimed (webhook_id=? AND claimed_until>?)",
        );
    }
}

#[test]
fn deletions_of_expired_rows_use_an_index_on_time() {
    assert_uses_index(comments::REMOVED_BEFORE, "comments_removed (removed_at<?)");
    assert_uses_index(api_keys::NEWEST, "api_keys_created");
    assert_uses_index(api_keys::BY_HASH, "key_hash=?");
    assert_uses_index(audit::FORGET, "audit_at");
    assert_uses_index(invites::OF_INVITER, "invites_inviter");
    assert_uses_index(views::FORGET_SESSIONS, "post_sessions_seen");
    assert_uses_index(views::FORGET_NETWORKS, "post_networks_day");
    assert_uses_index(views::FORGET_POST_DAYS, "post_days_day");
    assert_uses_index(outbox::FORGET, "outbox_done");
    assert_uses_index(wrong_guesses::DELETE_EMPTY, "wrong_guesses_empty");
    assert_uses_index(sessions::DELETE_OVER, "sessions_expires");
    assert_uses_index(second_factors::DELETE_TICKETS, "login_tickets_expires");
    assert_uses_index(passkeys::LIST, "passkeys_account");
    assert_uses_index(passkeys::DELETE_CHALLENGES, "used_challenges_expires");
    assert_uses_index(second_factors::DELETE_UNCONFIRMED, "totp_secrets_unconfirmed");
    assert_uses_index(provider_sign_ins::DELETE_EXPIRED, "provider_sign_ins_expires");
    assert_uses_index(identities::LIST, "autoindex_identities_3 (user_id=?)");
}

#[test]
fn lists_of_one_reader_use_indexes_on_the_reader() {
    const OWN_LIKES: &str = "post_likes USING PRIMARY KEY (user_id=?)";
    const OWN_BOOKMARKS: &str = "post_bookmarks USING PRIMARY KEY (user_id=?)";
    assert_uses_index(comments::BY_USER, "comments_user");
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
        assert!(!scans_a_table(&steps), "{steps:#?}");
    }
}

#[test]
fn the_history_of_a_commenter_is_read_in_indexes() {
    for (sql, index) in [
        (comment_history::VISIBLE_OF_READER, "comments_user (user_id=?)"),
        (
            comment_history::NTH_LATEST_OF_READER,
            "COVERING INDEX comments_user (user_id=?)",
        ),
        (
            comment_history::NTH_LATEST_OF_STAFF,
            "COVERING INDEX comments_staff (admin_id=?)",
        ),
        (
            comment_history::HELD_OF_READER,
            "comments_held_of_user (user_id=?)",
        ),
        (
            comment_history::SAID_BY_READER,
            "comments_text (text_hash=? AND created_at>?)",
        ),
        (
            comment_history::SAID_BY_OTHERS,
            "comments_text (text_hash=? AND created_at>?)",
        ),
        (settings::BY_NAME, "settings USING PRIMARY KEY (name=?)"),
    ] {
        let steps = plan(sql);
        assert!(steps.iter().any(|step| step.contains(index)), "{sql}\n{steps:#?}");
        assert!(!scans_a_table(&steps), "{sql}\n{steps:#?}");
    }
}

#[test]
fn lists_of_administrators_use_their_indexes() {
    assert_uses_index(posts::ALL, "posts_all");
    assert_uses_index(posts::PUBLISHED, "posts_newest");
    assert_uses_index(posts::DRAFTS, "posts_drafts");
    assert_uses_index(posts::OWN, "posts_own (author_id=?)");
    assert_uses_index(posts::SUBMITTED, "posts_submitted");
    for sql in [posts::CHANGES_REQUESTED, posts::NOT_IN_REVIEW] {
        assert_uses_index(sql, "posts_all");
    }
    assert_uses_index(post_notes::OF_POST, "post_notes_post (post_id=?)");
    assert_uses_index(users::MANAGED, "users_newest");
    for sql in [audit::PAGE, audit::BEFORE, audit::TOTAL] {
        assert_uses_index(sql, "audit_at (at>? AND at<?");
    }
}

#[test]
fn the_rendered_text_of_a_post_is_read_by_its_primary_key() {
    let steps = plan(posts::CURRENT);
    assert_eq!(
        steps,
        ["SEARCH rendered_posts USING INTEGER PRIMARY KEY (rowid=?)"]
    );
}

#[test]
fn slugs_are_looked_up_in_the_indexes_of_present_and_of_former_ones() {
    const PRESENT: &str = "posts USING INDEX sqlite_autoindex_posts_2 (slug=?)";
    const FORMER: &str = "slug_history USING PRIMARY KEY (slug=?)";
    assert_uses_index(posts::BY_FORMER_SLUG, FORMER);
    assert_uses_index(posts::FORMER_AMONG, FORMER);
    for index in [
        "posts USING COVERING INDEX sqlite_autoindex_posts_2 (slug=?)",
        FORMER,
    ] {
        assert_uses_index(posts::HELD_AMONG, index);
    }
    for index in [PRESENT, FORMER] {
        assert_uses_index(posts::HOLDER, index);
    }
    for index in [
        "posts USING COVERING INDEX sqlite_autoindex_posts_2 (slug>? AND slug<?)",
        "slug_history USING PRIMARY KEY (slug>? AND slug<?)",
    ] {
        assert_uses_index(posts::NUMBERED, index);
    }
    let kept =
        "insert into slug_history (slug, post_id) select slug, id from posts where id = ?1 and slug <> ?2";
    let steps = plan(kept);
    assert!(!scans_a_table(&steps), "{steps:#?}");
}

#[test]
fn the_deletion_of_a_post_finds_its_former_slugs_in_an_index() {
    assert_uses_index(
        "select slug from slug_history where post_id = ?1",
        "slug_history_post (post_id=?)",
    );
}

#[test]
fn posts_without_a_current_rendering_are_found_in_the_order_of_an_index() {
    assert_uses_index(posts::NOT_CURRENT, "COVERING INDEX posts_all (created_at<?)");
    assert_uses_index(
        posts::NOT_CURRENT,
        "r USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
    );
}

#[test]
fn planned_posts_are_found_in_the_order_of_their_times() {
    assert_uses_index(posts::DUE, "posts_scheduled (publish_at<?)");
    assert_uses_index(posts::NEXT, "posts_scheduled");
    assert_uses_index(audit::PUBLISHED_SINCE, "INDEX audit_published (at>?)");
}

#[test]
fn the_calendar_reads_the_posts_of_its_span_alone() {
    for sql in [posts::CALENDAR, posts::OWN_CALENDAR] {
        assert_uses_index(sql, "posts_scheduled (publish_at>? AND publish_at<?)");
        assert_uses_index(sql, "posts_newest (created_at>? AND created_at<?)");
    }
}

#[test]
fn preview_links_are_found_by_their_hash_and_their_end() {
    assert_uses_index(preview_links::BY_TOKEN, "(token_hash=?)");
    assert_uses_index(preview_links::FORGET, "preview_links_expires (expires_at<?)");
}

#[test]
fn lists_of_revisions_use_their_primary_key() {
    const OF_POST: &str = "sqlite_autoindex_revisions_1 (post_id=?";
    for sql in [revisions::OF_POST, revisions::TOTAL, revisions::BY_NUMBER] {
        assert_uses_index(sql, OF_POST);
    }
    // Sorts the revisions of one post.
    let steps = plan(revisions::PRUNE);
    assert!(steps.iter().any(|step| step.contains(OF_POST)), "{steps:#?}");
    assert!(!scans_a_table(&steps), "{steps:#?}");
}

#[test]
fn autosaves_are_found_by_their_author_and_by_their_post() {
    // Both sort: the autosaves of one person, and the people who write one post.
    for (sql, index) in [
        (autosaves::OF_ADMIN, "sqlite_autoindex_autosaves_1 (admin_id=?)"),
        (autosaves::EDITORS, "autosaves_post (post_id=? AND saved_at>?)"),
    ] {
        let steps = plan(sql);
        assert!(steps.iter().any(|step| step.contains(index)), "{steps:#?}");
        assert!(!scans_a_table(&steps), "{steps:#?}");
    }
}

#[test]
fn pictures_of_revisions_pages_tags_and_autosaves_are_looked_up_in_indexes() {
    let steps = plan(media::REMOVE_UNREFERENCED);
    for index in [
        "revision_media_hash (hash=?)",
        "revisions_cover (cover_media=?)",
        "autosave_media_hash (hash=?)",
        "static_page_media_hash (hash=?)",
        "site_media USING PRIMARY KEY (hash=?)",
        "tags_cover (cover_media=?)",
    ] {
        assert!(
            steps.iter().any(|step| step.contains(index)),
            "{index}\n{steps:#?}"
        );
    }
}

#[test]
fn due_emails_use_their_index() {
    assert_uses_index(outbox::DUE, "outbox_due");
    assert_uses_index(outbox::CLAIM, "outbox_due");
    assert_uses_index(outbox::DUE_NOTICES, "outbox_notices_due");
    assert_uses_index(outbox::CLAIM_NOTICES, "outbox_notices_due");
    assert_uses_index(outbox::NOTICES_SENT, "outbox_notices_sent");
    assert_uses_index(suppressed::NEWEST, "suppressed_at");
}

#[test]
fn mails_of_notices_and_digests_use_indexes() {
    assert_uses_index(notice_mails::DUE, "notifications_mail");
    assert_uses_index(notice_mails::WRITTEN, "sqlite_autoindex_notifications_1");
    assert_uses_index(notice_mails::OF_PERIOD, "notifications_account");
    assert_uses_index(notice_mails::ADDRESSES, "sqlite_autoindex_users_1");
    assert_uses_index(notice_mails::ADDRESSES, "sqlite_autoindex_admins_1");
    assert_uses_index(posts::ANNOUNCED, "posts_announced");
    assert_uses_index(digests::LATEST, "PRIMARY KEY");
    // It sorts no more than two times the limit.
    let candidates = plan(digests::CANDIDATES);
    for table in ["follows", "mail_preferences"] {
        let search = format!("SEARCH {table} USING PRIMARY KEY");
        assert!(
            candidates.iter().any(|step| step.starts_with(&search)),
            "{candidates:#?}"
        );
    }
    assert!(!scans_a_table(&candidates), "{candidates:#?}");
    assert_uses_index(digests::FOLLOWED, "PRIMARY KEY");
    assert_uses_index(deliveries::FORGET, "deliveries_at");
    assert_uses_index(subscribers::CONFIRMED_AFTER, "sqlite_autoindex_subscribers_1");
    assert_uses_index(subscribers::FORGET, "subscribers_unconfirmed");
    assert_uses_index(preferences::ALL_OF_ACCOUNTS, "PRIMARY KEY");
    assert_uses_index(preferences::OF_ACCOUNT, "PRIMARY KEY");
    assert_uses_index(preferences::OF_ACCOUNTS, "PRIMARY KEY");
}

#[test]
fn reads_of_posts_and_marks_scan_no_table() {
    for sql in [
        posts::BY_SEQS,
        posts::RELATED,
        marks::POSTS_MARKED_BY,
        marks::COMMENTS_LIKED_BY,
        marks::GIVEN_COMMENTS_LIKED_BY,
    ] {
        let steps = plan(sql);
        assert!(!scans_a_table(&steps), "{steps:#?}");
    }
}

#[test]
fn sessions_of_an_account_are_read_in_their_order() {
    for sql in [sessions::LIST, sessions::BEYOND] {
        assert_uses_index(sql, "sessions_subject (subject=?)");
    }
    let steps = plan(sessions::SET_SEEN);
    assert!(!scans_a_table(&steps), "{steps:#?}");
}
