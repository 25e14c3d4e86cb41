//! Indexes of PostgreSQL, where they differ from those of SQLite.

use crate::support::database;
use crate::support::postgres::{Database, is_installed, psql, query};

fn database_with_words() -> Option<Database> {
    is_installed().then(|| {
        let database = database::new_on_postgres();
        query(
            &database.url,
            "insert into search_words (id, word) select number, 'word' || number from generate_series(1, 20000) as number;
             analyze search_words",
        );
        database
    })
}

/// The number of the words is that of a large site, for which a scan of the table would be slow.
#[test]
fn words_of_the_search_are_looked_up_in_an_index() {
    let Some(database) = database_with_words() else {
        return;
    };
    let look_up = "explain select word, id - 1 from search_words
        where word in (select value from json_each('[\"word7\",\"word9\"]'))";
    let plan = query(&database.url, look_up);
    assert!(plan.contains("Index Scan using search_words_word"), "{plan}");
}

#[test]
fn a_word_of_the_search_has_one_number() {
    let Some(database) = database_with_words() else {
        return;
    };
    let output = psql()
        .args([
            "-XAtqc",
            "insert into search_words (id, word) values (20001, 'word7')",
            &database.url,
        ])
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && message.contains("word"), "{message}");
}

/// Every write of the site inserts a commit.
#[test]
fn commits_have_no_index_but_those_that_statements_use() {
    if !is_installed() {
        return;
    }
    let database = database::new_on_postgres();
    let indexes =
        "select string_agg(indexname, ' ' order by indexname) from pg_indexes where tablename = 'commits'";
    assert_eq!(query(&database.url, indexes), "commits_batch_key commits_pkey");
    // That of the removal of old commits, which reads the oldest ones.
    query(
        &database.url,
        "insert into commits (number, batch, changes, committed_at)
         select number, 'batch ' || number, '', number from generate_series(1000, 20000) as number;
         analyze commits",
    );
    let oldest = "explain select number, committed_at from commits order by number limit 500";
    let plan = query(&database.url, oldest);
    assert!(plan.contains("Index Scan using commits_pkey"), "{plan}");
}
