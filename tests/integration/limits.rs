//! What one address, and everybody together with one account, may do, against the real program.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::people::{PASSWORD, code_in, other_than};
use crate::support::program::{Running, answer, create_admin, refusal, run};

const CLASS: usize = 30;

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into()
}

#[test]
fn who_guesses_passwords_is_asked_to_wait_whatever_address_they_claim() {
    let folder = tempfile::tempdir().unwrap();
    let limit = [(
        "BLOG_APP_RATE_LIMIT__LOGINS_PER_MINUTE".to_owned(),
        "3".to_owned(),
    )];
    let site = Running::start_with(folder.path(), &limit);
    let agent = agent();
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

#[test]
fn a_class_of_thirty_signs_up_at_once_behind_one_address() {
    let folder = tempfile::tempdir().unwrap();
    let site = Running::start(folder.path());
    let begun = Instant::now();
    thread::scope(|scope| {
        for number in 0..CLASS {
            let pupil = Pupil {
                site: &site,
                agent: agent(),
                outbox: folder.path().join("outbox"),
                email: format!("pupil-{number}@example.org"),
            };
            scope.spawn(move || pupil.signs_up());
        }
    });
    println!("{CLASS} signed up within {:?}", begun.elapsed());
    assert!(begun.elapsed() < Duration::from_mins(1), "{:?}", begun.elapsed());
}

/// Somebody who makes the mistakes that people make.
struct Pupil<'a> {
    site: &'a Running,
    agent: ureq::Agent,
    outbox: PathBuf,
    email: String,
}

impl Pupil<'_> {
    fn signs_up(&self) {
        let (email, password) = (&self.email, PASSWORD);
        let login = json!({"email": email, "password": password});
        let wrong = json!({"email": email, "password": "wrong horse"});
        let account = json!({"name": "Pupil", "email": email, "password": password});
        self.post("/api/auth/register", "", &account, 201);
        self.post("/api/auth/login", "", &wrong, 401);
        let code = self.mailed_code();
        let typed = json!({"email": email, "otp": other_than(&code)});
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
        let answer: Value = response.body_mut().read_json().unwrap();
        assert_eq!(response.status(), expected, "{path} of {}: {answer}", self.email);
        answer
    }

    /// Waits for the mail as people do, but less patiently.
    fn mailed_code(&self) -> String {
        let begun = Instant::now();
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
                begun.elapsed() < Duration::from_mins(1),
                "no mail to {}",
                self.email
            );
            thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn guesses_at_one_account_are_limited_wherever_they_come_from() {
    let folder = tempfile::tempdir().unwrap();
    let settings = [
        ("BLOG_APP_SERVER__TRUSTED_PROXIES", "127.0.0.1"),
        ("BLOG_APP_RATE_LIMIT__WRONG_GUESSES_PER_HOUR", "3"),
        ("BLOG_APP_AUTH__MASTER_PASSWORD", "a master password"),
    ]
    .map(|(key, value)| (key.to_owned(), value.to_owned()));
    let site = Running::start_with(folder.path(), &settings);
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
        let answers: Vec<(u16, Option<u64>)> = (0..5)
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
        assert_eq!(answers[..3], [(refusal, None); 3], "{path}");
        for (status, wait) in &answers[3..] {
            assert_eq!(*status, 429, "{path}");
            assert!(
                wait.is_some_and(|wait| (1_000..=1_201).contains(&wait)),
                "{path}: {wait:?}"
            );
        }
    }
}

#[test]
fn one_address_does_not_use_up_the_guesses_of_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let proxies = ("BLOG_APP_SERVER__TRUSTED_PROXIES", "127.0.0.1");
    let site = Running::start_with(folder.path(), &[(proxies.0.to_owned(), proxies.1.to_owned())]);
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
        let stranger: Vec<u16> = (0..25).map(|_| guess(path, "198.51.100.1")).collect();
        assert_eq!(stranger[..5], [refusal; 5], "{path}");
        assert_eq!(stranger[5..], [429; 20], "{path}");
        assert_eq!(guess(path, "198.51.100.2"), refusal, "{path}");
    }
}

#[test]
fn unlocking_lets_an_administrator_in_at_once_while_the_site_runs() {
    let folder = tempfile::tempdir().unwrap();
    answer(&create_admin(folder.path(), "ada", PASSWORD));
    let proxies = ("BLOG_APP_SERVER__TRUSTED_PROXIES", "127.0.0.1");
    let master = ("BLOG_APP_AUTH__MASTER_PASSWORD", "a master password");
    let settings = [proxies, master].map(|(key, value)| (key.to_owned(), value.to_owned()));
    let site = Running::start_with(folder.path(), &settings);
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
        let said = run(folder.path(), &["admin", "unlock", "--user", user]);
        answer(&said);
        let said = String::from_utf8(said.stderr).unwrap();
        assert!(said.contains("unlocked") && said.contains("operator"), "{said}");
        assert_eq!(sign_up(from, master.1), 201);
        assert_eq!(login(from, PASSWORD), 200);
    }
    let unknown = refusal(&run(folder.path(), &["admin", "unlock", "--user", "nobody"]));
    assert!(
        unknown.contains("neither an administrator nor a reader nobody"),
        "{unknown}"
    );
}
