//! Writes whose connection ends before, during and after their commit.

use std::thread;

use blog_app::store::{StoreError, avatars};
use blog_app_postgres_servers::{Server, Servers};

use super::open;
use crate::support::postgres::{is_installed, query};
use crate::support::wait_until;

const AVATARS: &str = "select count(*) from avatars";

/// Waits until a commit waits for the standby, and then calls a function of the server on its process.
fn interrupt_commit(server: &Server, function: &str) {
    let waiting = "from pg_stat_activity where wait_event = 'SyncRep' and application_name like 'blog-app%'";
    wait_until(|| server.query_as_superuser(&format!("select count(*) {waiting}")) == "1");
    server.query_as_superuser(&format!("select {function}(pid) {waiting}"));
}

fn assert_interrupted_commit_is_found(function: &'static str) {
    if !is_installed() {
        return;
    }
    let servers = Servers::start();
    let store = open(&servers);
    servers.standby().kill();
    // The store stays open here, so that the thread ends as soon as the write is answered.
    let writer = store.clone();
    let writing =
        thread::spawn(move || -> Result<usize, StoreError> { writer.write_blocking(avatars::seed) });
    interrupt_commit(servers.primary(), function);
    // The commit that makes sure of the interrupted one waits for the standby as well.
    wait_until(|| {
        servers
            .primary()
            .query_as_superuser("select count(*) from pg_stat_activity where wait_event = 'SyncRep'")
            == "1"
    });
    assert!(!writing.is_finished(), "it is on one machine only");
    servers.primary().write_without_standby();
    assert_eq!(writing.join().unwrap().unwrap(), 6);
    assert_eq!(servers.primary().query(AVATARS), "6");
    // The first one is that of the migration.
    assert_eq!(servers.primary().query("select count(*) from commits"), "2");
}

#[test]
fn a_commit_whose_connection_ends_is_found_and_answered_once_it_is_on_the_standby() {
    assert_interrupted_commit_is_found("pg_terminate_backend");
}

#[test]
fn a_commit_whose_wait_for_the_standby_is_cancelled_is_answered_once_it_is_there() {
    assert_interrupted_commit_is_found("pg_cancel_backend");
}

#[test]
fn a_write_whose_connection_ends_before_the_commit_is_refused_and_leaves_nothing() {
    if !is_installed() {
        return;
    }
    let servers = Servers::start();
    let store = open(&servers);
    let primary = servers.primary().superuser_url();
    let result: Result<usize, StoreError> = store.write_blocking(move |tx| {
        let seeded = avatars::seed(tx)?;
        let end =
            "select pg_terminate_backend(pid, 5000) from pg_locks where locktype = 'advisory' and granted";
        assert_eq!(query(&primary, end), "t");
        Ok(seeded)
    });
    assert!(matches!(result, Err(StoreError::Unreachable(_))), "{result:?}");
    assert_eq!(servers.primary().query(AVATARS), "0");
    let written: Result<usize, StoreError> = store.write_blocking(avatars::seed);
    assert_eq!(written.unwrap(), 6);
}
