//! Spam of a reader who is banned, and whose comments are all removed, in one step.

use axum::http::Method;
use serde_json::{Value, json};

use super::Forum;
use crate::support::accounts::{PASSWORD, assert_rejected};
use crate::support::database;

#[tokio::test]
async fn bans_the_reader_and_removes_300_comments_of_many_threads_and_posts() {
    let site = Forum::new();
    let (spammer, bo) = (&site.ada, &site.bo);
    let mut last = None;
    for number in 0..100_u32 {
        let slug = ["post-1", "post-2", "post-3"][number as usize % 3];
        // Threads in which the spammer comes first, in between, last, alone, or several times in one line.
        let root_of = if number % 2 == 0 { spammer.id } else { bo.id };
        let root = site.add(slug, root_of, None, &[]);
        let first = site.add(slug, spammer.id, Some(root), &[]);
        let second = if number % 5 == 0 { bo.id } else { spammer.id };
        let second = site.add(slug, second, Some(first), &[]);
        if number % 4 == 0 {
            site.add(slug, spammer.id, Some(second), &["link"]);
        }
        if number % 10 == 0 {
            site.add(slug, spammer.id, Some(second), &[]);
        }
        last = Some(first.to_string());
    }
    for _ in 0..50 {
        site.add("post-2", spammer.id, None, &[]);
    }
    let last = last.unwrap();
    site.report(&bo.token, &last).await.assert_status_ok();
    site.report_reader(&bo.token, spammer.id).await.assert_status_ok();
    // Some of them are removed already, and have another time of removal.
    site.decided("remove", &[&last]).await;
    let mine = format!("select count(*) from comments where user_id = '{}'", spammer.id);
    let written: usize = database::query(site.site.folder(), &mine)[0].parse().unwrap();
    assert!(written >= 300, "{written}");
    site.site.clock.advance_seconds(60);

    let body = json!({"ids": [last], "action": "spam", "wholeUser": true});
    let response = site.moderate(body.clone()).await;
    response.assert_status_ok();
    assert_eq!(response.json::<Value>()["results"][0]["outcome"], "done");
    site.site.assert_counts_are_correct();
    let left = format!("{mine} and state <> 'removed'");
    assert_eq!(database::query(site.site.folder(), &left), ["0"]);
    let now = format!("{mine} and removed_at = (select max(removed_at) from comments)");
    assert_eq!(
        database::query(site.site.folder(), &now),
        [(written - 1).to_string()]
    );
    for slug in ["post-1", "post-2", "post-3"] {
        let path = format!("/api/blogs/{slug}/comments?view=threads&limit=100");
        let threads = site.site.get(&path).await;
        let shown = threads["comments"].as_array().unwrap();
        assert_eq!(threads["total"], shown.len(), "{slug}");
        assert!(!threads.to_string().contains("\"Ada\""), "{slug}");
    }
    assert_eq!(site.queue("").await["totals"]["held"], 0);
    // Banned, as by the other call: the token has ended, the sign-in says why, and the reports are resolved.
    let refused = site.report(&spammer.token, &last).await;
    assert_eq!(refused.status_code(), 401);
    let login = json!({"email": spammer.email, "password": PASSWORD});
    let login = site.site.post("/api/auth/login", login).await;
    assert_rejected(&login, 403, "Your account has been banned: Spam");
    let user = site
        .get_as(&site.root.token, &format!("/users/profile/{}", spammer.id))
        .await;
    assert_eq!(
        (&user["isBanned"], &user["reportCount"]),
        (&json!(true), &json!(0))
    );
    let audit = "select action || ' ' || detail from audit where action <> 'comment.removed' order by action";
    assert_eq!(
        database::query(site.site.folder(), audit),
        [format!("reader.banned {}", written - 1)]
    );

    let again: Value = site.moderate(body).await.json();
    assert_eq!(again["results"][0]["outcome"], "unchanged");
    // One of them was no spam.
    assert_eq!(site.decided("approve", &[&last]).await, ["done"]);
}

#[tokio::test]
async fn bans_the_authors_of_all_given_comments_but_not_the_staff() {
    let site = Forum::new();
    let (ada, bo) = (&site.ada, &site.bo);
    let [one, two] = [1, 2].map(|_| site.add("post-1", ada.id, None, &[]).to_string());
    let other = site.add("post-2", bo.id, None, &["word"]).to_string();
    let kept = site.site.reader("Kept");
    let unrelated = site.add("post-1", kept.id, None, &[]).to_string();
    let body = json!({"content": "By the staff"});
    let written = site
        .send(
            Method::POST,
            "/admin/blogs/post-1/comments",
            &site.editor.token,
            body,
        )
        .await;
    let of_staff = super::text_of(&written.json::<Value>()["comment"]["_id"]);
    let body = json!({
        "ids": [one, two, other, of_staff, "nothing"], "action": "spam", "wholeUser": true,
    });
    let response = site.moderate(body).await;
    response.assert_status_ok();
    let body: Value = response.json();
    let results = body["results"].as_array().unwrap().iter();
    let outcomes: Vec<_> = results.map(|result| &result["outcome"]).collect();
    assert_eq!(outcomes, ["done", "done", "done", "done", "not_found"]);
    site.site.assert_counts_are_correct();
    for (reader, status) in [(ada, 401), (bo, 401), (&kept, 400)] {
        let status_of = site.report(&reader.token, &unrelated).await.status_code();
        assert_eq!(status_of, status, "{}", reader.email);
    }
    site.get_as(&site.editor.token, "/admin/comments").await;
    assert_eq!(site.state(&unrelated).await, "visible");
    assert_eq!(site.state(&of_staff).await, "removed");
}

#[tokio::test]
async fn removes_the_comments_of_a_reader_who_is_banned_already() {
    let site = Forum::new();
    let [one, two] = [1, 2].map(|_| site.add("post-1", site.ada.id, None, &[]).to_string());
    site.site.ban(site.ada.id, "Rude");
    let response = site
        .moderate(json!({"ids": [one], "action": "spam", "wholeUser": true}))
        .await;
    response.assert_status_ok();
    assert_eq!(site.state(&two).await, "removed");
    site.site.assert_counts_are_correct();
    let user = site
        .get_as(&site.root.token, &format!("/users/profile/{}", site.ada.id))
        .await;
    assert_eq!(user["banReason"], "Rude");
}
