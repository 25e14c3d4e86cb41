//! Invalid and unusual command lines and settings.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::support::post;
use crate::support::program::{RunningSite, command, expect_failure, expect_success, run, run_with_env};

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn file(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Starts the site with exactly these arguments.
fn serve(data: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> RunningSite {
    let mut serve = command(data, &[&["serve"], arguments].concat());
    serve.envs(environment.iter().copied()).stderr(Stdio::null());
    RunningSite::from_command(serve)
}

#[test]
fn rejects_importing_a_folder() {
    let folder = folder();
    let data = folder.path().join("data");
    let message = expect_failure(&run(&data, &["import", "posts", folder.path().to_str().unwrap()]));
    assert!(message.contains("is a folder; name a file"), "{message}");
    assert!(!data.exists());
}

#[test]
fn reports_a_read_error_of_an_import_once() {
    let folder = folder();
    // The memory of a process is a file that can be opened, but whose first read fails.
    let message = expect_failure(&run(
        &folder.path().join("data"),
        &["import", "posts", "/proc/self/mem"],
    ));
    assert!(
        message.contains("/proc/self/mem was not imported to its end: line 1 cannot be read"),
        "{message}"
    );
}

#[test]
fn check_and_serve_reject_the_same_settings() {
    let folder = folder();
    let data = folder.path().join("data");
    expect_success(&run(&data, &["seed", "avatars"]));
    for (section, line, expected) in [
        ("mail", "from = \"nonsense\"", "mail.from: must be an address"),
        ("mail", "from = \"\"", "mail.from: must be an address"),
        (
            "mail",
            "host = \"\"\ntransport = \"smtp\"",
            "mail.host: must be the name",
        ),
        ("auth", "token_hours = 0", "auth.token_hours: must be at least 1"),
        (
            "server",
            "listen = \"nowhere:80\"",
            "server.listen: must be an address",
        ),
        (
            "metrics",
            "listen = \"9090\"",
            "metrics.listen: must be an address",
        ),
    ] {
        let settings = file(&folder, "config.toml", &format!("[{section}]\n{line}\n"));
        let [by_serve, by_check] =
            ["serve", "check"].map(|command| expect_failure(&run(&data, &[command, "--config", &settings])));
        assert_eq!(by_serve, by_check);
        assert!(
            by_serve.contains(&format!("config.toml:2: {expected}")),
            "{by_serve}"
        );
    }
    let hours = [("BLOG_APP_AUTH__TOKEN_HOURS".to_owned(), "0".to_owned())];
    let message = expect_failure(&run_with_env(&data, &["check"], &hours));
    assert!(
        message.contains("BLOG_APP_AUTH__TOKEN_HOURS: auth.token_hours: must be"),
        "{message}"
    );
    expect_success(&run(&data, &["check"]));
}

#[test]
fn check_reports_what_would_prevent_the_start() {
    let folder = folder();
    let data = folder.path().join("data");
    expect_success(&run(&data, &["seed", "avatars"]));
    fs::write(data.join("outbox"), "a file in its place").unwrap();
    assert!(expect_failure(&run(&data, &["check"])).contains("outbox"));
    // Logging has started by then, but the error is the only line.
    assert!(expect_failure(&run(&data, &["serve", "--listen", "127.0.0.1:0"])).contains("outbox"));
}

#[test]
fn listens_on_localhost_and_on_every_interface() {
    let folder = folder();
    let data = folder.path().join("data");
    let settings = file(&folder, "config.toml", "[server]\nlisten = \"localhost:0\"\n");
    let by_variable = [("BLOG_APP_SERVER__LISTEN", ":0")];
    let sites = [
        (vec!["--listen", "localhost:0"], vec![], false),
        (vec!["--config", &settings], vec![], false),
        (vec!["--listen", ":0"], vec![], true),
        (vec![], by_variable.to_vec(), true),
    ];
    for (arguments, environment, is_dual_stack) in sites {
        let site = serve(&data, &arguments, &environment);
        assert!(site.address.starts_with("127.0.0.1:"), "{}", site.address);
        site.get("/api/health");
        if is_dual_stack && TcpListener::bind("[::1]:0").is_ok() {
            let port = site.address.rsplit(':').next().unwrap();
            let response = ureq::get(format!("http://[::1]:{port}/api/health")).call();
            assert_eq!(response.unwrap().status(), 200);
        }
        assert_eq!(site.stop(), Some(0));
    }
}

#[test]
fn the_metrics_listen_on_localhost() {
    let folder = folder();
    let mut serve = command(&folder.path().join("data"), &["serve", "--listen", "localhost:0"]);
    serve
        .env("BLOG_APP_METRICS__LISTEN", "localhost:0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = serve.spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let metrics = lines
        .map(Result::unwrap)
        .find_map(|line| line.strip_prefix("Metrics: ").map(str::to_owned));
    let text = ureq::get(metrics.unwrap())
        .call()
        .unwrap()
        .body_mut()
        .read_to_string();
    assert!(text.unwrap().contains("blog_app_writes_total"));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn the_base_url_follows_the_listener_unless_set() {
    let folder = folder();
    let data = folder.path().join("data");
    let posts = file(&folder, "posts.jsonl", &post(1).to_string());
    expect_success(&run(&data, &["import", "posts", &posts]));
    let site = serve(&data, &["--listen", ":0"], &[]);
    for path in ["/feed.xml", "/robots.txt", "/sitemap.xml", "/"] {
        let text = site.get(path);
        let base = format!("http://{}/", site.address);
        assert!(text.contains(&base), "{path}: {base}");
        assert!(!text.contains("127.0.0.1:8080"), "{path}");
    }
    assert_eq!(site.stop(), Some(0));

    let own = [("BLOG_APP_SERVER__BASE_URL", "https://blog.example.org")];
    let site = serve(&data, &["--listen", "localhost:0"], &own);
    assert!(
        site.get("/robots.txt")
            .contains("https://blog.example.org/sitemap.xml")
    );
    assert_eq!(site.stop(), Some(0));
}

#[test]
fn reports_each_mistake_in_one_line_with_its_fix() {
    let folder = folder();
    for (words, expected) in [
        ("", "a command is missing; it is one of serve, "),
        ("admin", "a command is missing; it is one of create, "),
        (
            "no-such-command",
            "unrecognized subcommand 'no-such-command'; see `blog-app --help`",
        ),
        ("serve --lisen x", "'--listen'; see `blog-app serve --help`"),
        ("serve --listen", "a value is required"),
        (
            "admin create",
            "--username <NAME>, --email <ADDRESS>; see `blog-app admin create --help`",
        ),
        ("backup", "<FILE>; see `blog-app backup --help`"),
        ("sitemap --base-url nonsense", "see `blog-app sitemap --help`"),
    ] {
        let words: Vec<&str> = words.split_whitespace().collect();
        let message = expect_failure(&run(folder.path(), &words));
        assert!(
            message.starts_with("blog-app: ") && message.contains(expected),
            "{message}"
        );
    }
    let help = expect_success(&run(folder.path(), &["--help"]));
    assert!(
        help.lines().count() > 5 && help.contains("Usage: blog-app"),
        "{help}"
    );
}

#[test]
fn the_hint_for_the_first_administrator_is_a_valid_command() {
    let folder = folder();
    let settings = file(&folder, "my settings.toml", "");
    let mut serve = Command::new(env!("CARGO_BIN_EXE_blog-app"));
    serve
        .arg0("./bin/blog-app")
        .current_dir(folder.path())
        .args([
            "serve",
            "--listen",
            "localhost:0",
            "--data-dir",
            "my data",
            "--config",
            &settings,
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = serve.spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let hint = lines
        .map(Result::unwrap)
        .find(|line| line.contains("admin create"));
    assert_eq!(
        hint.unwrap(),
        format!(
            "  ./bin/blog-app --config '{settings}' --data-dir 'my data' admin create --username NAME --email ADDRESS"
        )
    );
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn writes_the_sitemap_to_standard_output() {
    let folder = folder();
    let data = folder.path().join("data");
    let posts = file(&folder, "posts.jsonl", &post(1).to_string());
    expect_success(&run(&data, &["import", "posts", &posts]));
    let base = ["--base-url", "https://blog.example.org"];
    let printed = expect_success(&run(&data, &[&["sitemap", "--out", "-"], &base[..]].concat()));
    let out = folder.path().join("sitemap.xml");
    let to_file = [&["sitemap", "--out", out.to_str().unwrap()], &base[..]].concat();
    expect_success(&run(&data, &to_file));
    assert_eq!(printed, fs::read_to_string(out).unwrap());
    assert!(printed.starts_with("<?xml"), "{printed}");
}
