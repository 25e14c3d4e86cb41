//! The real program as a site that speaks HTTPS itself.

mod acme;
mod certificate_files;
mod certificates;
mod client;
mod connections;
mod pebble;
mod redirects;
mod settings;

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::support::program::{RunningSite, command, environment};
use crate::support::smtp::free_port;
use certificates::{Issued, issue};
use client::Client;

/// The name of the site.
const NAME: &str = "blog.example.org";

/// A running site that speaks HTTPS, with its data and its log.
struct HttpsSite {
    site: RunningSite,
    redirects: String,
    folder: TempDir,
}

impl HttpsSite {
    /// Starts a site on a certificate in files.
    fn start(settings: &[(&str, &str)]) -> (Self, Issued) {
        let folder = tempfile::tempdir().unwrap();
        let issued = issue(&[NAME]);
        issued.write_to(folder.path());
        let (cert, key) = (folder.path().join("cert.pem"), folder.path().join("key.pem"));
        let files = [
            ("TLS__CERT", cert.to_str().unwrap()),
            ("TLS__KEY", key.to_str().unwrap()),
            ("SERVER__BASE_URL", "https://blog.example.org"),
        ];
        (Self::start_in(folder, &[&files, settings].concat()), issued)
    }

    fn start_in(folder: TempDir, settings: &[(&str, &str)]) -> Self {
        Self::start_at("127.0.0.1:0", folder, settings)
    }

    fn start_at(address: &str, folder: TempDir, settings: &[(&str, &str)]) -> Self {
        let redirects = format!("127.0.0.1:{}", free_port());
        let mut all = environment(settings);
        all.extend(environment(&[("TLS__REDIRECT_LISTEN", &redirects)]));
        let log = File::create(folder.path().join("log")).unwrap();
        let mut serve = command(&folder.path().join("data"), &["serve", "--listen", address]);
        serve.envs(all).stderr(log);
        Self {
            site: RunningSite::from_command(serve),
            redirects,
            folder,
        }
    }

    fn client(&self, issued: &Issued) -> Client {
        Client::trusting(&self.site.address, &issued.certificate)
    }

    fn log(&self) -> String {
        fs::read_to_string(self.path("log")).unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// Replaces a file as a program for certificates does: never incomplete.
fn replace(file: &Path, text: &str) {
    let temporary = file.with_extension("temporary");
    fs::write(&temporary, text).unwrap();
    fs::rename(temporary, file).unwrap();
}
