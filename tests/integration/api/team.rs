//! The team: invitations, joining, changes of roles, removals, and requests to write.

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::domain::Role;
use serde_json::{Value, json};

use crate::support::Site;
use crate::support::accounts::{PASSWORD, assert_rejected};

const JOIN: &str = "/admin/join";
const DAY_SECONDS: i64 = 86_400;
const LAST_ADMIN: &str = "The last administrator has to stay. Make another one first.";
const BAD_LINK: &str =
    "This invitation is no longer valid: it was used, withdrawn or is older than seven days.";

async fn invite(site: &Site, token: &str, email: &str, role: &str) -> TestResponse {
    let body = json!({"email": email, "role": role});
    site.request(Method::POST, "/api/admin/invites", token, Some(&body))
        .await
}

async fn join(site: &Site, token: &str, username: &str) -> TestResponse {
    let body = json!({"token": token, "username": username, "password": PASSWORD});
    site.post("/api/admin/join", body).await
}

async fn change_role(site: &Site, token: &str, id: &str, role: &str) -> TestResponse {
    let path = format!("/api/admin/team/{id}");
    site.request(Method::PATCH, &path, token, Some(&json!({"role": role})))
        .await
}

async fn publish(site: &Site, token: &str, title: &str) {
    let post = json!({
        "title": title, "content": "<p>Text.</p>", "category": "System Design", "tags": [],
        "featuredImage": "https://example.org/cover.png", "status": "published",
    });
    let created = site
        .request(Method::POST, "/api/blogs/create", token, Some(&post))
        .await;
    assert_eq!(created.status_code(), 201, "{}", created.text());
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

#[tokio::test]
async fn an_invitation_gives_its_role_once() {
    let site = Site::new();
    let admin = site.admin("root");
    let invited = invite(&site, &admin.token, " New@Example.org ", "author").await;
    assert_eq!(invited.status_code(), 201, "{}", invited.text());
    let invited: Value = invited.json();
    assert_eq!(invited["invite"]["email"], "new@example.org");
    assert_eq!(invited["invite"]["invitedBy"], "root");
    let link = site.token_of_link("new@example.org", JOIN);
    assert!(
        !invited.to_string().contains(&link),
        "only the mail holds the token"
    );

    let joined = join(&site, &link, "Nina").await;
    assert_eq!(joined.status_code(), 201, "{}", joined.text());
    let joined: Value = joined.json();
    assert_eq!(joined["admin"]["role"], "author");
    assert_eq!(joined["admin"]["email"], "new@example.org");
    let profile = site.get_as(&text(&joined["token"]), "/api/admin/profile").await;
    assert_eq!(profile["username"], "Nina");
    let login = json!({"email": "new@example.org", "password": PASSWORD});
    site.post("/api/admin/login", login).await.assert_status_ok();

    assert_rejected(&join(&site, &link, "Again").await, 400, BAD_LINK);
    let left = site.get_as(&admin.token, "/api/admin/invites").await;
    assert_eq!(left["total"], 0);
}

#[tokio::test]
async fn an_invitation_ends_after_seven_days_when_withdrawn_or_replaced() {
    let site = Site::new();
    let admin = site.admin("root");
    invite(&site, &admin.token, "late@example.org", "editor").await;
    let late = site.token_of_link("late@example.org", JOIN);
    site.clock.advance_seconds(7 * DAY_SECONDS);
    assert_rejected(&join(&site, &late, "Late").await, 400, BAD_LINK);
    // The earlier session has ended meanwhile.
    let admin = site.admin("later");
    let invites = site.get_as(&admin.token, "/api/admin/invites").await;
    assert_eq!(invites["invites"], json!([]));

    let withdrawn: Value = invite(&site, &admin.token, "out@example.org", "editor")
        .await
        .json();
    let link = site.token_of_link("out@example.org", JOIN);
    let path = format!("/api/admin/invites/{}", text(&withdrawn["invite"]["id"]));
    for expected in [200, 404] {
        let response = site.request(Method::DELETE, &path, &admin.token, None).await;
        assert_eq!(response.status_code(), expected);
    }
    assert_rejected(&join(&site, &link, "Out").await, 400, BAD_LINK);

    invite(&site, &admin.token, "twice@example.org", "admin").await;
    let first = site.token_of_link("twice@example.org", JOIN);
    site.clock.advance_seconds(1);
    invite(&site, &admin.token, "twice@example.org", "contributor").await;
    let second = site.token_of_link("twice@example.org", JOIN);
    assert_rejected(&join(&site, &first, "First").await, 400, BAD_LINK);
    let joined: Value = join(&site, &second, "Second").await.json();
    assert_eq!(joined["admin"]["role"], "contributor");
}

#[tokio::test]
async fn rejects_forged_tokens_taken_names_and_weak_passwords() {
    let site = Site::new();
    let admin = site.admin("root");
    for token in ["", "abc", &"0".repeat(64), &"f".repeat(65)] {
        assert_rejected(&join(&site, token, "Forger").await, 400, BAD_LINK);
    }
    invite(&site, &admin.token, "new@example.org", "author").await;
    let link = site.token_of_link("new@example.org", JOIN);
    assert_rejected(
        &join(&site, &link, "root").await,
        409,
        "Username is already taken",
    );
    let weak = json!({"token": link, "username": "Nina", "password": "password"});
    let refused = site.post("/api/admin/join", weak).await;
    assert_eq!(refused.status_code(), 400);
    assert!(refused.json::<Value>()["errors"]["password"].is_string());
    assert_eq!(join(&site, &link, "Nina").await.status_code(), 201);

    let member = invite(&site, &admin.token, "ROOT@example.org", "author").await;
    assert_rejected(&member, 409, "A member of the team has this email");
    for (email, role, field) in [
        ("nobody", "author", "email"),
        ("a@example.org", "owner", "role"),
        ("a@example.org", "", "role"),
    ] {
        let refused = invite(&site, &admin.token, email, role).await;
        assert_eq!(refused.status_code(), 400);
        let errors = &refused.json::<Value>()["errors"];
        assert!(errors[field].is_string(), "{email} {role}: {errors}");
    }
}

#[tokio::test]
async fn two_who_join_at_once_with_one_invitation_make_one_member() {
    let site = Site::new();
    let admin = site.admin("root");
    invite(&site, &admin.token, "new@example.org", "author").await;
    let link = site.token_of_link("new@example.org", JOIN);
    let (one, other) = tokio::join!(join(&site, &link, "One"), join(&site, &link, "Other"));
    let mut statuses = [one.status_code().as_u16(), other.status_code().as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 400]);
    assert_eq!(site.get_as(&admin.token, "/api/admin/team").await["total"], 2);
}

#[tokio::test]
async fn a_role_holds_from_the_next_request_on() {
    let site = Site::new();
    let admin = site.admin("root");
    let author = site.staff("ada", Role::Author);
    let comments = "/api/admin/comments";
    let of_author = |path: &'static str| site.request(Method::GET, path, &author.token, None);
    assert_rejected(&of_author(comments).await, 403, "Your role does not allow this");
    let changed = change_role(&site, &admin.token, &author.id.to_string(), "editor").await;
    assert_eq!(changed.json::<Value>()["member"]["role"], "editor");
    of_author(comments).await.assert_status_ok();
    change_role(&site, &admin.token, &author.id.to_string(), "contributor").await;
    assert_rejected(&of_author(comments).await, 403, "Your role does not allow this");
    let profile = site.get_as(&author.token, "/api/auth/verify-token").await;
    assert_eq!(profile["admin"]["role"], "contributor");
}

#[tokio::test]
async fn the_last_administrator_stays() {
    let site = Site::new();
    let admin = site.admin("root");
    site.staff("eve", Role::Editor);
    let id = admin.id.to_string();
    let demoted = change_role(&site, &admin.token, &id, "editor").await;
    assert_rejected(&demoted, 409, LAST_ADMIN);
    let path = format!("/api/admin/team/{id}");
    let removed = site.request(Method::DELETE, &path, &admin.token, None).await;
    assert_rejected(&removed, 409, LAST_ADMIN);
    change_role(&site, &admin.token, &id, "admin")
        .await
        .assert_status_ok();

    site.admin("second");
    let demoted = change_role(&site, &admin.token, &id, "editor").await;
    assert_eq!(demoted.json::<Value>()["member"]["role"], "editor");
}

#[tokio::test]
async fn two_administrators_who_demote_each_other_leave_one() {
    let site = Site::new();
    let (one, other) = (site.admin("one"), site.admin("other"));
    let (ids, role) = ([one.id.to_string(), other.id.to_string()], "editor");
    let (first, second) = tokio::join!(
        change_role(&site, &one.token, &ids[1], role),
        change_role(&site, &other.token, &ids[0], role)
    );
    let is_ok = |response: &TestResponse| response.status_code() == 200;
    assert!(
        is_ok(&first) ^ is_ok(&second),
        "{} {}",
        first.text(),
        second.text()
    );
}

#[tokio::test]
async fn removal_ends_the_sessions_and_hands_the_posts_over() {
    let site = Site::new();
    let admin = site.admin("root");
    site.clock.advance_seconds(1);
    let author = site.staff("ada", Role::Author);
    publish(&site, &author.token, "Hers").await;
    let team = site.get_as(&admin.token, "/api/admin/team").await;
    assert_eq!(team["members"][1]["username"], "ada");
    assert_eq!(team["members"][1]["postCount"], 1);

    let path = format!("/api/admin/team/{}", author.id);
    for new_author in [author.id.to_string(), "nobody".to_owned()] {
        let refused = site
            .request(
                Method::DELETE,
                &format!("{path}?postsTo={new_author}"),
                &admin.token,
                None,
            )
            .await;
        assert_rejected(&refused, 400, "The posts go to another member of the team");
    }
    let removed = site
        .request(
            Method::DELETE,
            &format!("{path}?postsTo={}", admin.id),
            &admin.token,
            None,
        )
        .await;
    removed.assert_status_ok();
    let after = site
        .request(Method::GET, "/api/admin/profile", &author.token, None)
        .await;
    assert_eq!(after.status_code(), 401);
    let post = site.get("/api/blogs/hers").await;
    assert_eq!(post["blog"]["author"]["username"], "root");
    let again = site.request(Method::DELETE, &path, &admin.token, None).await;
    assert_rejected(&again, 404, "There is no such member of the team");
}

#[tokio::test]
async fn the_body_of_a_removal_takes_precedence_over_its_query() {
    let site = Site::new();
    let admin = site.admin("root");
    let (ada, bo) = (site.staff("ada", Role::Author), site.staff("bo", Role::Author));
    for (number, (query, body, expected)) in (0..).zip([
        (format!("?postsTo={}", ada.id), None, "ada"),
        (String::new(), Some(json!({"postsTo": bo.id.to_string()})), "bo"),
        (
            format!("?postsTo={}", ada.id),
            Some(json!({"postsTo": bo.id.to_string()})),
            "bo",
        ),
        (format!("?postsTo={}", ada.id), Some(json!({})), "ada"),
        (format!("?postsTo={}", ada.id), Some(json!(null)), "ada"),
        (String::new(), Some(json!({"postsTo": null})), "Community Admins"),
    ]) {
        let leaving = site.staff(&format!("leaving{number}"), Role::Author);
        let title = format!("Post {number}");
        publish(&site, &leaving.token, &title).await;
        let path = format!("/api/admin/team/{}{query}", leaving.id);
        let removed = site
            .request(Method::DELETE, &path, &admin.token, body.as_ref())
            .await;
        removed.assert_status_ok();
        let post = site.get(&format!("/api/blogs/post-{number}")).await;
        assert_eq!(post["blog"]["author"]["name"], expected, "{query} {body:?}");
    }
    let path = format!("/api/admin/team/{}", ada.id);
    for (body, status) in [(json!({"postsTo": "nobody"}), 400), (json!({"postsTo": 7}), 400)] {
        let refused = site
            .request(Method::DELETE, &path, &admin.token, Some(&body))
            .await;
        assert_eq!(refused.status_code(), status, "{body}");
        assert!(refused.json::<Value>()["errors"]["postsTo"].is_string(), "{body}");
    }
}

#[tokio::test]
async fn invitations_end_with_the_rights_of_their_sender() {
    let site = Site::new();
    let admin = site.admin("root");
    let (demoted, removed) = (site.admin("dora"), site.admin("rhea"));
    let mut links = Vec::new();
    for (sender, email) in [
        (&demoted, "one@example.org"),
        (&demoted, "two@example.org"),
        (&removed, "three@example.org"),
        (&admin, "four@example.org"),
    ] {
        let invited = invite(&site, &sender.token, email, "admin").await;
        assert_eq!(invited.status_code(), 201);
        links.push(site.token_of_link(email, JOIN));
    }
    change_role(&site, &admin.token, &demoted.id.to_string(), "editor")
        .await
        .assert_status_ok();
    let path = format!("/api/admin/team/{}", removed.id);
    site.request(Method::DELETE, &path, &admin.token, None)
        .await
        .assert_status_ok();
    let left = links.pop().unwrap();
    for (number, link) in links.iter().enumerate() {
        assert_rejected(&join(&site, link, &format!("Late{number}")).await, 400, BAD_LINK);
    }
    assert_eq!(join(&site, &left, "Nina").await.status_code(), 201);
    let log = site.get_as(&admin.token, "/api/admin/audit?limit=50").await;
    let mut withdrawn: Vec<&str> = log["entries"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["action"] == "invite.withdrawn")
        .map(|row| row["detail"].as_str().unwrap())
        .collect();
    withdrawn.sort_unstable();
    assert_eq!(
        withdrawn,
        ["inviter demoted", "inviter demoted", "inviter removed"]
    );
}

#[tokio::test]
async fn an_invitation_closes_the_request() {
    let site = Site::new();
    let admin = site.admin("root");
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    let ask = |token: String, id: String, note: String| {
        let site = &site;
        async move {
            let path = format!("/api/users/{id}/author-request");
            let body = json!({"note": note});
            site.request(Method::POST, &path, &token, Some(&body)).await
        }
    };
    let note = "I write about <b>Rust</b>.".to_owned();
    ask(ada.token.clone(), ada.id.to_string(), note.clone())
        .await
        .assert_status_ok();
    let again = ask(ada.token.clone(), ada.id.to_string(), note.clone()).await;
    assert_rejected(
        &again,
        409,
        "You have asked already. Your request is with the team.",
    );
    let foreign = ask(bo.token.clone(), ada.id.to_string(), note.clone()).await;
    assert_eq!(foreign.status_code(), 403);
    for note in ["  ".to_owned(), "é".repeat(501)] {
        let refused = ask(bo.token.clone(), bo.id.to_string(), note).await;
        assert_eq!(refused.status_code(), 400);
    }
    site.clock.advance_seconds(1);
    ask(bo.token.clone(), bo.id.to_string(), "é".repeat(500))
        .await
        .assert_status_ok();

    let requests = site.get_as(&admin.token, "/api/admin/author-requests").await;
    assert_eq!(requests["total"], 2);
    let first = &requests["authorRequests"][0];
    assert_eq!(
        (&first["user"]["name"], &first["email"], &first["note"]),
        (&json!("Ada"), &json!(ada.email), &json!(note))
    );
    invite(&site, &admin.token, &ada.email, "author").await;
    let declined = text(&requests["authorRequests"][1]["id"]);
    let path = format!("/api/admin/author-requests/{declined}");
    for expected in [200, 404] {
        let response = site.request(Method::DELETE, &path, &admin.token, None).await;
        assert_eq!(response.status_code(), expected);
    }
    let requests = site.get_as(&admin.token, "/api/admin/author-requests").await;
    assert_eq!(requests["total"], 0);
    let link = site.token_of_link(&ada.email, JOIN);
    assert_eq!(join(&site, &link, "Ada").await.status_code(), 201);
}
