//! A primary and its synchronous standby.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::programs::{as_server, free_ports, psql, query, server_program};

/// The time in which a server has to start, and a standby to follow.
const PATIENCE: Duration = Duration::from_mins(1);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The work of a server before it acknowledges a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// It does not wait for the disk: what it wrote survives the end of its processes, not that of the machine.
    Process,
    /// It waits for the disk, as a server does by default.
    Disk,
}

impl Durability {
    fn settings(self) -> &'static str {
        match self {
            Self::Process => "fsync = off\nshared_buffers = 32MB\n",
            // A standby that was away for a while still finds what it lacks.
            Self::Disk => "fsync = on\nfull_page_writes = on\nwal_keep_size = 1GB\n",
        }
    }

    /// Returns whether PostgreSQL's programs sync the files that they create.
    fn syncs(self) -> bool {
        self == Self::Disk
    }
}

/// Two servers; the first one is the primary at the start.
pub struct Servers {
    both: [Server; 2],
    durability: Durability,
    _folder: Option<TempDir>,
}

impl Servers {
    /// Starts a primary and its synchronous standby in a temporary folder.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let servers = Self::start_primary(folder.path(), Durability::Process);
        servers.start_standby();
        Self {
            _folder: Some(folder),
            ..servers
        }
    }

    /// Starts a primary alone, whose files and those of a later standby are in `folder`, which exists and is empty.
    pub fn start_primary(folder: &Path, durability: Durability) -> Self {
        let ports = free_ports(2);
        let servers = [0, 1].map(|number| Server {
            data: folder.join(format!("server-{number}")),
            port: ports[number],
            process: Mutex::default(),
        });
        let primary = &servers[0];
        give_to_servers(folder);
        let mut initdb = server_program("initdb");
        initdb.args([
            "--username=postgres",
            "--auth=trust",
            "--encoding=UTF8",
            "--no-instructions",
        ]);
        run(unsynced(&mut initdb, durability)
            .arg("--pgdata")
            .arg(&primary.data));
        let settings = "listen_addresses = '127.0.0.1'
            unix_socket_directories = ''
            max_connections = 100
            hot_standby_feedback = on
            wal_receiver_status_interval = 1s
            synchronous_commit = on\n";
        let settings = settings.to_owned() + durability.settings();
        fs::write(primary.data.join("postgresql.auto.conf"), settings).unwrap();
        primary.start();
        primary.query_as_superuser("create role blog login");
        primary.query_as_superuser("create database blog owner blog");
        Self {
            both: servers,
            durability,
            _folder: None,
        }
    }

    /// Creates the standby of the primary, and makes commits wait for it.
    pub fn start_standby(&self) {
        let (primary, standby) = (self.primary(), self.standby());
        let mut backup = server_program("pg_basebackup");
        backup.args([
            "--wal-method=stream",
            "--checkpoint=fast",
            "--write-recovery-conf",
        ]);
        run(unsynced(&mut backup, self.durability)
            .arg("--pgdata")
            .arg(&standby.data)
            .arg(format!("--dbname=postgres://postgres@127.0.0.1:{}", primary.port)));
        standby.start();
        primary.wait_for_standby();
    }

    /// The server that is the primary at the start.
    pub fn primary(&self) -> &Server {
        &self.both[0]
    }

    /// The server that is the standby at the start.
    pub fn standby(&self) -> &Server {
        &self.both[1]
    }

    /// The URL that names both.
    pub fn url(&self) -> String {
        let [one, other] = [&self.both[0].port, &self.both[1].port];
        format!("postgres://blog@127.0.0.1:{one},127.0.0.1:{other}/blog")
    }
}

/// A server that is killed when it is dropped.
pub struct Server {
    data: PathBuf,
    port: u16,
    process: Mutex<Option<Child>>,
}

impl Server {
    /// Starts the server, and waits until it answers.
    pub fn start(&self) {
        let process = server_program("postgres")
            .arg("-D")
            .arg(&self.data)
            .args(["-p", &self.port.to_string()])
            .stdout(Stdio::null())
            .stderr(fs::File::create(self.data.with_extension("log")).unwrap())
            .spawn()
            .unwrap();
        *self.process.lock().unwrap() = Some(process);
        wait_until(|| self.answers());
    }

    fn answers(&self) -> bool {
        let mut command = psql();
        command.args(["-XAtqc", "select 1", &self.superuser_url()]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.status().unwrap().success()
    }

    /// Kills all processes of the server.
    pub fn kill(&self) {
        let Some(mut process) = self.process.lock().unwrap().take() else {
            return;
        };
        let children =
            fs::read_to_string(format!("/proc/{0}/task/{0}/children", process.id())).unwrap_or_default();
        let mut kill = Command::new("kill");
        kill.arg("-9")
            .arg(process.id().to_string())
            .args(children.split_whitespace());
        // A child may have ended meanwhile.
        kill.stderr(Stdio::null()).status().unwrap();
        process.wait().unwrap();
    }

    /// Makes the standby the primary, which has no standby.
    pub fn promote(&self) {
        run(server_program("pg_ctl")
            .arg("promote")
            .arg("--silent")
            .arg("-w")
            .arg("-D")
            .arg(&self.data));
        self.write_without_standby();
    }

    /// Makes commits wait for no standby.
    pub fn write_without_standby(&self) {
        self.set_standbys("");
    }

    fn set_standbys(&self, names: &str) {
        self.query_as_superuser(&format!("alter system set synchronous_standby_names = '{names}'"));
        self.query_as_superuser("select pg_reload_conf()");
    }

    /// Waits until a standby follows, and makes commits wait for it.
    pub fn wait_for_standby(&self) {
        self.set_standbys("*");
        wait_until(|| {
            let synchronous = "select count(*) from pg_stat_replication where sync_state = 'sync'";
            self.query_as_superuser(synchronous) == "1"
        });
    }

    /// Ends the connections that wait for notifications.
    pub fn end_listeners(&self) {
        let ended =
            "select count(pg_terminate_backend(pid)) from pg_stat_activity where query = 'listen commits'
                     or (query like '%from commits where number%' and pid <> pg_backend_pid())";
        // Between two statements a connection shows the last one, which may be another.
        wait_until(|| self.query_as_superuser(ended) != "0");
    }

    /// Runs a statement in the database of the site.
    pub fn query(&self, statement: &str) -> String {
        query(&self.url(), statement)
    }

    /// Runs a statement as the superuser, in a database of its own.
    pub fn query_as_superuser(&self, statement: &str) -> String {
        query(&self.superuser_url(), statement)
    }

    /// The URL of the database of the site on this server.
    pub fn url(&self) -> String {
        format!("postgres://blog@127.0.0.1:{}/blog", self.port)
    }

    /// The URL of the superuser's database.
    pub fn superuser_url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Returns whether the servers could use a folder, whose parents may be closed to them.
pub fn can_be_reached(folder: &Path) -> bool {
    let mut list = as_server(Path::new("test"));
    list.arg("-x").arg(folder).status().unwrap().success()
}

fn give_to_servers(folder: &Path) {
    if rustix::process::geteuid().is_root() {
        run(Command::new("chown").arg("postgres:postgres").arg(folder));
    }
}

fn unsynced(command: &mut Command, durability: Durability) -> &mut Command {
    if durability.syncs() {
        command
    } else {
        command.arg("--no-sync")
    }
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

fn wait_until(mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < PATIENCE, "timed out");
        sleep(POLL_INTERVAL);
    }
}
