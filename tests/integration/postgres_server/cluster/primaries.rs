//! Finding the primary: several servers believe that they are it, or none answers.

use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use blog_app::store::{Store, StoreError, avatars};
use blog_app_postgres_servers::Servers;
use futures_util::future::join_all;

use super::open;
use crate::support::postgres::{TemporaryServer, is_installed};
use crate::support::{blocking, database, wait_until};

const AVATARS: &str = "select count(*) from avatars";
/// A version of the schema by which a read shows on which server it was.
const MARK: &str = "insert into refinery_schema_history values (900, 'mark', '', '0')";
const UNMARK: &str = "delete from refinery_schema_history where version = 900";

#[test]
fn leaves_a_primary_that_still_answers_when_another_one_was_promoted() {
    if !is_installed() {
        return;
    }
    let servers = Servers::start();
    let store = open(&servers);
    let (old, new) = (servers.primary(), servers.standby());
    old.write_without_standby();
    new.promote();
    new.query(MARK);
    wait_until(|| store.schema_version().unwrap() == 900);
    new.query(UNMARK);
    let written: Result<usize, StoreError> = store.write_blocking(avatars::seed);
    assert_eq!(written.unwrap(), 6);
    assert_eq!([old, new].map(|server| server.query(AVATARS)), ["0", "6"]);
}

#[test]
fn a_server_that_accepts_connections_but_does_not_answer_counts_as_away() {
    if !is_installed() {
        return;
    }
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let database = database::new_on_postgres();
    let address = silent.local_addr().unwrap();
    let url = database.url.replacen('@', &format!("@{address},"), 1);
    let store = blocking(|| Store::open(&database::server(url, 1))).unwrap();
    assert!(store.schema_version().unwrap() > 0);
}

#[tokio::test]
async fn all_reads_fail_soon_while_no_server_answers() {
    if !is_installed() {
        return;
    }
    let server = TemporaryServer::start();
    let store = blocking(|| Store::open(&database::server(server.url.clone(), 1))).unwrap();
    let port = server.port;
    drop(server);
    wait_until(|| TcpStream::connect(("127.0.0.1", port)).is_err());
    let started = Instant::now();
    let reads = (0..50).map(|_| store.check_schema());
    for read in join_all(reads).await {
        assert!(matches!(read, Err(StoreError::Unreachable(_))), "{read:?}");
    }
    // One of them has waited for the server, and the others for that one.
    assert!(
        started.elapsed() < Duration::from_secs(20),
        "{:?}",
        started.elapsed()
    );
}
