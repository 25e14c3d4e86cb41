//! Sessions that end because somebody says so.

use axum::http::Method;
use blog_app::domain::Account as Subject;
use blog_app::domain::Clock as _;

use crate::support::Site;

const READERS: &str = "/api/blogs/bookmarks";
const ADMINS: &str = "/api/admin/profile";

async fn status(site: &Site, token: &str, path: &str) -> u16 {
    let response = site.call(Method::GET, path, token, None).await;
    response.status_code().as_u16()
}

#[tokio::test]
async fn logging_out_ends_this_token_at_once_and_no_other() {
    let site = Site::new();
    let (ada, bo, root) = (site.reader("Ada"), site.reader("Bo"), site.admin("root"));
    for (path, logout, account, token, other) in [
        (
            READERS,
            "/api/auth/logout",
            Subject::Reader(ada.id),
            &ada.token,
            &bo.token,
        ),
        (
            ADMINS,
            "/api/admin/logout",
            Subject::Admin(root.id),
            &root.token,
            &site.admin("grace").token,
        ),
    ] {
        let second = site.tokens.issue(account, 0, site.clock.now()).unwrap();
        for token in [token, &second, other] {
            assert_eq!(status(&site, token, path).await, 200, "{path}");
        }
        site.press(logout, token).await.assert_status_ok();
        assert_eq!(status(&site, token, path).await, 401, "{path}");
        assert_eq!(site.press(logout, token).await.status_code(), 401, "{logout}");
        for token in [&second, other] {
            assert_eq!(status(&site, token, path).await, 200, "{path}");
        }
    }
}

#[tokio::test]
async fn logging_out_everywhere_ends_all_tokens_of_the_account() {
    let site = Site::new();
    let (ada, bo, root) = (site.reader("Ada"), site.reader("Bo"), site.admin("root"));
    for (path, logout, account, token, other) in [
        (
            READERS,
            "/api/auth/logout-all",
            Subject::Reader(ada.id),
            &ada.token,
            &bo.token,
        ),
        (
            ADMINS,
            "/api/admin/logout-all",
            Subject::Admin(root.id),
            &root.token,
            &site.admin("grace").token,
        ),
    ] {
        let second = site.tokens.issue(account, 0, site.clock.now()).unwrap();
        site.press(logout, token).await.assert_status_ok();
        for token in [token, &second] {
            assert_eq!(status(&site, token, path).await, 401, "{path}");
        }
        assert_eq!(status(&site, other, path).await, 200, "{path}");
    }
}

#[tokio::test]
async fn a_token_of_one_kind_cannot_log_out_of_the_other() {
    let site = Site::new();
    let (ada, root) = (site.reader("Ada"), site.admin("root"));
    for call in ["logout", "logout-all"] {
        for (path, token, expected) in [
            (format!("/api/auth/{call}"), &*root.token, 403),
            (format!("/api/admin/{call}"), &*ada.token, 403),
            (format!("/api/auth/{call}"), "", 401),
            (format!("/api/admin/{call}"), "", 401),
        ] {
            assert_eq!(site.press(&path, token).await.status_code(), expected, "{path}");
        }
    }
    assert_eq!(status(&site, &ada.token, READERS).await, 200);
    assert_eq!(status(&site, &root.token, ADMINS).await, 200);
}

#[tokio::test]
async fn whoever_logs_out_very_often_is_logged_out_everywhere() {
    let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false")]);
    let ada = site.reader("Ada");
    let issue = || {
        site.tokens
            .issue(Subject::Reader(ada.id), 0, site.clock.now())
            .unwrap()
    };
    for _ in 0..100 {
        site.press("/api/auth/logout", &issue()).await.assert_status_ok();
    }
    assert_eq!(status(&site, &ada.token, READERS).await, 200);
    site.press("/api/auth/logout", &issue()).await.assert_status_ok();
    assert_eq!(status(&site, &ada.token, READERS).await, 401);
}
