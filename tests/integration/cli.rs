//! The commands of the program.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use blog_app::store::Place;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::program::{
    RunningSite, command, expect_failure, expect_success, run, run_with_env, run_with_input,
};
use crate::support::{corpus, database, post, post_with_changes};

struct Fixture {
    folder: TempDir,
}

impl Fixture {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn posts(&self, posts: &[Value]) -> String {
        let lines: Vec<String> = posts.iter().map(Value::to_string).collect();
        self.file("posts.jsonl", &lines.join("\n"))
    }
}

#[test]
fn every_command_has_help_with_an_example() {
    let fixture = Fixture::new();
    for command in [
        vec!["serve"],
        vec!["admin", "create"],
        vec!["admin", "list"],
        vec!["admin", "reset-password"],
        vec!["admin", "remove"],
        vec!["seed", "avatars"],
        vec!["seed", "demo"],
        vec!["import", "posts"],
        vec!["import", "ghost"],
        vec!["import", "wordpress"],
        vec!["import", "medium"],
        vec!["import", "devto"],
        vec!["import", "hashnode"],
        vec!["import", "markdown"],
        vec!["import", "disqus"],
        vec!["import", "commento"],
        vec!["import", "site"],
        vec!["sitemap"],
        vec!["mail", "test"],
        vec!["backup"],
        vec!["restore"],
        vec!["db", "copy"],
        vec!["check"],
    ] {
        let help = expect_success(&run(&fixture.data(), &[&command[..], &["--help"]].concat()));
        assert!(help.contains("Example: blog-app"), "{command:?}\n{help}");
    }
    assert!(expect_success(&run(&fixture.data(), &["--version"])).contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn import_skips_existing_posts_and_reports_invalid_lines() {
    let fixture = Fixture::new();
    let valid = fixture.posts(&[post(1), post(2)]);
    assert_eq!(
        expect_success(&run(&fixture.data(), &["import", "posts", &valid])).trim(),
        "2 imported, 0 skipped, 0 refused"
    );
    assert_eq!(
        expect_success(&run(&fixture.data(), &["import", "posts", &valid])).trim(),
        "0 imported, 2 skipped, 0 refused"
    );

    let invalid = [
        post(3).to_string(),
        "{broken".to_owned(),
        post_with_changes(4, serde_json::json!({"slug": "No"})).to_string(),
        post(5).to_string(),
        post_with_changes(6, serde_json::json!({"contentHtml": "<div>".repeat(200_000)})).to_string(),
    ];
    let invalid = fixture.file("wrong.jsonl", &invalid.join("\n"));
    let output = run(&fixture.data(), &["import", "posts", &invalid]);
    assert_eq!(output.status.code(), Some(1));
    let problems = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = problems.lines().collect();
    assert_eq!(lines.len(), 3, "{problems}");
    assert!(
        lines[0].contains("wrong.jsonl:2: ") && lines[1].contains("wrong.jsonl:3: slug: "),
        "{problems}"
    );
    assert!(
        lines[2]
            .contains("wrong.jsonl:5: contentHtml: The content must not be nested deeper than 128 levels"),
        "{problems}"
    );
    assert_eq!(
        String::from_utf8(output.stdout).unwrap().trim(),
        "2 imported, 0 skipped, 3 refused"
    );
}

#[test]
fn a_running_site_shows_imported_posts_within_a_second() {
    let fixture = Fixture::new();
    let site = RunningSite::start(&fixture.data());
    let file = fixture.posts(&[post(1), post(2), post(3)]);
    expect_success(&run(&fixture.data(), &["import", "posts", &file]));
    let imported = Instant::now();
    let blogs: Value = serde_json::from_str(&site.get("/api/blogs")).unwrap();
    assert_eq!(blogs["total"], 3);
    assert!(imported.elapsed() < Duration::from_secs(1));
    assert_eq!(site.stop(), Some(0));
}

#[test]
fn serve_prints_the_addresses_of_site_data_and_mail() {
    let fixture = Fixture::new();
    let site = RunningSite::start(&fixture.data());
    let data = fixture.data().canonicalize().unwrap();
    assert!(
        site.greeting[0].starts_with("Community Blog is at http://127.0.0.1:"),
        "{:?}",
        site.greeting
    );
    let place = match database::place(&fixture.data()) {
        Place::File(_) => data.display().to_string(),
        server @ Place::Server(_) => server.to_string(),
    };
    assert_eq!(site.greeting[1], format!("Data:  {place}"));
    assert_eq!(
        site.greeting[2],
        format!("Mail:  written to {}", data.join("outbox").display())
    );
    let page = site.get("/");
    assert!(page.contains("<!doctype html>"), "{page}");
    assert_eq!(site.stop(), Some(0));
}

#[test]
fn creates_and_lists_administrators_and_resets_their_passwords() {
    let fixture = Fixture::new();
    let create = [
        "admin",
        "create",
        "--username",
        "ada",
        "--email",
        "Ada@Example.org",
        "--password-stdin",
    ];
    let output = expect_success(&run_with_input(&fixture.data(), &create, "correct horse\n"));
    assert!(output.contains("ada <ada@example.org>"), "{output}");
    assert!(expect_success(&run(&fixture.data(), &["admin", "list"])).starts_with("ada\tada@example.org\t"));

    let duplicate = expect_failure(&run_with_input(&fixture.data(), &create, "correct horse\n"));
    assert!(duplicate.contains("already"), "{duplicate}");
    let short = [
        "admin",
        "create",
        "--username",
        "bo",
        "--email",
        "bo@example.org",
        "--password-stdin",
    ];
    assert!(
        expect_failure(&run_with_input(&fixture.data(), &short, "short\n")).contains("at least 8 characters")
    );
    let bad = [
        "admin",
        "create",
        "--username",
        "bo",
        "--email",
        "nobody",
        "--password-stdin",
    ];
    assert!(
        expect_failure(&run_with_input(&fixture.data(), &bad, "correct horse\n")).contains("valid email")
    );
    let no_terminal = ["admin", "create", "--username", "bo", "--email", "bo@example.org"];
    assert!(expect_failure(&run_with_input(&fixture.data(), &no_terminal, "")).contains("--password-stdin"));

    let reset = ["admin", "reset-password", "--user", "ada", "--password-stdin"];
    expect_success(&run_with_input(&fixture.data(), &reset, "battery staple\n"));
    let unknown = ["admin", "reset-password", "--user", "bo", "--password-stdin"];
    assert!(
        expect_failure(&run_with_input(&fixture.data(), &unknown, "battery staple\n")).contains("admin list")
    );
}

#[test]
fn creates_members_of_the_staff_with_a_role_and_lists_it() {
    let fixture = Fixture::new();
    let create = |name: &str, role: &[&str]| {
        let email = format!("{name}@example.org");
        let account = ["admin", "create", "--username", name, "--email", &email];
        let arguments = [&account, role, &["--password-stdin"]].concat();
        run_with_input(&fixture.data(), &arguments, "correct horse\n")
    };
    for name in ["contributor", "author", "editor", "admin"] {
        expect_success(&create(name, &["--role", name]));
    }
    expect_success(&create("default", &[]));
    let listed = expect_success(&run(&fixture.data(), &["admin", "list"]));
    let roles: Vec<(&str, &str)> = listed
        .lines()
        .map(|line| {
            (
                line.split('\t').next().unwrap(),
                line.rsplit('\t').next().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        roles,
        [
            ("contributor", "contributor"),
            ("author", "author"),
            ("editor", "editor"),
            ("admin", "admin"),
            ("default", "admin"),
        ]
    );
    let unknown = expect_failure(&create("owner", &["--role", "owner"]));
    assert!(
        unknown.contains("contributor, author, editor or admin"),
        "{unknown}"
    );
}

/// Starts the site, stops it as soon as it prints something, and returns all that it printed.
fn greeting_of_stopped_site(data: &Path) -> String {
    let mut serve = command(data, &["serve", "--listen", "127.0.0.1:0"]);
    let mut child = serve
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut greeting = String::new();
    output.read_line(&mut greeting).unwrap();
    let stopping = Command::new("kill").arg(child.id().to_string()).status();
    assert!(stopping.unwrap().success());
    output.read_to_string(&mut greeting).unwrap();
    assert!(child.wait().unwrap().success());
    greeting
}

#[test]
fn names_the_command_for_an_administrator_while_nobody_has_that_role() {
    let fixture = Fixture::new();
    let hint = "There is no administrator yet. Set the site up in a browser";
    for (role, is_needed) in [("editor", true), ("admin", false)] {
        let email = format!("{role}@example.org");
        let create = [
            "admin",
            "create",
            "--username",
            role,
            "--email",
            &email,
            "--role",
            role,
            "--password-stdin",
        ];
        expect_success(&run_with_input(&fixture.data(), &create, "correct horse\n"));
        let greeting = greeting_of_stopped_site(&fixture.data());
        assert_eq!(greeting.contains(hint), is_needed, "{role}: {greeting}");
    }
}

#[test]
fn seeds_avatars_once() {
    let fixture = Fixture::new();
    assert_eq!(
        expect_success(&run(&fixture.data(), &["seed", "avatars"])).trim(),
        "6 avatars installed"
    );
    assert_eq!(
        expect_success(&run(&fixture.data(), &["seed", "avatars"])).trim(),
        "0 avatars installed"
    );
}

#[test]
fn seeds_the_sample_into_an_empty_database_unless_forced() {
    let fixture = Fixture::new();
    assert!(expect_success(&run(&fixture.data(), &["seed", "demo"])).contains("24 readers"));
    assert!(expect_failure(&run(&fixture.data(), &["seed", "demo"])).contains("--force"));
    assert!(expect_success(&run(&fixture.data(), &["check"])).contains("The database is whole"));

    let other = Fixture::new();
    let file = other.posts(&[post(1)]);
    expect_success(&run(&other.data(), &["import", "posts", &file]));
    assert!(expect_success(&run(&other.data(), &["seed", "demo", "--force"])).contains("13 posts"));
}

#[test]
fn the_sitemap_is_equal_from_the_database_and_from_the_api() {
    let fixture = Fixture::new();
    expect_success(&run(&fixture.data(), &["seed", "demo"]));
    let site = RunningSite::start(&fixture.data());
    let out = |name: &str| fixture.folder.path().join(name).to_str().unwrap().to_owned();
    let base = ["--base-url", "https://blog.example.org"];
    expect_success(&run(
        &fixture.data(),
        &[&["sitemap", "--out", &out("a.xml")], &base[..]].concat(),
    ));
    let api = format!("http://{}/api", site.address);
    expect_success(&run(
        &fixture.data(),
        &[&["sitemap", "--out", &out("b.xml"), "--api", &api], &base[..]].concat(),
    ));
    let sorted = |name: &str| {
        let text = fs::read_to_string(out(name)).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted("a.xml"), sorted("b.xml"));
    let by_id = [("BLOG_APP_SITE__POST_ADDRESSES".to_owned(), "id".to_owned())];
    for (file, more) in [("c.xml", &[][..]), ("d.xml", &["--api", &api][..])] {
        let file = out(file);
        let arguments = [&["sitemap", "--out", &file], &base[..], more].concat();
        expect_success(&run_with_env(&fixture.data(), &arguments, &by_id));
    }
    assert_eq!(sorted("c.xml"), sorted("d.xml"));
    assert_ne!(sorted("a.xml"), sorted("c.xml"));
    assert_eq!(
        fs::read_to_string(out("a.xml")).unwrap().matches("<url>").count(),
        6 + 13 + 24
    );
    assert!(
        expect_failure(&run(
            &fixture.data(),
            &[
                "sitemap",
                "--out",
                &out("c.xml"),
                "--api",
                "http://127.0.0.1:1/api"
            ]
        ))
        .contains("127.0.0.1:1")
    );
}

#[test]
fn rejects_an_invalid_configuration_with_key_and_line() {
    let fixture = Fixture::new();
    for (text, expected) in [
        (
            "[server]\n\nlistne = \"x\"",
            ":3: server.listne: unknown key; did you mean listen?",
        ),
        ("[server]\nlisten = \"nowhere\"", ":2: server.listen: "),
        ("[server", ":1: "),
    ] {
        let file = fixture.file("broken.toml", text);
        for command in ["serve", "check"] {
            let message = expect_failure(&run(&fixture.data(), &[command, "--config", &file]));
            assert!(message.contains(&format!("broken.toml{expected}")), "{message}");
        }
    }
    assert!(!fixture.data().exists());
    let missing = expect_failure(&run(&fixture.data(), &["serve", "--config", "/nowhere.toml"]));
    assert!(missing.contains("/nowhere.toml"), "{missing}");
}

#[test]
fn reports_a_data_folder_that_cannot_be_created() {
    let fixture = Fixture::new();
    let file = fixture.file("not-a-folder", "");
    let data = PathBuf::from(file).join("data");
    let message = expect_failure(&run(&data, &["seed", "avatars"]));
    assert!(message.contains("cannot make the data folder"), "{message}");
}

#[test]
fn reports_a_port_in_use() {
    let fixture = Fixture::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let message = expect_failure(&run(&fixture.data(), &["serve", "--listen", &address]));
    assert!(
        message.contains(&format!("cannot listen on {address}")),
        "{message}"
    );
}

#[test]
fn rejects_common_passwords_of_administrators() {
    let fixture = Fixture::new();
    let create = [
        "admin",
        "create",
        "--username",
        "margarete",
        "--email",
        "boss.lady@example.org",
        "--password-stdin",
    ];
    let reset = [
        "admin",
        "reset-password",
        "--user",
        "margarete",
        "--password-stdin",
    ];
    expect_success(&run_with_input(&fixture.data(), &["seed", "avatars"], ""));
    for password in ["password1", "        ", "Margarete", "boss.lady"] {
        let message = expect_failure(&run_with_input(&fixture.data(), &create, password));
        assert!(message.contains("This password is too common"), "{message}");
    }
    expect_success(&run_with_input(&fixture.data(), &create, "correct horse"));
    for password in ["password1", "        ", "Margarete", "boss.lady"] {
        let message = expect_failure(&run_with_input(&fixture.data(), &reset, password));
        assert!(message.contains("This password is too common"), "{message}");
    }
    expect_success(&run_with_input(&fixture.data(), &reset, "another horse"));
}

#[test]
fn check_warns_about_guessable_settings_and_continues() {
    let fixture = Fixture::new();
    expect_success(&run(&fixture.data(), &["seed", "avatars"]));
    let settings = [
        ("BLOG_APP_AUTH__MASTER_PASSWORD", "short"),
        ("BLOG_APP_AUTH__SECRET", "abcabcabcabcabcabcabcabcabcabcabc"),
        ("BLOG_APP_MAIL__TRANSPORT", "smtp"),
        ("BLOG_APP_MAIL__USERNAME", "ada"),
        ("BLOG_APP_MAIL__TLS", "none"),
    ]
    .map(|(key, value)| (key.to_owned(), value.to_owned()));
    let output = run_with_env(&fixture.data(), &["check"], &settings);
    assert!(expect_success(&output).contains("The database is whole"));
    let message = String::from_utf8(output.stderr).unwrap();
    // The server of the tests need not survive a power failure, which is reported as well.
    let is_of_settings = |line: &&str| !line.contains("the database server has");
    let lines: Vec<_> = message.lines().filter(is_of_settings).collect();
    assert_eq!(lines.len(), 3, "{message}");
    for (line, key) in lines
        .iter()
        .zip(["auth.master_password", "auth.secret", "mail.tls"])
    {
        assert!(line.starts_with(&format!("blog-app: warning: {key}")), "{line}");
    }
}

#[test]
fn imports_the_whole_corpus() {
    let posts = corpus::posts();
    let fixture = Fixture::new();
    let file = fixture.posts(&posts);
    let count = posts.len();
    assert_eq!(
        expect_success(&run(&fixture.data(), &["import", "posts", &file])).trim(),
        format!("{count} imported, 0 skipped, 0 refused")
    );
    assert_eq!(
        expect_success(&run(&fixture.data(), &["import", "posts", &file])).trim(),
        format!("0 imported, {count} skipped, 0 refused")
    );
}
