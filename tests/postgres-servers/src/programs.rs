//! PostgreSQL's programs on this machine.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

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

/// Returns ports of 127.0.0.1 that are free now.
pub fn free_ports(count: usize) -> Vec<u16> {
    // All are open at once, so that they differ.
    let listeners: Vec<_> = (0..count)
        .map(|_| TcpListener::bind(("127.0.0.1", 0)).unwrap())
        .collect();
    listeners
        .iter()
        .map(|listener| listener.local_addr().unwrap().port())
        .collect()
}

fn program(name: &str) -> PathBuf {
    PROGRAMS.as_ref().unwrap().join(name)
}
