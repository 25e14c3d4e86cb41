//! Who is not told: people who mute the actor, who are banned or silenced for good, and whose account is gone.

use serde_json::json;

use super::Notices;

#[tokio::test]
async fn a_reader_is_not_told_of_those_whom_they_mute() {
    let site = Notices::new().await;
    let first = site.said(&site.ada.token, None, "First").await;
    let mute = format!("PUT /users/{}/mute", site.bo.id);
    site.call(&mute, &site.ada.token, json!({})).await;
    let reply = site.said(&site.bo.token, Some(&first), "Reply, @ada").await;
    assert!(site.told(&site.ada.token).await.is_empty());
    site.said(&site.cy.token, Some(&first), "Another").await;
    assert_eq!(site.told(&site.ada.token).await, ["reply by Cy"]);
    site.moderate(&reply, "remove").await;
    site.moderate(&reply, "approve").await;
    assert_eq!(
        site.told(&site.ada.token).await,
        ["reply by Cy"],
        "approved later and muted"
    );
}

#[tokio::test]
async fn the_banned_and_those_silenced_for_good_are_not_told() {
    let site = Notices::new().await;
    let [by_ada, by_bo, by_cy] = [
        site.said(&site.ada.token, None, "Ada's").await,
        site.said(&site.bo.token, None, "Bo's").await,
        site.said(&site.cy.token, None, "Cy's").await,
    ];
    let standing = async |id: &blog_app::domain::UserId, change| {
        let path = format!("PATCH /admin/users/{id}/standing");
        site.call(&path, &site.editor.token, change).await;
    };
    site.site.ban(site.ada.id, "Spam");
    standing(&site.bo.id, json!({"silencedUntil": "9999-01-01T00:00:00Z"})).await;
    standing(&site.cy.id, json!({"bannedUntil": "2026-09-01T00:00:00Z"})).await;
    for parent in [&by_ada, &by_bo, &by_cy] {
        site.said_by_staff(&site.author.token, Some(parent), "Hello, @ada @bo @cy")
            .await;
    }
    assert_eq!(
        site.query("select count(*) from notifications where kind <> 'comment'"),
        ["0"]
    );
    standing(&site.bo.id, json!({"silencedUntil": "2026-09-01T00:00:00Z"})).await;
    site.said_by_staff(&site.author.token, None, "Hello, @bo").await;
    assert_eq!(site.told(&site.bo.token).await, ["mention by arthur"]);
}

#[tokio::test]
async fn nobody_hears_of_the_comments_of_a_spammer_any_more() {
    let site = Notices::new().await;
    let first = site.said(&site.ada.token, None, "First").await;
    let spam = site.said(&site.bo.token, Some(&first), "Buy this").await;
    site.said(&site.bo.token, Some(&first), "Buy that").await;
    assert_eq!(site.told(&site.ada.token).await.len(), 2);
    let decision = json!({"ids": [spam], "action": "spam", "wholeUser": true});
    site.call("POST /admin/comments/moderate", &site.root.token, decision)
        .await;
    assert!(site.told(&site.ada.token).await.is_empty());
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn the_notices_of_a_deleted_account_go_and_those_about_it_lose_its_name() {
    let site = Notices::new().await;
    let first = site.said(&site.ada.token, None, "First").await;
    let reply = site.said(&site.bo.token, Some(&first), "Reply").await;
    site.said(&site.cy.token, Some(&reply), "Another").await;
    site.follow(&site.bo.token, "post", &site.post).await;
    let delete = format!("DELETE /users/{}", site.bo.id);
    let password = json!({"password": crate::support::accounts::PASSWORD});
    site.call(&delete, &site.bo.token, password).await;
    assert_eq!(site.told(&site.ada.token).await, ["reply by nobody"]);
    assert_eq!(site.notices(&site.ada.token).await[0]["actor"], json!(null));
    let left = format!(
        "select count(*) from notifications where account = '{}'",
        site.bo.id
    );
    assert_eq!(site.query(&left), ["0"]);
    assert_eq!(site.query("select count(*) from follows"), ["0"]);
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn the_notices_of_a_member_who_leaves_go() {
    let site = Notices::new().await;
    site.said(&site.ada.token, None, "Hello @edith").await;
    site.follow(&site.ada.token, "author", &site.author.id.to_string())
        .await;
    let remove = format!("DELETE /admin/team/{}", site.author.id);
    site.call(&remove, &site.root.token, json!({})).await;
    assert_eq!(site.query("select kind from notifications"), ["mention"]);
    assert_eq!(site.query("select count(*) from follows"), ["0"]);
    site.site.assert_counts_are_correct();
}
