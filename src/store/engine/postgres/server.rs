//! The servers of a database, and connecting to the right one of them.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Weak, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use postgres::config::{Host as HostName, SslMode};
use postgres::error::Severity;
use postgres::{Client, Config, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::tls;
use crate::domain::error_chain::error_chain;
use crate::store::engine::{ServerOptions, StoreError};

/// The time in which a server has to accept a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// The time in which a server has to answer: to accept a connection and the user, and to say what it is.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// The time after a failure in which nobody else waits for the servers: many would wait for each other.
const FAILURE_TIME: Duration = Duration::from_secs(1);
/// The time after which a connection counts as broken whose server does not acknowledge what it was sent.
const UNACKNOWLEDGED_TIMEOUT: Duration = Duration::from_secs(10);
/// The time without traffic after which the server is asked whether it is still there, and then the interval.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(10);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(3);
const KEEPALIVE_RETRIES: u32 = 3;
/// The pause before all servers are tried again.
const PAUSE: Duration = Duration::from_millis(100);

/// The purpose of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Reading: from the primary, or from a standby while there is none.
    Read,
    /// Writing, which only the primary does.
    Write,
}

/// The servers that may be the primary, and how to connect to each.
#[derive(Clone)]
pub(super) struct Servers {
    hosts: Arc<[Host]>,
    tls: MakeRustlsConnect,
    has_ca_file: bool,
    /// The highest timeline of a primary so far: PostgreSQL begins a new one with each promotion. A primary of an
    /// earlier one came back alone, and lacks what was written since.
    timeline: Arc<AtomicU32>,
    /// The host that was the primary last, which is tried first: another one may not even refuse a connection.
    preferred: Arc<AtomicUsize>,
    /// Increases when connections to standbys are to be replaced.
    epoch: Arc<AtomicU64>,
    /// When nobody could be connected to last, and why.
    failures: Arc<Mutex<Failures>>,
}

struct Host {
    name: String,
    config: Config,
    /// Exists as long as the last attempt to connect runs that had no answer in time.
    unanswered: Mutex<Weak<()>>,
}

#[derive(Default)]
struct Failures {
    read: Option<(Instant, String)>,
    write: Option<(Instant, String)>,
}

/// A new connection.
pub(super) struct Connected {
    pub(super) client: Client,
    pub(super) origin: Origin,
    /// Set when the server warns.
    pub(super) has_warned: Arc<AtomicBool>,
}

/// The server that a connection is to, as it was when the connection was opened.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origin {
    pub(super) is_standby: bool,
    epoch: u64,
    timeline: u32,
}

impl Servers {
    pub(super) fn new(options: &ServerOptions) -> Result<Self, StoreError> {
        let invalid = |cause: &dyn std::fmt::Display| StoreError::InvalidUrl(cause.to_string());
        if !options.url.starts_with("postgres://") && !options.url.starts_with("postgresql://") {
            return Err(invalid(&"it has the form postgres://user@host:5432/name"));
        }
        let (url, mode) = tls::split_mode(&options.url)?;
        let all: Config = url
            .parse()
            .map_err(|error: postgres::Error| invalid(&error_chain(&error)))?;
        if all.get_dbname().is_none() {
            return Err(invalid(&"the name of the database is missing at its end"));
        }
        let mut hosts = Vec::new();
        for (number, name) in all.get_hosts().iter().enumerate() {
            let ports = all.get_ports();
            let port = ports.get(number).or(ports.first()).copied().unwrap_or(5432);
            hosts.push(host(&all, name, port, mode, options.password.as_deref()));
        }
        if hosts.is_empty() {
            return Err(invalid(&"the host is missing"));
        }
        Ok(Self {
            hosts: hosts.into(),
            tls: MakeRustlsConnect::new(tls::client_config(options.ca_file.as_deref())?),
            has_ca_file: options.ca_file.is_some(),
            timeline: Arc::default(),
            preferred: Arc::default(),
            epoch: Arc::default(),
            failures: Arc::default(),
        })
    }

    /// Whether there may be another primary than the one that is known.
    pub(super) fn are_several(&self) -> bool {
        self.hosts.len() > 1
    }

    /// Makes every connection to a standby be replaced: there is a primary again.
    pub(super) fn leave_standbys(&self) {
        self.epoch.fetch_add(1, Ordering::AcqRel);
    }

    /// Whether a connection is to be replaced: there is a primary again where it is to a standby, or a newer primary.
    pub(super) fn is_outdated(&self, origin: Origin) -> bool {
        if origin.is_standby {
            origin.epoch != self.epoch.load(Ordering::Acquire)
        } else {
            origin.timeline < self.timeline.load(Ordering::Acquire)
        }
    }

    /// Looks whether another host is a newer primary. Whoever is connected to the old one cannot tell, if that came back
    /// alone or was cut off.
    pub(super) fn look_for_newer_primary(&self) {
        let preferred = self.preferred.load(Ordering::Relaxed);
        for (number, host) in self.hosts.iter().enumerate() {
            // A host that cannot be reached is none.
            if number != preferred
                && let Ok(found) = self.connect_to(host)
                && !found.origin.is_standby
                && found.origin.timeline > self.timeline.load(Ordering::Acquire)
            {
                tracing::warn!(host = host.name, "there is a newer primary of the database");
                self.preferred.store(number, Ordering::Relaxed);
                self.timeline.fetch_max(found.origin.timeline, Ordering::AcqRel);
            }
        }
    }

    /// Connects within this time, however often it takes. Within [`FAILURE_TIME`] after a failure it fails at once, unless
    /// there is no time to wait anyway.
    pub(super) fn connect(&self, purpose: Purpose, patience: Duration) -> Result<Connected, StoreError> {
        if !patience.is_zero()
            && let Some((moment, cause)) = self.failures.lock().of(purpose)
            && moment.elapsed() < FAILURE_TIME
        {
            return Err(StoreError::Unreachable(cause.clone()));
        }
        let deadline = Instant::now() + patience;
        let result = loop {
            match self.try_connect(purpose) {
                Err(StoreError::Unreachable(_)) if Instant::now() + PAUSE < deadline => thread::sleep(PAUSE),
                result => break result,
            }
        };
        if !patience.is_zero() {
            *self.failures.lock().of(purpose) = match &result {
                Err(StoreError::Unreachable(cause)) => Some((Instant::now(), cause.clone())),
                _ => None,
            };
        }
        result
    }

    /// Connects to the primary, or to a standby to read while there is none.
    fn try_connect(&self, purpose: Purpose) -> Result<Connected, StoreError> {
        let known = self.timeline.load(Ordering::Acquire);
        let mut primary: Option<(usize, Connected)> = None;
        let mut standby = None;
        let mut causes = Vec::new();
        let mut is_refused = false;
        let preferred = self.preferred.load(Ordering::Relaxed);
        for number in (0..self.hosts.len()).map(|offset| (preferred + offset) % self.hosts.len()) {
            let host = &self.hosts[number];
            let name = &host.name;
            match self.connect_to(host) {
                Ok(connected) if connected.origin.is_standby => {
                    causes.push(format!("{name} is a standby"));
                    standby.get_or_insert(connected);
                }
                Ok(connected) if connected.origin.timeline < known => {
                    causes.push(format!(
                        "{name} was the primary earlier, and lacks what was written since"
                    ));
                }
                Ok(connected) => {
                    if primary
                        .as_ref()
                        .is_none_or(|(_, found)| found.origin.timeline < connected.origin.timeline)
                    {
                        primary = Some((number, connected));
                    }
                    // Before any is known, the others are asked as well.
                    if known > 0 {
                        break;
                    }
                }
                Err(StoreError::Unreachable(cause)) => causes.push(format!("{name}: {cause}")),
                Err(StoreError::Refused(cause)) => {
                    is_refused = true;
                    causes.push(format!("{name}: {cause}"));
                }
                Err(error) => return Err(error),
            }
        }
        if let Some((number, primary)) = primary {
            self.preferred.store(number, Ordering::Relaxed);
            self.timeline.fetch_max(primary.origin.timeline, Ordering::AcqRel);
            return Ok(primary);
        }
        match standby {
            Some(standby) if purpose == Purpose::Read => Ok(standby),
            _ if is_refused => Err(StoreError::Refused(causes.join("; "))),
            _ => Err(StoreError::Unreachable(causes.join("; "))),
        }
    }

    /// Connects on a thread of its own, which stays behind if the server accepts the connection and then does not answer:
    /// the driver would wait for ever. Until that thread ends, the host counts as away.
    fn connect_to(&self, host: &Host) -> Result<Connected, StoreError> {
        let silent = || StoreError::Unreachable("it accepts connections, but does not answer".to_owned());
        if host.unanswered.lock().strong_count() > 0 {
            return Err(silent());
        }
        let (servers, config, attempt) = (self.clone(), host.config.clone(), Arc::new(()));
        let attempt_here = Arc::downgrade(&attempt);
        let (sender, answer) = mpsc::sync_channel(1);
        thread::Builder::new()
            .name("connect".to_owned())
            .spawn(move || {
                // Nobody waits any more after ANSWER_TIMEOUT.
                drop(sender.send(servers.connect_and_ask(config)));
                drop(attempt);
            })
            .map_err(StoreError::NoThread)?;
        answer.recv_timeout(ANSWER_TIMEOUT).unwrap_or_else(|_| {
            *host.unanswered.lock() = attempt_here;
            Err(silent())
        })
    }

    fn connect_and_ask(&self, mut config: Config) -> Result<Connected, StoreError> {
        let epoch = self.epoch.load(Ordering::Acquire);
        let has_warned = Arc::<AtomicBool>::default();
        let flag = Arc::clone(&has_warned);
        config.notice_callback(move |notice| {
            if matches!(notice.parsed_severity(), Some(Severity::Warning)) {
                tracing::warn!(message = notice.message(), "the database server warns");
                flag.store(true, Ordering::Release);
            }
        });
        let mut client = match config.get_ssl_mode() {
            SslMode::Disable => config.connect(NoTls),
            _ => config.connect(self.tls.clone()),
        }
        .map_err(|error| tls::connect_error(error, self.has_ca_file))?;
        let row = client.query_one(
            "select pg_is_in_recovery(), current_setting('server_encoding'),
                    case when pg_is_in_recovery() then '' else pg_walfile_name(pg_current_wal_lsn()) end",
            &[],
        )?;
        let (is_standby, encoding, log_file): (bool, String, String) = (row.get(0), row.get(1), row.get(2));
        if encoding != "UTF8" {
            return Err(StoreError::InvalidUrl(format!(
                "the database has the encoding {encoding}; create it with the encoding UTF8"
            )));
        }
        // The name of a log file begins with the timeline, in eight hexadecimal digits.
        let timeline = log_file
            .get(..8)
            .and_then(|digits| u32::from_str_radix(digits, 16).ok());
        Ok(Connected {
            client,
            origin: Origin {
                is_standby,
                epoch,
                timeline: timeline.unwrap_or(0),
            },
            has_warned,
        })
    }
}

impl Failures {
    fn of(&mut self, purpose: Purpose) -> &mut Option<(Instant, String)> {
        match purpose {
            Purpose::Read => &mut self.read,
            Purpose::Write => &mut self.write,
        }
    }
}

/// Returns a host with the settings of a connection to it.
fn host(all: &Config, host: &HostName, port: u16, mode: Option<SslMode>, password: Option<&str>) -> Host {
    let mut config = Config::new();
    let name = match host {
        HostName::Tcp(name) => {
            config.host(name);
            format!("{name}:{port}")
        }
        HostName::Unix(folder) => {
            config.host_path(folder);
            folder.display().to_string()
        }
    };
    config
        .port(port)
        // The process is named to an operator who looks for what holds the others up.
        .application_name(&format!("blog-app {}", std::process::id()))
        .ssl_mode(tls::mode_of(host, mode))
        .channel_binding(all.get_channel_binding())
        .connect_timeout(CONNECT_TIMEOUT)
        .tcp_user_timeout(UNACKNOWLEDGED_TIMEOUT)
        .keepalives_idle(KEEPALIVE_IDLE)
        .keepalives_interval(KEEPALIVE_INTERVAL)
        .keepalives_retries(KEEPALIVE_RETRIES);
    if let Some(user) = all.get_user() {
        config.user(user);
    }
    if let Some(password) = all.get_password().or(password.map(str::as_bytes)) {
        config.password(password);
    }
    if let Some(name) = all.get_dbname() {
        config.dbname(name);
    }
    if let Some(options) = all.get_options() {
        config.options(options);
    }
    Host {
        name,
        config,
        unanswered: Mutex::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(url: &str) -> String {
        let options = ServerOptions {
            url: url.to_owned(),
            password: Some("sesame".to_owned()),
            ca_file: None,
        };
        assert!(!format!("{options:?}").contains("sesame"));
        Servers::new(&options)
            .err()
            .map_or_else(String::new, |error| format!("{error} {error:?}"))
    }

    #[test]
    fn says_what_is_wrong_with_a_url_without_its_password() {
        for (url, expected) in [
            (
                "mysql://ada:sesame@db/blog",
                "it has the form postgres://user@host:5432/name",
            ),
            (
                "ada:sesame@db/blog",
                "it has the form postgres://user@host:5432/name",
            ),
            (
                "postgres://ada:sesame@db:5432",
                "the name of the database is missing at its end",
            ),
            (
                "postgres://ada:sesame@db:5432/",
                "the name of the database is missing at its end",
            ),
            ("postgres://ada:sesame@/blog", "the host is missing"),
            (
                "postgres://ada:sesame@db:sesame/blog",
                "invalid value for option `port`",
            ),
            (
                "postgres://ada:sesame@db/blog?sslrootcert=ca.pem",
                "unknown option `sslrootcert`",
            ),
            (
                "postgres://db/blog?user=ada&password=sesame&pool=3",
                "unknown option `pool`",
            ),
        ] {
            let error = error_of(url);
            assert!(error.starts_with("database.url is not valid: "), "{error}");
            assert!(error.contains(expected), "{url}: {error}");
            assert!(!error.contains("sesame"), "{error}");
        }
        assert_eq!(error_of("postgresql://ada:sesame@db,other:6432/blog"), "");
    }
}
