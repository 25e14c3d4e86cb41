//! Encrypted connections to a server: which are made, and why others are refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use blog_app::domain::error_chain::error_chain;
use blog_app::store::{Place, ServerOptions, Store, StoreOptions};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use tempfile::TempDir;

use crate::support::postgres::{TemporaryServer, is_installed, new_database, query};
use crate::support::program::{environment, expect_failure, expect_success, run_with_env};
use crate::support::{SECRET, wait_until};

/// An address of this machine that is not recognized as one, so that the rules for other machines apply.
const REMOTE: &str = "0.0.0.0";

static SERVER: LazyLock<TlsServer> = LazyLock::new(TlsServer::start);

/// A server that takes encrypted connections alone, with a certificate for 127.0.0.1 and [`REMOTE`].
struct TlsServer {
    server: TemporaryServer,
    ca_file: PathBuf,
    _certificates: TempDir,
}

impl TlsServer {
    fn start() -> Self {
        let server = TemporaryServer::start();
        let certificates = tempfile::tempdir().unwrap();
        let ca = Ca::new("One");
        let ca_file = ca.write_to(certificates.path());
        let key = KeyPair::generate().unwrap();
        let certificate = names(&["127.0.0.1", REMOTE]).signed_by(&key, &ca.issuer).unwrap();
        let data = server.folder.join("data");
        for (name, text) in [
            ("server.crt", certificate.pem()),
            ("server.key", key.serialize_pem()),
        ] {
            write_for_owner_of(&data, &data.join(name), &text);
        }
        let rules = "local all postgres trust\nhostssl all all 0.0.0.0/0 scram-sha-256\n";
        fs::write(data.join("pg_hba.conf"), rules).unwrap();
        server.set("ssl", "on");
        Self {
            server,
            ca_file,
            _certificates: certificates,
        }
    }

    /// The URL of the database with this host and these parameters.
    fn url(&self, host: &str, parameters: &str) -> String {
        format!(
            "postgres://blog:blog@{host}:{}/blog{parameters}",
            self.server.port
        )
    }

    /// The numbers of connections of the program with and without encryption.
    fn connections(&self) -> (u32, u32) {
        let counts = query(
            &self.server.superuser_url(),
            "select count(*) filter (where ssl), count(*) filter (where not ssl)
             from pg_stat_ssl join pg_stat_activity using (pid) where application_name like 'blog-app %'",
        );
        let (encrypted, plain) = counts.split_once('|').unwrap();
        (encrypted.parse().unwrap(), plain.parse().unwrap())
    }
}

/// A certificate authority of its own.
struct Ca {
    issuer: Issuer<'static, KeyPair>,
    pem: String,
}

impl Ca {
    fn new(name: &str) -> Self {
        let mut parameters = names(&[]);
        parameters.distinguished_name.push(DnType::CommonName, name);
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let pem = parameters.self_signed(&key).unwrap().pem();
        Self {
            issuer: Issuer::new(parameters, key),
            pem,
        }
    }

    fn write_to(&self, folder: &Path) -> PathBuf {
        let file = folder.join("ca.pem");
        fs::write(&file, &self.pem).unwrap();
        file
    }
}

fn names(names: &[&str]) -> CertificateParams {
    CertificateParams::new(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()).unwrap()
}

/// Writes a file that belongs to the owner of the folder, who alone can read it.
fn write_for_owner_of(folder: &Path, file: &Path, text: &str) {
    fs::write(file, text).unwrap();
    let run = |command: &str, argument: &str| {
        let status = Command::new(command).arg(argument).arg(file).status().unwrap();
        assert!(status.success(), "{command}");
    };
    run("chown", &format!("--reference={}", folder.display()));
    run("chmod", "600");
}

fn open(url: &str, ca_file: Option<&Path>) -> Result<Store, String> {
    let place = Place::Server(ServerOptions {
        url: url.to_owned(),
        password: None,
        ca_file: ca_file.map(Path::to_owned),
    });
    Store::open(&StoreOptions { place, readers: 1 }).map_err(|error| error_chain(&error))
}

/// Asserts that the database cannot be opened, and returns the error.
fn refusal(url: &str, ca_file: Option<&Path>) -> String {
    let error = open(url, ca_file).err();
    assert!(error.is_some(), "{url} was opened");
    error.unwrap()
}

#[test]
fn connects_to_a_server_whose_certificate_the_ca_file_signed() {
    if !is_installed() {
        return;
    }
    let server = &*SERVER;
    for url in [
        server.url("127.0.0.1", "?sslmode=require"),
        server.url("127.0.0.1", "?sslmode=verify-full"),
        server.url(REMOTE, ""),
        server.url(REMOTE, "?sslmode=allow"),
        server.url(REMOTE, "?sslmode=prefer"),
        server.url(REMOTE, "?sslmode=verify-ca"),
    ] {
        let store = open(&url, Some(&server.ca_file)).unwrap();
        // To read, to write, and to follow commits.
        wait_until(|| server.connections().0 >= 3);
        assert_eq!(server.connections().1, 0, "{url}");
        drop(store);
    }
}

#[test]
fn the_program_takes_the_ca_file_of_its_settings() {
    if !is_installed() {
        return;
    }
    let server = &*SERVER;
    let data = tempfile::tempdir().unwrap();
    let check = |ca_file: &str| {
        let url = format!("postgres://blog@{REMOTE}:{}/blog", server.server.port);
        let environment = environment(&[
            ("DATABASE__URL", &url),
            ("DATABASE__PASSWORD", "blog"),
            ("DATABASE__CA_FILE", ca_file),
            ("AUTH__SECRET", SECRET),
        ]);
        run_with_env(data.path(), &["check"], &environment)
    };
    expect_success(&check(server.ca_file.to_str().unwrap()));
    let refused = check("/nowhere/ca.pem");
    let error = expect_failure(&refused);
    assert!(
        error.contains("database.ca_file /nowhere/ca.pem cannot be used: "),
        "{error}"
    );
}

#[test]
fn refuses_a_certificate_of_another_authority() {
    if !is_installed() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let url = SERVER.url(REMOTE, "");
    for name in ["Other", "One"] {
        let other = Ca::new(name).write_to(folder.path());
        let error = refusal(&url, Some(&other));
        assert!(
            error.contains("no authority of database.ca_file has signed the server's certificate"),
            "{error}"
        );
    }
    let error = refusal(&url, None);
    assert!(
        error.contains("no authority that browsers trust has signed the server's certificate; name the file")
            && error.contains("database.ca_file"),
        "{error}"
    );
}

#[test]
fn refuses_a_certificate_for_another_host() {
    if !is_installed() {
        return;
    }
    let url = SERVER.url("localhost", "?sslmode=require");
    let error = refusal(&url, Some(&SERVER.ca_file));
    assert!(
        error.contains("the server's certificate is for 127.0.0.1 and 0.0.0.0, not for localhost"),
        "{error}"
    );
}

#[test]
fn refuses_a_ca_file_without_a_certificate() {
    if !is_installed() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ca.pem");
    let url = SERVER.url(REMOTE, "");
    for (text, cause) in [
        (None, "No such file"),
        (Some(""), "there is no certificate in it"),
        (
            Some(KeyPair::generate().unwrap().serialize_pem().as_str()),
            "there is no certificate in it",
        ),
    ] {
        if let Some(text) = text {
            fs::write(&file, text).unwrap();
        }
        let error = refusal(&url, Some(&file));
        let expected = format!("database.ca_file {} cannot be used: ", file.display());
        assert!(error.starts_with(&expected) && error.contains(cause), "{error}");
    }
}

#[test]
fn says_that_a_server_takes_encrypted_connections_alone() {
    if !is_installed() {
        return;
    }
    for url in [
        SERVER.url(REMOTE, "?sslmode=disable"),
        // Without encryption, unless told otherwise.
        SERVER.url("127.0.0.1", ""),
    ] {
        let error = refusal(&url, Some(&SERVER.ca_file));
        assert!(error.contains("no encryption"), "{error}");
        assert!(error.contains("sslmode=require"), "{error}");
    }
}

#[test]
fn sends_nothing_in_the_clear_to_another_machine_unless_told_so() {
    if !is_installed() {
        return;
    }
    let database = new_database();
    let url = database.url.replace("127.0.0.1", REMOTE);
    for mode in ["", "allow", "prefer", "require", "verify-ca", "verify-full"] {
        let url = match mode {
            "" => url.clone(),
            _ => format!("{url}?sslmode={mode}"),
        };
        let error = refusal(&url, None);
        assert!(
            error.contains("takes no encrypted connections") && error.contains("sslmode=disable"),
            "{url}: {error}"
        );
    }
    // The text in another place says nothing.
    let url = database
        .url
        .replace("blog:blog@127.0.0.1", &format!("blog:sslmode=disable@{REMOTE}"));
    let error = refusal(&url, None);
    assert!(error.contains("takes no encrypted connections"), "{error}");

    drop(
        open(
            &format!("{}?sslmode=disable", database.url.replace("127.0.0.1", REMOTE)),
            None,
        )
        .unwrap(),
    );
}
