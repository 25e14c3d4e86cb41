//! Three nodes behind nginx on a primary and its synchronous standby, while their parts fail one after the other: no read
//! fails, and no acknowledged write is lost or done twice.

mod delays;
mod doubt;
mod load;
mod nginx;
mod nodes;
mod primaries;

use std::time::{Duration, Instant};

use blog_app::store::Store;
use blog_app_postgres_servers::Servers;

use crate::support::postgres::is_installed;
use crate::support::{blocking, database, wait_until};
use load::Load;
use nginx::Nginx;
use nodes::Nodes;

/// The time in which readers and writers see the state after each failure.
const AFTERWARDS: Duration = Duration::from_secs(2);

/// Opens the database as a node does.
fn open(servers: &Servers) -> Store {
    blocking(|| Store::open(&database::server(servers.url(), 1))).unwrap()
}

#[test]
fn loses_nothing_while_nodes_and_servers_fail() {
    if !is_installed() || !nginx::is_installed() {
        return;
    }
    let servers = Servers::start();
    // All migrate the empty database at once.
    let nodes = Nodes::start(&servers, 3);
    let nginx = Nginx::start(&nodes);
    let load = Load::prepare(&servers, &nginx);
    let mut report = Vec::new();
    load.during(|running| {
        let mut fail = |name: &'static str, failure: &dyn Fn()| {
            let (start, before) = (Instant::now(), running.counts());
            failure();
            // Also what a failure delays has to end well.
            running.wait_for_writes(20);
            std::thread::sleep(AFTERWARDS);
            report.push(running.counts().since(&before).line(name, start.elapsed()));
        };
        fail("nothing fails", &|| {});
        fail("kill -9 of a node", &|| {
            nodes.kill(0);
            running.wait_for_writes(20);
            nodes.start_again(0);
        });
        fail("SIGSTOP of the node that writes", &|| {
            let stopped = nodes.stop_in_a_batch(&servers);
            running.wait_for_writes(20);
            nodes.resume(stopped);
        });
        fail("the connections that announce commits are ended", &|| {
            servers.primary().end_listeners();
        });
        fail("the standby is lost", &|| {
            servers.standby().kill();
            // What an operator or Patroni does when it notices.
            servers.primary().write_without_standby();
            running.wait_for_writes(20);
            servers.standby().start();
            servers.primary().wait_for_standby();
        });
        fail("kill -9 of the primary, and promotion", &|| {
            servers.primary().kill();
            servers.standby().promote();
        });
        fail("the old primary comes back alone", &|| {
            servers.primary().start();
        });
        fail("a newer version migrates the schema", &|| {
            servers
                .standby()
                .query("insert into refinery_schema_history values (900, 'future', '', '0')");
            wait_until(|| (0..3).all(|number| nodes.is_not_ready(number)));
            servers
                .standby()
                .query("delete from refinery_schema_history where version = 900");
        });
    });
    println!("{}", report.join("\n"));
    load.assert_kept(servers.standby(), &nodes);
    nodes.assert_checked();
}
