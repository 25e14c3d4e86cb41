//! A site with something of everything that an export holds.

use axum::http::Method;
use blog_app::domain::{AdminId, Role};
use serde_json::{Value, json};

use crate::api::posts_admin::{data_url, png, post_body_with};
use crate::site_settings;
use crate::support::accounts::{Account, PASSWORD};
use crate::support::corpus::ODD_STRINGS;
use crate::support::{Site, post, post_with_changes};

pub(super) const SETTINGS: [(&str, &str); 2] =
    [("RATE_LIMIT__ENABLED", "false"), ("AUTH__TOKEN_HOURS", "10000")];
const PAGE_TEXT: &str = "<p>What we do. <b>Everything.</b></p>";

async fn sent(site: &Site, method: Method, path: &str, token: &str, body: Value) -> Value {
    let response = site.request(method, path, token, Some(&body)).await;
    assert!(response.status_code().is_success(), "{path}: {}", response.text());
    response.json()
}

/// Adds a comment a minute after the last one, and returns its id.
pub(super) async fn said(site: &Site, slug: &str, token: &str, parent: Option<&str>, text: &str) -> String {
    site.clock.advance_seconds(60);
    let body = json!({"content": text, "parentId": parent});
    let path = format!("/api/blogs/{slug}/comments");
    let said = sent(site, Method::POST, &path, token, body).await;
    said["comment"]["_id"].as_str().unwrap().to_owned()
}

/// A site with something of everything.
pub async fn full_site() -> Site {
    let site = Site::configured(&SETTINGS);
    let root = site.admin("root");
    let colleague = site.staff("Grace 👩‍💻", Role::Author);
    site.import(&odd_posts());
    texts(&site, &root, &colleague).await;
    collections(&site, &root, &colleague.token).await;
    people(&site).await;
    comments(&site, &root).await;
    settings(&site, &root.token).await;
    site
}

/// Posts whose titles, tags and texts are known to break programs.
fn odd_posts() -> Vec<Value> {
    let odd = (10..).zip(ODD_STRINGS).map(|(number, string)| {
        let escaped = string.replace('&', "&amp;").replace('<', "&lt;");
        post_with_changes(
            number,
            json!({
                "title": string, "tags": [string.chars().take(20).collect::<String>(), "  two  words "],
                "author": format!("Ada {number}"),
                "contentHtml": format!("<p>{escaped}</p><pre><code>{escaped}</code></pre>"),
            }),
        )
    });
    let long = "ü".repeat(200);
    let others = [
        post(1),
        post_with_changes(
            2,
            json!({"title": long, "contentHtml": "<table><tbody><tr><td>1</td></tr></tbody></table>"}),
        ),
    ];
    others.into_iter().chain(odd).collect()
}

async fn texts(site: &Site, root: &Account<AdminId>, colleague: &Account<AdminId>) {
    let picture = data_url(&png(10, 900));
    let body = post_body_with(json!({
        "title": "With pictures", "featuredImage": picture,
        "content": format!("<p>One <img src=\"{picture}\" alt=\"A\"> two <img src=\"{}\"></p>", data_url(&png(20, 60))),
        "canonicalUrl": "https://elsewhere.example/first", "commentsClosed": true,
    }));
    let shown = sent(site, Method::POST, "/api/blogs/create", &root.token, body).await["blog"].clone();
    let id = shown["_id"].as_str().unwrap();
    for slug in ["second-slug", "third-slug"] {
        let body = post_body_with(
            json!({"title": "With pictures", "slug": slug, "content": shown["content"],
            "featuredImage": {}, "commentsClosed": true, "canonicalUrl": "https://elsewhere.example/first"}),
        );
        sent(
            site,
            Method::PUT,
            &format!("/api/blogs/update/{id}"),
            &root.token,
            body,
        )
        .await;
    }
    let authors = json!({"authors": [colleague.id.to_string(), root.id.to_string()]});
    sent(
        site,
        Method::PUT,
        &format!("/api/blogs/{id}/authors"),
        &root.token,
        authors,
    )
    .await;
    sent(
        site,
        Method::PATCH,
        &format!("/api/blogs/{id}"),
        &root.token,
        json!({"isFeatured": true}),
    )
    .await;
    let draft = json!({"title": "A draft", "status": "draft"});
    sent(
        site,
        Method::POST,
        "/api/blogs/create",
        &root.token,
        post_body_with(draft),
    )
    .await;
    let planned = json!({"title": "Planned", "status": "draft", "publishAt": "2026-06-01T10:00:00Z"});
    sent(
        site,
        Method::POST,
        "/api/blogs/create",
        &root.token,
        post_body_with(planned),
    )
    .await;
    let carl = site.staff("carl", Role::Contributor).token;
    let body = post_body_with(json!({"title": "Submitted", "status": "draft"}));
    let submitted = sent(site, Method::POST, "/api/blogs/create", &carl, body).await;
    let path = format!("/api/blogs/{}/submit", submitted["blog"]["_id"].as_str().unwrap());
    sent(site, Method::POST, &path, &carl, json!({"note": ""})).await;
    // Nobody is its author any more.
    let leaving = site.staff("leaving", Role::Author);
    let body = post_body_with(json!({"title": "Left behind"}));
    sent(site, Method::POST, "/api/blogs/create", &leaving.token, body).await;
    let path = format!("/api/admin/team/{}", leaving.id);
    sent(site, Method::DELETE, &path, &root.token, json!({})).await;
    let about = json!({
        "title": "About us & \"them\"", "slug": "about", "description": "Who we are", "status": "published",
        "content": format!("{PAGE_TEXT}<p><img src=\"{}\"></p>", data_url(&png(30, 500))),
    });
    sent(site, Method::POST, "/api/admin/pages", &root.token, about).await;
    let rules = json!({"title": "Rules", "description": "", "status": "draft", "content": "<p>Be kind.</p>"});
    sent(site, Method::POST, "/api/admin/pages", &root.token, rules).await;
    for redirect in [
        json!({"path": "/old/path", "target": "/blog/post-1", "status": 301}),
        json!({"path": "/søk/a=\"b\",c", "target": "https://example.org/x,y", "status": 302}),
        json!({"path": "/gone", "status": 410}),
    ] {
        sent(site, Method::POST, "/api/admin/redirects", &root.token, redirect).await;
    }
}

/// A tag with everything, one that no post has any more, two series, and what an author says of themselves.
async fn collections(site: &Site, root: &Account<AdminId>, colleague: &str) {
    let token = &root.token;
    let body = post_body_with(json!({"title": "Of a lost tag", "tags": ["lost"]}));
    let lost = sent(site, Method::POST, "/api/blogs/create", token, body).await;
    let path = format!("/api/blogs/{}", lost["blog"]["_id"].as_str().unwrap());
    sent(site, Method::DELETE, &path, token, json!({})).await;
    let tag = json!({"name": "Sample", "slug": "samples", "description": "All & \"everything\"",
        "cover": data_url(&png(60, 900))});
    sent(site, Method::PATCH, "/api/tags/sample", token, tag).await;
    let series = json!({"title": "Parts & \"more\"", "slug": "parts", "description": "To be read"});
    let made = sent(site, Method::POST, "/api/series", token, series).await;
    let id = made["series"]["_id"].as_str().unwrap();
    for post in ["post-2", "third-slug", "post-1"] {
        let path = format!("/api/blogs/{post}/series");
        sent(site, Method::PUT, &path, token, json!({"series": id})).await;
    }
    let changes = json!({"slug": "all-parts"});
    sent(site, Method::PATCH, &format!("/api/series/{id}"), token, changes).await;
    // Ids made at the same time have no order.
    site.clock.advance_seconds(1);
    let empty = json!({"title": "Of nobody"});
    sent(site, Method::POST, "/api/series", token, empty).await;
    let sql = format!(
        "update series set author_id = null where title = 'Of nobody';
         insert into former_slugs (kind, slug, target) values ('author', 'ruth', '{}')",
        root.id
    );
    site.execute_elsewhere(&sql).await;
    let profile = json!({"bio": "Writes\n\"compilers\" 👩‍💻", "socialLinks": {"website": "https://grace.example",
        "github": "", "linkedin": "", "x": "https://x.com/grace"}});
    sent(
        site,
        Method::PUT,
        "/api/admin/settings/author",
        colleague,
        profile,
    )
    .await;
}

async fn people(site: &Site) {
    let profile = site.reader("Pia \"the\" First");
    let path = format!("/api/users/{}/profile", profile.id);
    let body = json!({"name": "Pia & \"Co\"", "bio": "Line one\n</script> 👍🏽", "hideEmail": true,
        "socialLinks": {"website": "https://pia.example", "github": "", "linkedin": "", "x": "https://x.com/pia"}});
    sent(site, Method::PATCH, &path, &profile.token, body).await;
    let banned = site.reader("Banned");
    site.ban(banned.id, "Spam, \"a lot\"");
    let silenced = site.reader("Silenced");
    let provider = site.reader("By provider");
    let sql = format!(
        "update users set silenced_until = 1900000000000, is_trusted = 1 where id = '{}';
         update users set password_hash = '' where id = '{}'",
        silenced.id, provider.id
    );
    site.execute_elsewhere(&sql).await;
}

/// Comments of every state.
async fn comments(site: &Site, root: &Account<AdminId>) {
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    let first = said(site, "post-1", &ada.token, None, "First **words**\n> quoted 👩‍👩‍👧‍👦").await;
    let reply = said(site, "post-1", &bo.token, Some(&first), "A reply").await;
    let mut deepest = reply.clone();
    for depth in 2..23 {
        deepest = said(
            site,
            "post-1",
            &ada.token,
            Some(&deepest),
            &format!("Depth {depth}"),
        )
        .await;
    }
    let edit = json!({"content": "A better reply"});
    sent(
        site,
        Method::PATCH,
        &format!("/api/blogs/comments/{reply}"),
        &bo.token,
        edit,
    )
    .await;
    // A tombstone, since it has a reply.
    let deleted = said(site, "post-1", &bo.token, None, "DELETED-TEXT").await;
    said(site, "post-1", &ada.token, Some(&deleted), "Still here").await;
    let path = format!("/api/blogs/comments/{deleted}");
    sent(site, Method::DELETE, &path, &bo.token, json!({})).await;
    let removed = said(site, "post-1", &bo.token, None, "Removed by a moderator").await;
    let body = json!({"ids": [removed], "action": "remove"});
    sent(
        site,
        Method::POST,
        "/api/admin/comments/moderate",
        &root.token,
        body,
    )
    .await;
    let body = json!({"content": "By the staff", "parentId": first});
    sent(
        site,
        Method::POST,
        "/api/admin/blogs/post-1/comments",
        &root.token,
        body,
    )
    .await;
    for string in ODD_STRINGS {
        said(site, "post-2", &ada.token, None, string).await;
    }
    let mut rules = site.get_as(&root.token, "/api/admin/spam-rules").await["rules"].clone();
    rules["holdWords"] = json!(["casino*", "“quoted”"]);
    rules["version"] = json!(0);
    sent(site, Method::PUT, "/api/admin/spam-rules", &root.token, rules).await;
    said(site, "post-1", &bo.token, None, "A casino for you").await;
    let gone = site.reader("Gone");
    said(site, "post-1", &gone.token, None, "Of an account that is gone").await;
    let path = format!("/api/users/{}", gone.id);
    sent(
        site,
        Method::DELETE,
        &path,
        &gone.token,
        json!({"password": PASSWORD}),
    )
    .await;
    let imported = said(site, "post-1", &bo.token, None, "From another system").await;
    let sql =
        format!("update comments set user_id = null, imported_name = 'Zoë <b>' where id = '{imported}'");
    site.execute_elsewhere(&sql).await;
}

async fn settings(site: &Site, token: &str) {
    let changes = json!({
        "name": "Our \"Site\" 🚀", "accent": "#1d4ed8", "logo": data_url(&png(40, 1_000)), "icon": data_url(&png(50, 800)),
        "navigation": [{"label": "Code", "url": "https://example.org/code"}],
        "announcement": {"text": "Hello & welcome", "link": "/about", "until": "2030-01-01T00:00:00Z", "tone": "info"},
        "newsletterDays": ["monday", "friday"],
    });
    site_settings::change(site, token, changes).await;
}
