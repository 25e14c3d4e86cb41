//! The servers of a database, and connecting to the right one of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use postgres::Config;

use super::host::{Connected, Host, Origin};
use super::tls::{self, Tls};
use crate::domain::error_chain::error_chain;
use crate::store::engine::{ServerOptions, StoreError};

/// The time after a failure in which nobody else waits for the servers: many would wait for each other.
const FAILURE_TIME: Duration = Duration::from_secs(1);
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

#[derive(Default)]
struct Failures {
    read: Option<(Instant, String)>,
    write: Option<(Instant, String)>,
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
        if all.get_hosts().is_empty() {
            return Err(invalid(&"the host is missing"));
        }
        let (tls, password) = (Tls::new(options.ca_file.as_deref())?, options.password.as_deref());
        let ports = all.get_ports();
        let hosts = all.get_hosts().iter().enumerate().map(|(number, name)| {
            let port = ports.get(number).or(ports.first()).copied().unwrap_or(5432);
            Host::new(&all, name, port, mode, password, &tls)
        });
        Ok(Self {
            hosts: hosts.collect(),
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
                && let Ok(found) = host.connect(self.epoch.load(Ordering::Acquire))
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
            match host.connect(self.epoch.load(Ordering::Acquire)) {
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
}

impl Failures {
    fn of(&mut self, purpose: Purpose) -> &mut Option<(Instant, String)> {
        match purpose {
            Purpose::Read => &mut self.read,
            Purpose::Write => &mut self.write,
        }
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
