//! Pebble, an ACME directory for tests, and the names that it looks up.

use std::io::{self, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use serde_json::json;
use tempfile::TempDir;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use super::certificates::{Issued, issue};
use crate::support::smtp::free_port;
use crate::support::wait_until;

/// A name that the directory issues no certificate for.
pub const BLOCKED: &str = "blocked.example.org";

/// Returns whether there is Pebble on this machine; if not, prints a notice that shows although the test passes.
pub fn is_installed() -> bool {
    let is_there = ["pebble", "pebble-challtestsrv"].iter().all(|program| {
        let found = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&found).any(|folder| folder.join(program).exists())
    });
    if !is_there {
        let notice = b"NOT RUN: a test of certificates from an ACME directory: there is no pebble in PATH\n";
        io::stderr().write_all(notice).unwrap();
    }
    is_there
}

/// A process that is killed when the test ends.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It may have been killed already.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// A directory, and a name server by which every name is 127.0.0.1.
pub struct Pebble {
    directory: Option<Process>,
    _names: Process,
    folder: TempDir,
    tls: Issued,
    port: u16,
    management_port: u16,
    names_port: u16,
    names_management_port: u16,
}

impl Pebble {
    /// Starts a directory that verifies names at a port of this machine, and whose certificates are valid for some
    /// seconds.
    pub fn start(challenge_port: u16, validity_seconds: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let tls = issue(&["localhost"]);
        tls.write_to(folder.path());
        let [port, management_port, names_port, names_management_port] = [(); 4].map(|()| free_port());
        let configuration = json!({"pebble": {
            "listenAddress": format!("127.0.0.1:{port}"),
            "managementListenAddress": format!("127.0.0.1:{management_port}"),
            "certificate": folder.path().join("cert.pem"),
            "privateKey": folder.path().join("key.pem"),
            "httpPort": free_port(),
            "tlsPort": challenge_port,
            "ocspResponderURL": "",
            "externalAccountBindingRequired": false,
            "certificateValidityPeriod": validity_seconds,
            "domainBlocklist": [BLOCKED],
        }});
        std::fs::write(folder.path().join("pebble.json"), configuration.to_string()).unwrap();
        let names = Command::new("pebble-challtestsrv")
            .args(["-defaultIPv4", "127.0.0.1", "-defaultIPv6", ""])
            .args(["-dns01", &format!("127.0.0.1:{names_port}")])
            .args(["-http01", "", "-https01", "", "-tlsalpn01", ""])
            .args(["-management", &format!("127.0.0.1:{names_management_port}")])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut pebble = Self {
            directory: None,
            _names: Process(names),
            folder,
            tls,
            port,
            management_port,
            names_port,
            names_management_port,
        };
        wait_until(|| is_open(names_management_port));
        pebble.come_back();
        pebble
    }

    /// Starts the directory again: it knows nothing of what was before, and has another root.
    pub fn come_back(&mut self) {
        let directory = Command::new("pebble")
            .arg("-config")
            .arg(self.folder.path().join("pebble.json"))
            .args(["-dnsserver", &format!("127.0.0.1:{}", self.names_port)])
            .env("PEBBLE_VA_NOSLEEP", "1")
            .env("PEBBLE_WFE_NONCEREJECT", "0")
            .env("PEBBLE_AUTHZREUSE", "0")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        self.directory = Some(Process(directory));
        wait_until(|| is_open(self.port) && is_open(self.management_port));
    }

    /// Kills the directory.
    pub fn go_away(&mut self) {
        self.directory = None;
    }

    pub fn url(&self) -> String {
        format!("https://localhost:{}/dir", self.port)
    }

    /// The file with what signed the directory's own certificate.
    pub fn ca(&self) -> PathBuf {
        self.folder.path().join("cert.pem")
    }

    /// What signs the certificates of the directory.
    pub fn root(&self) -> CertificateDer<'static> {
        let roots = RootCerts::new_with_certs(&[Certificate::from_der(&self.tls.certificate).to_owned()]);
        let agent = ureq::Agent::config_builder()
            .tls_config(TlsConfig::builder().root_certs(roots).build())
            .build()
            .new_agent();
        let url = format!("https://localhost:{}/roots/0", self.management_port);
        let pem = agent
            .get(url)
            .call()
            .unwrap()
            .body_mut()
            .read_to_string()
            .unwrap();
        CertificateDer::from_pem_slice(pem.as_bytes()).unwrap()
    }

    /// Lets a name lead to an address.
    pub fn set_address(&self, name: &str, address: &str) {
        for (path, body) in [
            ("clear-a", json!({"host": name})),
            ("add-a", json!({"host": name, "addresses": [address]})),
        ] {
            let url = format!("http://127.0.0.1:{}/{path}", self.names_management_port);
            ureq::post(url).send(body.to_string()).unwrap();
        }
    }
}

fn is_open(port: u16) -> bool {
    TcpStream::connect(("127.0.0.1", port)).is_ok()
}

/// Returns the mode of a file or folder.
pub fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}
