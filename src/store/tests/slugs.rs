//! Free slugs.

use super::super::engine::params;
use super::super::posts;
use super::Fixture;
use crate::domain::{PostId, Slug};

/// The free slug for `top` beside posts with these slugs.
fn free_beside(slugs: &'static [&'static str]) -> String {
    let free = Fixture::new().store.write_blocking(move |tx| {
        for slug in slugs {
            tx.execute(
                "insert into posts (id, slug, title, excerpt, read_minutes, category, status, created_at, updated_at)
                 values (?1, ?1, 'Top', '', 1, 'Other', 'draft', 1, 1)",
                params![slug],
            )?;
        }
        posts::free_slug(tx, &Slug::parse("top").unwrap())
    });
    free.unwrap().to_string()
}

#[test]
fn appends_the_number_after_the_highest_one_to_a_taken_slug() {
    for (slugs, free) in [
        (&[][..], "top"),
        (&["top-5"], "top"),
        (&["top"], "top-2"),
        (&["top", "topic-5", "to-7", "stop-8"], "top-2"),
        (&["top", "top-2", "top-9", "top-10"], "top-11"),
        (&["top", "top-123456789"], "top-123456790"),
    ] {
        assert_eq!(free_beside(slugs), free, "{slugs:?}");
    }
}

#[test]
fn counts_only_the_number_that_a_suffix_begins_with() {
    for (slugs, free) in [
        (&["top", "top-songs", "top-x9"][..], "top-2"),
        (&["top", "top-10-songs", "top-3"], "top-11"),
        (&["top", "top-0012"], "top-13"),
    ] {
        assert_eq!(free_beside(slugs), free, "{slugs:?}");
    }
}

#[test]
fn ignores_suffixes_of_more_than_nine_characters() {
    assert_eq!(
        free_beside(&["top", "top-9999999999", "top-7-of-the-best"]),
        "top-2"
    );
}

const FIRST: &str = "00000000-0000-7000-8000-000000000001";
const SECOND: &str = "00000000-0000-7000-8000-000000000002";

fn slug(text: &str) -> Slug {
    Slug::parse(text).unwrap()
}

fn id(text: &str) -> PostId {
    PostId::parse(text).unwrap()
}

/// A store with two drafts, `first` and `second`.
fn two_posts() -> Fixture {
    let fixture = Fixture::new();
    let insert = |id: &'static str, slug: &'static str| {
        fixture.store.write_blocking(move |tx| {
            tx.execute(
                "insert into posts (id, slug, title, excerpt, read_minutes, category, status, created_at, updated_at)
                 values (?1, ?2, 'Title', '', 1, 'Other', 'draft', 1, 1)",
                params![id, slug],
            )
        })
    };
    insert(FIRST, "first").unwrap();
    insert(SECOND, "second").unwrap();
    fixture
}

fn change(fixture: &Fixture, post: &'static str, to: &'static str) {
    let changed = fixture
        .store
        .write_blocking(move |tx| posts::change_slug(tx, id(post), &slug(to)));
    changed.unwrap();
}

/// The slugs in the history, with the posts that had them.
fn history(fixture: &Fixture) -> Vec<(String, String)> {
    let read = fixture.store.read_blocking(|tx| {
        tx.query_all(
            "select slug, post_id from slug_history order by slug",
            params![],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    });
    read.unwrap()
}

fn of_first(slugs: &[&str]) -> Vec<(String, String)> {
    let row = |slug: &&str| ((*slug).to_owned(), FIRST.to_owned());
    slugs.iter().map(row).collect()
}

#[test]
fn keeps_each_former_slug_until_its_post_takes_it_back() {
    let fixture = two_posts();
    change(&fixture, FIRST, "first");
    assert_eq!(history(&fixture), []);
    change(&fixture, FIRST, "b");
    change(&fixture, FIRST, "c");
    assert_eq!(history(&fixture), of_first(&["b", "first"]));
    change(&fixture, FIRST, "first");
    assert_eq!(history(&fixture), of_first(&["b", "c"]));
    for reference in ["first", "b", "c", FIRST] {
        let found = fixture
            .store
            .read_blocking(move |tx| posts::by_id_or_slug(tx, reference))
            .unwrap();
        assert_eq!(found.unwrap().slug, slug("first"), "{reference}");
    }
}

#[test]
fn gives_a_former_slug_to_no_other_post_until_its_own_is_removed() {
    let fixture = two_posts();
    change(&fixture, FIRST, "b");
    let free = || {
        let free = |tx: &mut crate::store::Tx<'_>| posts::free_slug(tx, &slug("first"));
        fixture.store.write_blocking(free).unwrap().to_string()
    };
    let holder = || {
        let holder = |tx: &crate::store::Tx<'_>| posts::holder_of_slug(tx, &slug("first"));
        fixture.store.read_blocking(holder).unwrap()
    };
    assert_eq!((free().as_str(), holder()), ("first-2", Some(id(FIRST))));
    let remove = fixture.store.write_blocking(|tx| posts::remove(tx, id(FIRST)));
    remove.unwrap();
    assert_eq!((free().as_str(), holder()), ("first", None));
    assert_eq!(history(&fixture), []);
}

#[test]
fn counts_the_numbers_of_former_slugs() {
    let fixture = two_posts();
    change(&fixture, FIRST, "second-7");
    change(&fixture, FIRST, "b");
    let free = fixture
        .store
        .write_blocking(|tx| posts::free_slug(tx, &slug("second")));
    assert_eq!(free.unwrap().as_str(), "second-8");
}

#[test]
fn numbers_a_slug_that_the_site_uses_itself() {
    let free = Fixture::new()
        .store
        .write_blocking(|tx| posts::free_slug(tx, &Slug::from_title("Trending")));
    assert_eq!(free.unwrap().as_str(), "trending-2");
}
