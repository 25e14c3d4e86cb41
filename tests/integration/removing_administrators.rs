//! Removal of administrators while the site runs.

use scraper::{Html, Selector};
use serde_json::{Value, json};
use ureq::Agent;

use crate::support::program::{RunningSite, create_admin, expect_failure, expect_success, run};

const PASSWORD: &str = "correct horse";

struct Staff {
    folder: tempfile::TempDir,
    site: RunningSite,
    agent: Agent,
}

impl Staff {
    fn of(names: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let site = RunningSite::start(folder.path());
        for name in names {
            expect_success(&create_admin(folder.path(), name, PASSWORD));
        }
        Self {
            folder,
            site,
            agent: Agent::config_builder().http_status_as_error(false).build().into(),
        }
    }

    fn call(&self, method: &str, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("http://{}/api{path}", self.site.address))
            .header("content-type", "application/json")
            .header("authorization", format!("Bearer {token}"))
            .body(body.to_string())
            .unwrap();
        let mut response = self.agent.run(request).unwrap();
        let text = response.body_mut().read_to_string().unwrap();
        (response.status().as_u16(), serde_json::from_str(&text).unwrap())
    }

    fn login(&self, name: &str) -> Option<String> {
        let body = json!({"email": format!("{name}@example.org"), "password": PASSWORD});
        let request = self
            .agent
            .post(format!("http://{}/api/admin/login", self.site.address));
        let mut response = request.send_json(&body).unwrap();
        let body: Value = response.body_mut().read_json().unwrap();
        body["token"].as_str().map(str::to_owned)
    }

    fn post(&self, token: &str, title: &str) -> String {
        let post = json!({
            "title": title, "content": "<p>Text</p>", "category": "Other", "tags": [],
            "featuredImage": "https://example.org/a.png", "status": "published"
        });
        let (status, body) = self.call("POST", "/blogs/create", token, &post);
        assert_eq!(status, 201, "{body}");
        body["blog"]["_id"].as_str().unwrap().to_owned()
    }

    /// Returns the author of a post from the administrators' API, which is never cached.
    fn author(&self, token: &str, post: &str) -> String {
        let path = format!("/api/blogs/admin/blogs/{post}");
        let request = self.agent.get(format!("http://{}{path}", self.site.address));
        let mut response = request
            .header("authorization", format!("Bearer {token}"))
            .call()
            .unwrap();
        let body: Value = response.body_mut().read_json().unwrap();
        body["blog"]["author"]["name"].as_str().unwrap().to_owned()
    }

    /// Returns the author names on the cards of a page, with their links.
    fn authors_on(&self, path: &str) -> Vec<(String, Option<String>)> {
        let request = self.agent.get(format!("http://{}{path}", self.site.address));
        let page = request.call().unwrap().body_mut().read_to_string().unwrap();
        let document = Html::parse_document(&page);
        let names = Selector::parse(".card-author").unwrap();
        document
            .select(&names)
            .map(|name| (name.text().collect(), name.attr("href").map(str::to_owned)))
            .collect()
    }

    fn remove(&self, arguments: &[&str]) -> std::process::Output {
        run(self.folder.path(), &[&["admin", "remove"], arguments].concat())
    }
}

#[test]
fn removing_an_administrator_ends_their_sessions_and_keeps_their_posts() {
    let staff = Staff::of(&["ada", "bo", "grace"]);
    let tokens = ["ada", "bo", "grace"].map(|name| staff.login(name).unwrap());
    let [ada, bo, grace] = &tokens;
    let (of_ada, of_bo) = (staff.post(ada, "By Ada"), staff.post(bo, "By Bo"));
    assert_eq!(staff.author(grace, &of_ada), "ada");

    expect_success(&staff.remove(&["--user", "ada", "--posts-to", "grace"]));
    let (status, _) = staff.call("POST", "/blogs/create", ada, &json!({}));
    assert_eq!(status, 401);
    assert_eq!(staff.login("ada"), None);
    assert_eq!(staff.author(grace, &of_ada), "grace");
    let of_grace = staff.authors_on("/treasure?sort=oldest")[0].clone();
    assert_eq!(of_grace.0, "grace");
    assert_eq!(staff.authors_on(of_grace.1.as_deref().unwrap()), [of_grace]);

    expect_success(&staff.remove(&["--user", "bo@example.org"]));
    let (status, _) = staff.call("POST", "/blogs/create", bo, &json!({}));
    assert_eq!(status, 401);
    assert_eq!(staff.author(grace, &of_bo), "Community Admins");
    let newest = staff.authors_on("/treasure?sort=newest")[0].clone();
    assert_eq!(newest, ("Community Admins".to_owned(), None));
    let listed = expect_success(&run(staff.folder.path(), &["admin", "list"]));
    assert!(
        listed.starts_with("grace\t") && listed.lines().count() == 1,
        "{listed}"
    );
    assert_eq!(staff.site.stop(), Some(0));
}

#[test]
fn rejects_removing_an_unknown_or_the_last_administrator() {
    let staff = Staff::of(&["ada", "grace"]);
    for (arguments, part) in [
        (&["--user", "nobody"][..], "admin list"),
        (
            &["--user", "ada", "--posts-to", "nobody"],
            "--posts-to needs another member of the staff",
        ),
        (
            &["--user", "ada", "--posts-to", "ada"],
            "--posts-to needs another member of the staff",
        ),
    ] {
        let message = expect_failure(&staff.remove(arguments));
        assert!(message.contains(part), "{message}");
    }
    expect_success(&staff.remove(&["--user", "grace"]));
    let message = expect_failure(&staff.remove(&["--user", "ada"]));
    assert!(
        message.contains("the last administrator") && message.contains("admin create"),
        "{message}"
    );
    assert!(staff.login("ada").is_some());
    assert_eq!(staff.site.stop(), Some(0));
}
