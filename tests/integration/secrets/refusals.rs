//! The log says who was refused.

use std::fs;

use serde_json::{Value, json};

use super::client::{Client, LATER_PASSWORD, WRONG_PASSWORD};

#[test]
fn a_refusal_names_the_account_in_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("log"));
    let settings = [("LOG__LEVEL", "info"), ("LOG__FORMAT", "json")];
    let mut client = Client::start(&data, &file, &settings);
    let (reader, token) = client.sign_up();
    client.onboard(&token);
    let change = json!({"currentPassword": WRONG_PASSWORD, "newPassword": LATER_PASSWORD});
    client.call(403, &format!("PUT /users/{reader}/password"), &token, &change);
    assert_eq!(client.site.stop(), Some(0));

    let log = fs::read_to_string(file).unwrap();
    let mut lines = log
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let refusal = lines.find(|line| line["fields"]["status"] == 403).unwrap();
    assert_eq!(refusal["span"]["route"], "/api/users/{id}/password");
    assert_eq!(refusal["span"]["account"], json!(reader));
}
