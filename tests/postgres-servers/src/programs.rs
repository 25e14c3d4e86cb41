//! PostgreSQL's programs on this machine.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU16, Ordering};

/// The folder of PostgreSQL's programs, or the reason why there is none.
static PROGRAMS: LazyLock<Result<PathBuf, String>> = LazyLock::new(|| {
    let found = temporary_postgres().arg("--find").output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if found.status.success() {
        Ok(PathBuf::from(text(&found.stdout)))
    } else {
        Err(text(&found.stderr))
    }
});

/// Returns the command of the script that starts a server of its own.
pub fn temporary_postgres() -> Command {
    Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/temporary-postgres"))
}

/// Returns the reason why there is no PostgreSQL on this machine, or `None` if there is.
pub fn missing() -> Option<&'static str> {
    PROGRAMS.as_ref().err().map(String::as_str)
}

/// Returns the command of one of the programs of a server, which does not run as root.
pub(crate) fn server_program(name: &str) -> Command {
    as_server(&program(name))
}

/// Returns a command that runs as the servers do.
pub(crate) fn as_server(program: &Path) -> Command {
    if !rustix::process::geteuid().is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", "--"]);
    command.arg(program);
    command
}

/// Returns the command psql.
pub fn psql() -> Command {
    Command::new(program("psql"))
}

/// Returns the statements that make a database, with all its rows.
pub fn dump(url: &str) -> Vec<u8> {
    let output = Command::new(program("pg_dump")).arg(url).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    output.stdout
}

/// Runs statements in a database, and returns the rows, whose values `|` separates.
pub fn query(url: &str, statements: &str) -> String {
    let output = psql()
        .args(["-XAtq", "-v", "ON_ERROR_STOP=1", "-c", statements, url])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// The ports that tests listen on. They are below those that a system gives to connections and to listeners that ask for
/// any port, so that none of these takes one between [`free_ports`] and the program that is to listen there.
const FIRST_PORT: u16 = 20_000;
const PORT_COUNT: u16 = 12_000;

/// Returns ports on which nothing listens. This process gets none of them again before it had all others.
pub fn free_ports(count: usize) -> Vec<u16> {
    static NEXT: LazyLock<AtomicU16> = LazyLock::new(|| {
        // Two processes at once begin apart from each other.
        let first = process::id().wrapping_mul(97) % u32::from(PORT_COUNT);
        AtomicU16::new(u16::try_from(first).unwrap())
    });
    (0..PORT_COUNT)
        .map(|_| FIRST_PORT + NEXT.fetch_add(1, Ordering::Relaxed) % PORT_COUNT)
        .filter(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok())
        .take(count)
        .collect()
}

fn program(name: &str) -> PathBuf {
    PROGRAMS.as_ref().unwrap().join(name)
}
