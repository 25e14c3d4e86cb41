//! The tables of where the readers of a post come from, and of those who read it to its end.

use super::{Fixture, assert_opens_undamaged};

/// The last version that knows neither.
const WITHOUT_ANALYTICS: u32 = 37;

#[test]
fn a_database_without_referrers_keeps_its_sessions_and_gets_the_tables() {
    let fixture = Fixture::new(WITHOUT_ANALYTICS);
    fixture
        .connection
        .execute_batch(
            "insert into post_sessions (post_id, session, last_seen_at) select id, 7, 5 from posts",
        )
        .unwrap();
    assert_opens_undamaged(&fixture.path());
    // Whether they count as readers is not known.
    let sessions = "select session || ' ' || last_seen_at || ' ' || may_finish as row from post_sessions";
    assert_eq!(fixture.rows(sessions), "7 5 0");
    let executes = |statement: &str| fixture.connection.execute_batch(statement).is_ok();
    let refer = "insert into post_referrers (post_seq, day, host, views) values (1, 20000, 'example.com', 1)";
    let read = "insert into post_reads (post_seq, day, readers) values (1, 20000, 1)";
    for statement in [refer, read] {
        assert!(executes(statement) && !executes(statement), "{statement}");
    }
    assert!(executes("pragma foreign_keys = on; delete from posts"));
    assert_eq!(fixture.rows("select day as row from post_referrers"), "");
    assert_eq!(fixture.rows("select day as row from post_reads"), "");
}
