//! Tasks for which a standby is not good enough.

use std::process::{Command, Output};

use super::Servers;
use crate::support::SECRET;
use crate::support::postgres::is_installed;
use crate::support::program::{expect_failure, expect_success};

#[test]
fn backups_and_copies_are_those_of_the_primary() {
    if !is_installed() {
        return;
    }
    let servers = Servers::start();
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| -> Output {
        Command::new(env!("CARGO_BIN_EXE_blog-app"))
            .current_dir(folder.path())
            .env("BLOG_APP_SERVER__DATA_DIR", folder.path().join("data"))
            .env("BLOG_APP_DATABASE__URL", servers.url())
            .env("BLOG_APP_AUTH__SECRET", SECRET)
            .args(arguments)
            .output()
            .unwrap()
    };
    expect_success(&run(&["seed", "avatars"]));
    servers.primary().kill();
    for arguments in [&["backup", "one.db"][..], &["db", "copy", "--to", "one.db"]] {
        let message = expect_failure(&run(arguments));
        assert!(message.contains("is a standby"), "{message}");
    }
    assert!(!folder.path().join("one.db").exists());
    servers.standby().promote();
    expect_success(&run(&["backup", "one.db"]));
    expect_success(&run(&["db", "copy", "--to", "other.db"]));
}
