//! Encryption of connections: when, whom it trusts, and why a server refused or was refused.

use std::error::Error;
use std::io;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;

use postgres::config::{Host, SslMode};
use postgres::error::SqlState;
use postgres::{Client, Config, NoTls};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{CertificateError, ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::domain::error_chain::sources;
use crate::store::engine::StoreError;

/// The text of the driver's error when a server has no encryption.
const NOT_SUPPORTED: &str = "server does not support TLS";
/// The text of the driver's error when a server asks for a password, and there is none.
const NO_PASSWORD: &str = "password missing";

/// Separates the parameter `sslmode` from a URL. Returns the rest, and the mode for all hosts, unless each has its own by
/// [`mode_of`]: the weak modes `allow` and `prefer` would let whoever sits between switch the encryption off.
pub(super) fn split_mode(url: &str) -> Result<(String, Option<SslMode>), StoreError> {
    // As the driver parses it: everything before the first @ is the user and the password.
    let credentials = url.find('@').unwrap_or(0);
    let Some(query) = url[credentials..].find('?').map(|start| credentials + start) else {
        return Ok((url.to_owned(), None));
    };
    let (mut rest, mut mode) = (Vec::new(), None);
    for parameter in url[query + 1..].split('&') {
        match parameter.strip_prefix("sslmode=") {
            None => rest.push(parameter),
            Some("disable") => mode = Some(SslMode::Disable),
            Some("allow" | "prefer") => mode = None,
            // The certificate is always verified.
            Some("require" | "verify-ca" | "verify-full") => mode = Some(SslMode::Require),
            Some(_) => {
                return Err(StoreError::InvalidUrl(
                    "sslmode is disable, require, or left out".to_owned(),
                ));
            }
        }
    }
    let rest = match rest.join("&") {
        none if none.is_empty() => String::new(),
        parameters => format!("?{parameters}"),
    };
    Ok((format!("{}{rest}", &url[..query]), mode))
}

/// Returns whether the connection to a host is encrypted. On this machine it is not, unless told to.
pub(super) fn mode_of(host: &Host, mode: Option<SslMode>) -> SslMode {
    match (host, mode) {
        // PostgreSQL never encrypts there.
        (Host::Unix(_), _) => SslMode::Disable,
        (Host::Tcp(_), Some(mode)) => mode,
        (Host::Tcp(name), None) if is_loopback(name) => SslMode::Disable,
        (Host::Tcp(_), None) => SslMode::Require,
    }
}

fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

/// Connections, encrypted where their settings say so.
#[derive(Clone)]
pub(super) struct Tls {
    connector: MakeRustlsConnect,
    has_ca_file: bool,
}

impl Tls {
    /// Trusts the certificates of this file, or those that browsers trust.
    pub(super) fn new(ca_file: Option<&Path>) -> Result<Self, StoreError> {
        Ok(Self {
            connector: MakeRustlsConnect::new(client_config(ca_file)?),
            has_ca_file: ca_file.is_some(),
        })
    }

    /// Connects. The error says whether the settings are wrong, or the server is away.
    pub(super) fn connect(&self, config: &Config) -> Result<Client, StoreError> {
        let connected = match config.get_ssl_mode() {
            SslMode::Disable => config.connect(NoTls),
            _ => config.connect(self.connector.clone()),
        };
        connected.map_err(|error| match refusal(&error, self.has_ca_file) {
            Some(cause) => StoreError::Refused(cause),
            None => error.into(),
        })
    }
}

/// The settings of TLS: the server's certificate has to be signed by one of the file, or by one that browsers trust,
/// and has to name the host.
fn client_config(ca_file: Option<&Path>) -> Result<ClientConfig, StoreError> {
    let mut roots = RootCertStore::empty();
    match ca_file {
        Some(file) => {
            let fail = |cause: String| StoreError::InvalidCaFile(file.to_owned(), cause);
            let certificates =
                CertificateDer::pem_file_iter(file).map_err(|error| fail(error.to_string()))?;
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
        .map_err(|error| StoreError::Engine(Box::new(error)))?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

/// Returns why one of the two sides refuses the other, which does not change by itself.
fn refusal(error: &postgres::Error, has_ca_file: bool) -> Option<String> {
    if let Some(database_error) = error.as_db_error() {
        let code = database_error.code();
        // The class "Invalid Authorization Specification".
        if !code.code().starts_with("28") && *code != SqlState::INVALID_CATALOG_NAME {
            return None;
        }
        let message = database_error.message();
        let hint = if message.contains("pg_hba.conf") {
            "; if it takes encrypted connections alone, database.url needs ?sslmode=require"
        } else {
            ""
        };
        return Some(format!("{message}{hint}"));
    }
    if let Some(certificate_error) = sources(error).find_map(certificate_error) {
        return Some(describe(certificate_error, has_ca_file));
    }
    sources(error).find_map(|source| match source.to_string().as_str() {
        NOT_SUPPORTED => Some(
            "it takes no encrypted connections; set `ssl = on` in its postgresql.conf, or, if nobody else can listen on \
             the way, ?sslmode=disable in database.url"
                .to_owned(),
        ),
        NO_PASSWORD => Some("it asks for a password; set database.password".to_owned()),
        _ => None,
    })
}

fn certificate_error<'error>(source: &'error (dyn Error + 'static)) -> Option<&'error CertificateError> {
    let inner = source.downcast_ref::<io::Error>()?.get_ref()?;
    match inner.downcast_ref()? {
        rustls::Error::InvalidCertificate(error) => Some(error),
        _ => None,
    }
}

fn describe(error: &CertificateError, has_ca_file: bool) -> String {
    match error {
        // An authority of the same name has another signature.
        CertificateError::UnknownIssuer | CertificateError::BadSignature if has_ca_file => {
            "no authority of database.ca_file has signed the server's certificate".to_owned()
        }
        CertificateError::UnknownIssuer | CertificateError::BadSignature => {
            "no authority that browsers trust has signed the server's certificate; name the file with the one that has \
             in database.ca_file"
                .to_owned()
        }
        CertificateError::NotValidForNameContext { expected, presented } => {
            let names: Vec<&str> = presented.iter().map(|name| plain_name(name)).collect();
            let names = names.join(" and ");
            format!("the server's certificate is for {names}, not for {}", expected.to_str())
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "the server's certificate has expired".to_owned()
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "the server's certificate is not valid yet; look at the clocks".to_owned()
        }
        other => format!("the server's certificate is not valid: {other}"),
    }
}

/// Returns the name of a certificate from a text such as `DnsName("db.example.org")` or `IpAddress(10.0.0.1)`.
fn plain_name(name: &str) -> &str {
    let inner = name
        .split_once('(')
        .and_then(|(_, inner)| inner.strip_suffix(')'));
    inner.unwrap_or(name).trim_matches('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encrypts_connections_to_other_machines_unless_told_not_to() {
        use SslMode::{Disable, Require};
        for (mode, local, remote) in [
            ("", Disable, Require),
            ("?sslmode=disable", Disable, Disable),
            ("?sslmode=allow", Disable, Require),
            ("?sslmode=prefer", Disable, Require),
            ("?sslmode=require", Require, Require),
            ("?sslmode=verify-ca", Require, Require),
            ("?options=x&sslmode=verify-full", Require, Require),
        ] {
            let (_, parsed) = split_mode(&format!("postgres://blog@db/blog{mode}")).unwrap();
            for host in ["localhost", "127.0.0.1", "127.1.2.3", "::1"] {
                assert_eq!(
                    mode_of(&Host::Tcp(host.to_owned()), parsed),
                    local,
                    "{host}{mode}"
                );
            }
            for host in [
                "db",
                "10.0.0.1",
                "0.0.0.0",
                "::",
                "localhost.example.org",
                "127.0.0.1.example.org",
            ] {
                assert_eq!(
                    mode_of(&Host::Tcp(host.to_owned()), parsed),
                    remote,
                    "{host}{mode}"
                );
            }
            assert_eq!(mode_of(&Host::Unix("/run/postgresql".into()), parsed), Disable);
        }
    }

    #[test]
    fn separates_the_mode_from_the_other_parameters() {
        for (url, rest, mode) in [
            ("postgres://db/blog", "postgres://db/blog", None),
            (
                "postgres://db/blog?sslmode=disable",
                "postgres://db/blog",
                Some(SslMode::Disable),
            ),
            (
                "postgres://db/blog?a=1&sslmode=require&b=2",
                "postgres://db/blog?a=1&b=2",
                Some(SslMode::Require),
            ),
            (
                "postgres://blog:?sslmode=disable@db/blog?a=1",
                "postgres://blog:?sslmode=disable@db/blog?a=1",
                None,
            ),
            (
                "postgres://db/blog?password=sslmode=disable",
                "postgres://db/blog?password=sslmode=disable",
                None,
            ),
        ] {
            assert_eq!(split_mode(url).unwrap(), (rest.to_owned(), mode), "{url}");
        }
        let error = split_mode("postgres://db/blog?sslmode=off")
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("sslmode is disable, require, or left out"),
            "{error}"
        );
    }

    #[test]
    fn shows_the_plain_names_of_a_certificate() {
        assert_eq!(plain_name("DnsName(\"db.example.org\")"), "db.example.org");
        assert_eq!(plain_name("IpAddress(10.0.0.1)"), "10.0.0.1");
        assert_eq!(plain_name("other"), "other");
    }
}
