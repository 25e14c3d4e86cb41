//! Migrations of a server's database with rows in it.

use std::fs;
use std::path::Path;

use blog_app::store::Store;

use crate::support::database::{new_on_postgres, server};
use crate::support::postgres::{Database, is_installed, new_database, query};

/// The last version in which all of the staff are administrators.
const STAFF_WITHOUT_ROLES: u32 = 16;
/// The last version that does not store when a post was published first.
const WITHOUT_PUBLICATION_TIMES: u32 = 17;
/// The last version whose comments know no threads.
const WITHOUT_THREADS: u32 = 19;
/// A version whose tags and authors have no pages.
const WITHOUT_COLLECTIONS: u32 = 32;

/// Creates a database of an earlier version, without rows.
fn database_of_version(last: u32) -> Database {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/postgres");
    let mut migrations: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| version_of(path) <= last)
        .collect();
    migrations.sort_by_key(|path| version_of(path));
    let database = new_database();
    for migration in migrations {
        query(&database.url, &fs::read_to_string(migration).unwrap());
    }
    let history = query(
        &new_on_postgres().url,
        &format!(
            "select string_agg(format('(%s, %L, %L, %L)', version, name, applied_on, checksum), ', ')
             from refinery_schema_history where version <= {last}"
        ),
    );
    query(
        &database.url,
        &format!(
            "create table refinery_schema_history
                 (version integer primary key, name text, applied_on text, checksum text);
             insert into refinery_schema_history values {history}"
        ),
    );
    database
}

/// Returns the version in the name of a migration's file, such as `V17__team.sql`.
fn version_of(migration: &Path) -> u32 {
    let name = migration.file_name().unwrap().to_str().unwrap();
    let (version, _) = name[1..].split_once("__").unwrap();
    version.parse().unwrap()
}

#[test]
fn makes_the_staff_administrators() {
    if !is_installed() {
        return;
    }
    let database = database_of_version(STAFF_WITHOUT_ROLES);
    query(
        &database.url,
        "insert into admins (id, username, email, password_hash, created_at)
         values ('a', 'ada', 'ada@example.org', '', 1), ('b', 'bo', 'bo@example.org', '', 2)",
    );
    drop(Store::open(&server(database.url.clone(), 1)).unwrap());
    let roles = "select string_agg(username || ' ' || role, '; ' order by created_at) from admins";
    assert_eq!(query(&database.url, roles), "ada admin; bo admin");
}

#[test]
fn takes_published_posts_as_published_when_they_were_created() {
    if !is_installed() {
        return;
    }
    let database = database_of_version(WITHOUT_PUBLICATION_TIMES);
    query(
        &database.url,
        "insert into posts (id, slug, title, excerpt, read_minutes, category, status, created_at, updated_at)
         values ('00000000-0000-7000-8000-000000000001', 'kept', 'Kept', '', 1, 'Other', 'published', 1, 1),
                ('00000000-0000-7000-8000-000000000002', 'draft', 'Draft', '', 1, 'Other', 'draft', 5, 5)",
    );
    drop(Store::open(&server(database.url.clone(), 1)).unwrap());
    let times =
        "select string_agg(slug || ' ' || coalesce(first_published_at::text, 'never'), '; ' order by seq)
                 from posts";
    assert_eq!(query(&database.url, times), "kept 1; draft never");
}

#[test]
fn makes_each_comment_the_first_of_a_thread() {
    if !is_installed() {
        return;
    }
    let database = database_of_version(WITHOUT_THREADS);
    query(
        &database.url,
        "insert into posts (id, slug, title, excerpt, read_minutes, category, status, comment_count, created_at, updated_at)
         values ('00000000-0000-7000-8000-000000000001', 'kept', 'Kept', '', 1, 'Other', 'published', 2, 1, 1);
         insert into comments (id, post_id, content, created_at)
         values ('00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-000000000001', 'Well said.', 2),
                ('00000000-0000-7000-8000-00000000000b', '00000000-0000-7000-8000-000000000001', 'So it is.', 3)",
    );
    drop(Store::open(&server(database.url.clone(), 1)).unwrap());
    let comments = "select string_agg(concat_ws(' ', right(root_id, 1), path, depth, state, held_for, reply_count), '; '
                                      order by created_at) from comments where root_id = id and parent_id is null";
    assert_eq!(
        query(&database.url, comments),
        "a 0000000000007000800000000000000a 0 visible [] 0; b 0000000000007000800000000000000b 0 visible [] 0"
    );
    let totals = "select concat_ws(' ', p.comment_count, p.thread_count, p.comments_closed, t.comments, t.held_comments)
                  from posts p, totals t";
    assert_eq!(query(&database.url, totals), "2 2 0 2 0");
}

#[test]
fn tags_and_authors_of_a_time_without_their_pages_get_slugs_and_keep_their_followers() {
    if !is_installed() {
        return;
    }
    let database = database_of_version(WITHOUT_COLLECTIONS);
    query(
        &database.url,
        r#"insert into posts (seq, id, slug, title, excerpt, read_minutes, category, tags, status, created_at, updated_at)
         values (1, '00000000-0000-7000-8000-000000000001', 'kept', 'Kept', '', 1, 'Other', '["c++", "RUST"]',
                 'published', 1, 1),
                (2, '00000000-0000-7000-8000-000000000002', 'draft', 'Draft', '', 1, 'Other', '["C", "Rust"]',
                 'draft', 5, 5);
         insert into post_tags (tag, post_seq) values ('c++', 1), ('rust', 1), ('c', 2), ('rust', 2);
         insert into authors (id, name) values ('00000000-0000-7000-8000-00000000000a', 'Zoë');
         insert into users (id, name, username, email, password_hash, created_at, updated_at)
         values ('u', 'Ada', 'ada', 'ada@example.org', '', 1, 1);
         insert into follows (user_id, kind, target, at) values ('u', 'tag', 'rust', 3)"#,
    );
    drop(Store::open(&server(database.url.clone(), 1)).unwrap());
    let tags = "select string_agg(concat_ws(' ', key, slug, name, post_count), '; ' order by key) from tags";
    assert_eq!(
        query(&database.url, tags),
        "c c-2 C 0; c++ c c++ 1; rust rust Rust 1"
    );
    let authors = "select string_agg(slug, '; ' order by id) from authors";
    assert_eq!(query(&database.url, authors), "zoe");
    let follows = "select string_agg(kind || ' ' || target, '; ') from follows";
    assert_eq!(query(&database.url, follows), "tag rust");
    query(
        &database.url,
        "insert into follows (user_id, kind, target, at) values ('u', 'series', 's', 4)",
    );
}
