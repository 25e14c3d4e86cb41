//! Tests of the migrations.

mod activity;
mod analytics;

use refinery::{Migration, Target};
use tempfile::TempDir;

use super::super::open;
use super::*;
use crate::domain::Paging;
use crate::domain::post::Review;
use crate::domain::search::SearchQuery;
use crate::store::derived::search::{SearchFilter, Sorting};
use crate::store::{Store, StoreError, StoreOptions, counts, posts, revisions};

/// The last version with a column for the ranking of posts.
const RANKING_IN_TABLE: u32 = 5;
/// The last version whose search words have accents and quotation marks.
const SEARCH_WORDS_WITH_ACCENTS: u32 = 10;

/// The last version that stores the codes and networks of readers and administrators separately.
const SEPARATE_READER_CODES: u32 = 11;

/// The last version that orders codes by their rowid, and stores no folded texts.
const CODES_BY_ROWID: u32 = 14;

/// The last version in which all of the staff are administrators.
const STAFF_WITHOUT_ROLES: u32 = 16;

/// The last version that does not store when a post was published first.
const WITHOUT_PUBLICATION_TIMES: u32 = 17;

/// The last version without revisions of posts.
const WITHOUT_REVISIONS: u32 = 18;

/// The last version whose comments know no threads.
const WITHOUT_THREADS: u32 = 19;

/// A version whose search stores no texts and no names of authors.
const WITHOUT_SEARCH_TEXTS: u32 = 28;

/// A version whose audit log names no keys.
const WITHOUT_API_KEYS: u32 = 22;

/// The last version without redirects.
const WITHOUT_REDIRECTS: u32 = 28;

/// The last version without imports in the panel.
const WITHOUT_IMPORTS: u32 = 30;

/// The last version without exports of readers.
const WITHOUT_EXPORTS: u32 = 31;

/// The last version whose tags and authors have no pages.
const WITHOUT_COLLECTIONS: u32 = 32;

const POST: &str = "
    insert into posts (seq, id, slug, title, excerpt, read_minutes, category, status, created_at, updated_at)
    values (1, '00000000-0000-7000-8000-000000000001', 'kept', 'Kept', 'A post.', 1, 'Other', 'published', 1, 1);";
const POST_WITH_RANKING: &str = "
    insert into posts (seq, id, slug, title, excerpt, read_minutes, category, status, trending,
                       created_at, updated_at)
    values (1, '00000000-0000-7000-8000-000000000001', 'kept', 'Kept', 'A post.', 1, 'Other', 'published', 0, 1, 1);";
const CONTENT_AND_COMMENT: &str = "
    insert into post_contents (post_seq, html) values (1, '<p>A post.</p>');
    insert into category_totals (category, published) values ('Other', 1);
    insert into comments (id, post_id, content, created_at) values ('c', '00000000-0000-7000-8000-000000000001', 'Well said.', 2);
    update posts set comment_count = 1;";

struct Fixture {
    folder: TempDir,
    connection: Connection,
}

impl Fixture {
    /// Creates a database of this version with a post and a comment.
    fn new(version: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut connection = open::writable(&folder.path().join("blog.db")).unwrap();
        let target = Target::Version(i32::try_from(version).unwrap());
        migrations().set_target(target).run(&mut connection).unwrap();
        let post = if version <= RANKING_IN_TABLE {
            POST_WITH_RANKING
        } else {
            POST
        };
        connection.execute_batch(post).unwrap();
        connection.execute_batch(CONTENT_AND_COMMENT).unwrap();
        Self { folder, connection }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("blog.db")
    }

    /// The values of the column `row` of a query.
    fn rows(&self, query: &str) -> String {
        let query = format!("select coalesce(group_concat(row, '; '), '') from ({query})");
        self.connection.query_row(&query, [], |row| row.get(0)).unwrap()
    }

    /// The names and schema versions of the copies.
    fn copies(&self) -> Vec<(String, u32)> {
        let mut copies: Vec<_> = fs::read_dir(self.folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.to_str().unwrap().contains(".before-"))
            .map(|path| {
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                (name, version(&Connection::open(path).unwrap()).unwrap())
            })
            .collect();
        copies.sort();
        copies
    }
}

fn assert_opens_undamaged(path: &Path) {
    let store = Store::open(&StoreOptions::new(path, 1)).unwrap();
    assert_eq!(store.schema_version().unwrap(), latest());
    assert_eq!(store.integrity_errors().unwrap(), Vec::<String>::new());
    assert_eq!(comments(&open::readable(path).unwrap()), ["Kept: Well said."]);
}

fn comments(connection: &Connection) -> Vec<String> {
    connection
        .prepare("select title || ': ' || content from comments join posts on posts.id = post_id")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect()
}

#[test]
fn copies_and_migrates_a_database_of_every_version() {
    for version in 1..latest() {
        let fixture = Fixture::new(version);
        assert_opens_undamaged(&fixture.path());
        let name = format!("blog.db.before-v{}", latest());
        let copy = Connection::open(fixture.folder.path().join(&name)).unwrap();
        assert_eq!(comments(&copy), ["Kept: Well said."]);
        assert_eq!(fixture.copies(), [(name, version)]);
    }
}

#[test]
fn migrates_codes_tries_and_networks() {
    let fixture = Fixture::new(SEPARATE_READER_CODES);
    fixture
        .connection
        .execute_batch(
            "insert into users (id, name, username, email, password_hash, created_at, updated_at)
             values ('u', 'Ada', 'ada', 'ada@example.org', '', 1, 1);
             insert into admins (id, username, email, password_hash, created_at)
             values ('a', 'root', 'root@example.org', '', 1);
             insert into one_time_codes (rowid, id, user_id, purpose, email, code_hash, created_at)
             values (7, 'c', 'u', 'verify_email', 'ada@example.org', 'hash', 1);
             insert into code_tries (user_id, purpose, network, wrong_tries, newest_code, dead_up_to, last_at)
             values ('u', 'verify_email', '', 3, 7, 6, 1);
             insert into known_networks (user_id, network, seen_at) values ('u', 'n', 1);
             insert into known_networks (admin_id, network, seen_at) values ('a', 'n', 2);",
        )
        .unwrap();
    drop(Store::open(&StoreOptions::new(fixture.path(), 1)).unwrap());
    let codes = "select concat_ws(' ', seq, account, code_hash) as row from one_time_codes";
    let tries = "select concat_ws(' ', account, wrong_tries, newest_code, dead_up_to) as row from code_tries";
    let networks =
        "select concat_ws(' ', account, network, seen_at) as row from known_networks order by seen_at";
    assert_eq!(
        [codes, tries, networks].map(|query| fixture.rows(query)),
        ["7 u hash", "u 3 7 6", "u n 1; a n 2"]
    );
    // They are deleted with their account.
    let delete_accounts = "delete from users; delete from admins;";
    fixture.connection.execute_batch(delete_accounts).unwrap();
    assert_eq!(
        [codes, tries, networks].map(|query| fixture.rows(query)),
        ["", "", ""]
    );
}

#[test]
fn takes_published_posts_as_published_when_they_were_created() {
    let fixture = Fixture::new(WITHOUT_PUBLICATION_TIMES);
    fixture
        .connection
        .execute_batch(
            "insert into posts (seq, id, slug, title, excerpt, read_minutes, category, status, created_at, updated_at)
             values (2, '00000000-0000-7000-8000-000000000002', 'draft', 'Draft', '', 1, 'Other', 'draft', 5, 5)",
        )
        .unwrap();
    drop(Store::open(&StoreOptions::new(fixture.path(), 1)).unwrap());
    let times = "select slug || ' ' || coalesce(first_published_at, 'never') as row from posts order by seq";
    assert_eq!(fixture.rows(times), "kept 1; draft never");
}

#[test]
fn posts_have_no_revision_before_their_first_change() {
    let fixture = Fixture::new(WITHOUT_REVISIONS);
    fixture
        .connection
        .execute_batch(
            "insert into posts (seq, id, slug, title, excerpt, read_minutes, category, status, created_at, updated_at)
             values (2, '00000000-0000-7000-8000-000000000002', 'draft', 'Draft', '', 1, 'Other', 'draft', 5, 5);
             insert into post_contents (post_seq, html) values (2, '<p>Draft.</p>');",
        )
        .unwrap();
    let store = Store::open(&StoreOptions::new(fixture.path(), 1)).unwrap();
    for (slug, html) in [("kept", "<p>A post.</p>"), ("draft", "<p>Draft.</p>")] {
        let (post, text, revisions) = store
            .read_blocking(move |tx| {
                let post = posts::by_id_or_slug(tx, slug)?.unwrap();
                let text = posts::html(tx, post.seq)?;
                let revisions = revisions::list(tx, post.id, Paging::first(9))?;
                Ok::<_, StoreError>((post, text, revisions))
            })
            .unwrap();
        assert_eq!(
            (post.revision, text.as_deref(), revisions.total),
            (0, Some(html), 0)
        );
        assert_eq!((post.review, post.publish_at), (Review::None, None));
    }
    drop(store);
    let counts = "select count(*) || ' ' || (select count(*) from autosaves) as row from revisions";
    assert_eq!(fixture.rows(counts), "0 0");
}

#[test]
fn makes_each_comment_the_first_of_a_thread() {
    let fixture = Fixture::new(WITHOUT_THREADS);
    fixture
        .connection
        .execute_batch(
            "insert into comments (id, post_id, content, created_at)
             values ('00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-000000000001', 'So it is.', 3);
             update posts set comment_count = 2;",
        )
        .unwrap();
    let store = Store::open(&StoreOptions::new(fixture.path(), 1)).unwrap();
    assert_eq!(store.read_blocking(counts::discrepancies).unwrap(), []);
    drop(store);
    let comments =
        "select concat_ws(' ', id, coalesce(parent_id, 'none'), root_id, path, depth, state, held_for,
                                     reply_count) as row from comments order by created_at";
    let id = "00000000-0000-7000-8000-00000000000a";
    let expected =
        format!("c none c c 0 visible [] 0; {id} none {id} 0000000000007000800000000000000a 0 visible [] 0");
    assert_eq!(fixture.rows(comments), expected);
    let totals = "select concat_ws(' ', p.comment_count, p.thread_count, p.comments_closed, t.comments, t.held_comments)
                         as row from posts p, totals t";
    assert_eq!(fixture.rows(totals), "2 2 0 2 0");
}

#[test]
fn migrates_codes_with_their_order_and_folds_texts() {
    let fixture = Fixture::new(CODES_BY_ROWID);
    fixture
        .connection
        .execute_batch(
            "update posts set title = 'Don’t at the Café';
             insert into users (id, name, username, email, password_hash, created_at, updated_at)
             values ('u', 'Zoë O''Neill', 'zoe', 'zoe@example.org', '', 1, 1);
             insert into comments (id, post_id, user_id, content, created_at)
             values ('d', '00000000-0000-7000-8000-000000000001', 'u', '«Très» bien', 3);
             insert into one_time_codes (rowid, id, account, purpose, email, code_hash, network, network_is_known,
                                         created_at, spent_at)
             values (9, 'first', 'u', 'verify_email', 'zoe@example.org', 'one', 'n', 1, 5, 6),
                    (4, 'second', 'u', 'change_email', 'new@example.org', 'two', '', 0, 7, null);
             insert into code_tries (account, purpose, network, wrong_tries, newest_code, dead_up_to, last_at)
             values ('u', 'verify_email', '', 3, 9, 4, 1);
             insert into known_networks (account, network, seen_at) values ('u', 'n', 1);",
        )
        .unwrap();
    drop(Store::open(&StoreOptions::new(fixture.path(), 1)).unwrap());
    let codes =
        "select concat_ws(' ', seq, id, account, purpose, email, code_hash, network, network_is_known,
                                  created_at, coalesce(spent_at, 'unused')) as row
                 from one_time_codes order by seq";
    assert_eq!(
        fixture.rows(codes),
        "4 second u change_email new@example.org two  0 7 unused; \
         9 first u verify_email zoe@example.org one n 1 5 6"
    );
    let folded = "select title_folded as row from posts union all select name_folded from users
                  union all select content_folded from comments";
    assert_eq!(
        fixture.rows(folded),
        "dont at the cafe; zoe oneill; well said.; tres bien"
    );
    let others = "select concat_ws(' ', newest_code, dead_up_to) as row from code_tries
                  union all select network from known_networks";
    assert_eq!(fixture.rows(others), "9 4; n");
    fixture.connection.execute_batch("delete from users").unwrap();
    assert_eq!([codes, others].map(|query| fixture.rows(query)), ["", ""]);
}

#[test]
fn makes_the_staff_administrators() {
    let fixture = Fixture::new(STAFF_WITHOUT_ROLES);
    fixture
        .connection
        .execute_batch(
            "insert into admins (id, username, email, password_hash, created_at)
             values ('a', 'ada', 'ada@example.org', '', 1), ('b', 'bo', 'bo@example.org', '', 2);",
        )
        .unwrap();
    drop(Store::open(&StoreOptions::new(fixture.path(), 1)).unwrap());
    let roles = "select username || ' ' || role as row from admins order by created_at";
    assert_eq!(fixture.rows(roles), "ada admin; bo admin");
}

#[test]
fn rebuilds_search_words_that_have_accents() {
    let fixture = Fixture::new(SEARCH_WORDS_WITH_ACCENTS);
    fixture
        .connection
        .execute_batch(
            "update posts set title = 'Don’t at the Café';
             insert into search_words (word) values ('don’t'), ('at'), ('the'), ('café'), ('post.');
             insert into search_posts (post_seq, words, title) values (1, x'0001010101', x'00010101');",
        )
        .unwrap();
    let store = Store::open(&StoreOptions::new(fixture.path(), 1)).unwrap();
    for search in ["don't cafe", "DON’T CAFÉ", "post"] {
        let query = SearchQuery::parse(search).unwrap();
        let found = store
            .read_blocking(move |tx| {
                let filter = SearchFilter {
                    query: &query,
                    category: None,
                    tag: None,
                    author: None,
                };
                tx.search(&filter, Sorting::BestMatch, 9, 0)
            })
            .unwrap();
        assert_eq!((found.total, found.seqs), (1, vec![1]), "{search}");
    }
}

#[test]
fn stores_texts_for_phrases_and_folds_the_names_of_authors() {
    let fixture = Fixture::new(WITHOUT_SEARCH_TEXTS);
    fixture
        .connection
        .execute_batch(
            "insert into authors (id, name) values ('01890000-0000-7000-8000-000000000001', 'Zoë');
             insert into admins (id, username, email, password_hash, created_at)
             values ('01890000-0000-7000-8000-000000000002', 'Ada Ünal', 'ada@example.org', '', 1);
             insert into authors (id, admin_id) values
                ('01890000-0000-7000-8000-000000000003', '01890000-0000-7000-8000-000000000002');
             insert into search_words (id, word) values (7, 'nowhere'), (9, 'post.');
             insert into search_posts (post_seq, words, title) values (1, x'08', x'');",
        )
        .unwrap();
    drop(Store::open(&StoreOptions::new(fixture.path(), 1)).unwrap());
    let texts = "select post_seq || ' ' || text as row from search_texts";
    assert_eq!(fixture.rows(texts), "1 A post.");
    let names = "select name_folded as row from authors order by name_folded";
    assert_eq!(fixture.rows(names), "ada unal; zoe");
    // Words keep their ids, and no id is given twice.
    let words = "select word || ' ' || id as row from search_words order by id";
    assert_eq!(fixture.rows(words), "nowhere 7; post. 9; a 10; kept 11");
}

#[test]
fn keeps_the_audit_log_of_a_time_without_keys() {
    let fixture = Fixture::new(WITHOUT_API_KEYS);
    let row = "insert into audit (id, at, action, detail) values ('a', 1, 'post.created', 'draft')";
    fixture.connection.execute_batch(row).unwrap();
    assert_opens_undamaged(&fixture.path());
    let kept = "select action || ' ' || detail || coalesce(api_key, ' by nobody') as row from audit";
    assert_eq!(fixture.rows(kept), "post.created draft by nobody");
}

#[test]
fn a_database_without_redirects_gets_a_table_that_keeps_their_rules() {
    let fixture = Fixture::new(WITHOUT_REDIRECTS);
    assert_opens_undamaged(&fixture.path());
    let insert = |path: &str, target: &str, status: u16| {
        let row = format!(
            "insert into redirects (path, id, target, status, source, folded)
             values ('{path}', '{path}', {target}, {status}, 'panel', '')"
        );
        fixture.connection.execute_batch(&row).is_ok()
    };
    assert!(insert("/old", "'/new'", 301) && insert("/gone", "null", 410));
    for (path, target, status) in [
        ("/old", "'/other'", 301),
        ("/", "'/new'", 301),
        ("/a", "null", 302),
        ("/a", "'/new'", 410),
        ("/a", "''", 301),
        ("/a", "'/new'", 307),
    ] {
        assert!(!insert(path, target, status), "{path} {target} {status}");
    }
    let unused = "select path || ' ' || hits || coalesce(last_at, '') as row from redirects order by path";
    assert_eq!(fixture.rows(unused), "/gone 0; /old 0");
}

#[test]
fn a_database_without_imports_gets_tables_that_keep_their_rules() {
    let fixture = Fixture::new(WITHOUT_IMPORTS);
    assert_opens_undamaged(&fixture.path());
    let is_taken = |row: &str| fixture.connection.execute_batch(row).is_ok();
    let import = |id: &str, state: &str| {
        is_taken(&format!(
            "insert into imports (id, system, file_name, size, state, options, totals, created_at, changed_at)
             values ('{id}', 'ghost', 'a.json', 1, '{state}', '{{}}', '{{}}', 1, 1)"
        ))
    };
    assert!(import("one", "uploaded") && import("two", "failed"));
    assert!(!import("one", "done") && !import("three", "lost"));
    let entry = |kind: u32, number: u32, outcome: &str| {
        is_taken(&format!(
            "insert into import_entries (import_seq, kind, number, outcome, is_changed, entry)
             values (1, {kind}, {number}, '{outcome}', 0, '{{}}')"
        ))
    };
    assert!(entry(1, 1, "new") && entry(2, 1, "refused") && entry(9, 3, "skipped"));
    assert!(!entry(1, 1, "new") && !entry(0, 2, "new") && !entry(10, 2, "new") && !entry(1, 2, "lost"));
    let begun = "select id || ' ' || attempts || coalesce(worker, '') || coalesce(removed_at, '') as row
                 from imports order by id";
    assert_eq!(fixture.rows(begun), "one 0; two 0");
}

#[test]
fn an_export_of_a_reader_goes_with_their_account() {
    let fixture = Fixture::new(WITHOUT_EXPORTS);
    let rows = "insert into users (id, name, username, email, password_hash, created_at, updated_at)
                values ('u', 'Ada', 'ada', 'ada@example.org', '', 1, 1);
                insert into outbox (id, recipient, subject, text_body, html_body, created_at, next_try_at)
                values ('o', 'ada@example.org', '', '', '', 1, 1)";
    fixture.connection.execute_batch(rows).unwrap();
    assert_opens_undamaged(&fixture.path());
    let exports = "select user_id || ' ' || at as row from personal_exports";
    let insert = "insert into personal_exports (user_id, at) values ('u', 7)";
    fixture.connection.execute_batch(insert).unwrap();
    assert_eq!(fixture.rows(exports), "u 7");
    fixture
        .connection
        .execute_batch("pragma foreign_keys = on; delete from users where id = 'u'")
        .unwrap();
    assert_eq!(fixture.rows(exports), "");
    let kept = "select recipient as row from outbox where recipient = 'ada@example.org'";
    assert_eq!(fixture.rows(kept), "ada@example.org");
}

#[test]
fn tags_and_authors_of_a_time_without_their_pages_get_slugs_and_keep_their_followers() {
    let fixture = Fixture::new(WITHOUT_COLLECTIONS);
    fixture
        .connection
        .execute_batch(
            "insert into posts (seq, id, slug, title, excerpt, read_minutes, category, status, created_at, updated_at)
             values (2, '00000000-0000-7000-8000-000000000002', 'draft', 'Draft', '', 1, 'Other', 'draft', 5, 5);
             update posts set tags = '[\"c++\", \"RUST\"]' where seq = 1;
             update posts set tags = '[\"C\", \"Rust\"]' where seq = 2;
             insert into post_tags (tag, post_seq) values ('c++', 1), ('rust', 1), ('c', 2), ('rust', 2);
             insert into authors (id, name) values ('00000000-0000-7000-8000-00000000000a', 'Zoë O''Neill'),
                                                   ('00000000-0000-7000-8000-00000000000b', 'Zoe O''Neill');
             insert into users (id, name, username, email, password_hash, created_at, updated_at)
             values ('u', 'Ada', 'ada', 'ada@example.org', '', 1, 1);
             insert into follows (user_id, kind, target, at)
             values ('u', 'tag', 'rust', 3), ('u', 'author', '00000000-0000-7000-8000-00000000000a', 4);",
        )
        .unwrap();
    assert_opens_undamaged(&fixture.path());
    let tags =
        "select concat_ws(' ', key, slug, name, post_count, name_folded) as row from tags order by key";
    assert_eq!(
        fixture.rows(tags),
        "c c-2 C 0 c; c++ c c++ 1 c++; rust rust Rust 1 rust"
    );
    let authors = "select name || ' ' || slug as row from authors order by id";
    assert_eq!(
        fixture.rows(authors),
        "Zoë O'Neill zoe-o-neill; Zoe O'Neill zoe-o-neill-2"
    );
    let follows = "select concat_ws(' ', kind, target, at) as row from follows order by at";
    assert_eq!(
        fixture.rows(follows),
        "tag rust 3; author 00000000-0000-7000-8000-00000000000a 4"
    );
    fixture.connection.execute_batch("delete from authors").unwrap();
    assert_eq!(fixture.rows(follows), "tag rust 3");
}

#[test]
fn does_not_copy_a_new_or_current_database() {
    let fixture = Fixture::new(latest());
    assert_opens_undamaged(&fixture.path());
    let empty = fixture.folder.path().join("new.db");
    to_latest(&mut open::writable(&empty).unwrap(), &empty).unwrap();
    assert_eq!(fixture.copies(), []);
}

#[test]
fn a_failed_migration_leaves_only_one_copy_of_each_state() {
    let mut fixture = Fixture::new(latest());
    let path = fixture.path();
    let name = format!("V{}__broken", latest() + 1);
    let broken = "create table half (a text); delete from comments; insert into nowhere values (1);";
    let mut known = migrations().get_migrations().clone();
    known.push(Migration::unapplied(&name, broken).unwrap());
    let runner = Runner::new(&known).set_grouped(true);
    // The first open indexes the posts for the search.
    assert_opens_undamaged(&path);
    for _ in 0..2 {
        let error = apply(&runner, &mut fixture.connection, &path).unwrap_err();
        assert!(error.to_string().contains("nowhere"), "{error}");
        assert_opens_undamaged(&path);
    }
    let copy = format!("blog.db.before-v{}", latest() + 1);
    assert_eq!(fixture.copies(), [(copy.clone(), latest())]);

    let first = fs::read(fixture.folder.path().join(&copy)).unwrap();
    fixture
        .connection
        .execute_batch("update posts set excerpt = 'Another.'")
        .unwrap();
    apply(&runner, &mut fixture.connection, &path).unwrap_err();
    assert_eq!(
        fixture.copies(),
        [(copy.clone(), latest()), (format!("{copy}.2"), latest())]
    );
    assert_eq!(fs::read(fixture.folder.path().join(copy)).unwrap(), first);
}

#[test]
fn a_database_opens_after_a_kill_during_a_migration() {
    let fixture = Fixture::new(1);
    // The cache is so small that pages of the migration are written to the log before its end.
    fixture
        .connection
        .execute_batch("pragma cache_size = 1; begin immediate")
        .unwrap();
    let log = fixture.folder.path().join("blog.db-wal");
    let before = fs::metadata(&log).unwrap().len();
    let runner = migrations();
    let mut later: Vec<_> = runner
        .get_migrations()
        .iter()
        .filter(|migration| migration.version() > 1)
        .collect();
    later.sort_by_key(|migration| migration.version());
    for migration in later {
        fixture
            .connection
            .execute_batch(migration.sql().unwrap())
            .unwrap();
    }
    assert!(fs::metadata(&log).unwrap().len() > before);
    // The files that a kill leaves at this moment.
    let killed = tempfile::tempdir().unwrap();
    for file in ["blog.db", "blog.db-wal"] {
        fs::copy(fixture.folder.path().join(file), killed.path().join(file)).unwrap();
    }
    assert_opens_undamaged(&killed.path().join("blog.db"));
}
