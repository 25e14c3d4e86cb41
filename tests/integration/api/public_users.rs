//! Public lists of readers and avatars.

use serde_json::json;

use crate::support::Site;

#[tokio::test]
async fn lists_avatars_in_a_fixed_order() {
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
async fn lists_only_public_fields_of_readers() {
    let site = Site::with_demo_content();
    let body = site.get("/api/users?limit=4").await;
    assert_eq!(
        (&body["totalUsers"], &body["total"], &body["totalPages"]),
        (&json!(24), &json!(24), &json!(6))
    );
    for user in body["users"].as_array().unwrap() {
        let mut keys: Vec<&str> = user.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        assert_eq!(
            keys,
            ["_id", "createdAt", "id", "name", "profileImage", "username"]
        );
    }
}

#[tokio::test]
async fn responds_404_to_an_unknown_author() {
    let site = Site::new();
    for id in ["nobody", "01a1fcb0-b5b0-7156-81ed-654973130318"] {
        let response = site.server.get(&format!("/api/admin/{id}")).await;
        response.assert_status_not_found();
        assert_eq!(
            response.json::<serde_json::Value>(),
            json!({"success": false, "code": "not_found", "message": "Author not found"})
        );
    }
}
