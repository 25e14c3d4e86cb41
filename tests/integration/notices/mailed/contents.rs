//! Who gets a mail, and what it says.

use axum::http::Method;
use serde_json::json;

use super::Notices;

#[tokio::test]
async fn the_author_of_the_parent_who_is_mentioned_as_well_gets_one_mail() {
    let site = Notices::new().await;
    let parent = site.said(&site.ada.token, None, "Which spade?").await;
    let reply = site
        .said(
            &site.bo.token,
            Some(&parent),
            "@ada Any <b>spade</b> will do.\nReally.",
        )
        .await;
    site.write_mails().await;
    let mails = site.mails_to(&site.ada.email);
    assert_eq!(mails.len(), 1, "{mails:?}");
    let mail = &mails[0];
    assert_eq!(mail.subject, "Re: On gardens");
    for part in [
        "Bo replied to your comment",
        "> @ada Any <b>spade</b> will do.\n> Really.",
        &format!("#comment-{reply}"),
        "You get this mail because somebody replied to you",
        "/unsubscribe/",
        "/settings/mail",
    ] {
        assert!(mail.text.contains(part), "{part}\n{}", mail.text);
    }
    assert!(
        mail.html.contains("&#60;b&#62;spade&#60;/b&#62;"),
        "{}",
        mail.html
    );
    let kinds = site.query("select distinct kind from outbox order by kind");
    assert_eq!(kinds, ["comment", "reply"]);
}

#[tokio::test]
async fn nobody_gets_a_mail_about_their_own_act_or_twice() {
    let site = Notices::new().await;
    let own = site.said(&site.ada.token, None, "First").await;
    site.said(&site.ada.token, Some(&own), "@ada I forgot something.")
        .await;
    site.write_mails().await;
    assert!(site.mails_to(&site.ada.email).is_empty());
    let count = site.mails_to(&site.author.email).len();
    assert_eq!(count, 2);
    site.write_mails().await;
    assert_eq!(site.mails_to(&site.author.email).len(), count);
}

#[tokio::test]
async fn a_comment_that_is_removed_within_two_minutes_causes_no_mail() {
    let site = Notices::new().await;
    let parent = site.said(&site.ada.token, None, "First").await;
    site.write_mails().await;
    let reply = site.said(&site.bo.token, Some(&parent), "Rude words").await;
    site.moderate(&reply, "remove").await;
    site.write_mails().await;
    assert!(site.mails_to(&site.ada.email).is_empty());
}

#[tokio::test]
async fn a_mail_that_waits_for_delivery_is_cancelled_with_its_comment() {
    let site = Notices::new().await;
    let parent = site.said(&site.ada.token, None, "First").await;
    let reply = site.said(&site.bo.token, Some(&parent), "Rude words").await;
    site.write_mails().await;
    assert_eq!(site.mails_to(&site.ada.email).len(), 1);
    site.moderate(&reply, "remove").await;
    assert!(site.mails_to(&site.ada.email).is_empty());
}

#[tokio::test]
async fn a_kind_that_is_switched_off_while_its_mail_waits_causes_none() {
    let site = Notices::new().await;
    let parent = site.said(&site.ada.token, None, "First").await;
    site.said(&site.bo.token, Some(&parent), "Second").await;
    let path = format!("/users/{}/preferences", site.ada.id);
    let off = json!({"preferences": {"reply": "off"}});
    let changed = site.send(Method::PUT, &path, &site.ada.token, off).await;
    changed.assert_status_ok();
    site.write_mails().await;
    assert!(site.mails_to(&site.ada.email).is_empty());
}

#[tokio::test]
async fn a_reader_who_is_banned_while_a_mail_waits_gets_none() {
    let site = Notices::new().await;
    let parent = site.said(&site.ada.token, None, "First").await;
    site.said(&site.bo.token, Some(&parent), "Second").await;
    site.site.ban(site.ada.id, "");
    site.write_mails().await;
    assert!(site.mails_to(&site.ada.email).is_empty());
}

#[tokio::test]
async fn a_long_comment_is_quoted_up_to_500_characters() {
    let site = Notices::new().await;
    let text = "words ".repeat(200);
    site.said(&site.ada.token, None, &text).await;
    site.write_mails().await;
    let mail = site.mails_to(&site.author.email).remove(0);
    let quote = mail
        .text
        .lines()
        .find_map(|line| line.strip_prefix("> "))
        .unwrap();
    assert!(quote.ends_with("words…"), "{quote}");
    assert!((490..=500).contains(&quote.chars().count()), "{quote}");
}

#[tokio::test]
async fn followers_moderators_and_reviewers_get_their_mails() {
    let site = Notices::new().await;
    site.follow(&site.ada.token, "author", &site.author.id.to_string())
        .await;
    let each = json!({"preferences": {"post": "each"}});
    let path = format!("PUT /users/{}/preferences", site.ada.id);
    site.call(&path, &site.ada.token, each).await;
    site.publish(&site.author.token, "Spades <&> forks", json!({}))
        .await;
    let draft = site
        .save(&site.author.token, "A draft", json!({"status": "draft"}))
        .await;
    let submit = format!("POST /blogs/{}/submit", draft["slug"].as_str().unwrap());
    site.call(&submit, &site.author.token, json!({"note": "Please"}))
        .await;
    site.write_mails().await;
    let post = site.mails_to(&site.ada.email).remove(0);
    assert_eq!(post.subject, "Spades <&> forks");
    assert!(
        post.html.contains("Spades &#60;&#38;&#62; forks"),
        "{}",
        post.html
    );
    assert!(post.text.contains("A new post by arthur"), "{}", post.text);
    let review = site.mails_to(&site.editor.email).remove(0);
    assert_eq!(review.subject, "Review: A draft");
    assert!(
        review.text.contains("arthur submitted a draft for review"),
        "{}",
        review.text
    );
}
