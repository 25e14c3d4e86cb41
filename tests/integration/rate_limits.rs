//! Rate limits per client and guess limits per account, against the real program.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::accounts::{PASSWORD, code_in, wrong_code};
use crate::support::program::{RunningSite, create_admin, expect_failure, expect_success, run};

const PUPILS: usize = 30;

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into()
}

#[test]
fn limits_logins_of_a_client_despite_forged_forwarded_addresses() {
    let folder = tempfile::tempdir().unwrap();
    let limit = [(
        "BLOG_APP_RATE_LIMIT__LOGINS_PER_MINUTE".to_owned(),
        "3".to_owned(),
    )];
    let site = RunningSite::start_with(folder.path(), &limit);
    let agent = agent();
    let mut responses = Vec::new();
    for number in 0..5 {
        let path = if number % 2 == 0 { "auth" } else { "admin" };
        let response = agent
            .post(format!("http://{}/api/{path}/login", site.address))
            .header("x-forwarded-for", format!("198.51.100.{number}"))
            .send_json(json!({"email": "ada@example.org", "password": PASSWORD}))
            .unwrap();
        let wait = response.headers().get("retry-after");
        let wait: Option<u64> = wait.map(|seconds| seconds.to_str().unwrap().parse().unwrap());
        let status = response.status().as_u16();
        let body: Value = response.into_body().read_json().unwrap();
        responses.push((status, wait.is_some_and(|wait| wait <= 20), body["code"].clone()));
    }
    for (number, response) in responses.into_iter().enumerate() {
        let expected = match number {
            0 | 2 => (401, false, json!("email_not_registered")),
            1 => (401, false, json!("invalid_credentials")),
            _ => (429, true, json!("too_many_requests")),
        };
        assert_eq!(response, expected);
    }
    assert!(site.get("/api/blogs").contains("\"success\":true"));
}

#[test]
fn allows_thirty_concurrent_sign_ups_behind_one_address() {
    let folder = tempfile::tempdir().unwrap();
    let site = RunningSite::start(folder.path());
    let start = Instant::now();
    thread::scope(|scope| {
        for number in 0..PUPILS {
            let pupil = Pupil {
                site: &site,
                agent: agent(),
                outbox: folder.path().join("outbox"),
                email: format!("pupil-{number}@example.org"),
            };
            scope.spawn(move || pupil.sign_up_with_mistakes());
        }
    });
    println!("{PUPILS} signed up within {:?}", start.elapsed());
    assert!(start.elapsed() < Duration::from_mins(1), "{:?}", start.elapsed());
}

/// A new reader who makes typical mistakes.
struct Pupil<'a> {
    site: &'a RunningSite,
    agent: ureq::Agent,
    outbox: PathBuf,
    email: String,
}

impl Pupil<'_> {
    fn sign_up_with_mistakes(&self) {
        let (email, password) = (&self.email, PASSWORD);
        let login = json!({"email": email, "password": password});
        let wrong = json!({"email": email, "password": "wrong horse"});
        let account = json!({"name": "Pupil", "email": email, "password": password});
        self.post("/api/auth/register", "", &account, 201);
        self.post("/api/auth/login", "", &wrong, 401);
        let code = self.mailed_code();
        let typed = json!({"email": email, "otp": wrong_code(&code)});
        self.post("/api/auth/verify-otp", "", &typed, 400);
        let typed = json!({"email": email, "otp": code});
        let session = self.post("/api/auth/verify-otp", "", &typed, 200);
        let token = session["token"].as_str().unwrap();
        for page in ["/signup", "/api/avatars", "/onboarding", "/api/blogs", "/"] {
            self.site.get(page);
        }
        let image = &serde_json::from_str::<Value>(&self.site.get("/api/avatars")).unwrap()["avatars"][0];
        let profile = json!({"name": "Pupil", "bio": "Learns.", "profileImage": {"url": image["url"]}});
        self.post("/api/auth/complete-onboarding", token, &profile, 200);
        for _ in 0..2 {
            self.post("/api/auth/login", "", &wrong, 401);
        }
        self.post("/api/auth/login", "", &login, 200);
    }

    fn post(&self, path: &str, token: &str, body: &Value, expected: u16) -> Value {
        let mut request = self.agent.post(format!("http://{}{path}", self.site.address));
        if !token.is_empty() {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let mut response = request.send_json(body).unwrap();
        let body: Value = response.body_mut().read_json().unwrap();
        assert_eq!(response.status(), expected, "{path} of {}: {body}", self.email);
        body
    }

    /// Waits for the mail, and returns its code.
    fn mailed_code(&self) -> String {
        let start = Instant::now();
        loop {
            let mail = fs::read_dir(&self.outbox)
                .into_iter()
                .flatten()
                .filter_map(|entry| fs::read_to_string(entry.unwrap().path()).ok())
                .find(|mail| mail.contains(&format!("To: {}", self.email)));
            if let Some(mail) = mail {
                return code_in(&mail);
            }
            assert!(
                start.elapsed() < Duration::from_mins(1),
                "no mail to {}",
                self.email
            );
            thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn limits_guesses_at_one_account_across_networks() {
    let folder = tempfile::tempdir().unwrap();
    let settings = [
        ("BLOG_APP_SERVER__TRUSTED_PROXIES", "127.0.0.1"),
        ("BLOG_APP_RATE_LIMIT__WRONG_GUESSES_PER_HOUR", "3"),
        ("BLOG_APP_AUTH__MASTER_PASSWORD", "a master password"),
    ]
    .map(|(key, value)| (key.to_owned(), value.to_owned()));
    let site = RunningSite::start_with(folder.path(), &settings);
    let agent = agent();
    let account = json!({
        "username": "Ada", "name": "Ada", "email": "ada@example.org", "password": "wrong horse",
        "otp": "000000", "newPassword": "another horse", "masterPassword": "not the master password",
    });
    for (path, refusal) in [
        ("auth/login", 401),
        ("admin/login", 401),
        ("auth/reset-password", 400),
        ("admin/signup", 403),
    ] {
        let responses: Vec<(u16, Option<u64>)> = (0..5)
            .map(|number| {
                let response = agent
                    .post(format!("http://{}/api/{path}", site.address))
                    .header("x-forwarded-for", format!("198.51.100.{number}"))
                    .send_json(&account)
                    .unwrap();
                let wait = response.headers().get("retry-after");
                let wait = wait.map(|seconds| seconds.to_str().unwrap().parse().unwrap());
                (response.status().as_u16(), wait)
            })
            .collect();
        assert_eq!(responses[..3], [(refusal, None); 3], "{path}");
        for (status, wait) in &responses[3..] {
            assert_eq!(*status, 429, "{path}");
            assert!(
                wait.is_some_and(|wait| (1_000..=1_201).contains(&wait)),
                "{path}: {wait:?}"
            );
        }
    }
}

#[test]
fn one_network_does_not_use_up_the_guesses_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let proxies = ("BLOG_APP_SERVER__TRUSTED_PROXIES", "127.0.0.1");
    let site = RunningSite::start_with(folder.path(), &[(proxies.0.to_owned(), proxies.1.to_owned())]);
    let agent = agent();
    let guess = |path: &str, from: &str| {
        let typed = json!({
            "email": "ada@example.org", "password": "wrong horse",
            "otp": "000000", "newPassword": "another horse",
        });
        let url = format!("http://{}/api/{path}", site.address);
        let request = agent.post(url).header("x-forwarded-for", from);
        request.send_json(&typed).unwrap().status().as_u16()
    };
    for (path, refusal) in [
        ("auth/login", 401),
        ("admin/login", 401),
        ("auth/reset-password", 400),
    ] {
        let attacker: Vec<u16> = (0..25).map(|_| guess(path, "198.51.100.1")).collect();
        assert_eq!(attacker[..5], [refusal; 5], "{path}");
        assert_eq!(attacker[5..], [429; 20], "{path}");
        assert_eq!(guess(path, "198.51.100.2"), refusal, "{path}");
    }
}

#[test]
fn unlocking_lets_an_administrator_sign_in_while_the_site_runs() {
    let folder = tempfile::tempdir().unwrap();
    expect_success(&create_admin(folder.path(), "ada", PASSWORD));
    let proxies = ("BLOG_APP_SERVER__TRUSTED_PROXIES", "127.0.0.1");
    let master = ("BLOG_APP_AUTH__MASTER_PASSWORD", "a master password");
    let settings = [proxies, master].map(|(key, value)| (key.to_owned(), value.to_owned()));
    let site = RunningSite::start_with(folder.path(), &settings);
    let agent = agent();
    let sign_up = |from: usize, master: &str| {
        let url = format!("http://{}/api/admin/signup", site.address);
        let request = agent
            .post(url)
            .header("x-forwarded-for", format!("198.51.100.{from}"));
        let account = json!({
            "username": format!("grace {from}"), "email": format!("grace{from}@example.org"),
            "password": PASSWORD, "masterPassword": master,
        });
        request.send_json(&account).unwrap().status().as_u16()
    };
    let login = |from: usize, password: &str| {
        let url = format!("http://{}/api/admin/login", site.address);
        let request = agent
            .post(url)
            .header("x-forwarded-for", format!("198.51.100.{from}"));
        let account = json!({"email": "ada@example.org", "password": password});
        request.send_json(&account).unwrap().status().as_u16()
    };
    for user in ["ada", "ADA@example.org"] {
        for guess in 0..20 {
            assert_eq!(login(100 + guess / 5, "wrong horse"), 401);
            assert_eq!(sign_up(100 + guess / 5, "another master"), 403);
        }
        let from = 1 + user.len();
        assert_eq!(login(from, PASSWORD), 429);
        assert_eq!(sign_up(from, master.1), 429);
        let output = run(folder.path(), &["admin", "unlock", "--user", user]);
        expect_success(&output);
        let log = String::from_utf8(output.stderr).unwrap();
        assert!(log.contains("unlocked") && log.contains("operator"), "{log}");
        assert_eq!(sign_up(from, master.1), 201);
        assert_eq!(login(from, PASSWORD), 200);
    }
    let unknown = expect_failure(&run(folder.path(), &["admin", "unlock", "--user", "nobody"]));
    assert!(
        unknown.contains("neither a member of the staff nor a reader nobody"),
        "{unknown}"
    );
}
