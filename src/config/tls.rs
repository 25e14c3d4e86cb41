//! `[tls]`

#![expect(missing_docs, reason = "config.example.toml documents every key")]

use std::num::NonZeroU64;
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use url::{Host, Url};

use super::listen::{self, ListenAddress};
use super::sections::Server;
use crate::mail;

/// The most names that Let's Encrypt puts into one certificate.
const DOMAINS_MAX: usize = 100;
/// The longest name and the longest part of one (RFC 1035).
const NAME_LENGTH_MAX: usize = 253;
const LABEL_LENGTH_MAX: usize = 63;

/// `[tls]`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tls {
    pub cert: PathBuf,
    pub key: PathBuf,
    pub acme: bool,
    #[serde(deserialize_with = "domain_names")]
    pub domains: Vec<String>,
    #[serde(deserialize_with = "email_if_any")]
    pub email: String,
    #[serde(deserialize_with = "directory_address")]
    pub directory: Url,
    pub directory_ca: PathBuf,
    pub retry_seconds: NonZeroU64,
    pub listen: ListenAddress,
    #[serde(deserialize_with = "listen::if_any")]
    pub redirect_listen: Option<ListenAddress>,
}

impl Tls {
    /// Whether the site speaks HTTPS itself.
    pub fn is_on(&self) -> bool {
        self.acme || !self.cert.as_os_str().is_empty()
    }

    /// Validates how the settings go together; returns the invalid key and the message.
    pub(super) fn check(&self, server: &Server) -> Result<(), (&'static str, &'static str)> {
        let url = &server.base_url;
        let has_domain = |host: &str| self.domains.iter().any(|domain| domain == host);
        match (self.cert.as_os_str().is_empty(), self.key.as_os_str().is_empty()) {
            (false, true) => return Err(("tls.key", "must be set when tls.cert is")),
            (true, false) => return Err(("tls.cert", "must be set when tls.key is")),
            (false, false) if self.acme => {
                return Err((
                    "tls.acme",
                    "must be false when tls.cert is set: one of both brings the certificate",
                ));
            }
            _ => {}
        }
        if self.acme && self.domains.is_empty() {
            return Err((
                "tls.domains",
                "must name at least one domain when tls.acme is true",
            ));
        }
        if !self.acme && !self.domains.is_empty() {
            let message = "must be empty unless tls.acme is true, which obtains a certificate for them";
            return Err(("tls.domains", message));
        }
        if self.is_on() && (server.base_url_follows_listen || url.scheme() != "https") {
            let message =
                "must be the https address of the site when [tls] is set, such as https://blog.example.org";
            return Err(("server.base_url", message));
        }
        if self.acme && !url.host_str().is_some_and(has_domain) {
            return Err(("server.base_url", "must have one of tls.domains as its host"));
        }
        Ok(())
    }
}

/// Deserializes the names of a site, in lower case and with international ones in their ASCII form.
fn domain_names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let mut domains = Vec::new();
    for text in Vec::<String>::deserialize(deserializer)? {
        let domain = domain_name(&text).ok_or_else(|| {
            D::Error::custom(format!(
                "{text} is no name that a certificate can be obtained for; such a name is blog.example.org, without \
                 a scheme, port or wildcard, and not an IP address"
            ))
        })?;
        if !domains.contains(&domain) {
            domains.push(domain);
        }
    }
    if domains.len() > DOMAINS_MAX {
        return Err(D::Error::custom(format!("must be at most {DOMAINS_MAX} names")));
    }
    Ok(domains)
}

/// Returns the name in its ASCII form if a certificate can be obtained for it.
pub(super) fn domain_name(text: &str) -> Option<String> {
    let Ok(Host::Domain(name)) = Host::parse(text) else {
        return None;
    };
    let is_label = |label: &str| {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        !label.is_empty()
            && label.len() <= LABEL_LENGTH_MAX
            && label.bytes().all(is_plain)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    (name.len() <= NAME_LENGTH_MAX && name.split('.').all(is_label)).then_some(name)
}

fn email_if_any<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.is_empty() || (mail::is_sender(&text) && !text.contains('<')) {
        return Ok(text);
    }
    Err(D::Error::custom(
        "must be an address such as ada@example.org, or empty",
    ))
}

fn directory_address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Url, D::Error> {
    let text = String::deserialize(deserializer)?;
    let message = "must be the https address of an ACME directory";
    Url::parse(&text)
        .ok()
        .filter(|url| url.scheme() == "https")
        .ok_or_else(|| D::Error::custom(message))
}

#[cfg(test)]
mod tests {
    use crate::config::{Config, Flags};

    fn load(settings: &[(&str, &str)]) -> Result<Config, String> {
        let environment = settings
            .iter()
            .map(|(key, value)| (format!("BLOG_APP_{key}"), (*value).to_owned()));
        Config::load(&Flags::default(), environment).map_err(|error| error.to_string())
    }

    fn load_domains(domains: &[&str]) -> Result<Config, String> {
        let flags = Flags {
            domains: domains.iter().map(|&domain| domain.to_owned()).collect(),
            ..Flags::default()
        };
        Config::load(&flags, []).map_err(|error| error.to_string())
    }

    #[test]
    fn a_domain_alone_makes_a_site_over_https() {
        let config = load_domains(&["Blog.Example.org", "bücher.example", "blog.example.org"]).unwrap();
        assert!(config.tls.is_on());
        assert_eq!(config.tls.domains, ["blog.example.org", "xn--bcher-kva.example"]);
        assert_eq!(config.server.origin(), "https://blog.example.org");
        assert!(!config.server.base_url_follows_listen);
        assert_eq!(config.site_listen().to_string(), ":443");
        assert_eq!(config.tls.redirect_listen.unwrap().to_string(), ":80");
    }

    #[test]
    fn is_off_by_default() {
        let config = load(&[]).unwrap();
        assert!(!config.tls.is_on());
        assert_eq!(config.site_listen().to_string(), "127.0.0.1:8080");
    }

    #[test]
    fn the_flag_for_the_address_applies_to_https_too() {
        let flags = Flags {
            listen: Some("127.0.0.1:8443".to_owned()),
            domains: vec!["blog.example.org".to_owned()],
            ..Flags::default()
        };
        let config = Config::load(&flags, []).unwrap();
        assert_eq!(config.site_listen().to_string(), "127.0.0.1:8443");
    }

    #[test]
    fn refuses_names_that_no_certificate_can_be_obtained_for() {
        for domain in [
            "192.0.2.7",
            "[2001:db8::1]",
            "https://blog.example.org",
            "blog.example.org:443",
            "*.example.org",
            "blog_app.example.org",
            "-blog.example.org",
            "blog..example.org",
            "blog.example.org.",
            "",
        ] {
            let error = load_domains(&[domain]).unwrap_err();
            assert!(error.starts_with("--domain: tls.domains: "), "{domain}: {error}");
            assert!(
                error.contains("is no name that a certificate"),
                "{domain}: {error}"
            );
        }
    }

    #[test]
    fn refuses_settings_that_contradict_each_other() {
        let files = [("TLS__CERT", "cert.pem"), ("TLS__KEY", "key.pem")];
        let acme = [("TLS__ACME", "true"), ("TLS__DOMAINS", "blog.example.org")];
        let url = ("SERVER__BASE_URL", "https://blog.example.org");
        for (settings, expected) in [
            (vec![files[0], url], "tls.key: must be set"),
            (vec![files[1], url], "tls.cert: must be set"),
            ([&files[..], &acme].concat(), "tls.acme: must be false"),
            (vec![acme[0]], "tls.domains: must name at least one"),
            (vec![acme[1]], "tls.domains: must be empty unless"),
            (files.to_vec(), "server.base_url: must be the https address"),
            (
                [&acme[..], &[("SERVER__BASE_URL", "http://blog.example.org")]].concat(),
                "server.base_url: must be the https address",
            ),
            (
                [&acme[..], &[("SERVER__BASE_URL", "https://example.org")]].concat(),
                "server.base_url: must have one of tls.domains",
            ),
            (
                vec![("TLS__EMAIL", "Ada <ada@example.org>")],
                "tls.email: must be an address",
            ),
            (vec![("TLS__EMAIL", "ada")], "tls.email: must be an address"),
            (
                vec![("TLS__DIRECTORY", "http://acme.example.org")],
                "tls.directory: must be the https",
            ),
            (vec![("TLS__RETRY_SECONDS", "0")], "tls.retry_seconds: "),
        ] {
            let error = load(&settings).unwrap_err();
            assert!(error.contains(expected), "{settings:?}: {error}");
        }
        assert!(load(&[&files[..], &[url]].concat()).unwrap().tls.is_on());
        assert!(load(&[&acme[..], &[("TLS__EMAIL", "ada@example.org")]].concat()).is_ok());
    }
}
