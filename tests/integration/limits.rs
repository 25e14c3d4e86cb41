//! What one address may do, against the real program.

use serde_json::json;

use crate::support::people::PASSWORD;
use crate::support::program::Running;

#[test]
fn who_guesses_passwords_is_asked_to_wait_whatever_address_they_claim() {
    let folder = tempfile::tempdir().unwrap();
    let limit = [(
        "BLOG_APP_RATE_LIMIT__LOGINS_PER_MINUTE".to_owned(),
        "3".to_owned(),
    )];
    let site = Running::start_with(folder.path(), &limit);
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into();
    let mut answers = Vec::new();
    for number in 0..5 {
        let path = if number % 2 == 0 { "auth" } else { "admin" };
        let response = agent
            .post(format!("http://{}/api/{path}/login", site.address))
            .header("x-forwarded-for", format!("198.51.100.{number}"))
            .send_json(json!({"email": "ada@example.org", "password": PASSWORD}))
            .unwrap();
        let wait = response.headers().get("retry-after");
        let wait: Option<u64> = wait.map(|seconds| seconds.to_str().unwrap().parse().unwrap());
        answers.push((response.status().as_u16(), wait.is_some_and(|wait| wait <= 20)));
    }
    assert_eq!(answers[..3], [(401, false); 3]);
    assert_eq!(answers[3..], [(429, true); 2]);
    assert!(site.get("/api/blogs").contains("\"success\":true"));
}
