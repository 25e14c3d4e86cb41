//! A server for tests that change its settings.

use std::io::{BufRead as _, BufReader};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Stdio};

use crate::support::postgres::{free_ports, query, temporary_postgres};
use crate::support::wait_until;

/// A server that ends when this is dropped, or with the tests.
pub struct OwnServer {
    /// The URL of an empty database.
    pub url: String,
    /// The URL by which settings are changed.
    pub superuser_url: String,
    pub folder: PathBuf,
    pub port: u16,
    /// The script; its standard input is open as long as this process runs.
    _supervisor: Child,
}

impl OwnServer {
    pub fn start() -> Self {
        let mut supervisor = temporary_postgres()
            .args(free_ports(8).iter().map(u16::to_string))
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
        let port: u16 = address.rsplit_once(':').unwrap().1.parse().unwrap();
        Self {
            superuser_url: format!(
                "postgres://postgres@/postgres?host={}&port={port}",
                folder.display()
            ),
            url,
            folder,
            port,
            _supervisor: supervisor,
        }
    }

    /// Changes a setting, and waits until new connections have it.
    pub fn set(&self, name: &str, value: &str) {
        self.execute(&format!("alter system set {name} = '{value}'"));
        self.execute("select pg_reload_conf()");
        wait_until(|| self.execute(&format!("show {name}")) == value);
    }

    /// Runs a statement, and returns its rows.
    pub fn execute(&self, statement: &str) -> String {
        query(&self.superuser_url, statement)
    }
}
