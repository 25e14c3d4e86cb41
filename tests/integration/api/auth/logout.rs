//! Logging out of one session and of all sessions.

use axum::http::Method;
use blog_app::domain::Account as Subject;
use blog_app::domain::Clock as _;

use crate::support::Site;

const READER_PATH: &str = "/api/blogs/bookmarks";
const ADMIN_PATH: &str = "/api/admin/profile";

async fn status(site: &Site, token: &str, path: &str) -> u16 {
    let response = site.request(Method::GET, path, token, None).await;
    response.status_code().as_u16()
}

#[tokio::test]
async fn logout_revokes_only_this_token() {
    let site = Site::new();
    let (ada, bo, root) = (site.reader("Ada"), site.reader("Bo"), site.admin("root"));
    for (path, logout, account, token, other) in [
        (
            READER_PATH,
            "/api/auth/logout",
            Subject::Reader(ada.id),
            &ada.token,
            &bo.token,
        ),
        (
            ADMIN_PATH,
            "/api/admin/logout",
            Subject::Admin(root.id),
            &root.token,
            &site.admin("grace").token,
        ),
    ] {
        let second = site.tokens.issue(account, 0, site.clock.now()).unwrap().text;
        for token in [token, &second, other] {
            assert_eq!(status(&site, token, path).await, 200, "{path}");
        }
        site.post_as(logout, token).await.assert_status_ok();
        assert_eq!(status(&site, token, path).await, 401, "{path}");
        assert_eq!(site.post_as(logout, token).await.status_code(), 401, "{logout}");
        for token in [&second, other] {
            assert_eq!(status(&site, token, path).await, 200, "{path}");
        }
    }
}

#[tokio::test]
async fn logout_all_revokes_every_token_of_the_account() {
    let site = Site::new();
    let (ada, bo, root) = (site.reader("Ada"), site.reader("Bo"), site.admin("root"));
    for (path, logout, account, token, other) in [
        (
            READER_PATH,
            "/api/auth/logout-all",
            Subject::Reader(ada.id),
            &ada.token,
            &bo.token,
        ),
        (
            ADMIN_PATH,
            "/api/admin/logout-all",
            Subject::Admin(root.id),
            &root.token,
            &site.admin("grace").token,
        ),
    ] {
        let second = site.tokens.issue(account, 0, site.clock.now()).unwrap().text;
        site.post_as(logout, token).await.assert_status_ok();
        for token in [token, &second] {
            assert_eq!(status(&site, token, path).await, 401, "{path}");
        }
        assert_eq!(status(&site, other, path).await, 200, "{path}");
    }
}

#[tokio::test]
async fn rejects_a_logout_with_a_token_of_the_other_kind() {
    let site = Site::new();
    let (ada, root) = (site.reader("Ada"), site.admin("root"));
    for action in ["logout", "logout-all"] {
        for (path, token, expected) in [
            (format!("/api/auth/{action}"), &*root.token, 403),
            (format!("/api/admin/{action}"), &*ada.token, 403),
            (format!("/api/auth/{action}"), "", 401),
            (format!("/api/admin/{action}"), "", 401),
        ] {
            assert_eq!(site.post_as(&path, token).await.status_code(), expected, "{path}");
        }
    }
    assert_eq!(status(&site, &ada.token, READER_PATH).await, 200);
    assert_eq!(status(&site, &root.token, ADMIN_PATH).await, 200);
}

#[tokio::test]
async fn revokes_every_token_after_100_logouts() {
    let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false")]);
    let ada = site.reader("Ada");
    let issue = || {
        site.tokens
            .issue(Subject::Reader(ada.id), 0, site.clock.now())
            .unwrap()
            .text
    };
    for _ in 0..100 {
        site.post_as("/api/auth/logout", &issue())
            .await
            .assert_status_ok();
    }
    assert_eq!(status(&site, &ada.token, READER_PATH).await, 200);
    site.post_as("/api/auth/logout", &issue())
        .await
        .assert_status_ok();
    assert_eq!(status(&site, &ada.token, READER_PATH).await, 401);
}
