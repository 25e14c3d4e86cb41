//! Databases on a PostgreSQL server of this test process.
//!
//! `scripts/temporary-postgres` starts the server when the first test asks for a database. It ends with this process,
//! however that ends: the script waits for the end of its standard input, a pipe whose other end only this process has.

use std::collections::VecDeque;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use blog_app_postgres_servers::missing;
pub use blog_app_postgres_servers::{dump, free_ports, psql, query, temporary_postgres};
use parking_lot::Mutex;

use super::wait_until;

/// The ports that are tried: one that is free when it is chosen may be taken when the server starts.
const PORT_CANDIDATES: usize = 8;

/// The number of unused databases that stay for a while. A connection to them may end a moment after its test, and
/// PostgreSQL takes 0.1 s to drop a database that has one. Each takes 8 MB.
pub const UNUSED_DATABASES: usize = 8;

static SERVER: LazyLock<Server> = LazyLock::new(Server::start);

/// Returns whether there is PostgreSQL on this machine; if not, prints a notice that shows although the test passes.
pub fn is_installed() -> bool {
    let Some(reason) = missing() else {
        return true;
    };
    let notice = format!("NOT RUN: a test on PostgreSQL: {reason}\n");
    io::stderr().write_all(notice.as_bytes()).unwrap();
    false
}

/// Creates an empty database.
pub fn new_database() -> Database {
    Database::create("template0")
}

/// Returns the folder of the server of this process.
pub fn server_folder() -> &'static Path {
    &SERVER.temporary.folder
}

/// Returns the URL by which the superuser reaches the server of this process.
pub fn superuser_url() -> String {
    SERVER.temporary.superuser_url()
}

/// A database that is prepared once, and then copied.
pub struct Template {
    name: &'static str,
    is_prepared: Mutex<bool>,
}

impl Template {
    /// Returns a template that does not exist yet; no other may have this name.
    pub const fn named(name: &'static str) -> Self {
        Self {
            name,
            is_prepared: Mutex::new(false),
        }
    }

    /// Creates a copy of the template, which `migrate` prepares when the first copy is asked for. It takes the URL of
    /// an empty database.
    pub fn new_database(&self, migrate: impl FnOnce(&str)) -> Database {
        let mut is_prepared = self.is_prepared.lock();
        if !*is_prepared {
            let name = self.name;
            // An attempt before may have panicked.
            SERVER.execute(&format!("drop database if exists {name} with (force)"));
            SERVER.execute(&create_database(name, "template0"));
            migrate(&SERVER.url(name));
            // PostgreSQL copies no database that has connections.
            SERVER.execute(&format!("alter database {name} allow_connections false"));
            SERVER.execute(&format!(
                "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '{name}'"
            ));
            *is_prepared = true;
        }
        drop(is_prepared);
        Database::create(self.name)
    }
}

/// A database of its own for a test. It is dropped some tests later; with `KEEP_TEST_DATABASES=1` it is kept, and its
/// URL is in the output of a failed test.
pub struct Database {
    name: String,
    pub url: String,
}

impl Database {
    fn create(template: &str) -> Self {
        static CREATED: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}", CREATED.fetch_add(1, Ordering::Relaxed));
        SERVER.execute(&create_database(&name, template));
        let url = SERVER.url(&name);
        if is_kept() {
            println!("The database of this test: {url}");
        }
        Self { name, url }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if is_kept() {
            return;
        }
        let mut unused = SERVER.unused.lock();
        unused.push_back(std::mem::take(&mut self.name));
        // In a test that panics, a second panic would end the process.
        while unused.len() > UNUSED_DATABASES && !std::thread::panicking() {
            let oldest = unused.pop_front().unwrap();
            SERVER.execute(&format!("drop database {oldest} with (force)"));
        }
    }
}

fn is_kept() -> bool {
    std::env::var_os("KEEP_TEST_DATABASES").is_some_and(|value| !value.is_empty())
}

/// Returns the statement. Copying files takes half the time of the default strategy, which writes each page into the
/// write-ahead log.
fn create_database(name: &str, template: &str) -> String {
    format!("create database {name} owner blog template {template} strategy file_copy")
}

/// A server that ends when this is dropped, or with the tests.
pub struct TemporaryServer {
    /// The URL of an empty database.
    pub url: String,
    pub folder: PathBuf,
    pub port: u16,
    /// The script; its standard input is open as long as this process runs.
    _supervisor: Child,
}

impl TemporaryServer {
    pub fn start() -> Self {
        let mut supervisor = temporary_postgres()
            .args(free_ports(PORT_CANDIDATES).iter().map(u16::to_string))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Ctrl-C at the tests is not for the script, which has to clean up.
            .process_group(0)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(supervisor.stdout.take().unwrap()).lines();
        // Without a line: its standard error, which is that of the tests, says why.
        let mut next_line = || lines.next().unwrap().unwrap();
        let (url, folder) = (next_line(), PathBuf::from(next_line()));
        let address = url.strip_suffix("/blog").unwrap();
        let (_, port) = address.rsplit_once(':').unwrap();
        Self {
            port: port.parse().unwrap(),
            url,
            folder,
            _supervisor: supervisor,
        }
    }

    /// Returns the URL of another database.
    fn database_url(&self, name: &str) -> String {
        let address = self.url.strip_suffix("/blog").unwrap();
        format!("{address}/{name}")
    }

    /// Returns the URL by which settings and roles are changed.
    pub fn superuser_url(&self) -> String {
        format!(
            "postgres://postgres@/postgres?host={}&port={}",
            self.folder.display(),
            self.port
        )
    }

    /// Changes a setting, and waits until new connections have it.
    pub fn set(&self, name: &str, value: &str) {
        self.execute(&format!("alter system set {name} = '{value}'"));
        self.execute("select pg_reload_conf()");
        wait_until(|| self.execute(&format!("show {name}")) == value);
    }

    /// Runs a statement, and returns its rows.
    pub fn execute(&self, statement: &str) -> String {
        query(&self.superuser_url(), statement)
    }
}

/// The server of this process.
struct Server {
    session: Mutex<Session>,
    unused: Mutex<VecDeque<String>>,
    temporary: TemporaryServer,
}

impl Server {
    fn start() -> Self {
        let temporary = TemporaryServer::start();
        Self {
            session: Mutex::new(Session::open(&temporary.folder, temporary.port)),
            unused: Mutex::default(),
            temporary,
        }
    }

    fn url(&self, database: &str) -> String {
        self.temporary.database_url(database)
    }

    fn execute(&self, statement: &str) {
        self.session.lock().execute(statement);
    }
}

/// The superuser in one psql for all statements: to start it takes longer than to create a database.
struct Session {
    _psql: Child,
    input: ChildStdin,
    output: io::Lines<BufReader<ChildStdout>>,
}

impl Session {
    fn open(folder: &Path, port: u16) -> Self {
        let port = port.to_string();
        let mut psql = psql()
            .args(["-XAtq", "-U", "postgres", "-d", "postgres", "-p", &port, "-h"])
            .arg(folder)
            .env("PGOPTIONS", "-c client_min_messages=warning")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            input: psql.stdin.take().unwrap(),
            output: BufReader::new(psql.stdout.take().unwrap()).lines(),
            _psql: psql,
        }
    }

    /// Runs a statement, and asserts that it succeeds.
    fn execute(&mut self, statement: &str) {
        writeln!(self.input, "{statement};\n\\echo failed: :ERROR").unwrap();
        let outcome = self
            .output
            .find_map(|line| line.unwrap().strip_prefix("failed: ").map(str::to_owned));
        assert_eq!(outcome.as_deref(), Some("false"), "{statement}");
    }
}
