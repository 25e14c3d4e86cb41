//! The sections of the settings. `config.example.toml` documents the keys.

#![expect(missing_docs, reason = "config.example.toml documents every key")]

use std::fmt::{self, Display};
use std::net::IpAddr;
use std::num::{NonZeroU16, NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use ipnet::IpNet;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use url::Url;

use super::listen::{self, ListenAddress};
use crate::domain::mail_settings::Encryption;
use crate::domain::site::Weekdays;
use crate::mail;

const SECRET_LENGTH_MIN: usize = 32;
/// More connections to one file only wait for the disk and for each other.
const READER_THREADS_MAX: usize = 256;
/// A hundred years.
const DAYS_MAX: u32 = 36_500;
/// The largest export that can be uploaded.
const IMPORT_MEGABYTES_MAX: u64 = 512;
/// A line on a wide screen, three on a phone.
const POLICY_LENGTH_MAX: usize = 300;

/// `[server]`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    pub listen: ListenAddress,
    pub data_dir: PathBuf,
    #[serde(deserialize_with = "site_address")]
    pub base_url: Url,
    /// Whether `base_url` was empty and is derived from the listen address.
    #[serde(skip)]
    pub base_url_follows_listen: bool,
    #[serde(deserialize_with = "networks")]
    pub trusted_proxies: Vec<IpNet>,
    pub shutdown_seconds: u64,
    pub drain_seconds: u64,
    #[serde(deserialize_with = "thread_count")]
    pub reader_threads: usize,
    pub cache_megabytes: u64,
    pub response_megabytes: NonZeroU64,
}

impl Server {
    /// The origin of the site's URLs, such as `https://blog.example.org`.
    pub fn origin(&self) -> String {
        self.base_url.origin().ascii_serialization()
    }
}

/// `[connections]`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Connections {
    pub most: NonZeroUsize,
    pub most_per_address: NonZeroUsize,
    pub head_seconds: NonZeroU64,
    pub head_kilobytes: NonZeroU16,
    pub idle_seconds: NonZeroU64,
    pub body_stall_seconds: NonZeroU64,
    pub body_bytes_per_second: NonZeroU64,
    pub answer_stall_seconds: NonZeroU64,
    pub answer_bytes_per_second: NonZeroU64,
}

/// `[site]`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    #[serde(deserialize_with = "non_empty")]
    pub name: String,
    pub description: String,
    #[serde(deserialize_with = "non_empty")]
    pub default_author: String,
    pub post_addresses: PostUrlStyle,
}

/// `[comments]`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comments {
    #[serde(deserialize_with = "days")]
    pub close_after_days: u32,
    #[serde(deserialize_with = "policy")]
    pub policy: String,
}

/// The part of a post's URL that identifies it. Its page is served under both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PostUrlStyle {
    /// The slug of the title.
    Slug,
    /// The id.
    Id,
}

impl PostUrlStyle {
    /// The name in the configuration and in pages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slug => "slug",
            Self::Id => "id",
        }
    }

    /// Returns the path of the page of a post. No other code builds this path.
    pub fn path(self, id: impl Display, slug: impl Display) -> String {
        match self {
            Self::Slug => format!("/blog/{slug}"),
            Self::Id => format!("/blog/{id}"),
        }
    }
}

/// `[imports]`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Imports {
    #[serde(deserialize_with = "file_megabytes")]
    pub file_megabytes: u64,
}

/// `[database]`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Database {
    /// A secret, because it may hold the password.
    pub url: Secret,
    pub password: Secret,
    pub ca_file: PathBuf,
    #[serde(deserialize_with = "thread_count")]
    pub pool: usize,
}

/// `[auth]`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Auth {
    pub master_password: Secret,
    #[serde(deserialize_with = "hours")]
    pub token_hours: u32,
    #[serde(deserialize_with = "signing_secret")]
    pub secret: Secret,
}

/// `[security]`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Security {
    pub second_factor: SecondFactorPolicy,
}

/// Who has to have a second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SecondFactorPolicy {
    /// Nobody. Everybody may have one.
    Off,
    /// The staff.
    Staff,
}

/// `[mail]`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mail {
    pub transport: Transport,
    pub host: String,
    pub port: u16,
    pub username: String,
    pub password: Secret,
    pub tls: Encryption,
    #[serde(deserialize_with = "sender")]
    pub from: String,
    pub retry_seconds: u64,
    pub timeout_seconds: NonZeroU64,
    pub notices_per_minute: NonZeroU32,
    pub newsletter_days: Weekdays,
}

/// The transport of email.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Transport {
    /// Writes each email to a file.
    File,
    /// Sends them to an SMTP server.
    Smtp,
}

/// `[rate_limit]`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RateLimit {
    pub enabled: bool,
    pub logins_per_minute: NonZeroU32,
    pub wrong_guesses_per_hour: NonZeroU32,
    pub codes_per_hour: NonZeroU32,
    pub signups_per_hour: NonZeroU32,
    pub writes_per_minute: NonZeroU32,
    pub reads_per_second: NonZeroU32,
}

/// `[outgoing]`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outgoing {
    pub allow_private: bool,
}

/// `[feeds]`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feeds {
    #[serde(deserialize_with = "server_address")]
    pub hub: Option<Url>,
}

/// `[indexnow]`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndexNow {
    #[serde(deserialize_with = "server_address")]
    endpoint: Option<Url>,
    enabled: bool,
}

impl IndexNow {
    /// The address that is told of changed pages; `None` if nobody is.
    pub fn told(&self) -> Option<&Url> {
        self.endpoint.as_ref().filter(|_| self.enabled)
    }
}

/// `[metrics]`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metrics {
    #[serde(deserialize_with = "listen::if_any")]
    pub listen: Option<ListenAddress>,
}

/// `[log]`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    pub level: LogLevel,
    pub format: LogFormat,
}

/// The least severe level that is logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

/// The format of a log line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// Human-readable text.
    Text,
    /// JSON.
    Json,
}

/// A text that is never displayed, not even in logs.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret.
    pub(super) fn new(text: String) -> Self {
        Self(text)
    }

    /// The secret itself.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether no secret is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_empty() { "(none)" } else { "***" })
    }
}

/// Deserializes a value, or returns the message if it is not valid.
fn valid<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
    is_valid: impl FnOnce(&T) -> bool,
    message: &str,
) -> Result<T, D::Error> {
    let value = T::deserialize(deserializer)?;
    if is_valid(&value) {
        Ok(value)
    } else {
        Err(D::Error::custom(message))
    }
}

fn non_empty<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let is_valid = |text: &String| !text.trim().is_empty();
    valid(deserializer, is_valid, "must not be empty")
}

fn hours<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    valid(deserializer, |hours| *hours > 0, "must be at least 1")
}

fn days<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let message = format!("must be at most {DAYS_MAX}");
    valid(deserializer, |days| *days <= DAYS_MAX, &message)
}

fn policy<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let is_valid = |text: &String| text.chars().count() <= POLICY_LENGTH_MAX && !text.contains('\0');
    let message = format!("must be at most {POLICY_LENGTH_MAX} characters");
    valid(deserializer, is_valid, &message).map(|text| text.trim().to_owned())
}

fn file_megabytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let is_valid = |megabytes: &u64| (1..=IMPORT_MEGABYTES_MAX).contains(megabytes);
    let message = format!("must be from 1 to {IMPORT_MEGABYTES_MAX}");
    valid(deserializer, is_valid, &message)
}

fn thread_count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let is_valid = |count: &usize| *count <= READER_THREADS_MAX;
    valid(
        deserializer,
        is_valid,
        &format!("must be at most {READER_THREADS_MAX}"),
    )
}

fn sender<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let message =
        "must be an address such as Blog <blog@example.org>, with the part in angle brackets in ASCII";
    valid(deserializer, |text: &String| mail::is_sender(text), message)
}

fn site_address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Url, D::Error> {
    let text = String::deserialize(deserializer)?;
    Url::parse(&text)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.path() == "/" && url.query().is_none())
        .ok_or_else(|| {
            D::Error::custom("must be an address such as https://blog.example.org, without a path, or empty")
        })
}

fn server_address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Url>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.is_empty() {
        return Ok(None);
    }
    let is_server = |url: &Url| {
        matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none()
    };
    let url = Url::parse(&text).ok().filter(is_server);
    url.map(Some)
        .ok_or_else(|| D::Error::custom("must be an address such as https://hub.example.org/, or empty"))
}

fn networks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<IpNet>, D::Error> {
    Vec::<String>::deserialize(deserializer)?
        .iter()
        .map(|text| {
            text.parse::<IpNet>()
                .or_else(|_| text.parse::<IpAddr>().map(IpNet::from))
                .map_err(|_| {
                    D::Error::custom(format!(
                        "{text} is neither an address nor a network such as 10.0.0.0/8"
                    ))
                })
        })
        .collect()
}

fn signing_secret<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Secret, D::Error> {
    let is_valid = |secret: &Secret| secret.is_empty() || secret.0.chars().count() >= SECRET_LENGTH_MIN;
    valid(
        deserializer,
        is_valid,
        "must have at least 32 characters, or be empty",
    )
}
