//! The removal of old notices.

use blog_app::actions::clean_up::clean_up;
use blog_app::domain::Clock as _;

use super::{Notices, insert_rows};

const DAY_SECONDS: i64 = 24 * 3_600;

#[tokio::test]
async fn removes_notices_after_180_days() {
    let site = Notices::new().await;
    site.said(&site.ada.token, None, "First").await;
    site.site.clock.advance_seconds(179 * DAY_SECONDS);
    site.said(&site.ada.token, None, "Second").await;
    let removed = clean_up(&site.site.store, site.site.clock.now()).await.unwrap();
    assert_eq!(removed.notices, 0);
    site.site.clock.advance_seconds(DAY_SECONDS);
    let removed = clean_up(&site.site.store, site.site.clock.now()).await.unwrap();
    assert_eq!(removed.notices, 1);
    assert_eq!(site.query("select count(*) from notifications"), ["1"]);
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn keeps_the_newest_500_of_a_person() {
    let site = Notices::new().await;
    let now = site.site.clock.now().milliseconds();
    for (account, count) in [(site.ada.id, 1_203), (site.bo.id, 500)] {
        let rows: Vec<String> = (0..count)
            .map(|number| format!("('{account}-{number}', '{account}', 'post', {})", now + number))
            .collect();
        let folder = site.site.folder();
        insert_rows(folder, "notifications (id, account, kind, at)", &rows);
    }
    let removed = clean_up(&site.site.store, site.site.clock.now()).await.unwrap();
    assert_eq!(removed.notices, 703);
    let oldest = format!(
        "select min(at) from notifications where account = '{}'",
        site.ada.id
    );
    assert_eq!(site.query(&oldest), [(now + 703).to_string()]);
    assert_eq!(site.query("select count(*) from notifications"), ["1000"]);
    site.site.assert_counts_are_correct();
}
