//! Certificates from an ACME directory such as Let's Encrypt, obtained and renewed by the site itself.
//!
//! One task sleeps until the certificate is to be renewed and places an order; the directory verifies the names by
//! connections to the site (TLS-ALPN-01). A failed order is repeated, and the old certificate stays in use meanwhile.

mod folder;
mod order;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};
use thiserror::Error;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use super::{Certificate, Certificates};
use crate::domain::Clock;
use folder::Folder;
use order::{Order, OrderFailure};

/// The longest time for one order. The requests of the library have no limit of their own.
const ORDER_MAX: Duration = Duration::from_mins(10);
/// The longest pause between two attempts, unless the settings have a longer one.
const PAUSE_MAX: Duration = Duration::from_hours(1);
/// The clock is read at least this often, since it may be set.
const CLOCK_INTERVAL: Duration = Duration::from_hours(1);

/// What is obtained, and where.
#[derive(Debug, Clone)]
pub struct AcmeSettings {
    /// The names.
    pub domains: Vec<String>,
    /// The address that the directory may write to.
    pub email: Option<String>,
    /// The address of the directory.
    pub directory: String,
    /// The file of those who may sign the directory's certificate, instead of those that browsers trust.
    pub directory_ca: Option<PathBuf>,
    /// The folder for certificates and accounts.
    pub folder: PathBuf,
    /// The pause after the first failed attempt.
    pub retry: Duration,
}

/// The error that no certificates can be obtained with these settings.
#[derive(Debug, Error)]
pub enum AcmeError {
    /// The folder cannot be created.
    #[error("cannot make the folder {}", .0.display())]
    Folder(PathBuf, #[source] io::Error),
    /// The certificates for the directory cannot be used.
    #[error("tls.directory_ca {file} cannot be used: {cause}", file = .0.display(), cause = .1)]
    DirectoryCa(PathBuf, String),
    /// TLS cannot be set up.
    #[error("cannot set up TLS")]
    Tls(#[source] rustls::Error),
}

/// The certificate of one directory, and what renews it.
pub struct Acme {
    order: Order,
    folder: Folder,
    order_max: Duration,
    retry: Duration,
    certificates: Arc<Certificates>,
    clock: Arc<dyn Clock>,
}

impl Acme {
    /// Uses the stored certificate, if there is one.
    ///
    /// # Errors
    /// Fails when the folder cannot be made, or `directory_ca` cannot be used. A stored certificate that cannot be used
    /// is logged, and replaced by the next one.
    pub fn open(
        settings: AcmeSettings,
        certificates: Arc<Certificates>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, AcmeError> {
        let client = client_config(settings.directory_ca)?;
        let folder = Folder::new(&settings.folder, &settings.directory);
        folder
            .create()
            .map_err(|cause| AcmeError::Folder(settings.folder, cause))?;
        match stored(&folder) {
            Ok(Some(certificate)) => certificates.replace(certificate),
            Ok(None) => {}
            Err(cause) => {
                let file = folder.certificate();
                tracing::warn!(%cause, file = %file.display(), "the stored certificate cannot be used");
            }
        }
        Ok(Self {
            order: Order {
                domains: settings.domains,
                contact: settings.email,
                directory: settings.directory,
                client: Arc::new(client),
                account: folder.account(),
            },
            folder,
            order_max: ORDER_MAX,
            retry: settings.retry,
            certificates,
            clock,
        })
    }

    /// Obtains a certificate when there is none for the names, and renews it in time, for ever.
    pub async fn keep_current(self) {
        let mut pause = self.retry;
        loop {
            self.wait_until_due().await;
            match self.obtain().await {
                Ok(()) => pause = self.retry,
                Err(failure) => {
                    self.log(&failure, pause);
                    sleep(pause).await;
                    pause = (pause * 2).min(PAUSE_MAX.max(self.retry));
                }
            }
        }
    }

    async fn wait_until_due(&self) {
        while let Some(wait) = self.wait() {
            sleep(wait.min(CLOCK_INTERVAL)).await;
        }
    }

    /// The time until the next order, or `None` if it is due.
    fn wait(&self) -> Option<Duration> {
        let certificate = self.certificates.current()?;
        let is_for_all = self.order.domains.iter().all(|domain| certificate.is_for(domain));
        let left = certificate.renewal_due().milliseconds() - self.clock.now().milliseconds();
        let left = u64::try_from(left).ok().filter(|left| *left > 0)?;
        is_for_all.then(|| Duration::from_millis(left))
    }

    async fn obtain(&self) -> Result<(), OrderFailure> {
        let answer = |challenges| self.certificates.set_challenges(Some(challenges));
        let result = timeout(self.order_max, self.order.place(answer)).await;
        self.certificates.set_challenges(None);
        let pem = result.unwrap_or_else(|_| {
            let message = format!("it did not answer within {:?}", self.order_max);
            Err(OrderFailure::Directory(message))
        })?;
        let certificate = Certificate::from_pem(&pem, &pem)
            .map_err(|error| OrderFailure::Directory(format!("its certificate cannot be used: {error}")))?;
        tracing::info!(
            domains = self.order.domains.join(" "),
            expires = %certificate.expires(),
            "a certificate was obtained"
        );
        self.certificates.replace(certificate);
        self.store(pem).await;
        if self.wait().is_none() {
            let message =
                "its certificate would have to be renewed at once; is the clock of this machine right?";
            return Err(OrderFailure::Directory(message.to_owned()));
        }
        Ok(())
    }

    /// Stores a certificate for the next start. Without it the site orders another one then.
    async fn store(&self, pem: Vec<u8>) {
        let file = self.folder.certificate();
        let written = spawn_blocking(move || folder::write(&file, &pem)).await;
        if let Err(error) = written.map_err(io::Error::from).flatten() {
            let file = self.folder.certificate();
            tracing::error!(%error, file = %file.display(), "the certificate could not be stored");
        }
    }

    fn log(&self, failure: &OrderFailure, pause: Duration) {
        let now = self.clock.now();
        let usable = self
            .certificates
            .current()
            .filter(|current| current.expires() > now);
        if let Some(current) = usable {
            tracing::warn!(
                error = %failure,
                expires = %current.expires(),
                retry_seconds = pause.as_secs(),
                "no certificate was obtained from the directory; the site goes on with the old one"
            );
        } else {
            tracing::error!(
                error = %failure,
                retry_seconds = pause.as_secs(),
                "no certificate was obtained from the directory, and there is no other: browsers cannot open the site"
            );
        }
    }
}

/// Returns the certificate that is stored for a directory, if there is one.
///
/// # Errors
/// Fails with the reason when it cannot be used.
pub fn stored_certificate(settings: &AcmeSettings) -> Result<Option<Certificate>, String> {
    stored(&Folder::new(&settings.folder, &settings.directory))
}

fn stored(folder: &Folder) -> Result<Option<Certificate>, String> {
    let Some(pem) = folder::read(&folder.certificate()).map_err(|error| error.to_string())? else {
        return Ok(None);
    };
    Certificate::from_pem(&pem, &pem)
        .map(Some)
        .map_err(|error| error.to_string())
}

/// The settings of the connections to the directory.
fn client_config(directory_ca: Option<PathBuf>) -> Result<ClientConfig, AcmeError> {
    let mut roots = RootCertStore::empty();
    match directory_ca {
        Some(file) => {
            let fail = |cause: String| AcmeError::DirectoryCa(file.clone(), cause);
            let certificates =
                CertificateDer::pem_file_iter(&file).map_err(|error| fail(error.to_string()))?;
            for certificate in certificates {
                let certificate = certificate.map_err(|error| fail(error.to_string()))?;
                roots.add(certificate).map_err(|error| fail(error.to_string()))?;
            }
            if roots.is_empty() {
                return Err(fail("there is no certificate in it".to_owned()));
            }
        }
        None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(AcmeError::Tls)?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;
    use crate::domain::SystemClock;

    #[tokio::test]
    async fn gives_up_a_directory_that_never_answers() {
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let settings = AcmeSettings {
            domains: vec!["blog.example.org".to_owned()],
            email: None,
            directory: format!("https://{}/directory", silent.local_addr().unwrap()),
            directory_ca: None,
            folder: folder.path().to_owned(),
            retry: Duration::from_secs(1),
        };
        let mut acme = Acme::open(settings, Arc::default(), Arc::new(SystemClock)).unwrap();
        acme.order_max = Duration::from_millis(100);
        let failure = acme.obtain().await.unwrap_err();
        assert_eq!(failure.to_string(), "it did not answer within 100ms");
        let (connection, _) = silent.accept().unwrap();
        drop(connection);
    }
}
