//! The writes: every operation of the API that may write, and the writes of commands and workers.

mod collections;
mod imports;
mod pages;
mod redirects;

use blog_app::actions::clean_up;
use blog_app::auth::link_token::LinkToken;
use blog_app::domain::identity::{Identity, Person};
use blog_app::domain::user::EmailAddress;
use blog_app::domain::{AdminId, Clock as _, SystemEntropy, UserId};
use blog_app::store::provider_sign_ins::{self, SignInHashes};
use blog_app::store::{Tx, admins};
use serde_json::{Value, json};

use super::{Comparison, MASTER_PASSWORD, NOTE};
use crate::api::posts_admin::{data_url, png};
use crate::support::accounts::{Account, PASSWORD};
use crate::support::authenticator::Authenticator;
use crate::support::{Site, blocking, post, post_with_changes};

const LATER_PASSWORD: &str = "another horse";
const MINUTE_SECONDS: i64 = 61;
const YEAR_MILLISECONDS: i64 = 365 * 24 * 3_600_000;

/// The accounts, the posts and the static page that are there before the first write.
pub(super) struct World {
    /// Looks at everything, and likes and bookmarks.
    reader: Account<UserId>,
    /// Comments.
    writer: Account<UserId>,
    /// Changes what an account has.
    changing: Account<UserId>,
    /// Deletes the account.
    leaving: Account<UserId>,
    admin: Account<AdminId>,
    /// Changes what an account has, and is removed.
    second_admin: Account<AdminId>,
    author: String,
    second_author: String,
    post: String,
    other_post: String,
    draft: String,
    /// A comment of the writer on `post`, and a reply of the reader to it.
    comment: String,
    reply: String,
    /// Is told of every change of a post.
    webhook: String,
    /// A published static page.
    page: String,
    /// A series with two posts.
    series: String,
}

impl World {
    pub(super) async fn on(site: &Site) -> Self {
        let category = |number| if number % 3 == 0 { "System Design" } else { "Other" };
        let posts = (1..=6).map(|number| post_with_changes(number, json!({"category": category(number)})));
        site.import(&posts.collect::<Vec<_>>());
        let (admin, second_admin) = (site.admin("root"), site.admin("second"));
        let create = async |token: &str, body: Value| {
            let body = Some(&body);
            let created = site
                .request(axum::http::Method::POST, "/api/blogs/create", token, body)
                .await;
            created.assert_status_success();
            created.json::<Value>()["blog"].clone()
        };
        let of_root = create(&admin.token, draft("Of root", "published")).await;
        let of_second = create(&second_admin.token, draft("Of second", "published")).await;
        let a_draft = create(&admin.token, draft("A draft", "draft")).await;
        let post = site.get("/api/blogs/post-1").await["blog"].clone();
        let other_post = site.get("/api/blogs/post-2").await["blog"].clone();
        let (reader, writer) = (site.reader("Ada"), site.reader("Bo"));
        let say = async |token: &str, parent: Value| {
            let body = Some(&json!({"content": "Said before", "parentId": parent}));
            let said = site.request(
                axum::http::Method::POST,
                "/api/blogs/post-1/comments",
                token,
                body,
            );
            text(&said.await.json::<Value>()["comment"]["_id"])
        };
        let comment = say(&writer.token, Value::Null).await;
        let reply = say(&reader.token, json!(comment)).await;
        let webhook = site
            .make_webhook(&admin.token, "https://hook.example.org/", &["post.updated"])
            .await;
        Self {
            webhook: text(&webhook["webhook"]["_id"]),
            page: pages::create(site, &admin.token).await,
            series: collections::create_series(site, &admin.token).await,
            comment,
            reply,
            reader,
            writer,
            changing: site.reader("Di"),
            leaving: site.reader("Cy"),
            author: text(&of_root["author"]["_id"]),
            second_author: text(&of_second["author"]["_id"]),
            post: text(&post["_id"]),
            other_post: text(&other_post["_id"]),
            draft: text(&a_draft["_id"]),
            admin,
            second_admin,
        }
    }

    pub(super) fn reader_token(&self) -> &str {
        &self.reader.token
    }

    /// Returns the names of ids in addresses, with the ids.
    pub(super) fn ids(&self) -> [(&'static str, String); 12] {
        [
            ("{post}", self.post.clone()),
            ("{author}", self.author.clone()),
            ("{secondAuthor}", self.second_author.clone()),
            ("{reader}", self.reader.id.to_string()),
            ("{writer}", self.writer.id.to_string()),
            ("{changing}", self.changing.id.to_string()),
            ("{leaving}", self.leaving.id.to_string()),
            ("{comment}", self.comment.clone()),
            ("{reply}", self.reply.clone()),
            ("{webhook}", self.webhook.clone()),
            ("{page}", self.page.clone()),
            ("{series}", self.series.clone()),
        ]
    }

    pub(super) async fn write_everything(&self, site: &mut Comparison) {
        self.write_posts(site).await;
        self.review_and_share(site).await;
        self.plan_posts(site).await;
        self.change_pages(site).await;
        self.change_redirects(site).await;
        self.change_collections(site).await;
        self.import(site).await;
        self.mark_and_comment(site).await;
        self.discuss(site).await;
        self.report_and_decide(site).await;
        self.sign_up(site).await;
        self.change_account(site).await;
        self.change_admin(site).await;
        self.change_team(site).await;
        self.change_webhooks(site).await;
        self.change_newsletter(site).await;
        self.moderate(site).await;
        self.change_pictures(site).await;
        self.set_up(site).await;
        self.write_beside_the_api(site).await;
    }

    async fn write_posts(&self, site: &mut Comparison) {
        let admin = &self.admin.token;
        let mut created = draft("Created", "published");
        created["featuredImage"] = json!(data_url(&png(1, 40)));
        let created = site.call("POST /blogs/create", "", admin, created).await;
        let id = text(&created["blog"]["_id"]);
        site.call("POST /blogs/create", "", admin, draft("Another draft", "draft"))
            .await;
        site.call(
            "POST /blogs/preview",
            "",
            admin,
            json!({"content": "<p>Text</p>"}),
        )
        .await;
        let markdown = json!({"markdown": "Text"});
        site.call("POST /blogs/markdown", "", admin, markdown).await;
        let content = json!({"content": "<p>Text</p>"});
        site.call("POST /blogs/markdown/source", "", admin, content).await;
        for (title, status) in [
            ("Changed", "published"),
            ("Changed", "draft"),
            ("Back", "published"),
        ] {
            site.call("PUT /blogs/update/{id}", &id, admin, draft(title, status))
                .await;
        }
        site.call(
            "PUT /blogs/update/{id}",
            &self.draft,
            admin,
            draft("Finished", "published"),
        )
        .await;
        for slug in ["moved", "moved-again", "moved"] {
            let mut moved = draft("Back", "published");
            moved["slug"] = json!(slug);
            moved["canonicalUrl"] = json!(format!("https://example.org/{slug}"));
            site.call("PUT /blogs/update/{id}", &id, admin, moved).await;
        }
        let unsaved = json!({"title": "Unsaved", "content": "<p>Unsaved</p>"});
        site.call("PUT /admin/autosaves/{key}", &id, admin, unsaved).await;
        site.call("DELETE /admin/autosaves/{key}", &id, admin, json!({}))
            .await;
        let name = json!({"name": "The first"});
        site.call("PATCH /blogs/{id}/revisions/{number}", &id, admin, name)
            .await;
        site.call(
            "POST /blogs/{id}/revisions/{number}/restore",
            &id,
            admin,
            json!({}),
        )
        .await;
        for is_featured in [true, false, true] {
            let body = json!({"isFeatured": is_featured});
            site.call("PATCH /blogs/{id}", &self.post, admin, body).await;
        }
    }

    /// The words of all notes are [`NOTE`], which no visitor ever reads.
    async fn review_and_share(&self, site: &mut Comparison) {
        let admin = &self.admin.token;
        let created = draft("Reviewed", "draft");
        let created = site.call("POST /blogs/create", "", admin, created).await;
        let id = text(&created["blog"]["_id"]);
        let submit = "POST /blogs/{id}/submit";
        site.call(submit, &id, admin, json!({"note": NOTE})).await;
        site.call("POST /blogs/{id}/notes", &id, admin, json!({"text": NOTE}))
            .await;
        let review = "POST /blogs/{id}/review";
        let changes = json!({"decision": "changes", "note": NOTE});
        site.call(review, &id, admin, changes).await;
        site.call(submit, &id, admin, json!({})).await;
        let approval = json!({"decision": "approve", "note": NOTE});
        site.call(review, &id, admin, approval).await;
        site.call("POST /blogs/{id}/notes", &self.post, admin, json!({"text": NOTE}))
            .await;
        let (one, other) = (&self.author, &self.second_author);
        for authors in [json!([other]), json!([other, one]), json!([one, other])] {
            let body = json!({"authors": authors});
            site.call("PUT /blogs/{id}/authors", &id, admin, body).await;
        }
    }

    async fn plan_posts(&self, site: &mut Comparison) {
        let admin = &self.admin.token;
        let mut planned = draft("Planned", "draft");
        planned["publishAt"] = json!("2026-03-01T14:00:00Z");
        let created = site.call("POST /blogs/create", "", admin, planned).await;
        let id = text(&created["blog"]["_id"]);
        let schedule = "PUT /blogs/{id}/schedule";
        for at in [json!(null), json!("2026-03-01T13:00:00Z")] {
            site.call(schedule, &id, admin, json!({"publishAt": at})).await;
        }
        let link = site
            .call("POST /blogs/{id}/preview-link", &id, admin, json!({"days": 7}))
            .await;
        let (_, path) = link["url"].as_str().unwrap().split_once("/preview/").unwrap();
        for path in [format!("/preview/{path}"), format!("/api/preview-links/{path}")] {
            site.compare_read(&path).await;
        }
        site.call("DELETE /blogs/{id}/preview-link", &id, admin, json!({}))
            .await;

        site.site.clock.advance_seconds(3_600);
        site.site.publish_due();
        site.compare("a planned publication").await;
        let published = site.site.server.get("/blog/planned").await;
        published.assert_status_ok();
    }

    async fn mark_and_comment(&self, site: &mut Comparison) {
        let (reader, writer, leaving) = (&self.reader.token, &self.writer.token, &self.leaving.token);
        for (post, session) in [(&self.post, "a"), (&self.post, "b"), (&self.other_post, "a")] {
            let view =
                json!({"sessionId": session, "deviceType": "mobile", "referrer": "https://example.com/"});
            site.call("POST /blogs/{id}/view", post, "", view).await;
        }
        site.site.clock.advance_seconds(MINUTE_SECONDS);
        let read = json!({"sessionId": "a"});
        site.call("POST /blogs/{id}/read", &self.post, "", read).await;
        // Sets a mark, sets it on another post, sets that of another reader, and removes one.
        for (token, post) in [
            (reader, &self.post),
            (reader, &self.other_post),
            (leaving, &self.other_post),
            (reader, &self.post),
        ] {
            site.call("POST /blogs/{id}/like", post, token, json!({})).await;
            site.call("POST /blogs/{id}/bookmark", post, token, json!({}))
                .await;
        }
        let mut comments = Vec::new();
        for (token, post) in [
            (writer, &self.post),
            (reader, &self.post),
            (writer, &self.other_post),
            (leaving, &self.other_post),
        ] {
            let body = json!({"content": "A word on this"});
            let added = site.call("POST /blogs/{id}/comments", post, token, body).await;
            comments.push(text(&added["comment"]["_id"]));
        }
        for (token, comment) in [
            (reader, &comments[0]),
            (leaving, &comments[0]),
            (reader, &comments[2]),
            (reader, &comments[0]),
        ] {
            let like = "POST /blogs/comments/{commentId}/like";
            site.call(like, comment, token, json!({})).await;
        }
        let ids = json!({"blogIds": [self.post, self.other_post]});
        for operation in [
            "POST /blogs/recently-viewed",
            "POST /blogs/bookmarks-status",
            "POST /blogs/likes-status",
        ] {
            site.call(operation, "", reader, ids.clone()).await;
        }
        let delete = "DELETE /admin/comments/{id}";
        site.call(delete, &comments[1], &self.admin.token, json!({}))
            .await;
    }

    /// Replies, changes and deletes, as a reader and as a member of the staff.
    async fn discuss(&self, site: &mut Comparison) {
        let (reader, writer) = (&self.reader.token, &self.writer.token);
        let admin = &self.admin.token;
        let reply_to = |parent: &str| json!({"content": "A reply", "parentId": parent});
        let of_reader = "POST /blogs/{id}/comments";
        let of_staff = "POST /admin/blogs/{id}/comments";
        let below = site
            .call(of_reader, &self.post, writer, reply_to(&self.reply))
            .await;
        let below = text(&below["comment"]["_id"]);
        let answer = site.call(of_staff, &self.post, admin, reply_to(&below)).await;
        let answer = text(&answer["comment"]["_id"]);
        let changed = json!({"content": "Changed"});
        for comment in [&self.comment, &below] {
            site.call(
                "PATCH /blogs/comments/{commentId}",
                comment,
                writer,
                changed.clone(),
            )
            .await;
        }
        site.call("PATCH /admin/comments/{id}", &answer, admin, changed)
            .await;
        let like = "POST /blogs/comments/{commentId}/like";
        site.call(like, &self.comment, reader, json!({})).await;
        // Leaves its place, since there are replies; then the last reply goes, and with it what it kept.
        let delete = "DELETE /blogs/comments/{commentId}";
        site.call(delete, &self.reply, reader, json!({})).await;
        let remove = "DELETE /admin/comments/{id}";
        site.call(remove, &below, admin, json!({})).await;
        site.call(remove, &answer, admin, json!({})).await;
        let again = site.call(of_reader, &self.post, reader, reply_to(&self.comment));
        let again = text(&again.await["comment"]["_id"]);
        site.call(remove, &self.comment, admin, json!({})).await;
        site.call(delete, &again, reader, json!({})).await;
    }

    /// Follows things, reads notices, and changes which mails come.
    async fn follow_and_read(&self, site: &mut Comparison) {
        let reader = &self.reader.token;
        for target in [
            json!({"kind": "author", "target": self.author}),
            json!({"kind": "tag", "target": "Sample"}),
            json!({"kind": "post", "target": self.post}),
        ] {
            site.call("PUT /follows", "", reader, target).await;
        }
        let target = json!({"kind": "tag", "target": "sample"});
        site.call("DELETE /follows", "", reader, target).await;
        let until_now = json!({"before": "2030-01-01T00:00:00Z"});
        site.call("POST /notifications/read", "", reader, until_now).await;
        let preferences = json!({"preferences": {"thread": "each", "post": "off"}});
        let id = self.reader.id.to_string();
        site.call("PUT /users/{id}/preferences", &id, reader, preferences)
            .await;
    }

    /// Reports comments and readers, decides on them, and mutes somebody.
    async fn report_and_decide(&self, site: &mut Comparison) {
        let (reader, admin) = (&self.reader.token, &self.admin.token);
        let spammer = site.site.reader("Spammer");
        let say = "POST /blogs/{id}/comments";
        let body = json!({"content": "Buy this"});
        let said = site.call(say, &self.post, &spammer.token, body).await;
        let spam = text(&said["comment"]["_id"]);
        let body = json!({"content": "No", "parentId": spam});
        let reply = site.call(say, &self.post, reader, body).await;
        let reply = text(&reply["comment"]["_id"]);
        let below = json!({"content": "Yes", "parentId": reply});
        site.call(say, &self.post, &spammer.token, below).await;
        let report = json!({"reason": "spam"});
        let of_comment = "POST /blogs/comments/{commentId}/report";
        site.call(of_comment, &spam, reader, report.clone()).await;
        let id = spammer.id.to_string();
        site.call("POST /users/{id}/report", &id, reader, report).await;
        for operation in ["PUT /users/{id}/mute", "DELETE /users/{id}/mute"] {
            site.call(operation, &id, reader, json!({})).await;
        }
        self.follow_and_read(site).await;
        for standing in [
            json!({"silencedUntil": "2030-01-01T00:00:00Z"}),
            json!({"silencedUntil": null, "bannedUntil": "2030-01-01T00:00:00Z"}),
            json!({"bannedUntil": null, "isTrusted": true}),
        ] {
            site.call("PATCH /admin/users/{id}/standing", &id, admin, standing)
                .await;
        }
        for action in ["dismiss", "remove", "approve", "spam", "approve"] {
            let decision = json!({"ids": [spam, reply], "action": action});
            site.call("POST /admin/comments/moderate", "", admin, decision)
                .await;
        }
        let decision = json!({"ids": [spam], "action": "spam", "wholeUser": true});
        site.call("POST /admin/comments/moderate", "", admin, decision)
            .await;
    }

    async fn sign_up(&self, site: &mut Comparison) {
        let email = "new@example.org";
        let body = json!({"name": "New", "email": email, "password": PASSWORD});
        site.call("POST /auth/register", "", "", body).await;
        site.site.clock.advance_seconds(MINUTE_SECONDS);
        site.call("POST /auth/resend-otp", "", "", json!({"email": email}))
            .await;
        let code = json!({"email": email, "otp": site.site.last_code(email)});
        let verified = site.call("POST /auth/verify-otp", "", "", code).await;
        let profile =
            json!({"name": "Newcomer", "bio": "Hello", "profileImage": {"url": "/avatars/mentor.svg"}});
        let token = text(&verified["token"]);
        site.call("POST /auth/complete-onboarding", "", &token, profile)
            .await;
        let login = json!({"email": email, "password": PASSWORD});
        let token = token_of(&site.call("POST /auth/login", "", "", login.clone()).await);
        site.call("POST /auth/logout", "", &token, json!({})).await;
        let token = token_of(&site.call("POST /auth/login", "", "", login).await);
        site.call("POST /auth/logout-all", "", &token, json!({})).await;
        let login = json!({"email": email, "password": PASSWORD});
        let first = token_of(&site.call("POST /auth/login", "", "", login.clone()).await);
        let token = token_of(&site.call("POST /auth/login", "", "", login.clone()).await);
        let sessions = site.site.sessions(&first).await;
        let of_first = sessions.iter().find(|session| session["isCurrent"] == true);
        let id = text(&of_first.unwrap()["id"]);
        site.call("DELETE /sessions/{id}", &id, &token, json!({})).await;
        let token = token_of(&site.call("DELETE /sessions", "", &token, json!({})).await);
        self.use_second_factor(site, &token, login).await;
    }

    /// Sets up a second factor and a passkey, signs in with each, and removes them.
    async fn use_second_factor(&self, site: &mut Comparison, token: &str, credentials: Value) {
        let [login, second_step, passkey_login] = if credentials["email"] == json!("new@example.org") {
            [
                "POST /auth/login",
                "POST /auth/login/second",
                "POST /auth/passkey/login",
            ]
        } else {
            [
                "POST /admin/login",
                "POST /admin/login/second",
                "POST /admin/passkey/login",
            ]
        };
        let password = &credentials["password"];
        let set_up = json!({"password": password});
        let set_up = site.call("POST /second-factor/totp", "", token, set_up).await;
        let secret = text(&set_up["secret"]);
        let confirm = json!({"code": site.site.next_totp(&secret)});
        site.call("POST /second-factor/totp/confirm", "", token, confirm)
            .await;
        let ticket = site.call(login, "", "", credentials.clone()).await["ticket"].clone();
        let second = json!({"ticket": ticket, "code": site.site.next_totp(&secret)});
        site.call(second_step, "", "", second).await;
        let mut authenticator = Authenticator::new();
        (authenticator.host, authenticator.origin) = ("localhost".to_owned(), "http://localhost".to_owned());
        let confirmation =
            |site: &Comparison| json!({"password": password, "code": site.site.next_totp(&secret)});
        let addition = confirmation(site);
        let options = site.call("POST /passkeys/options", "", token, addition).await;
        let new = authenticator.create(&options, "Phone");
        let id = text(&site.call("POST /passkeys", "", token, new).await["id"]);
        let options = site.call("POST /auth/passkey/options", "", "", json!({})).await;
        site.call(passkey_login, "", "", authenticator.sign(&options))
            .await;
        let name = json!({"name": "Laptop"});
        site.call("PATCH /passkeys/{id}", &id, token, name).await;
        let removal = confirmation(site);
        site.call("DELETE /passkeys/{id}", &id, token, removal).await;
        for change in ["POST /second-factor/recovery-codes", "DELETE /second-factor"] {
            let confirmed = confirmation(site);
            site.call(change, "", token, confirmed).await;
        }
    }

    async fn change_account(&self, site: &mut Comparison) {
        let Account { id, email, token } = &self.changing;
        let id = &id.to_string();
        let profile = "PATCH /users/{id}/profile";
        for change in [
            json!({"name": "Diana"}),
            json!({"bio": "Writes as well."}),
            json!({"hideEmail": true}),
            json!({"socialLinks": {"website": "https://example.org"}}),
        ] {
            site.call(profile, id, token, change).await;
        }
        let picture = json!({"profileImage": {"url": "/avatars/explorer.svg"}});
        site.call("PATCH /users/{id}/profile-picture", id, token, picture)
            .await;
        // Its comments show the name as well.
        let comment = json!({"content": "A word of mine"});
        site.call("POST /blogs/{id}/comments", &self.post, token, comment)
            .await;
        site.call(profile, id, token, json!({"name": "Dido"})).await;

        let new = "moved@example.org";
        let change = json!({"email": new, "currentPassword": PASSWORD});
        site.call(profile, id, token, change).await;
        site.site.clock.advance_seconds(1);
        let code = json!({"email": new, "otp": site.site.last_code(new)});
        site.call("POST /auth/verify-otp", "", token, code).await;
        let undo = json!({"token": undo_token(&site.site, email)});
        site.call("POST /auth/undo-email-change", "", "", undo).await;

        site.site.clock.advance_seconds(1);
        let forgot = json!({"email": email});
        site.call("POST /auth/forgot-password", "", "", forgot).await;
        let code = site.site.last_code(email);
        let reset = json!({"email": email, "otp": code, "newPassword": LATER_PASSWORD});
        site.call("POST /auth/reset-password", "", "", reset).await;
        let login = json!({"email": email, "password": LATER_PASSWORD});
        let token = token_of(&site.call("POST /auth/login", "", "", login).await);
        let change = json!({"currentPassword": LATER_PASSWORD, "newPassword": PASSWORD});
        site.call("PUT /users/{id}/password", id, &token, change).await;
        self.sign_in_by_provider(site, email).await;

        let leaving = self.leaving.id.to_string();
        let password = json!({"password": PASSWORD});
        site.call(
            "POST /users/{id}/export",
            &leaving,
            &self.leaving.token,
            password.clone(),
        )
        .await;
        site.call("DELETE /users/{id}", &leaving, &self.leaving.token, password)
            .await;
    }

    /// Links an identity to an account and removes it, and makes an account of somebody new.
    async fn sign_in_by_provider(&self, site: &mut Comparison, known: &str) {
        for email in [known, "someone@example.org"] {
            let (code, cookie) = admit(&site.site, email).await;
            let mut finish = json!({"code": code});
            if email == known {
                site.call_with_cookie("POST /auth/finish/code", &cookie, finish.clone())
                    .await;
                finish["password"] = json!(PASSWORD);
            }
            let finished = site.call_with_cookie("POST /auth/finish", &cookie, finish).await;
            let token = token_of(&finished);
            let list = site.site.get_as(&token, "/api/identities").await;
            if email == known {
                let id = text(&list["identities"][0]["id"]);
                let password = json!({"password": PASSWORD});
                site.call("DELETE /identities/{id}", &id, &token, password).await;
            }
        }
    }

    async fn change_admin(&self, site: &mut Comparison) {
        let signup = json!({
            "username": "third", "email": "third@example.org", "password": PASSWORD,
            "masterPassword": MASTER_PASSWORD,
        });
        site.call("POST /admin/signup", "", "", signup).await;
        let Account { email, token, .. } = &self.second_admin;
        let profile = "PUT /admin/settings/profile";
        site.call(profile, "", token, json!({"username": "renamed", "email": email}))
            .await;
        let new = "staff@example.org";
        let change = json!({"username": "renamed", "email": new, "currentPassword": PASSWORD});
        site.call(profile, "", token, change).await;
        site.site.clock.advance_seconds(MINUTE_SECONDS);
        site.call("POST /admin/settings/resend-code", "", token, json!({}))
            .await;
        let code = json!({"otp": site.site.last_code(new)});
        let token = token_of(
            &site
                .call("POST /admin/settings/verify-email", "", token, code)
                .await,
        );
        let change = json!({"currentPassword": PASSWORD, "newPassword": LATER_PASSWORD});
        let token = token_of(
            &site
                .call("PUT /admin/settings/password", "", &token, change)
                .await,
        );
        site.call("POST /admin/logout", "", &token, json!({})).await;
        let login = json!({"email": new, "password": LATER_PASSWORD});
        let token = token_of(&site.call("POST /admin/login", "", "", login.clone()).await);
        self.use_second_factor(site, &token, login).await;
        site.call("POST /admin/logout-all", "", &token, json!({})).await;
    }

    /// Sets the site up as if nobody administered it yet.
    async fn set_up(&self, site: &mut Comparison) {
        let role = |from: &str, to: &str| format!("update admins set role = '{to}' where role = '{from}'");
        site.site.execute_elsewhere(&role("admin", "editor")).await;
        let now = site.site.clock.now();
        let token = site
            .site
            .setup
            .start(&site.site.store, now)
            .await
            .unwrap()
            .unwrap();
        let token = token.expose();
        site.call("POST /setup/check", "", "", json!({"token": token}))
            .await;
        let server = json!({"host": "127.0.0.1", "port": 1, "encryption": "none", "username": "",
            "password": "", "from": "blog@example.org"});
        let test = json!({"token": token, "mail": server, "to": "first@example.org"});
        site.call("POST /setup/mail-test", "", "", test).await;
        let setup = json!({
            "token": token,
            "admin": {"username": "first", "email": "first@example.org", "password": PASSWORD},
            "site": {"name": "First", "description": "", "accent": "#123456"},
            "mail": null,
            "sampleContent": false,
        });
        site.call("POST /setup", "", "", setup).await;
        site.site.execute_elsewhere(&role("editor", "admin")).await;
    }

    async fn moderate(&self, site: &mut Comparison) {
        let admin = &self.admin.token;
        let password = json!({"password": PASSWORD});
        site.call("POST /admin/export", "", admin, password).await;
        let mut rules = site.site.get_as(admin, "/api/admin/spam-rules").await["rules"].clone();
        rules["level"] = json!("guarded");
        site.call("PUT /admin/spam-rules", "", admin, rules).await;
        let mut settings = site.site.get_as(admin, "/api/admin/site").await["settings"].clone();
        for (field, value) in [
            ("name", json!("Theirs")),
            ("description", json!("For everybody")),
            ("accent", json!("#0b5d3b")),
            ("navigation", json!([{"label": "About", "url": "/about"}])),
            (
                "footer",
                json!([{"label": "Elsewhere", "url": "https://example.org/"}]),
            ),
            (
                "announcement",
                json!({"text": "Hello", "link": null, "until": null, "tone": "info"}),
            ),
            ("announcement", json!(null)),
            ("commentPolicy", json!("Be kind")),
            ("defaultAuthor", json!("The editors")),
            ("newsletterDays", json!(["tuesday", "friday"])),
        ] {
            settings[field] = value;
            let changed = site.call("PUT /admin/site", "", admin, settings).await;
            settings = changed["settings"].clone();
        }
        let server = json!({"host": "127.0.0.1", "port": 1, "encryption": "none", "username": "",
            "password": "", "from": "blog@example.org"});
        let test = json!({"mail": server});
        site.call("POST /admin/mail/test", "", admin, test).await;
        let change = json!({"mail": server, "version": 0});
        site.call("PUT /admin/mail", "", admin, change).await;
        let writer = self.writer.id.to_string();
        for is_banned in [true, false] {
            let ban = json!({"isBanned": is_banned, "banReason": "Spam"});
            site.call("PATCH /admin/users/{id}/ban", &writer, admin, ban)
                .await;
        }
        site.call("DELETE /blogs/{id}", &self.other_post, admin, json!({}))
            .await;
    }

    async fn change_team(&self, site: &mut Comparison) {
        let admin = &self.admin.token;
        let writer = self.writer.id.to_string();
        let ask = json!({"note": "About Rust."});
        let path = "POST /users/{id}/author-request";
        site.call(path, &writer, &self.writer.token, ask).await;
        let requests = site.site.get_as(admin, "/api/admin/author-requests").await;
        let request = requests["authorRequests"][0]["id"].as_str().unwrap().to_owned();
        site.call("DELETE /admin/author-requests/{id}", &request, admin, json!({}))
            .await;
        for email in ["fourth@example.org", "fifth@example.org"] {
            let invitation = json!({"email": email, "role": "author"});
            site.call("POST /admin/invites", "", admin, invitation).await;
        }
        let invites = site.site.get_as(admin, "/api/admin/invites").await;
        let withdrawn = invites["invites"]
            .as_array()
            .unwrap()
            .iter()
            .find(|invite| invite["email"] == "fifth@example.org");
        let withdrawn = withdrawn.unwrap()["id"].as_str().unwrap().to_owned();
        site.call("DELETE /admin/invites/{id}", &withdrawn, admin, json!({}))
            .await;
        let mail = site.site.last_email("fourth@example.org").text;
        let (_, token) = mail.split_once("/admin/join#").unwrap();
        let token = token.split_whitespace().next().unwrap();
        let member = json!({"token": token, "username": "fourth", "password": PASSWORD});
        let joined = site.call("POST /admin/join", "", "", member).await;
        let member = joined["admin"]["id"].as_str().unwrap().to_owned();
        let key = json!({"name": "Import", "role": "editor", "scopes": ["posts:write"]});
        let key = site.call("POST /admin/api-keys", "", admin, key).await;
        let key = key["apiKey"]["id"].as_str().unwrap().to_owned();
        site.call("DELETE /admin/api-keys/{id}", &key, admin, json!({}))
            .await;
        let role = json!({"role": "editor"});
        site.call("PATCH /admin/team/{id}", &member, admin, role).await;
        site.call("DELETE /admin/team/{id}", &member, admin, json!({}))
            .await;
    }

    async fn change_webhooks(&self, site: &mut Comparison) {
        let admin = &self.admin.token;
        let path = format!("/api/admin/webhooks/{}/deliveries", self.webhook);
        let deliveries = site.site.get_as(admin, &path).await;
        let delivery = text(&deliveries["deliveries"][0]["_id"]);
        let again = "POST /admin/webhook-deliveries/{id}/send-again";
        site.call(again, &delivery, admin, json!({})).await;
        let new = json!({"url": "https://other.example.org/", "events": ["user.joined"]});
        let made = site.call("POST /admin/webhooks", "", admin, new).await;
        let webhook = text(&made["webhook"]["_id"]);
        let off = json!({"isOn": false});
        site.call("PATCH /admin/webhooks/{id}", &webhook, admin, off)
            .await;
        site.call("DELETE /admin/webhooks/{id}", &webhook, admin, json!({}))
            .await;
    }

    async fn change_newsletter(&self, site: &mut Comparison) {
        let admin = &self.admin.token;
        let address = "dee@example.net";
        site.call("POST /newsletter", "", "", json!({"email": address}))
            .await;
        site.call("POST /admin/newsletter/test", "", admin, json!({}))
            .await;
        let list = site.site.get_as(admin, "/api/admin/newsletter").await;
        let id = text(&list["subscribers"][0]["id"]);
        site.call("DELETE /admin/subscribers/{id}", &id, admin, json!({}))
            .await;
        let refused = format!("insert into suppressed (email, reason, at) values ('{address}', '550', 1)");
        site.site.execute_elsewhere(&refused).await;
        site.call("DELETE /admin/suppressed", address, admin, json!({}))
            .await;
    }

    /// The writes of commands and workers, in this process so that nothing but what they record is followed.
    async fn write_beside_the_api(&self, site: &mut Comparison) {
        site.site.import(&[post(7), post(8)]);
        site.compare("an import").await;

        let removed = self.second_admin.id;
        let new_author = self.admin.id;
        blocking(|| {
            let store = &site.site.store;
            store.write_blocking(move |tx| admins::remove(tx, removed, Some(new_author)))
        })
        .unwrap();
        site.compare("the removal of an administrator").await;

        site.site.register("Nobody", "nobody@example.org").await;
        let later = site.site.clock.now().plus_milliseconds(YEAR_MILLISECONDS);
        let cleaned = clean_up::clean_up(&site.site.store, later).await.unwrap();
        assert!(
            cleaned.accounts > 0 && cleaned.sessions > 0 && cleaned.removed_comments > 0,
            "{cleaned:?}"
        );
        site.compare("a clean-up").await;
    }
}

/// Stores somebody who has come from a provider. Returns the code of the address, and the cookie of the browser.
async fn admit(site: &Site, email: &str) -> (String, String) {
    let [code, browser] = [(); 2].map(|()| LinkToken::random(&SystemEntropy));
    let hashes = SignInHashes {
        code: code.hash(),
        browser: browser.hash(),
    };
    let person = Person {
        identity: Identity {
            issuer: "https://provider.example".to_owned(),
            subject: email.to_owned(),
        },
        email: EmailAddress::parse(email).unwrap(),
        name: None,
    };
    let later = site.clock.now().plus_milliseconds(1_000);
    let insert = move |tx: &mut Tx<'_>| provider_sign_ins::insert(tx, &hashes, &person, later);
    site.store.write(insert).await.unwrap();
    let cookie = format!("blog_finish={}", browser.expose());
    (code.expose().to_owned(), cookie)
}

fn draft(title: &str, status: &str) -> Value {
    json!({
        "title": title, "content": format!("<h2>{title}</h2><p>The text of it.</p>"),
        "category": "System Design", "tags": ["sample"],
        "featuredImage": "https://example.org/cover.png", "status": status,
    })
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn token_of(response: &Value) -> String {
    text(&response["token"])
}

fn undo_token(site: &Site, address: &str) -> String {
    let mail = site.last_email(address);
    let (_, token) = mail.text.split_once("/undo-email-change#").unwrap();
    token.split_whitespace().next().unwrap().to_owned()
}
