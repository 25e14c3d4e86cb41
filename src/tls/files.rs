//! A certificate in files that somebody else renews.

use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};

use super::{Certificate, Certificates, InvalidCertificate};

/// The interval at which the files are compared with those that were read.
const INTERVAL: Duration = Duration::from_secs(1);

/// The files of a certificate, with its chain, and of its key.
#[derive(Debug, Clone)]
pub struct CertificateFiles {
    /// The certificate, followed by its chain.
    pub certificate: PathBuf,
    /// The key.
    pub key: PathBuf,
}

/// The error that the files cannot be used.
#[derive(Debug, Error)]
pub enum UnusableFiles {
    /// One of them cannot be read.
    #[error("cannot read {}", .0.display())]
    Unreadable(PathBuf, #[source] io::Error),
    /// They hold no certificate that can be served.
    #[error("cannot use {} and {}", .0.certificate.display(), .0.key.display())]
    Invalid(CertificateFiles, #[source] InvalidCertificate),
}

/// What tells whether a file was written or replaced.
type Version = Option<[i128; 5]>;

impl CertificateFiles {
    /// Reads both files.
    ///
    /// # Errors
    /// Fails when they cannot be read, or hold no certificate with its key.
    pub fn read(&self) -> Result<Certificate, UnusableFiles> {
        let read = |file: &Path| {
            std::fs::read(file).map_err(|cause| UnusableFiles::Unreadable(file.to_owned(), cause))
        };
        Certificate::from_pem(&read(&self.certificate)?, &read(&self.key)?)
            .map_err(|cause| UnusableFiles::Invalid(self.clone(), cause))
    }

    /// Reads the files, and returns what reads them again whenever they change: a new certificate is used for new
    /// connections; while the files cannot be used, the old one stays in use.
    ///
    /// # Errors
    /// Fails when the files cannot be used now.
    pub fn open(
        self,
        certificates: Arc<Certificates>,
    ) -> Result<impl Future<Output = ()> + Send + use<>, UnusableFiles> {
        let read = self.versions();
        certificates.replace(self.read()?);
        Ok(self.follow(certificates, read))
    }

    async fn follow(self, certificates: Arc<Certificates>, mut read: [Version; 2]) {
        let mut ticks = interval(INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut last = read;
        loop {
            ticks.tick().await;
            let files = self.clone();
            let Ok(versions) = spawn_blocking(move || files.versions()).await else {
                continue;
            };
            // Both are written one after the other: they are read when neither has changed since the last look.
            if versions != read && versions == last {
                read = versions;
                self.read_again(&certificates).await;
            }
            last = versions;
        }
    }

    async fn read_again(&self, certificates: &Certificates) {
        let files = self.clone();
        match spawn_blocking(move || files.read()).await {
            Ok(Ok(certificate)) => {
                tracing::info!(expires = %certificate.expires(), "the certificate was read again");
                certificates.replace(certificate);
            }
            Ok(Err(error)) => tracing::error!(
                error = crate::domain::error_chain::error_chain(&error),
                "the certificate has changed and cannot be used; the site goes on with the old one"
            ),
            Err(error) => tracing::error!(%error, "the certificate could not be read again"),
        }
    }

    fn versions(&self) -> [Version; 2] {
        [&self.certificate, &self.key].map(|file| std::fs::metadata(file).ok().map(|found| version(&found)))
    }
}

fn version(file: &Metadata) -> [i128; 5] {
    [
        file.mtime().into(),
        file.mtime_nsec().into(),
        file.size().into(),
        file.ino().into(),
        file.dev().into(),
    ]
}
