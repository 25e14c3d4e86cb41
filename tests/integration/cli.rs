//! The program as people run it.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::program::{Running, answer, refusal, run, run_with, run_with_input};
use crate::support::{corpus, post, post_with};

struct Home {
    folder: TempDir,
}

impl Home {
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
fn every_command_explains_itself() {
    let home = Home::new();
    for command in [
        vec!["serve"],
        vec!["admin", "create"],
        vec!["admin", "list"],
        vec!["admin", "reset-password"],
        vec!["admin", "remove"],
        vec!["seed", "avatars"],
        vec!["seed", "demo"],
        vec!["import", "posts"],
        vec!["sitemap"],
        vec!["mail", "test"],
        vec!["backup"],
        vec!["restore"],
        vec!["check"],
    ] {
        let help = answer(&run(&home.data(), &[&command[..], &["--help"]].concat()));
        assert!(help.contains("Example: blog-app"), "{command:?}\n{help}");
    }
    assert!(answer(&run(&home.data(), &["--version"])).contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn posts_are_imported_once_and_wrong_lines_are_named() {
    let home = Home::new();
    let good = home.posts(&[post(1), post(2)]);
    assert_eq!(
        answer(&run(&home.data(), &["import", "posts", &good])).trim(),
        "2 imported, 0 skipped, 0 refused"
    );
    assert_eq!(
        answer(&run(&home.data(), &["import", "posts", &good])).trim(),
        "0 imported, 2 skipped, 0 refused"
    );

    let wrong = [
        post(3).to_string(),
        "{broken".to_owned(),
        post_with(4, serde_json::json!({"slug": "No"})).to_string(),
        post(5).to_string(),
        post_with(6, serde_json::json!({"contentHtml": "<div>".repeat(200_000)})).to_string(),
    ];
    let wrong = home.file("wrong.jsonl", &wrong.join("\n"));
    let output = run(&home.data(), &["import", "posts", &wrong]);
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
fn a_running_site_shows_what_is_imported_beside_it_within_a_second() {
    let home = Home::new();
    let site = Running::start(&home.data());
    let file = home.posts(&[post(1), post(2), post(3)]);
    answer(&run(&home.data(), &["import", "posts", &file]));
    let imported = Instant::now();
    let blogs: Value = serde_json::from_str(&site.get("/api/blogs")).unwrap();
    assert_eq!(blogs["total"], 3);
    assert!(imported.elapsed() < Duration::from_secs(1));
    assert_eq!(site.stop(), Some(0));
}

#[test]
fn the_site_introduces_itself() {
    let home = Home::new();
    let site = Running::start(&home.data());
    let data = home.data().canonicalize().unwrap();
    assert!(
        site.greeting[0].starts_with("Community Blog is at http://127.0.0.1:"),
        "{:?}",
        site.greeting
    );
    assert_eq!(site.greeting[1], format!("Data:  {}", data.display()));
    assert_eq!(
        site.greeting[2],
        format!("Mail:  written to {}", data.join("outbox").display())
    );
    let page = site.get("/");
    assert!(page.contains("<!doctype html>"), "{page}");
    assert_eq!(site.stop(), Some(0));
}

#[test]
fn administrators_are_made_listed_and_given_new_passwords() {
    let home = Home::new();
    let create = [
        "admin",
        "create",
        "--username",
        "ada",
        "--email",
        "Ada@Example.org",
        "--password-stdin",
    ];
    let made = answer(&run_with_input(&home.data(), &create, "correct horse\n"));
    assert!(made.contains("ada <ada@example.org>"), "{made}");
    assert!(answer(&run(&home.data(), &["admin", "list"])).starts_with("ada\tada@example.org\t"));

    let again = refusal(&run_with_input(&home.data(), &create, "correct horse\n"));
    assert!(again.contains("already"), "{again}");
    let short = [
        "admin",
        "create",
        "--username",
        "bo",
        "--email",
        "bo@example.org",
        "--password-stdin",
    ];
    assert!(refusal(&run_with_input(&home.data(), &short, "short\n")).contains("at least 8 characters"));
    let bad = [
        "admin",
        "create",
        "--username",
        "bo",
        "--email",
        "nobody",
        "--password-stdin",
    ];
    assert!(refusal(&run_with_input(&home.data(), &bad, "correct horse\n")).contains("valid email"));
    let no_terminal = ["admin", "create", "--username", "bo", "--email", "bo@example.org"];
    assert!(refusal(&run_with_input(&home.data(), &no_terminal, "")).contains("--password-stdin"));

    let reset = ["admin", "reset-password", "--user", "ada", "--password-stdin"];
    answer(&run_with_input(&home.data(), &reset, "battery staple\n"));
    let unknown = ["admin", "reset-password", "--user", "bo", "--password-stdin"];
    assert!(refusal(&run_with_input(&home.data(), &unknown, "battery staple\n")).contains("admin list"));
}

#[test]
fn avatars_are_seeded_once() {
    let home = Home::new();
    assert_eq!(
        answer(&run(&home.data(), &["seed", "avatars"])).trim(),
        "6 avatars installed"
    );
    assert_eq!(
        answer(&run(&home.data(), &["seed", "avatars"])).trim(),
        "0 avatars installed"
    );
}

#[test]
fn the_sample_goes_into_an_empty_blog_only() {
    let home = Home::new();
    assert!(answer(&run(&home.data(), &["seed", "demo"])).contains("24 readers"));
    assert!(refusal(&run(&home.data(), &["seed", "demo"])).contains("--force"));
    assert!(answer(&run(&home.data(), &["check"])).contains("The database is whole"));

    let other = Home::new();
    let file = other.posts(&[post(1)]);
    answer(&run(&other.data(), &["import", "posts", &file]));
    assert!(answer(&run(&other.data(), &["seed", "demo", "--force"])).contains("13 posts"));
}

#[test]
fn the_sitemap_is_the_same_from_the_database_and_from_the_site() {
    let home = Home::new();
    answer(&run(&home.data(), &["seed", "demo"]));
    let site = Running::start(&home.data());
    let out = |name: &str| home.folder.path().join(name).to_str().unwrap().to_owned();
    let base = ["--base-url", "https://blog.example.org"];
    answer(&run(
        &home.data(),
        &[&["sitemap", "--out", &out("a.xml")], &base[..]].concat(),
    ));
    let api = format!("http://{}/api", site.address);
    answer(&run(
        &home.data(),
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
        answer(&run_with(&home.data(), &arguments, &by_id));
    }
    assert_eq!(sorted("c.xml"), sorted("d.xml"));
    assert_ne!(sorted("a.xml"), sorted("c.xml"));
    assert_eq!(
        fs::read_to_string(out("a.xml")).unwrap().matches("<url>").count(),
        6 + 13 + 24
    );
    assert!(
        refusal(&run(
            &home.data(),
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
fn a_backup_is_a_database_of_its_own() {
    let home = Home::new();
    answer(&run(&home.data(), &["seed", "demo"]));
    let copy = home.folder.path().join("copy");
    fs::create_dir(&copy).unwrap();
    let file = copy.join("blog.db");
    answer(&run(&home.data(), &["backup", file.to_str().unwrap()]));
    assert!(answer(&run(&copy, &["check"])).contains("The database is whole"));
    assert!(refusal(&run(&home.data(), &["backup", file.to_str().unwrap()])).contains("choose another"));
}

#[test]
fn a_broken_configuration_is_refused_with_key_and_line() {
    let home = Home::new();
    for (text, expected) in [
        (
            "[server]\n\nlistne = \"x\"",
            ":3: server.listne: unknown key; did you mean listen?",
        ),
        ("[server]\nlisten = \"nowhere\"", ":2: server.listen: "),
        ("[server", ":1: "),
    ] {
        let file = home.file("broken.toml", text);
        for command in ["serve", "check"] {
            let said = refusal(&run(&home.data(), &[command, "--config", &file]));
            assert!(said.contains(&format!("broken.toml{expected}")), "{said}");
        }
    }
    assert!(!home.data().exists());
    let missing = refusal(&run(&home.data(), &["serve", "--config", "/nowhere.toml"]));
    assert!(missing.contains("/nowhere.toml"), "{missing}");
}

#[test]
fn a_data_folder_that_cannot_be_made_is_named() {
    let home = Home::new();
    let file = home.file("not-a-folder", "");
    let data = PathBuf::from(file).join("data");
    let said = refusal(&run(&data, &["seed", "avatars"]));
    assert!(said.contains("cannot make the data folder"), "{said}");
}

#[test]
fn a_database_that_cannot_be_written_is_named() {
    let home = Home::new();
    fs::create_dir_all(home.data().join("blog.db")).unwrap();
    let said = refusal(&run(&home.data(), &["seed", "avatars"]));
    assert!(said.contains("cannot write the database"), "{said}");
}

#[test]
fn a_port_in_use_is_named() {
    let home = Home::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let said = refusal(&run(&home.data(), &["serve", "--listen", &address]));
    assert!(said.contains(&format!("cannot listen on {address}")), "{said}");
}

#[test]
fn commands_that_need_a_blog_say_where_there_is_none() {
    let home = Home::new();
    for command in [
        vec!["check"],
        vec!["backup", "x.db"],
        vec!["sitemap"],
        vec!["admin", "list"],
    ] {
        let output = run(&home.data(), &command);
        assert_eq!(output.status.code(), Some(1));
        assert!(
            String::from_utf8(output.stderr)
                .unwrap()
                .contains("there is no blog in"),
            "{command:?}"
        );
    }
    assert!(!home.data().exists());
}

#[test]
fn no_administrator_gets_a_password_that_everybody_tries() {
    let home = Home::new();
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
    answer(&run_with_input(&home.data(), &["seed", "avatars"], ""));
    for password in ["password1", "        ", "Margarete", "boss.lady"] {
        let said = refusal(&run_with_input(&home.data(), &create, password));
        assert!(said.contains("This password is too common"), "{said}");
    }
    answer(&run_with_input(&home.data(), &create, "correct horse"));
    for password in ["password1", "        ", "Margarete", "boss.lady"] {
        let said = refusal(&run_with_input(&home.data(), &reset, password));
        assert!(said.contains("This password is too common"), "{said}");
    }
    answer(&run_with_input(&home.data(), &reset, "another horse"));
}

#[test]
fn check_warns_of_settings_that_can_be_guessed_and_goes_on() {
    let home = Home::new();
    answer(&run(&home.data(), &["seed", "avatars"]));
    let settings = [
        ("BLOG_APP_AUTH__MASTER_PASSWORD", "short"),
        ("BLOG_APP_AUTH__SECRET", "abcabcabcabcabcabcabcabcabcabcabc"),
        ("BLOG_APP_MAIL__TRANSPORT", "smtp"),
        ("BLOG_APP_MAIL__USERNAME", "ada"),
        ("BLOG_APP_MAIL__TLS", "none"),
    ]
    .map(|(key, value)| (key.to_owned(), value.to_owned()));
    let output = run_with(&home.data(), &["check"], &settings);
    assert!(answer(&output).contains("The database is whole"));
    let said = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(lines.len(), 3, "{said}");
    for (line, key) in lines
        .iter()
        .zip(["auth.master_password", "auth.secret", "mail.tls"])
    {
        assert!(line.starts_with(&format!("blog-app: warning: {key}")), "{line}");
    }
}

#[test]
fn check_finds_what_is_wrong() {
    let home = Home::new();
    answer(&run(&home.data(), &["seed", "demo"]));
    let database = fs::OpenOptions::new()
        .write(true)
        .open(home.data().join("blog.db"))
        .unwrap();
    // The last pages are gone: a copy that was broken off.
    database.set_len(database.metadata().unwrap().len() / 2).unwrap();
    assert_eq!(run(&home.data(), &["check"]).status.code(), Some(1));
}

#[test]
fn the_corpus_is_imported_whole() {
    let posts = corpus::posts();
    let home = Home::new();
    let file = home.posts(&posts);
    let count = posts.len();
    assert_eq!(
        answer(&run(&home.data(), &["import", "posts", &file])).trim(),
        format!("{count} imported, 0 skipped, 0 refused")
    );
    assert_eq!(
        answer(&run(&home.data(), &["import", "posts", &file])).trim(),
        format!("0 imported, {count} skipped, 0 refused")
    );
}
