//! The settings of a database on a server, as the program takes them.

use std::fs::File;
use std::path::Path;

use crate::support::SECRET;
use crate::support::postgres::{Database, is_installed, new_database, query, superuser_url};
use crate::support::program::{RunningSite, environment, expect_failure, expect_success, run_with_env};

/// A password that no other text has.
const PASSWORD: &str = "a-password-of-nobody-else";

fn check(data: &Path, settings: &[(&str, &str)]) -> std::process::Output {
    run_with_env(data, &["check"], &environment(settings))
}

/// Creates a database whose owner has [`PASSWORD`].
fn database_with_password(owner: &str) -> Database {
    let database = new_database();
    let (_, name) = database.url.rsplit_once('/').unwrap();
    let superuser = superuser_url();
    query(
        &superuser,
        &format!("create role {owner} login password '{PASSWORD}'"),
    );
    query(&superuser, &format!("alter database {name} owner to {owner}"));
    database
}

#[test]
fn shows_the_password_in_no_error_and_no_log() {
    if !is_installed() {
        return;
    }
    let database = database_with_password("owner_with_password");
    let with = |user: &str| database.url.replace("blog:blog", user);
    let secret = ("AUTH__SECRET", SECRET);
    let folder = tempfile::tempdir().unwrap();

    let log = folder.path().join("log");
    let both_places = [
        vec![("DATABASE__URL", with(&format!("owner_with_password:{PASSWORD}")))],
        vec![
            ("DATABASE__URL", with("owner_with_password")),
            ("DATABASE__PASSWORD", PASSWORD.to_owned()),
        ],
    ];
    for settings in both_places {
        let settings = settings.iter().map(|(name, value)| (*name, value.as_str()));
        let settings: Vec<_> = settings.chain([secret, ("LOG__LEVEL", "trace")]).collect();
        let file = File::create(&log).unwrap();
        let site = RunningSite::start_logging(folder.path(), &environment(&settings), file);
        assert!(site.get("/").contains("</html>"));
        assert_eq!(site.stop(), Some(0));
        let text = std::fs::read_to_string(&log).unwrap();
        assert!(text.contains("stopped") && !text.contains(PASSWORD), "{text}");
        let output = check(folder.path(), &settings);
        assert!(!expect_success(&output).contains(PASSWORD));
    }

    let wrong = format!("x{PASSWORD}");
    let unreachable = format!("postgres://owner:{PASSWORD}@127.0.0.1:1/blog");
    let without_name = format!("postgres://owner:{PASSWORD}@127.0.0.1:1");
    let other_scheme = format!("mysql://owner:{PASSWORD}@127.0.0.1:1/blog");
    for (url, expected) in [
        (
            with(&format!("owner_with_password:{wrong}")),
            "password authentication failed for user \"owner_with_password\"",
        ),
        (unreachable, "the database cannot be reached: 127.0.0.1:1: "),
        (
            without_name,
            "database.url is not valid: the name of the database is missing at its end",
        ),
        (
            other_scheme,
            "database.url is not valid: it has the form postgres://user@host:5432/name",
        ),
    ] {
        let error = expect_failure(&check(folder.path(), &[("DATABASE__URL", &url), secret]));
        assert!(error.contains(expected), "{error}");
        assert!(!error.contains(PASSWORD), "{error}");
    }
}

#[test]
fn says_that_the_password_is_missing() {
    if !is_installed() {
        return;
    }
    let database = new_database();
    let url = database.url.replace("blog:blog@", "blog@");
    let folder = tempfile::tempdir().unwrap();
    let settings = [("DATABASE__URL", url.as_str()), ("AUTH__SECRET", SECRET)];
    let error = expect_failure(&check(folder.path(), &settings));
    assert!(
        error.contains("it asks for a password; set database.password"),
        "{error}"
    );
    let with_password = [settings.as_slice(), &[("DATABASE__PASSWORD", "blog")]].concat();
    expect_success(&check(folder.path(), &with_password));
}

#[test]
fn needs_a_secret_that_all_nodes_share() {
    let folder = tempfile::tempdir().unwrap();
    for secret in [vec![], vec![("AUTH__SECRET", "")]] {
        let settings = [
            vec![("DATABASE__URL", "postgres://blog@127.0.0.1:1/blog")],
            secret,
        ]
        .concat();
        // Other tests on PostgreSQL have a secret in their environment.
        let mut command = crate::support::program::command(folder.path(), &["serve"]);
        command
            .env_remove("BLOG_APP_AUTH__SECRET")
            .envs(environment(&settings));
        let error = expect_failure(&command.output().unwrap());
        assert!(error.contains("auth.secret: must be set"), "{error}");
        assert!(error.contains("`openssl rand -hex 32` makes one"), "{error}");
    }
}
