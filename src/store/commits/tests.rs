//! Tests of dependencies and generations.

use super::*;
use crate::domain::{SystemEntropy, Time};

fn post() -> PostId {
    PostId::new(Time::from_milliseconds(1_000), &SystemEntropy)
}

/// Two posts in different slots.
fn two_posts() -> (PostId, PostId) {
    let one = post();
    let other = std::iter::repeat_with(post).find(|other| slot(*other) != slot(one));
    (one, other.unwrap())
}

fn of_post(post: PostId) -> Dependencies {
    let mut dependencies = Dependencies::default();
    dependencies.add_post(post);
    dependencies
}

fn of_ranking() -> Dependencies {
    let mut dependencies = Dependencies::default();
    dependencies.add_ranking();
    dependencies
}

fn of_redirects() -> Dependencies {
    let mut dependencies = Dependencies::default();
    dependencies.add_redirects();
    dependencies
}

fn commit(generations: &Generations, change: Change) {
    generations.apply_all(&[change]);
}

#[test]
fn a_commit_invalidates_responses_that_depend_on_its_changes() {
    let (one, other) = two_posts();
    for (change, ranking_is_current, post_is_current, content_is_current) in [
        (Change::PostViews(one), true, true, true),
        (Change::PostActivity(other), false, true, true),
        (Change::PostActivity(one), false, false, true),
        (Change::Post(other), false, false, false),
        (Change::People, false, false, false),
        (Change::Site, false, false, false),
        (Change::StaticPage, false, false, false),
        (Change::Redirects, false, true, true),
        (Change::Collections, false, false, false),
        (Change::Accounts, true, true, true),
        (Change::Everything, false, false, false),
    ] {
        let generations = Generations::default();
        let before = generations.latest();
        commit(&generations, change);
        let is_current = |dependencies| generations.is_current(before, &dependencies);
        assert_eq!(is_current(of_ranking()), ranking_is_current, "{change:?}");
        assert_eq!(is_current(of_post(one)), post_is_current, "{change:?}");
        assert_eq!(
            is_current(Dependencies::default()),
            content_is_current,
            "{change:?}"
        );
    }
}

#[test]
fn a_changed_redirect_invalidates_what_is_missing_alone() {
    for (change, is_current) in [
        (Change::Redirects, false),
        (Change::Collections, false),
        (Change::PostActivity(post()), true),
        (Change::Accounts, true),
        (Change::Site, false),
        (Change::Everything, false),
    ] {
        let generations = Generations::default();
        let before = generations.latest();
        commit(&generations, change);
        assert_eq!(
            generations.is_current(before, &of_redirects()),
            is_current,
            "{change:?}"
        );
    }
}

#[test]
fn reads_changes_from_the_text_of_a_commit() {
    let changes = [
        Change::PostViews(post()),
        Change::PostActivity(post()),
        Change::Post(post()),
        Change::People,
        Change::Site,
        Change::StaticPage,
        Change::Redirects,
        Change::Collections,
        Change::Accounts,
        Change::Everything,
    ];
    let text = to_text(&[changes, changes].concat());
    let read: HashSet<Change> = from_text(&text).collect();
    assert_eq!(read, changes.into_iter().collect());
    assert_eq!(text.split(' ').count(), changes.len());
    assert_eq!(from_text("").count(), 0);
    assert_eq!(
        from_text("themes:new people").collect::<Vec<_>>(),
        [Change::Everything, Change::People]
    );
    let many: Vec<Change> = std::iter::repeat_with(|| Change::Post(post()))
        .take(201)
        .collect();
    assert_eq!(to_text(&many), "everything");
}

#[test]
fn only_account_changes_increase_the_accounts_number() {
    for (change, is_raised) in [
        (Change::PostViews(post()), false),
        (Change::PostActivity(post()), false),
        (Change::Post(post()), false),
        (Change::People, false),
        (Change::Site, false),
        (Change::StaticPage, false),
        (Change::Redirects, false),
        (Change::Collections, false),
        (Change::Accounts, true),
        (Change::Everything, true),
    ] {
        let generations = Generations::default();
        commit(&generations, change);
        assert_eq!(generations.accounts() != 0, is_raised, "{change:?}");
    }
}

#[test]
fn published_views_invalidate_responses_of_their_post_and_of_rankings() {
    let (one, other) = two_posts();
    let generations = Generations::default();
    let before = generations.latest();
    commit(&generations, Change::PostViews(one));
    generations.publish_views();
    assert!(!generations.is_current(before, &of_post(one)));
    assert!(!generations.is_current(before, &of_ranking()));
    assert!(generations.is_current(before, &of_post(other)));

    let published = generations.latest();
    generations.publish_views();
    assert_eq!(generations.latest(), published, "nothing is published twice");
}

#[tokio::test]
async fn records_the_dependencies_of_all_reads_of_a_task() {
    let (one, other) = two_posts();
    let (output, recorded) = record_dependencies(async {
        record(of_post(one));
        tokio::task::yield_now().await;
        record(of_post(other));
        record(of_post(one));
        7
    })
    .await;
    let mut expected = of_post(one);
    expected.merge(of_post(other));
    assert_eq!((output, recorded), (7, expected));
    record(of_post(one));
}
