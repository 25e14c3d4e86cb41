//! A site on a database file, with rows in every table.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use blog_app::auth::secret::SigningSecret;
use blog_app::auth::token::TokenIssuer;
use blog_app::domain::{Account, Clock as _, SystemClock, SystemEntropy, UserId};
use rusqlite::Connection;
use rusqlite::types::Value;
use serde_json::{Value as Json, json};
use tempfile::TempDir;
use ureq::Agent;

use crate::support::accounts::PASSWORD;
use crate::support::program::{RunningSite, expect_failure, expect_success};
use crate::support::{SECRET, corpus};

/// Rows of the tables that the sample leaves empty, and a word of the search that is longer than what most indexes of
/// PostgreSQL take. The larger picture comes before the smaller one, to which it refers.
const ROWS: &str = "
    insert into media (hash, width, height, bytes, small_hash, created_at)
    values ('zz-small', 4, 2, x'00ff00', null, 1), ('aa-large', 800, 400, randomblob(300000), 'zz-small', 1);
    insert into post_media (post_seq, hash) select seq, 'aa-large' from posts;
    insert into post_previews (post_id, hash, bytes, created_at) select id, 'preview', x'00', 1 from posts limit 1;
    insert into post_networks (post_id, network, day, uniques) select id, -7, 20000, 2 from posts;
    insert into post_referrers (post_seq, day, host, views)
    select seq, 20000, host, 3 from posts, (select 'example.com' as host union all select 'other');
    insert into post_reads (post_seq, day, readers) select seq, 20000, 2 from posts;
    insert into one_time_codes (seq, id, account, purpose, email, code_hash, network, network_is_known, created_at)
    select 41, '00000000-0000-7000-8000-000000000041', id, 'reset_password', email, 'hash', 'network', 1, 5 from users limit 1;
    insert into code_tries (account, purpose, network, wrong_tries, newest_code, dead_up_to, last_at)
    select id, 'reset_password', 'network', 3, 41, 40, 6 from users limit 1;
    insert into known_networks (account, network, seen_at) select id, 'network', 7 from users;
    insert into ended_tokens (id, account, expires_at) select '00000000-0000-4000-8000-000000000001', id, 9999999999999 from users limit 1;
    insert into email_undos (seq, token_hash, user_id, old_email, created_at, expires_at)
    select 17, 'hash', id, 'old@example.org', 8, 9999999999999 from users limit 1;
    insert into slug_history (slug, post_id) select 'a-former-slug', id from posts limit 1;
    insert into comments (id, post_id, user_id, content, content_folded, created_at, parent_id, root_id, depth, path, state, held_for)
    select '00000000-0000-7000-8000-000000000042', post_id, user_id, 'A reply', 'a reply', 9, id, root_id, 1,
           path || '00000000000070008000000000000042', 'held', '[\"link\"]' from comments limit 1;
    insert into comment_edits (comment_id, number, content, at) select id, 1, 'An earlier text', 9 from comments;
    insert into comment_reports (comment_id, user_id, reason, note, at) select c.id, u.id, 'spam', '', 9 from comments c, users u;
    insert into user_reports (user_id, reporter_id, reason, note, at, resolved_at)
    select one.id, other.id, 'abuse', 'A note', 9, 10 from users one, users other where one.id <> other.id;
    insert into user_mutes (user_id, muted_id, at) select one.id, other.id, 9 from users one, users other where one.id < other.id;
    update largest_time set milliseconds = 1700000000123;
    insert into search_words (id, word) select max(id) + 1, lower(hex(randomblob(5000))) from search_words;";

/// A folder with data folders and database files.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Creates a folder with the database file [`Folder::source`]: the sample, odd texts and an administrator.
    pub fn with_site() -> Self {
        let folder = Self::new();
        folder.run(&["seed", "demo"]).success();
        folder.create_admin();
        let database = folder.open_source();
        database.execute_batch(ROWS).unwrap();
        insert_odd_texts(&database);
        insert_team(&database);
        insert_editorial(&database);
        insert_pages(&database);
        insert_notices(&database);
        insert_moving(&database);
        fill_empty_tables(&database);
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn source(&self) -> PathBuf {
        self.path("data/blog.db")
    }

    pub fn open_source(&self) -> Connection {
        Connection::open(self.source()).unwrap()
    }

    /// Returns a command on the data folder `data`, whose settings name no server.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_blog-app"));
        command
            .current_dir(self.0.path())
            .env_remove("BLOG_APP_DATABASE__URL")
            .env("BLOG_APP_SERVER__DATA_DIR", self.path("data"))
            .env("BLOG_APP_AUTH__SECRET", SECRET)
            .env("BLOG_APP_RATE_LIMIT__ENABLED", "false")
            .args(arguments);
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Finished {
        Finished(self.command(arguments).output().unwrap())
    }

    /// Runs a command whose settings name this server.
    pub fn run_on(&self, url: &str, arguments: &[&str]) -> Finished {
        let mut command = self.command(arguments);
        // `check` also warns if mails are written to files.
        command
            .env("BLOG_APP_DATABASE__URL", url)
            .env("BLOG_APP_MAIL__TRANSPORT", "smtp")
            .env("BLOG_APP_MAIL__HOST", "127.0.0.1");
        Finished(command.output().unwrap())
    }

    /// Runs a command on another data folder.
    pub fn run_in(&self, data: &str, arguments: &[&str]) -> Finished {
        let mut command = self.command(arguments);
        command.env("BLOG_APP_SERVER__DATA_DIR", self.path(data));
        Finished(command.output().unwrap())
    }

    pub fn copy(&self, from: &str, to: &str) -> Finished {
        self.run(&["db", "copy", "--from", from, "--to", to])
    }

    /// Starts the site of a data folder.
    pub fn serve(&self, data: &str) -> RunningSite {
        let mut serve = self.command(&["serve", "--listen", "127.0.0.1:0"]);
        serve.env("BLOG_APP_SERVER__DATA_DIR", self.path(data));
        RunningSite::from_command(without_log(serve))
    }

    /// Starts the site on a database of a server.
    pub fn serve_on(&self, url: &str) -> RunningSite {
        let mut serve = self.command(&["serve", "--listen", "127.0.0.1:0"]);
        serve.env("BLOG_APP_SERVER__DATA_DIR", self.path("node"));
        serve.env("BLOG_APP_DATABASE__URL", url);
        RunningSite::from_command(without_log(serve))
    }

    fn create_admin(&self) {
        let password = self.path("password");
        std::fs::write(&password, PASSWORD).unwrap();
        let mut create = self.command(&["admin", "create", "--username", "ada", "--password-stdin"]);
        create
            .args(["--email", "ada@example.org"])
            .stdin(std::fs::File::open(password).unwrap());
        Finished(create.output().unwrap()).success();
    }
}

fn without_log(mut command: Command) -> Command {
    command.stderr(Stdio::null());
    command
}

/// The result of a command.
pub struct Finished(Output);

impl Finished {
    /// Asserts that it succeeded, and returns its standard output.
    pub fn success(&self) -> String {
        expect_success(&self.0)
    }

    /// Asserts that it succeeded, and that it found no problem in the database.
    pub fn assert_whole(&self) {
        let report = self.success();
        assert!(report.contains("The database is whole"), "{report}");
    }

    /// Asserts that it failed, and returns its one line on standard error.
    pub fn failure(&self) -> String {
        let message = expect_failure(&self.0);
        assert!(
            !message.contains("blog:blog"),
            "the message has the password: {message}"
        );
        message
    }
}

fn insert_odd_texts(database: &Connection) {
    let comment = "
        insert into comments (id, post_id, user_id, content, created_at, content_folded, root_id, path)
        values (?1, (select id from posts limit 1), (select id from users limit 1), ?2, 1, ?2, ?1, replace(?1, '-', ''))";
    let mail = "
        insert into outbox (id, recipient, subject, text_body, html_body, sealed, created_at, next_try_at, done_at)
        values (?1, 'ada@example.org', ?2, ?2, ?2, x'00ff', 1, 1, 2)";
    let texts = corpus::odd_strings();
    let texts = texts
        .iter()
        .filter(|text| !text.is_empty() && !text.contains('\0'));
    for (number, text) in texts.enumerate() {
        for insert in [comment, mail] {
            database.execute(insert, (odd_id(number), text)).unwrap();
        }
    }
    let recount = "
        update posts set comment_count = (select count(*) from comments where post_id = posts.id and state = 'visible'),
                         thread_count = (select count(*) from comments where post_id = posts.id and state = 'visible'
                                         and parent_id is null)";
    database.execute_batch(recount).unwrap();
}

/// The id of the comment and of the mail with an odd text.
pub fn odd_id(number: usize) -> String {
    format!("00000000-0000-7000-8000-{number:012}")
}

/// Inserts an invitation and a request to write.
fn insert_team(database: &Connection) {
    let insert = "
        insert into invites (id, email, role, token_hash, invited_by, created_at, expires_at)
        values ('i', 'new@example.org', 'author', 'hash', (select id from admins limit 1), 1, 2);
        insert into author_requests (id, user_id, note, created_at)
        values ('r', (select id from users limit 1), 'About Rust.', 1)";
    database.execute_batch(insert).unwrap();
}

/// Inserts what the team keeps of a post beside its text.
fn insert_editorial(database: &Connection) {
    let insert = "
        insert into post_authors (post_seq, author_id, position)
        select p.seq, a.id, 2 from posts p, authors a where a.id <> p.author_id limit 1;
        update posts set has_co_authors = 1 where seq in (select post_seq from post_authors);
        insert into post_notes (id, post_id, admin_id, event, text, created_at)
        select 'n', p.id, a.id, 'submitted', 'A note.', 1 from posts p, admins a limit 1;
        insert into revisions (post_id, number, title, html, html_size, category, tags, cover_media, slug, admin_id,
                               reason, name, created_at)
        select p.id, 1, 'Title', x'00ff', 2, 'Other', '[]', m.hash, 'slug', a.id, 'save', 'Named', 1
        from posts p, admins a, media m limit 1;
        insert into revision_media (post_id, number, hash)
        select r.post_id, r.number, m.hash from revisions r, media m limit 1;
        insert into autosaves (admin_id, key, post_id, base_revision, title, fields, saved_at)
        select a.id, p.id, p.id, 1, 'Title', '{}', 1 from admins a, posts p limit 1;
        insert into autosave_media (admin_id, key, hash)
        select s.admin_id, s.key, m.hash from autosaves s, media m limit 1;
        insert into preview_links (post_id, token_hash, created_at, expires_at)
        select id, 'hash', 1, 2 from posts limit 1;";
    database.execute_batch(insert).unwrap();
}

/// Inserts a static page with what belongs to it, and the pictures of the site.
fn insert_pages(database: &Connection) {
    let insert = "
        insert into static_pages (id, slug, title, description, excerpt, html, status, version, created_at, updated_at)
        values ('p', 'about', 'About', '', 'Text', '<p>Text</p>', 'published', 1, 1, 1);
        insert into static_page_revisions (page_id, number, title, description, slug, html, html_size, admin_id, reason,
                                           created_at)
        select 'p', 1, 'About', '', 'about', x'00ff', 2, id, 'publish', 1 from admins limit 1;
        insert into static_page_media (page_id, number, hash) select 'p', 1, hash from media;
        insert into static_page_preview_links (page_id, token_hash, created_at, expires_at) values ('p', 'hash', 1, 2);
        insert into site_media (hash) select hash from media limit 1;
        insert into site_icons (name, bytes) values ('icon-192', x'00ff')";
    database.execute_batch(insert).unwrap();
}

/// Inserts what people follow and are told, and who gets mails.
fn insert_notices(database: &Connection) {
    let insert = "
        insert into follows (user_id, kind, target, at) select u.id, 'author', a.id, 1 from users u, authors a limit 3;
        insert into follows (user_id, kind, target, at) select u.id, 'post', p.id, 1 from users u, posts p limit 3;
        insert into follows (user_id, kind, target, at) select id, 'tag', 'rust', 1 from users limit 1;
        insert into notifications (id, account, kind, actor, post_id, comment_id, count, detail, at, read_at, mail_at)
        select 'n' || c.seq, a.id, 'comment', c.user_id, c.post_id, c.id, 1, '', 1, null, 2
        from (select *, row_number() over (order by id) as seq from comments where state = 'visible') c, admins a limit 2;
        insert into notifications (id, account, kind, post_id, at, read_at) select 'r', u.id, 'post', p.id, 1, 2
        from users u, posts p limit 1;
        insert into mail_preferences (account, kind, how) select id, 'post', 'daily' from users limit 1;
        insert into subscribers (id, email, how, created_at, confirmed_at)
        values ('s', 'sub@example.org', 'weekly', 1, 2), ('t', 'new@example.org', 'each', 1, null);
        insert into deliveries (kind, period, recipient, at) values ('weekly', '2026-03-02', 's', 1);
        insert into api_keys (id, key_hash, prefix, name, role, scopes, creator, created_at, expires_at)
        select 'key', 'hash', 'blog_1', 'Import', 'editor', 'posts:read', id, 1, 2 from admins limit 1;
        insert into webhooks (id, url, events, created_at, off_at)
        values ('hook', 'https://example.org/', 'user.joined', 1, 2);
        insert into webhook_deliveries (id, webhook_id, event_id, event, at, user_id, created_at, next_try_at, done_at)
        values ('delivery', 'hook', 'event', 'user.joined', 1, 'x', 1, 1, 2);
        insert into identities (id, user_id, issuer, subject, email, created_at, used_at)
        select 'identity', id, 'https://provider.example', '1', 'ada@example.org', 1, 2 from users limit 1;
        insert into suppressed (email, reason, at) values ('gone@example.org', '550', 1);
        insert into announcements (id, kind, post_id, due_at, after) select id, 'post', id, 1, 'x' from posts limit 1;
        insert into digests (how, period, starts_at, ends_at, after, finished_at)
        values ('weekly', '2026-03-02', 1, 2, '', 3)";
    database.execute_batch(insert).unwrap();
}

/// Inserts what was moved in, and what readers have taken along.
fn insert_moving(database: &Connection) {
    let insert = "
        insert into redirects (path, id, target, status, source, folded)
        values ('/old', 'redirect', '/blog/new', 301, 'ghost', '/old /blog/new'), ('/gone', 'gone', null, 410, 'panel', '/gone');
        insert into import_sources (system, kind, source_id, object) select 'ghost', 'post', '1', id from posts limit 1;
        insert into imports (id, system, file_name, size, state, options, totals, created_at, changed_at)
        values ('import', 'ghost', 'blog.json', 7, 'done', '{}', '{}', 1, 2);
        insert into import_entries (import_seq, kind, number, outcome, is_changed, entry)
        select seq, 1, 1, 'new', 0, '{}' from imports;
        insert into personal_exports (user_id, at) select id, 1 from users limit 1";
    database.execute_batch(insert).unwrap();
}

/// Inserts a row into each table that is still empty, such as one that a later migration added.
fn fill_empty_tables(database: &Connection) {
    for table in tables(database) {
        let count = format!("select count(*) from {table}");
        if database
            .query_row(&count, [], |row| row.get::<_, u64>(0))
            .unwrap()
            > 0
        {
            continue;
        }
        let columns = texts(
            database,
            &format!(
                "select case type when 'INTEGER' then '7' when 'REAL' then '0.5' when 'BLOB' then 'x''00ff'''
                        else '''text''' end from pragma_table_info('{table}') order by cid"
            ),
        );
        let inserted = database.execute(
            &format!("insert into {table} values ({})", columns.join(", ")),
            [],
        );
        assert!(inserted.is_ok(), "add rows of {table} to the test: {inserted:?}");
    }
}

fn texts(database: &Connection, sql: &str) -> Vec<String> {
    let mut statement = database.prepare(sql).unwrap();
    let texts = statement.query_map([], |row| row.get(0)).unwrap();
    texts.map(Result::unwrap).collect()
}

fn tables(database: &Connection) -> Vec<String> {
    texts(
        database,
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
    )
}

/// Asserts that two database files have the same schema and the same rows in every table, none of which is empty.
pub fn assert_equal(one: &Path, other: &Path) {
    let (one, other) = (Connection::open(one).unwrap(), Connection::open(other).unwrap());
    let schema =
        "select type || ' ' || name || ' ' || sql from sqlite_schema where sql is not null order by 1";
    assert_eq!(texts(&one, schema), texts(&other, schema));
    let numbers = "select name || ' ' || seq from sqlite_sequence order by name";
    assert_eq!(texts(&one, numbers), texts(&other, numbers));
    for table in tables(&one) {
        let rows = rows(&one, &table);
        assert!(!rows.is_empty(), "the test has no row of {table}");
        // Each database has migrated by itself.
        if table != "refinery_schema_history" {
            assert!(rows == self::rows(&other, &table), "{table} differs");
        }
    }
}

fn rows(database: &Connection, table: &str) -> Vec<Vec<Value>> {
    let columns = texts(
        database,
        &format!("select name from pragma_table_info('{table}')"),
    );
    let numbers: Vec<String> = (1..=columns.len()).map(|number| number.to_string()).collect();
    let sql = format!("select * from {table} order by {}", numbers.join(", "));
    let mut statement = database.prepare(&sql).unwrap();
    let row = |row: &rusqlite::Row<'_>| (0..columns.len()).map(|number| row.get(number)).collect();
    statement
        .query_map([], row)
        .unwrap()
        .map(Result::unwrap)
        .collect()
}

impl Folder {
    /// Signs in, publishes a post with this word and finds it, likes it and signs up: this inserts into the tables that
    /// number their rows.
    pub fn assert_accepts_writes(&self, site: &RunningSite, word: &str) {
        let credentials = json!({"username": "ada", "email": "ada@example.org", "password": PASSWORD});
        let signed_in = post(site, "/api/admin/login", "", &credentials);
        let admin = signed_in["token"].as_str().unwrap();
        let written = json!({
            "title": format!("The {word}"),
            "content": format!("<p>This is about a {word}.</p>"),
            "category": "Other",
            "featuredImage": "https://example.org/cover.png",
            "status": "published",
        });
        post(site, "/api/blogs/create", admin, &written);
        post(
            site,
            &format!("/api/blogs/the-{word}/like"),
            &self.reader_token(),
            &json!({}),
        );
        let found: Json = serde_json::from_str(&site.get(&format!("/api/blogs?search={word}"))).unwrap();
        assert_eq!(
            (&found["total"], &found["blogs"][0]["stats"]["likeCount"]),
            (&json!(1), &json!(1))
        );
        let reader = json!({
            "name": format!("Reader of a {word}"), "email": format!("{word}@example.org"), "password": PASSWORD,
        });
        post(site, "/api/auth/register", "", &reader);
    }

    /// Returns a token of a reader of the sample.
    fn reader_token(&self) -> String {
        let readers = "
            select id from users where verified_at is not null and onboarded = 1 and is_banned = 0 and token_epoch = 0";
        let reader = UserId::parse(&texts(&self.open_source(), readers)[0]).unwrap();
        let tokens = TokenIssuer::new(&SigningSecret::from_text(SECRET), 24, Arc::new(SystemEntropy));
        tokens
            .issue(Account::Reader(reader), 0, SystemClock.now())
            .unwrap()
            .text
    }
}

fn post(site: &RunningSite, path: &str, token: &str, body: &Json) -> Json {
    let agent: Agent = Agent::config_builder().http_status_as_error(false).build().into();
    let mut request = agent.post(format!("http://{}{path}", site.address));
    if !token.is_empty() {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let mut response = request.send_json(body).unwrap();
    let (status, text) = (response.status(), response.body_mut().read_to_string().unwrap());
    assert!(status.is_success(), "{path}: {status} {text}");
    serde_json::from_str(&text).unwrap()
}
