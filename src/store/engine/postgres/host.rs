//! A host with the database, and connecting to it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak, mpsc};
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;
use postgres::config::{Host as HostName, SslMode};
use postgres::error::Severity;
use postgres::{Client, Config};

use super::tls::{self, Tls};
use crate::store::engine::StoreError;

/// The time in which a server has to accept a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// The time in which a server has to answer: to accept a connection and the user, and to say what it is.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// The time after which a connection counts as broken whose server does not acknowledge what it was sent.
const UNACKNOWLEDGED_TIMEOUT: Duration = Duration::from_secs(10);
/// The time without traffic after which the server is asked whether it is still there, and then the interval.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(10);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(3);
const KEEPALIVE_RETRIES: u32 = 3;

/// A host that may have the primary.
pub(super) struct Host {
    pub(super) name: String,
    config: Config,
    tls: Tls,
    /// Exists as long as the last attempt to connect runs that had no answer in time.
    unanswered: Mutex<Weak<()>>,
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
    /// The epoch of the servers when the connection was opened.
    pub(super) epoch: u64,
    pub(super) timeline: u32,
}

impl Host {
    /// Returns one of the hosts of these settings.
    pub(super) fn new(
        all: &Config,
        host: &HostName,
        port: u16,
        mode: Option<SslMode>,
        password: Option<&str>,
        tls: &Tls,
    ) -> Self {
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
        Self {
            name,
            config,
            tls: tls.clone(),
            unanswered: Mutex::default(),
        }
    }

    /// Connects on a thread of its own, which stays behind if the server accepts the connection and then does not answer:
    /// the driver would wait for ever. Until that thread ends, the host counts as away.
    pub(super) fn connect(&self, epoch: u64) -> Result<Connected, StoreError> {
        let silent = || StoreError::Unreachable("it accepts connections, but does not answer".to_owned());
        if self.unanswered.lock().strong_count() > 0 {
            return Err(silent());
        }
        let (tls, config, attempt) = (self.tls.clone(), self.config.clone(), Arc::new(()));
        let attempt_here = Arc::downgrade(&attempt);
        let (sender, answer) = mpsc::sync_channel(1);
        thread::Builder::new()
            .name("connect".to_owned())
            .spawn(move || {
                // Nobody waits any more after ANSWER_TIMEOUT.
                drop(sender.send(connect_and_ask(&tls, config, epoch)));
                drop(attempt);
            })
            .map_err(StoreError::NoThread)?;
        answer.recv_timeout(ANSWER_TIMEOUT).unwrap_or_else(|_| {
            *self.unanswered.lock() = attempt_here;
            Err(silent())
        })
    }
}

/// Connects, and asks the server what it is.
fn connect_and_ask(tls: &Tls, mut config: Config, epoch: u64) -> Result<Connected, StoreError> {
    let has_warned = Arc::<AtomicBool>::default();
    let flag = Arc::clone(&has_warned);
    config.notice_callback(move |notice| {
        if matches!(notice.parsed_severity(), Some(Severity::Warning)) {
            tracing::warn!(message = notice.message(), "the database server warns");
            flag.store(true, Ordering::Release);
        }
    });
    let mut client = tls.connect(&config)?;
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
