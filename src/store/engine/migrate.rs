//! Bringing the schema up to date, and a copy of what it was before.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use refinery::Runner;
use rusqlite::Connection;

use super::{StoreError, backup};

mod embedded {
    refinery::embed_migrations!("migrations");
}

/// Whether the file lacks migrations, or was written by a newer program.
pub(super) fn is_behind(connection: &Connection) -> Result<bool, StoreError> {
    Ok(version(connection)? != latest())
}

/// Applies the migrations that the file lacks, all of them or none. A file from a newer
/// program is left as it is.
pub(super) fn to_latest(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    apply(&migrations(), connection, path)
}

fn apply(runner: &Runner, connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let found = version(connection)?;
    let known = last_of(runner);
    if found > known {
        return Err(StoreError::NewerSchema { found, known });
    }
    if found == known {
        return Ok(());
    }
    if found > 0 {
        let copy = copy_before(path, known)?;
        tracing::info!(copy = %copy.display(), found, known, "the database was copied, and is brought up to date");
    }
    runner
        .run(connection)
        .map_err(|error| StoreError::Migration(error.to_string()))?;
    Ok(())
}

/// Copies the database, and gives where to. Earlier copies stay; when the last one holds the very same, as
/// after a migration that failed, it is enough.
fn copy_before(path: &Path, version: u32) -> Result<PathBuf, StoreError> {
    let copy = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".before-v{version}"));
        if number > 1 {
            name.push(format!(".{number}"));
        }
        PathBuf::from(name)
    };
    let mut number = 1;
    while copy(number).exists() {
        number += 1;
    }
    let latest = copy(number);
    backup::write(path, &latest, |_, _| {})?;
    if number == 1 {
        return Ok(latest);
    }
    let earlier = copy(number - 1);
    let fail = |error: io::Error| StoreError::Backup {
        path: latest.clone(),
        cause: error.to_string(),
    };
    if !are_same(&earlier, &latest).map_err(fail)? {
        return Ok(latest);
    }
    fs::remove_file(&latest).map_err(fail)?;
    Ok(earlier)
}

fn are_same(left: &Path, right: &Path) -> io::Result<bool> {
    let mut left = BufReader::new(File::open(left)?);
    let mut right = BufReader::new(File::open(right)?);
    loop {
        let (one, other) = (left.fill_buf()?, right.fill_buf()?);
        let length = one.len().min(other.len());
        if length == 0 {
            return Ok(one.len() == other.len());
        }
        if one[..length] != other[..length] {
            return Ok(false);
        }
        left.consume(length);
        right.consume(length);
    }
}

/// The migrations that the program holds, as one transaction. Apart, each would be two: itself, and the word
/// that it was applied; what ended the program between them would leave a database that no program opens.
fn migrations() -> Runner {
    embedded::migrations::runner().set_grouped(true)
}

/// The latest version that this program knows.
pub(super) fn latest() -> u32 {
    last_of(&migrations())
}

fn last_of(runner: &Runner) -> u32 {
    runner
        .get_migrations()
        .iter()
        .map(|migration| u32::try_from(migration.version()).unwrap_or(u32::MAX))
        .max()
        .unwrap_or(0)
}

/// The version of the schema in the file: 0 when there is none yet.
pub(super) fn version(connection: &Connection) -> Result<u32, StoreError> {
    let has_history: bool = connection.query_row(
        "select exists (select 1 from sqlite_master where name = 'refinery_schema_history')",
        [],
        |row| row.get(0),
    )?;
    if !has_history {
        return Ok(0);
    }
    Ok(connection.query_row(
        "select coalesce(max(version), 0) from refinery_schema_history",
        [],
        |row| row.get(0),
    )?)
}

#[cfg(test)]
mod tests {
    use refinery::{Migration, Target};
    use tempfile::TempDir;

    use super::super::search::{self, SearchFilter, Sorting};
    use super::super::{Store, StoreOptions, open};
    use super::*;
    use crate::domain::search::Words;

    /// The last version with an order of lists in the table.
    const RANKED_IN_TABLE: u32 = 5;
    /// The last version whose words for the search have accents and quotation marks.
    const KEPT_WITH_ACCENTS: u32 = 10;

    /// The last version that keeps the codes and networks of readers and administrators apart.
    const CODES_OF_READERS_APART: u32 = 11;

    const POST: &str = "
        insert into posts (seq, id, slug, title, excerpt, read_minutes, category, status, created_at, updated_at)
        values (1, 'p', 'kept', 'Kept', 'A post.', 1, 'Other', 'published', 1, 1);";
    const RANKED_POST: &str = "
        insert into posts (seq, id, slug, title, excerpt, read_minutes, category, status, trending,
                           created_at, updated_at)
        values (1, 'p', 'kept', 'Kept', 'A post.', 1, 'Other', 'published', 0, 1, 1);";
    const BESIDE_IT: &str = "
        insert into post_contents (post_seq, html) values (1, '<p>A post.</p>');
        insert into category_totals (category, published) values ('Other', 1);
        insert into comments (id, post_id, content, created_at) values ('c', 'p', 'Well said.', 2);
        update posts set comment_count = 1;";

    struct Fixture {
        folder: TempDir,
        connection: Connection,
    }

    impl Fixture {
        /// A database of this version, with a post and a comment.
        fn of(version: u32) -> Self {
            let folder = tempfile::tempdir().unwrap();
            let mut connection = open::writable(&folder.path().join("blog.db")).unwrap();
            let target = Target::Version(i32::try_from(version).unwrap());
            migrations().set_target(target).run(&mut connection).unwrap();
            let post = if version <= RANKED_IN_TABLE {
                RANKED_POST
            } else {
                POST
            };
            connection.execute_batch(post).unwrap();
            connection.execute_batch(BESIDE_IT).unwrap();
            Self { folder, connection }
        }

        fn path(&self) -> PathBuf {
            self.folder.path().join("blog.db")
        }

        /// The copies that were made, with the version of each.
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

    fn assert_opens_whole(path: &Path) {
        let store = Store::open(&StoreOptions::new(path, 1)).unwrap();
        assert_eq!(store.schema_version().unwrap(), latest());
        assert_eq!(store.damage().unwrap(), Vec::<String>::new());
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
    fn a_database_of_every_version_is_brought_up_to_date_and_copied_before() {
        for version in 1..latest() {
            let fixture = Fixture::of(version);
            assert_opens_whole(&fixture.path());
            let name = format!("blog.db.before-v{}", latest());
            let copy = Connection::open(fixture.folder.path().join(&name)).unwrap();
            assert_eq!(comments(&copy), ["Kept: Well said."]);
            assert_eq!(fixture.copies(), [(name, version)]);
        }
    }

    #[test]
    fn codes_tries_and_networks_of_an_earlier_version_are_taken_along() {
        let fixture = Fixture::of(CODES_OF_READERS_APART);
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
        let text = |query: &str| -> String {
            let query = format!("select coalesce(group_concat(row, '; '), '') from ({query})");
            fixture
                .connection
                .query_row(&query, [], |row| row.get(0))
                .unwrap()
        };
        let codes = "select concat_ws(' ', rowid, account, code_hash) as row from one_time_codes";
        let tries =
            "select concat_ws(' ', account, wrong_tries, newest_code, dead_up_to) as row from code_tries";
        let networks =
            "select concat_ws(' ', account, network, seen_at) as row from known_networks order by rowid";
        assert_eq!(
            [codes, tries, networks].map(text),
            ["7 u hash", "u 3 7 6", "u n 1; a n 2"]
        );
        // They go with their account.
        let leave = "delete from users; delete from admins;";
        fixture.connection.execute_batch(leave).unwrap();
        assert_eq!([codes, tries, networks].map(text), ["", "", ""]);
    }

    #[test]
    fn the_words_of_a_database_that_keeps_them_with_accents_are_read_anew() {
        let fixture = Fixture::of(KEPT_WITH_ACCENTS);
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
            let words = Words::parse(search).unwrap();
            let found = store
                .read_blocking(move |tx| {
                    let filter = SearchFilter {
                        words: &words,
                        category: None,
                        tag: None,
                        author: None,
                    };
                    search::page(tx, &filter, Sorting::BestMatch, 9, 0)
                })
                .unwrap();
            assert_eq!(found, (1, vec![1]), "{search}");
        }
    }

    #[test]
    fn a_new_database_and_one_that_is_up_to_date_are_not_copied() {
        let fixture = Fixture::of(latest());
        assert_opens_whole(&fixture.path());
        let empty = fixture.folder.path().join("new.db");
        to_latest(&mut open::writable(&empty).unwrap(), &empty).unwrap();
        assert_eq!(fixture.copies(), []);
    }

    #[test]
    fn a_migration_that_fails_half_way_leaves_no_trace_but_one_copy_of_each_state() {
        let mut fixture = Fixture::of(latest());
        let path = fixture.path();
        let name = format!("V{}__broken", latest() + 1);
        let broken = "create table half (a text); delete from comments; insert into nowhere values (1);";
        let mut known = migrations().get_migrations().clone();
        known.push(Migration::unapplied(&name, broken).unwrap());
        let runner = Runner::new(&known).set_grouped(true);
        // The first time that a database is opened, the words of its posts are read.
        assert_opens_whole(&path);
        for _ in 0..2 {
            let failed = apply(&runner, &mut fixture.connection, &path).unwrap_err();
            assert!(failed.to_string().contains("nowhere"), "{failed}");
            assert_opens_whole(&path);
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
    fn a_kill_in_the_middle_of_a_migration_leaves_a_database_that_opens() {
        let fixture = Fixture::of(1);
        // So little memory that the log gets pages of the migration before its end.
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
        // What a kill leaves on the disk at this moment.
        let killed = tempfile::tempdir().unwrap();
        for file in ["blog.db", "blog.db-wal"] {
            fs::copy(fixture.folder.path().join(file), killed.path().join(file)).unwrap();
        }
        assert_opens_whole(&killed.path().join("blog.db"));
    }
}
