//! The tables of what readers do with posts, and of what other servers are told.

use super::{Fixture, assert_opens_undamaged};

/// A version that knows neither the views of posts by day nor pings.
const WITHOUT_DAYS_AND_PINGS: u32 = 34;

#[test]
fn a_database_without_days_of_posts_and_pings_keeps_its_likes_and_gets_their_tables() {
    let fixture = Fixture::new(WITHOUT_DAYS_AND_PINGS);
    fixture
        .connection
        .execute_batch(
            "insert into users (id, name, username, email, password_hash, created_at, updated_at)
             values ('u', 'Ada', 'ada', 'ada@example.org', '', 1, 1);
             insert into post_likes (user_id, post_id, created_at)
             select 'u', id, 7 from posts;",
        )
        .unwrap();
    assert_opens_undamaged(&fixture.path());
    let likes = "select created_at as row from post_likes indexed by post_likes_latest where created_at >= 7";
    assert_eq!(fixture.rows(likes), "7");
    let executes = |statement: &str| fixture.connection.execute_batch(statement).is_ok();
    let day = |device: &str| {
        executes(&format!(
            "insert into post_days (post_seq, day, device) values (1, 20000, '{device}')"
        ))
    };
    assert!(day("mobile") && day("desktop"));
    assert!(!day("mobile") && !day("watch"));
    let ping = |kind: &str| {
        executes(&format!(
            "insert into pings (kind, subject, queued_at, next_try_at) values ('{kind}', '/feed', 1, 1)"
        ))
    };
    assert!(ping("feed") && ping("page"));
    assert!(!ping("feed") && !ping("mail"));
    assert!(executes("pragma foreign_keys = on; delete from posts"));
    assert_eq!(fixture.rows("select day as row from post_days"), "");
}
