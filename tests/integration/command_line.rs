//! What is typed wrongly, or in another form than usual.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::support::post;
use crate::support::program::{Running, answer, command, refusal, run, run_with};

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn file(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Starts the site with these arguments and without a listener of its own.
fn serve(data: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Running {
    let mut serve = command(data, &[&["serve"], arguments].concat());
    serve.envs(environment.iter().copied()).stderr(Stdio::null());
    Running::from_command(serve)
}

#[test]
fn a_folder_cannot_be_imported() {
    let folder = folder();
    let data = folder.path().join("data");
    let said = refusal(&run(&data, &["import", "posts", folder.path().to_str().unwrap()]));
    assert!(said.contains("is a folder; name a file"), "{said}");
    assert!(!data.exists());
}

#[test]
fn an_import_that_cannot_be_read_to_its_end_says_so_once() {
    let folder = folder();
    // What the kernel gives for the memory of a process: a file that opens and fails at the first byte.
    let said = refusal(&run(
        &folder.path().join("data"),
        &["import", "posts", "/proc/self/mem"],
    ));
    assert!(
        said.contains("/proc/self/mem was not imported to its end: line 1 cannot be read"),
        "{said}"
    );
}

#[test]
fn check_and_serve_refuse_the_same_settings() {
    let folder = folder();
    let data = folder.path().join("data");
    answer(&run(&data, &["seed", "avatars"]));
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
        let [served, checked] =
            ["serve", "check"].map(|command| refusal(&run(&data, &[command, "--config", &settings])));
        assert_eq!(served, checked);
        assert!(served.contains(&format!("config.toml:2: {expected}")), "{served}");
    }
    let hours = [("BLOG_APP_AUTH__TOKEN_HOURS".to_owned(), "0".to_owned())];
    let said = refusal(&run_with(&data, &["check"], &hours));
    assert!(
        said.contains("BLOG_APP_AUTH__TOKEN_HOURS: auth.token_hours: must be"),
        "{said}"
    );
    answer(&run(&data, &["check"]));
}

#[test]
fn check_finds_what_would_keep_the_site_from_starting() {
    let folder = folder();
    let data = folder.path().join("data");
    answer(&run(&data, &["seed", "avatars"]));
    let secret = data.join("secret");
    fs::write(&secret, "short").unwrap();
    for command in [&["check"][..], &["serve", "--listen", "127.0.0.1:0"]] {
        assert!(refusal(&run(&data, command)).contains("too short to be a secret"));
    }
    fs::remove_file(secret).unwrap();
    fs::write(data.join("outbox"), "a file in its place").unwrap();
    assert!(refusal(&run(&data, &["check"])).contains("outbox"));
    // The log has begun by then, but nothing but the refusal is in it.
    assert!(refusal(&run(&data, &["serve", "--listen", "127.0.0.1:0"])).contains("outbox"));
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
    for (arguments, environment, is_everywhere) in sites {
        let site = serve(&data, &arguments, &environment);
        assert!(site.address.starts_with("127.0.0.1:"), "{}", site.address);
        site.get("/api/health");
        if is_everywhere && TcpListener::bind("[::1]:0").is_ok() {
            let port = site.address.rsplit(':').next().unwrap();
            let answer = ureq::get(format!("http://[::1]:{port}/api/health")).call();
            assert_eq!(answer.unwrap().status(), 200);
        }
        assert_eq!(site.stop(), Some(0));
    }
}

#[test]
fn the_metrics_listen_in_the_same_forms() {
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
fn addresses_of_the_site_follow_the_listener_when_none_is_set() {
    let folder = folder();
    let data = folder.path().join("data");
    let posts = file(&folder, "posts.jsonl", &post(1).to_string());
    answer(&run(&data, &["import", "posts", &posts]));
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
fn a_mistake_on_the_command_line_is_one_line_with_its_mend() {
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
        let said = refusal(&run(folder.path(), &words));
        assert!(
            said.starts_with("blog-app: ") && said.contains(expected),
            "{said}"
        );
    }
    let help = answer(&run(folder.path(), &["--help"]));
    assert!(
        help.lines().count() > 5 && help.contains("Usage: blog-app"),
        "{help}"
    );
}

#[test]
fn the_hint_for_the_first_administrator_can_be_typed_as_it_stands() {
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
fn the_sitemap_goes_to_standard_output() {
    let folder = folder();
    let data = folder.path().join("data");
    let posts = file(&folder, "posts.jsonl", &post(1).to_string());
    answer(&run(&data, &["import", "posts", &posts]));
    let base = ["--base-url", "https://blog.example.org"];
    let printed = answer(&run(&data, &[&["sitemap", "--out", "-"], &base[..]].concat()));
    let out = folder.path().join("sitemap.xml");
    let to_file = [&["sitemap", "--out", out.to_str().unwrap()], &base[..]].concat();
    answer(&run(&data, &to_file));
    assert_eq!(printed, fs::read_to_string(out).unwrap());
    assert!(printed.starts_with("<?xml"), "{printed}");
}
