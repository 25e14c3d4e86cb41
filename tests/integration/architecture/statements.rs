//! Statements that PostgreSQL 15 refuses, although SQLite and newer versions of PostgreSQL take them.

use std::fs;

use super::modules::files;
use super::root;

#[test]
fn every_list_that_is_read_as_a_table_has_a_name() {
    for file in files(&root().join("src/store")) {
        let source = fs::read_to_string(&file).unwrap();
        assert!(!has_nameless_table(&source), "{}", file.display());
    }
}

#[test]
fn detects_a_list_without_a_name() {
    let table = "concat!(\"insert into a (b) select value\n from \",\n each_text!(\"?1\")";
    assert!(has_nameless_table(&format!("{table});")));
    assert!(has_nameless_table(&format!("{table}, \" where value > 1\");")));
    assert!(!has_nameless_table(&format!("{table},\n \" as lines\");")));
    assert!(!has_nameless_table(
        "concat!(\"select b from a where b in \", each_integer!(\"?1\"))"
    ));
}

/// Whether a statement reads a list in the place of a table without giving it a name.
fn has_nameless_table(source: &str) -> bool {
    ["each_text!(", "each_integer!("].iter().any(|list| {
        source.match_indices(list).any(|(at, _)| {
            let before = source[..at].trim_end().trim_end_matches(',');
            let before = before.trim_end_matches('"').trim_end();
            let is_table = before.ends_with("from") || before.ends_with("join");
            let behind = source[at..].split_once(')').map_or("", |(_, behind)| behind);
            let behind = behind.trim_start_matches([',', '"', ' ', '\n']);
            is_table && !behind.starts_with("as ")
        })
    })
}
