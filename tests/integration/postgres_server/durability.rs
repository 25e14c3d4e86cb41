//! Settings of a server by which acknowledged writes could be lost.

use std::path::Path;
use std::process::Output;
use std::thread;

use blog_app::store::{Store, avatars};

use crate::support::database::server;
use crate::support::postgres::{TemporaryServer, is_installed};
use crate::support::program::{self, RunningSite, expect_success, run_with_env};
use crate::support::{SECRET, wait_until};

/// The name of a standby that does not exist.
const ABSENT_STANDBY: &str = "absent";

fn environment(own: &TemporaryServer) -> Vec<(String, String)> {
    program::environment(&[
        ("DATABASE__URL", &own.url),
        ("AUTH__SECRET", SECRET),
        // `check` also warns if mails are written to files.
        ("MAIL__TRANSPORT", "smtp"),
        ("MAIL__HOST", "127.0.0.1"),
    ])
}

fn check(own: &TemporaryServer, data: &Path) -> Output {
    run_with_env(data, &["check"], &environment(own))
}

/// The settings that the lines of a text warn of.
fn warned_of(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| Some(line.split_once("the database server has ")?.1.split_once(':')?.0))
        .collect()
}

#[test]
fn reports_settings_by_which_acknowledged_writes_could_be_lost() {
    if !is_installed() {
        return;
    }
    let (own, folder) = (TemporaryServer::start(), tempfile::tempdir().unwrap());
    for name in ["fsync", "full_page_writes", "synchronous_commit"] {
        own.set(name, "off");
    }
    let risky = [
        "fsync = off",
        "full_page_writes = off",
        "synchronous_commit = off",
    ];
    expect_success(&run_with_env(
        folder.path(),
        &["seed", "avatars"],
        &environment(&own),
    ));
    let output = check(&own, folder.path());
    // Nothing is wrong in the database.
    assert!(expect_success(&output).contains("No mail waits."));
    assert_eq!(warned_of(&String::from_utf8(output.stderr).unwrap()), risky);

    let log = folder.path().join("log");
    let file = std::fs::File::create(&log).unwrap();
    let site = RunningSite::start_logging(folder.path(), &environment(&own), file);
    assert_eq!(site.stop(), Some(0));
    assert_eq!(warned_of(&std::fs::read_to_string(&log).unwrap()), risky);

    for name in ["fsync", "full_page_writes"] {
        own.set(name, "on");
    }
    for (value, standby, expected) in [
        ("on", "", None),
        ("local", "", None),
        ("on", ABSENT_STANDBY, None),
        ("remote_write", ABSENT_STANDBY, None),
        ("local", ABSENT_STANDBY, Some("synchronous_commit = local")),
    ] {
        own.set("synchronous_standby_names", "");
        own.set("synchronous_commit", value);
        own.set("synchronous_standby_names", standby);
        let output = check(&own, folder.path());
        expect_success(&output);
        let warned = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            warned_of(&warned),
            expected.into_iter().collect::<Vec<_>>(),
            "{value} {standby}"
        );
        assert_eq!(
            warned.lines().count(),
            usize::from(expected.is_some()),
            "{warned}"
        );
    }
}

#[test]
fn commits_wait_for_a_standby_although_synchronous_commit_is_off() {
    if !is_installed() {
        return;
    }
    let own = TemporaryServer::start();
    let open = || Store::open(&server(own.url.clone(), 1)).unwrap();
    drop(open());
    for (value, waits) in [
        ("off", true),
        ("on", true),
        ("remote_apply", true),
        ("local", false),
    ] {
        own.execute(&format!("alter role blog set synchronous_commit = {value}"));
        let store = open();
        own.set("synchronous_standby_names", ABSENT_STANDBY);
        let written = thread::spawn(move || store.write_blocking(avatars::seed));
        if waits {
            let waiting = "select count(*) from pg_stat_activity where wait_event = 'SyncRep'";
            wait_until(|| own.execute(waiting) == "1");
            assert!(!written.is_finished(), "{value}");
        } else {
            wait_until(|| written.is_finished());
        }
        own.set("synchronous_standby_names", "");
        written.join().unwrap().unwrap();
    }
}
