//! The database of the nodes: PostgreSQL servers with a copy of the dataset.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use blog_app::store::copy;
use blog_app::store::{Place, ServerOptions};
use blog_app_postgres_servers::{Durability, Servers, can_be_reached};
use rusqlite::Connection;

use crate::dataset::Dataset;
use crate::folders::{bench_folder, recreate_folder};
use crate::server::Server;

/// The folder of the servers' files where those of the benchmark are closed to them. It is on a disk, unlike `/tmp` on
/// some machines.
const OTHER_FOLDER: &str = "/var/tmp/blog-app-bench-postgres";

pub struct Cluster {
    servers: Servers,
    folder: PathBuf,
    secret: String,
    rows: u64,
    copied_in: Duration,
}

impl Cluster {
    /// Starts a primary, and copies the dataset into it.
    pub fn start(world: &Dataset) -> Result<Self> {
        let mut folder = bench_folder().join("postgres");
        recreate_folder(&folder)?;
        if !can_be_reached(&folder) {
            folder = PathBuf::from(OTHER_FOLDER);
            recreate_folder(&folder)?;
        }
        let servers = Servers::start_primary(&folder, Durability::Disk);
        let source = Place::file(world.folder.join("blog.db"));
        let target = Place::Server(ServerOptions {
            url: servers.primary().url(),
            password: None,
            ca_file: None,
        });
        let started = Instant::now();
        let copied = copy::copy(&source, &target, |_| {})?;
        let copied_in = started.elapsed();
        // Otherwise both sites would do it during the first measurement, as they delete sessions that ended long ago.
        let delete_sessions = "delete from post_sessions";
        Connection::open(world.folder.join("blog.db"))?.execute(delete_sessions, [])?;
        servers.primary().query(delete_sessions);
        // The server would do both during the measurements as well.
        servers.primary().query("vacuum");
        servers.primary().query_as_superuser("checkpoint");
        Ok(Self {
            servers,
            folder,
            secret: format!("hex:{}", hex::encode(fs::read(world.folder.join("secret"))?)),
            rows: copied.rows(),
            copied_in,
        })
    }

    /// Starts nodes, and waits until they are ready.
    pub fn start_nodes(&self, count: usize, cache_megabytes: Option<u32>) -> Result<Vec<Server>> {
        (0..count)
            .map(|number| {
                let data = bench_folder().join(format!("node-{number}"));
                Server::node(&data, &self.servers.url(), &self.secret, cache_megabytes)
            })
            .collect()
    }

    /// Starts the standby. From then on commits wait for it.
    pub fn start_standby(&self) {
        self.servers.start_standby();
    }

    /// Returns what the report says about the servers and the copy.
    pub fn note(&self) -> String {
        let folder = self
            .folder
            .strip_prefix(env!("CARGO_MANIFEST_DIR"))
            .unwrap_or(&self.folder);
        format!(
            "The {} rows of the site were copied to PostgreSQL and compared in {:.1} s. All nodes, both PostgreSQL servers\n\
             and wrk share the processors of this machine, so three nodes show what sharing a database costs, not what more\n\
             machines give. The servers' files are in {}, and each commit is synced. CPU is that of the\n\
             nodes, without PostgreSQL's.",
            self.rows,
            self.copied_in.as_secs_f64(),
            folder.display()
        )
    }

    /// Ends the servers, and removes their files.
    pub fn remove(self) -> Result<()> {
        drop(self.servers);
        Ok(fs::remove_dir_all(self.folder)?)
    }
}
