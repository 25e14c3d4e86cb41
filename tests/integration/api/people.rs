//! Readers and avatars, as everybody may see them.

use serde_json::json;

use crate::support::Site;

#[tokio::test]
async fn the_presets_come_in_their_order() {
    let site = Site::new();
    let avatars = site.get("/api/avatars").await["avatars"].clone();
    let names: Vec<&str> = avatars
        .as_array()
        .unwrap()
        .iter()
        .map(|avatar| avatar["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "The Explorer",
            "The Analyst",
            "The Innovator",
            "The Mentor",
            "The Visionary",
            "The Builder"
        ]
    );
}

#[tokio::test]
async fn of_readers_only_public_things_are_told() {
    let site = Site::with_sample();
    let answer = site.get("/api/users?limit=4").await;
    assert_eq!(
        (&answer["totalUsers"], &answer["total"], &answer["totalPages"]),
        (&json!(24), &json!(24), &json!(6))
    );
    for user in answer["users"].as_array().unwrap() {
        let mut keys: Vec<&str> = user.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        assert_eq!(
            keys,
            ["_id", "createdAt", "id", "name", "profileImage", "username"]
        );
    }
}

#[tokio::test]
async fn an_unknown_author_is_not_found() {
    let site = Site::new();
    for id in ["nobody", "01a1fcb0-b5b0-7156-81ed-654973130318"] {
        let answer = site.server.get(&format!("/api/admin/{id}")).await;
        answer.assert_status_not_found();
        assert_eq!(
            answer.json::<serde_json::Value>(),
            json!({"success": false, "message": "Author not found"})
        );
    }
}
