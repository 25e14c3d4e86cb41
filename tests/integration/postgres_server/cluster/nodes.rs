//! Nodes: processes of the program on the same database.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;

use blog_app_postgres_servers::Servers;
use tempfile::TempDir;

use crate::support::program::{self, RunningSite, expect_success};
use crate::support::smtp::{Mailbox, free_port};
use crate::support::{SECRET, wait_until};

pub struct Nodes {
    members: Vec<Node>,
    environment: Vec<(String, String)>,
    pub mailbox: Mailbox,
    folder: TempDir,
}

struct Node {
    site: Mutex<Option<RunningSite>>,
    address: String,
}

impl Nodes {
    /// Starts this many nodes at the same time.
    pub fn start(servers: &Servers, count: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = free_port();
        let mailbox = Mailbox::open(port);
        let environment = environment(servers, port);
        let sites: Vec<RunningSite> = std::thread::scope(|scope| {
            let starting: Vec<_> = (0..count)
                .map(|number| {
                    let (folder, environment) = (&folder, &environment);
                    scope.spawn(move || start(folder.path(), number, "127.0.0.1:0", environment))
                })
                .collect();
            starting.into_iter().map(|site| site.join().unwrap()).collect()
        });
        let nodes = sites.into_iter().map(|site| Node {
            address: site.address.clone(),
            site: Mutex::new(Some(site)),
        });
        let nodes = Self {
            members: nodes.collect(),
            environment,
            mailbox,
            folder,
        };
        wait_until(|| (0..count).all(|number| nodes.is_ready(number)));
        nodes
    }

    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|node| node.address.as_str())
    }

    pub fn kill(&self, number: usize) {
        self.members[number].site.lock().unwrap().take().unwrap().kill();
    }

    pub fn start_again(&self, number: usize) {
        let node = &self.members[number];
        let site = start(self.folder.path(), number, &node.address, &self.environment);
        *node.site.lock().unwrap() = Some(site);
        wait_until(|| self.is_ready(number));
    }

    /// Stops the node that holds the lock of the writers, and returns its number.
    pub fn stop_in_a_batch(&self, servers: &Servers) -> usize {
        let holders = "select coalesce(string_agg(split_part(application_name, ' ', 2), ' '), '')
                       from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and granted";
        let is_holder = |number: usize| {
            let id = self.id(number).to_string();
            servers
                .primary()
                .query_as_superuser(holders)
                .split(' ')
                .any(|holder| holder == id)
        };
        // Stopped at any moment, a node that writes all the time mostly holds the lock.
        let mut number = 0;
        wait_until(|| {
            number = (number + 1) % self.members.len();
            self.signal(number, "STOP");
            let is_stopped_in_a_batch = is_holder(number);
            if !is_stopped_in_a_batch {
                self.signal(number, "CONT");
            }
            is_stopped_in_a_batch
        });
        number
    }

    pub fn resume(&self, number: usize) {
        self.signal(number, "CONT");
    }

    fn id(&self, number: usize) -> u32 {
        self.members[number].site.lock().unwrap().as_ref().unwrap().id()
    }

    fn signal(&self, number: usize, name: &str) {
        let site = self.members[number].site.lock().unwrap();
        site.as_ref().unwrap().signal(name);
    }

    fn is_ready(&self, number: usize) -> bool {
        readiness(&self.members[number].address) == Some(200)
    }

    pub fn is_not_ready(&self, number: usize) -> bool {
        readiness(&self.members[number].address) == Some(503)
    }

    /// Asserts that `blog-app check` finds nothing.
    pub fn assert_checked(&self) {
        let output = command(self.folder.path(), 0, &["check"], &self.environment)
            .output()
            .unwrap();
        let text = expect_success(&output);
        assert!(text.contains("No mail waits"), "{text}");
    }
}

fn readiness(address: &str) -> Option<u16> {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into();
    let response = agent.get(format!("http://{address}/api/ready")).call();
    response.ok().map(|response| response.status().as_u16())
}

fn start(folder: &Path, number: usize, listen: &str, environment: &[(String, String)]) -> RunningSite {
    let mut serve = command(folder, number, &["serve", "--listen", listen], environment);
    let log = folder.join(format!("node-{number}.log"));
    let log = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(log)
        .unwrap();
    serve.stderr(Stdio::from(log));
    RunningSite::from_command(serve)
}

fn command(folder: &Path, number: usize, arguments: &[&str], environment: &[(String, String)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_blog-app"));
    command
        .current_dir(folder)
        .env("BLOG_APP_SERVER__DATA_DIR", folder.join(format!("node-{number}")))
        .envs(environment.iter().cloned())
        .args(arguments);
    command
}

fn environment(servers: &Servers, mail_port: u16) -> Vec<(String, String)> {
    program::environment(&[
        ("DATABASE__URL", &servers.url()),
        ("DATABASE__POOL", "4"),
        ("AUTH__SECRET", SECRET),
        ("RATE_LIMIT__ENABLED", "false"),
        ("MAIL__TRANSPORT", "smtp"),
        ("MAIL__HOST", "127.0.0.1"),
        ("MAIL__PORT", &mail_port.to_string()),
        ("MAIL__TLS", "none"),
        // So that others send the mails of a killed node while the test waits: after five times this and a minute.
        ("MAIL__TIMEOUT_SECONDS", "2"),
    ])
}
