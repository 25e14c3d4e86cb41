//! The certificate of the settings, for `serve` and `check`.

use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use rustls::ServerConfig;

use crate::config::Config;
use crate::domain::{Clock, SystemClock};
use crate::tls::acme::{Acme, AcmeSettings, stored_certificate};
use crate::tls::files::CertificateFiles;
use crate::tls::{Certificate, Certificates, server_config};

/// What a site that speaks HTTPS needs.
pub(super) struct Https {
    /// The settings of its connections.
    pub(super) config: Arc<ServerConfig>,
    /// Renews the certificate, or reads it again, for ever.
    pub(super) keep_current: Pin<Box<dyn Future<Output = ()> + Send>>,
}

/// Opens the certificate of the settings; `None` if the site speaks HTTP.
pub(super) fn open(config: &Config, clock: Arc<dyn Clock>) -> anyhow::Result<Option<Https>> {
    let certificates = Arc::<Certificates>::default();
    let keep_current: Pin<Box<dyn Future<Output = ()> + Send>> = if let Some(files) = files(config) {
        let follow = files.open(certificates.clone()).context("tls.cert and tls.key")?;
        Box::pin(follow)
    } else if config.tls.acme {
        let acme = Acme::open(acme_settings(config), certificates.clone(), clock).context("tls.acme")?;
        Box::pin(acme.keep_current())
    } else {
        return Ok(None);
    };
    if let Some(certificate) = certificates.current()
        && let Some(fault) = fault(&certificate, config)
    {
        tracing::warn!("{fault}");
    }
    let config = server_config(certificates).context("cannot set up TLS")?;
    Ok(Some(Https { config, keep_current }))
}

/// Describes the certificate in one line, or fails when it cannot be served.
pub(super) fn describe(config: &Config) -> anyhow::Result<Option<String>> {
    let certificate = if let Some(files) = files(config) {
        files.read().context("tls.cert and tls.key")?
    } else if config.tls.acme {
        let stored = stored_certificate(&acme_settings(config)).map_err(anyhow::Error::msg);
        let Some(stored) = stored.context("the stored certificate cannot be used")? else {
            return Ok(Some(
                "HTTPS: the first certificate is not obtained yet.".to_owned(),
            ));
        };
        stored
    } else {
        return Ok(None);
    };
    Ok(Some(match fault(&certificate, config) {
        Some(fault) => format!("HTTPS: {fault}."),
        None => format!("HTTPS: the certificate is valid until {}.", certificate.expires()),
    }))
}

fn fault(certificate: &Certificate, config: &Config) -> Option<String> {
    let host = config.server.base_url.host_str().unwrap_or_default();
    let host = host.trim_matches(['[', ']']);
    if certificate.expires() <= SystemClock.now() {
        return Some(format!(
            "the certificate has expired at {}",
            certificate.expires()
        ));
    }
    (!certificate.is_for(host))
        .then(|| format!("the certificate is not for {host}, the host of server.base_url"))
}

fn files(config: &Config) -> Option<CertificateFiles> {
    let tls = &config.tls;
    (!is_empty(&tls.cert)).then(|| CertificateFiles {
        certificate: tls.cert.clone(),
        key: tls.key.clone(),
    })
}

fn acme_settings(config: &Config) -> AcmeSettings {
    let tls = &config.tls;
    AcmeSettings {
        domains: tls.domains.clone(),
        email: Some(tls.email.clone()).filter(|email| !email.is_empty()),
        directory: tls.directory.to_string(),
        directory_ca: Some(tls.directory_ca.clone()).filter(|file| !is_empty(file)),
        folder: config.tls_folder(),
        retry: Duration::from_secs(tls.retry_seconds.get()),
    }
}

fn is_empty(path: &Path) -> bool {
    path.as_os_str().is_empty()
}
