//! Every table is either in the archive of a reader, or left out for a reason. A new table fails the test until it is here.

use std::collections::{BTreeMap, BTreeSet};

use super::exported;
use crate::support::{Site, database};

/// What becomes of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Table {
    /// What it holds of a reader is in these files.
    In(&'static [&'static str]),
    /// It refers to readers, and is left out for this reason.
    Not(&'static str),
    /// It refers to no reader.
    OfNobody,
}
use Table::{In, Not, OfNobody};

const TABLES: [(&str, Table); 87] = [
    ("admins", Not("the staff, who are no readers")),
    (
        "announcements",
        Not("how far many people have been told of something; it goes within minutes"),
    ),
    ("api_keys", Not("of the staff")),
    (
        "audit",
        Not("what the staff did, for the administrators; what it led to is in the profile"),
    ),
    ("author_requests", In(&["request-to-write"])),
    ("authors", OfNobody),
    ("autosave_media", OfNobody),
    ("autosaves", OfNobody),
    ("avatars", OfNobody),
    ("category_totals", OfNobody),
    (
        "code_tries",
        Not("how many wrong codes were tried, for a day, against guessing"),
    ),
    ("comment_edits", In(&["comment-edits"])),
    ("comment_likes", In(&["comment-likes"])),
    ("comment_reports", In(&["reports-of-comments"])),
    ("comments", In(&["comments"])),
    ("commits", OfNobody),
    ("daily_views", OfNobody),
    ("deliveries", In(&["digests"])),
    ("digests", OfNobody),
    ("email_undos", In(&["email-changes"])),
    (
        "ended_tokens",
        Not("ids of sessions that were ended, until they would have expired"),
    ),
    ("follows", In(&["follows"])),
    ("former_slugs", OfNobody),
    ("identities", In(&["identities"])),
    ("import_entries", OfNobody),
    ("import_sources", OfNobody),
    ("imports", OfNobody),
    ("invites", In(&["invitation"])),
    ("known_networks", In(&["networks"])),
    ("largest_time", OfNobody),
    (
        "login_tickets",
        Not("sign-ins that wait for the second factor, for five minutes"),
    ),
    ("mail_preferences", In(&["mail-preferences"])),
    ("media", OfNobody),
    ("notifications", In(&["notices"])),
    ("one_time_codes", In(&["codes"])),
    ("outbox", In(&["mails"])),
    ("passkeys", In(&["passkeys"])),
    ("personal_exports", In(&["exports"])),
    ("pings", OfNobody),
    ("post_authors", OfNobody),
    ("post_bookmarks", In(&["bookmarks"])),
    ("post_contents", OfNobody),
    ("post_days", OfNobody),
    ("post_likes", In(&["likes"])),
    ("post_media", OfNobody),
    ("post_networks", OfNobody),
    ("post_notes", OfNobody),
    ("post_previews", OfNobody),
    ("post_reads", OfNobody),
    ("post_referrers", OfNobody),
    ("post_sessions", OfNobody),
    ("post_tags", OfNobody),
    ("posts", OfNobody),
    ("preview_links", OfNobody),
    (
        "provider_sign_ins",
        Not("people on their way back from a provider, for some minutes; they are no readers yet"),
    ),
    ("recovery_codes", In(&["authenticator-app"])),
    ("redirects", OfNobody),
    ("rendered_posts", OfNobody),
    ("revision_media", OfNobody),
    ("revisions", OfNobody),
    ("search_posts", OfNobody),
    ("search_texts", OfNobody),
    ("search_words", OfNobody),
    ("series", OfNobody),
    ("series_posts", OfNobody),
    ("sessions", In(&["sessions"])),
    ("settings", OfNobody),
    ("site_icons", OfNobody),
    ("site_media", OfNobody),
    ("slug_history", OfNobody),
    ("static_page_media", OfNobody),
    ("static_page_preview_links", OfNobody),
    ("static_page_revisions", OfNobody),
    ("static_pages", OfNobody),
    ("subscribers", In(&["newsletter"])),
    ("suppressed", In(&["refused-mail"])),
    ("tags", OfNobody),
    ("tasks", OfNobody),
    ("totals", OfNobody),
    ("totp_secrets", In(&["authenticator-app"])),
    ("used_challenges", OfNobody),
    ("user_mutes", In(&["mutes"])),
    ("user_reports", In(&["reports-of-readers"])),
    ("users", In(&["profile"])),
    (
        "webhook_deliveries",
        Not("what other programs were told of: ids, for the last 100 events"),
    ),
    ("webhooks", OfNobody),
    ("wrong_guesses", OfNobody),
];

/// The columns that refer to an account, or to its address.
const REFERENCES: [&str; 10] = [
    "user_id",
    "account",
    "subject",
    "recipient",
    "reporter_id",
    "muted_id",
    "actor",
    "email",
    "old_email",
    "target",
];
/// Tables of nobody that have such a column all the same: what it refers to is no reader.
const OTHERS: [(&str, &str); 2] = [("former_slugs", "target"), ("redirects", "target")];

/// The columns of `users`, each in the profile under this name, or left out for a reason.
const PROFILE: [(&str, Result<&str, &str>); 26] = [
    ("id", Ok("id")),
    ("name", Ok("name")),
    ("username", Ok("username")),
    ("email", Ok("email")),
    ("pending_email", Ok("pendingEmail")),
    ("password_hash", Ok("hasPassword")),
    ("verified_at", Ok("verifiedAt")),
    ("onboarded", Ok("isOnboarded")),
    ("bio", Ok("bio")),
    ("avatar", Ok("avatar")),
    ("website", Ok("website")),
    ("github", Ok("github")),
    ("linkedin", Ok("linkedin")),
    ("x", Ok("x")),
    ("is_banned", Ok("isBanned")),
    ("ban_reason", Ok("banReason")),
    ("token_epoch", Err("a counter that ends sessions")),
    ("created_at", Ok("createdAt")),
    ("updated_at", Ok("updatedAt")),
    ("guess_epoch", Err("a counter that forgets wrong guesses")),
    ("hides_email", Ok("hidesEmail")),
    ("name_folded", Err("the name once more, for the search")),
    ("silenced_until", Ok("silencedUntil")),
    ("banned_until", Ok("bannedUntil")),
    ("is_trusted", Ok("isTrusted")),
    ("unread_notices", Ok("unreadNotices")),
];
/// What others have said of a reader is theirs.
const OF_OTHERS: &str = "report_count";

fn tables(site: &Site) -> BTreeSet<String> {
    let sql = if database::is_postgres() {
        "select table_name from information_schema.tables where table_schema = 'public'"
    } else {
        "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
    };
    let mut tables: BTreeSet<String> = database::query(site.folder(), sql).into_iter().collect();
    tables.remove("refinery_schema_history");
    tables
}

fn columns(site: &Site, table: &str) -> BTreeSet<String> {
    let sql = if database::is_postgres() {
        format!(
            "select column_name from information_schema.columns where table_schema = 'public' and table_name = '{table}'"
        )
    } else {
        format!("select name from pragma_table_info('{table}')")
    };
    database::query(site.folder(), &sql).into_iter().collect()
}

fn known() -> BTreeMap<&'static str, Table> {
    TABLES.into_iter().collect()
}

#[tokio::test]
async fn every_table_is_in_the_archive_or_left_out_for_a_reason() {
    let site = Site::new();
    let known = known();
    let names: BTreeSet<String> = known.keys().map(|name| (*name).to_owned()).collect();
    let mut found = tables(&site);
    // Only one of the databases has it.
    if !database::is_postgres() {
        found.insert("commits".to_owned());
    }
    let (missing, unknown): (Vec<_>, Vec<_>) = (
        found.difference(&names).collect(),
        names.difference(&found).collect(),
    );
    assert!(
        missing.is_empty() && unknown.is_empty(),
        "say what becomes of {missing:?}; there is no {unknown:?}"
    );
    for (name, table) in &known {
        let columns = columns(&site, name);
        let references: Vec<&str> = REFERENCES
            .into_iter()
            .filter(|column| columns.contains(*column) && !OTHERS.contains(&(name, column)))
            .collect();
        if *table == OfNobody {
            assert!(references.is_empty(), "{name} refers to accounts: {references:?}");
        }
        if let Not(reason) = table {
            assert!(reason.len() > 10, "{name}");
        }
    }
}

#[tokio::test]
async fn every_list_that_is_named_is_in_the_archive() {
    let site = Site::new();
    let ada = site.reader("Ada");
    let files = exported(&site, ada.id, &ada.token).await;
    let mut named: BTreeSet<String> = known()
        .values()
        .flat_map(|table| match table {
            In(lists) => lists.to_vec(),
            Not(_) | OfNobody => Vec::new(),
        })
        .map(|list| format!("{list}.json"))
        .collect();
    named.insert("index.html".to_owned());
    assert_eq!(files.keys().cloned().collect::<BTreeSet<_>>(), named);
}

#[tokio::test]
async fn every_column_of_an_account_is_in_the_profile_or_left_out_for_a_reason() {
    let site = Site::new();
    let ada = site.reader("Ada");
    let mut found = columns(&site, "users");
    assert!(found.remove(OF_OTHERS));
    let listed: BTreeSet<String> = PROFILE.iter().map(|(column, _)| (*column).to_owned()).collect();
    assert_eq!(found, listed);
    let files = exported(&site, ada.id, &ada.token).await;
    let profile = super::parsed(&files, "profile");
    let profile = profile.as_object().unwrap();
    let fields = PROFILE.iter().filter_map(|(_, field)| field.ok());
    for field in fields.clone() {
        assert!(profile.contains_key(field), "{field}");
    }
    assert_eq!(profile.len(), fields.count());
}
