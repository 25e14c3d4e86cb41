//! Free slugs.

use super::super::engine::params;
use super::super::posts;
use super::Fixture;
use crate::domain::Slug;

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
