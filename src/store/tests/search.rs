//! The shared index follows the writes.

use super::super::derived::search::{self, Hits, SearchFilter, Sorting};
use super::super::engine::params;
use super::super::search::unused_words;
use super::super::{Store, StoreError, StoreOptions, Tx};
use crate::domain::search::{SearchQuery, SearchTerms};

fn store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let options = StoreOptions::new(folder.path().join("blog.db"), 2);
    let store = Store::open(&options).unwrap();
    (folder, store)
}

fn write(store: &Store, work: impl FnOnce(&mut Tx<'_>) -> Result<(), StoreError> + Send + 'static) {
    store.write_blocking(work).unwrap();
}

fn post(
    seq: i64,
    title: &'static str,
    text: &'static str,
) -> impl FnOnce(&mut Tx<'_>) -> Result<(), StoreError> {
    move |tx| {
        tx.execute(
            "insert into posts (seq, id, slug, title, excerpt, read_minutes, category, status,
                                created_at, updated_at)
             values (?1, ?2, ?2, ?3, '', 1, 'Other', 'published', ?1, 0) on conflict do nothing",
            params![seq, seq.to_string(), title],
        )?;
        search::index_all(tx, [(seq, &SearchTerms::new(title, text))].into_iter())
    }
}

fn hits(tx: &Tx<'_>, search: &str) -> Result<Hits, StoreError> {
    let filter = SearchFilter {
        query: &SearchQuery::parse(search).unwrap(),
        category: None,
        tag: None,
        author: None,
    };
    tx.search(&filter, Sorting::BestMatch, 9, 0)
}

fn find(tx: &Tx<'_>, search: &str) -> Result<(u64, Vec<i64>), StoreError> {
    let hits = hits(tx, search)?;
    Ok((hits.total, hits.seqs))
}

fn found(store: &Store, search: &'static str) -> (u64, Vec<i64>) {
    store.read_blocking(move |tx| find(tx, search)).unwrap()
}

#[test]
fn finds_changed_posts_and_no_removed_ones() {
    let (_folder, store) = store();
    write(&store, post(1, "Rust", "a crab"));
    write(&store, post(2, "Go", "not rust"));
    assert_eq!(found(&store, "rust"), (2, vec![1, 2]));
    write(&store, post(1, "Zig", "a lizard"));
    assert_eq!(found(&store, "rust"), (1, vec![2]));
    assert_eq!(found(&store, "liz"), (1, vec![1]));
    write(&store, |tx| search::remove(tx, 2));
    assert_eq!(found(&store, "rust"), (0, vec![]));
    write(&store, post(2, "Rusty", "again"));
    assert_eq!(found(&store, "rust"), (1, vec![2]));
}

#[test]
fn rebuilds_the_index_after_many_changes_of_few_posts() {
    let (_folder, store) = store();
    write(&store, post(2, "Kept", "as it was"));
    assert_eq!(found(&store, "kept"), (1, vec![2]));
    for _ in 0..3 {
        write(&store, |tx| {
            (0..600).try_for_each(|_| post(1, "Changed", "often")(tx))
        });
        assert_eq!(found(&store, "changed"), (1, vec![1]));
        write(&store, post(1, "Last", "time"));
        assert_eq!(found(&store, "changed"), (0, vec![]));
        assert_eq!(found(&store, "kept"), (1, vec![2]));
    }
}

#[test]
fn does_not_find_the_posts_of_a_failed_write() {
    let (_folder, store) = store();
    write(&store, post(1, "First", "one"));
    let result: Result<(), StoreError> = store.write_blocking(|tx| {
        post(2, "Second", "two")(tx)?;
        assert_eq!(find(tx, "second")?, (1, vec![2]));
        Err(StoreError::Busy)
    });
    assert!(result.is_err());
    write(&store, post(2, "Third", "three"));
    assert_eq!(found(&store, "second"), (0, vec![]));
    assert_eq!(found(&store, "third"), (1, vec![2]));
}

fn suggested(store: &Store, search: &str) -> Vec<String> {
    let search = search.to_owned();
    store
        .read_blocking(move |tx| hits(tx, &search))
        .unwrap()
        .corrections
}

#[test]
fn suggests_only_searches_with_results() {
    let (_folder, store) = store();
    write(&store, post(1, "Rust", "kubernetes, async"));
    write(&store, post(2, "Rest", "an interface"));
    assert_eq!(suggested(&store, "rast"), ["rest", "rust"]);
    assert_eq!(suggested(&store, "rast async"), ["rust async"]);
    assert_eq!(suggested(&store, "kubernets asinc"), ["kubernetes async"]);
    assert!(suggested(&store, "rust interface").is_empty());
    assert!(suggested(&store, "rast kubernets asinc").is_empty());
    assert_eq!(suggested(&store, "r u s t rast"), ["r u s t rust"]);
    assert!(suggested(&store, "r u s t a rast").is_empty());
    write(&store, |tx| search::remove(tx, 1));
    assert_eq!(suggested(&store, "rast"), ["rest"]);
    assert!(suggested(&store, "kubernets").is_empty());
}

#[test]
fn suggests_no_search_beyond_the_maximum_length() {
    let (_folder, store) = store();
    let known = "k".repeat(186);
    let text: &'static str = format!("{known} kubernetes").leak();
    write(&store, post(1, "Long", text));
    assert_eq!(suggested(&store, &format!("{known} kubernetis")).len(), 1);
    let longer = "k".repeat(190);
    let text: &'static str = format!("{longer} kubernetes").leak();
    write(&store, post(2, "Longer", text));
    assert_eq!(
        suggested(&store, &format!("{longer} kubernets")),
        Vec::<String>::new()
    );
}

#[test]
fn takes_words_that_no_post_has_for_similar_ones() {
    let (_folder, store) = store();
    write(&store, post(1, "Kubernetes", "in production"));
    write(&store, post(2, "Scheduling", "kubernetes, (rust) rusty"));
    write(&store, post(3, "Rest", "and roast"));
    for (search, expected) in [
        ("kubernets", vec![1, 2]),
        ("kubenetis schedul", vec![2]),
        ("rast", vec![3, 2]),
        ("rust", vec![2]),
        ("rastt", vec![]),
        ("rst", vec![]),
        ("kubenets productoin", vec![1]),
        ("kubenets productoin schedulig", vec![]),
        ("kubernets -production", vec![2]),
        ("title:kubernets", vec![]),
        ("\"kubernets in\"", vec![]),
    ] {
        assert_eq!(
            found(&store, search),
            (expected.len() as u64, expected),
            "{search}"
        );
    }
    let hits = store.read_blocking(|tx| hits(tx, "rast")).unwrap();
    assert_eq!(hits.similar_words, ["rest", "roast", "rust"]);
    assert_eq!(hits.corrections, ["rest", "roast", "rust"]);
}

#[test]
fn corrects_words_and_keeps_operators() {
    let (_folder, store) = store();
    write(&store, post(1, "Rust", "kubernetes"));
    assert_eq!(
        suggested(&store, "kubernets -go category:other after:1969"),
        ["kubernetes -go category:other after:1969-01-01"]
    );
    assert!(suggested(&store, "kubernets tag:none").is_empty());
    assert!(suggested(&store, "kubernets \"two words\"").is_empty());
}

fn stored_words(tx: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    tx.query_column("select word from search_words order by word", params![])
}

#[test]
fn removes_words_that_no_post_has_and_gives_their_ids_to_no_others() {
    let (_folder, store) = store();
    write(&store, post(1, "First", "alpha beta"));
    write(&store, post(2, "Second", "beta gamma"));
    assert_eq!(found(&store, "gamma"), (1, vec![2]));
    write(&store, |tx| search::remove(tx, 2));
    write(&store, post(1, "First", "beta"));
    let unused = store.read_blocking(unused_words).unwrap();
    assert_eq!(unused.ids.len(), 3);
    // A post gets one of the words before they are removed.
    write(&store, post(3, "Third", "alpha"));
    write(&store, move |tx| {
        assert_eq!(search::remove_words(tx, &unused)?, 2);
        assert_eq!(stored_words(tx)?, ["alpha", "beta", "first", "third"]);
        Ok(())
    });
    // The index in memory still knows the numbers of the removed words.
    write(&store, post(4, "Fourth", "gamma delta"));
    for (search, expected) in [("gamma", 4), ("delta", 4), ("alpha", 3), ("beta", 1)] {
        assert_eq!(found(&store, search), (1, vec![expected]), "{search}");
        // A transaction that writes reads the index anew, with its gaps.
        write(&store, move |tx| {
            assert_eq!(find(tx, search)?, (1, vec![expected]), "{search}");
            Ok(())
        });
    }
    let unused = store.read_blocking(unused_words).unwrap();
    assert!(unused.ids.is_empty(), "{unused:?}");
}
