//! One order: from the account to the certificate.

use std::convert::Infallible;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use futures_util::StreamExt as _;
use parking_lot::Mutex;
use rustls::ClientConfig;
use rustls_acme::acme::{Auth, Identifier};
use rustls_acme::{
    AccountCache, AcmeConfig, CertCache, EventError, EventOk, OrderError, ResolvesServerCertAcme,
};
use thiserror::Error;
use tokio::task::spawn_blocking;

use super::folder;

/// What is ordered, and where.
pub(super) struct Order {
    pub(super) domains: Vec<String>,
    pub(super) contact: Option<String>,
    pub(super) directory: String,
    pub(super) client: Arc<ClientConfig>,
    pub(super) account: PathBuf,
}

/// The error that an order brought no certificate.
#[derive(Debug, Error)]
pub(super) enum OrderFailure {
    /// The directory could not verify a name.
    #[error(
        "{domain} could not be verified: {reason}; does the name lead to this machine, and is its port 443 reachable?"
    )]
    Unverified {
        /// The name.
        domain: String,
        /// The reason of the directory.
        reason: String,
    },
    /// The file of the account cannot be used.
    #[error("the key of the account in {}: {cause}", .file.display())]
    Account {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// Everything else: the directory is away, or refuses.
    #[error("{0}")]
    Directory(String),
}

impl Order {
    /// Places the order, and returns the certificate and its key in PEM form. `answer` is given what answers the
    /// challenges of the directory.
    pub(super) async fn place(
        &self,
        answer: impl FnOnce(Arc<ResolvesServerCertAcme>),
    ) -> Result<Vec<u8>, OrderFailure> {
        let obtained = Arc::<Mutex<Option<Vec<u8>>>>::default();
        let cache = OrderCache {
            account: self.account.clone(),
            obtained: obtained.clone(),
        };
        let mut state = AcmeConfig::new_with_client_config(&self.domains, self.client.clone())
            .contact(self.contact.iter().map(|email| format!("mailto:{email}")))
            .directory(&self.directory)
            .cache(cache)
            .state();
        answer(state.resolver());
        loop {
            match state.next().await {
                Some(Ok(EventOk::CertCacheStore)) | None => break,
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(self.failure(error)),
            }
        }
        let pem = obtained.lock().take();
        pem.ok_or_else(|| OrderFailure::Directory("the order ended without a certificate".to_owned()))
    }

    fn failure(&self, error: EventError<Infallible, io::Error>) -> OrderFailure {
        match error {
            EventError::Order(OrderError::BadAuth(auth)) => unverified(&auth),
            EventError::AccountCacheLoad(cause) | EventError::AccountCacheStore(cause) => {
                OrderFailure::Account {
                    file: self.account.clone(),
                    cause,
                }
            }
            EventError::Order(error) => OrderFailure::Directory(error.to_string()),
            error => OrderFailure::Directory(error.to_string()),
        }
    }
}

fn unverified(auth: &Auth) -> OrderFailure {
    let Identifier::Dns(domain) = &auth.identifier;
    let mut errors = auth
        .challenges
        .iter()
        .filter_map(|challenge| challenge.error.as_ref());
    let reason = errors.find_map(|problem| problem.detail.clone().or_else(|| problem.typ.clone()));
    OrderFailure::Unverified {
        domain: domain.clone(),
        reason: reason.unwrap_or_else(|| format!("the authorization is {:?}", auth.status)),
    }
}

/// Keeps the account in its file, and the certificate until the end of the order. There is none at the beginning, so
/// that one is ordered at once.
struct OrderCache {
    account: PathBuf,
    obtained: Arc<Mutex<Option<Vec<u8>>>>,
}

#[async_trait]
impl CertCache for OrderCache {
    type EC = Infallible;

    async fn load_cert(&self, _: &[String], _: &str) -> Result<Option<Vec<u8>>, Infallible> {
        Ok(None)
    }

    async fn store_cert(&self, _: &[String], _: &str, pem: &[u8]) -> Result<(), Infallible> {
        *self.obtained.lock() = Some(pem.to_vec());
        Ok(())
    }
}

#[async_trait]
impl AccountCache for OrderCache {
    type EA = io::Error;

    async fn load_account(&self, _: &[String], _: &str) -> io::Result<Option<Vec<u8>>> {
        let file = self.account.clone();
        spawn_blocking(move || folder::read(&file)).await?
    }

    async fn store_account(&self, _: &[String], _: &str, key: &[u8]) -> io::Result<()> {
        let (file, key) = (self.account.clone(), key.to_vec());
        spawn_blocking(move || folder::write(&file, &key)).await?
    }
}
