//! `blog-app serve`

use std::io::{self, IsTerminal as _};
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

use super::output::say;
use crate::actions::outbox;
use crate::auth::secret::SigningSecret;
use crate::config::{Config, ListenAddress, LogFormat, LogLevel, Transport, url_of};
use crate::domain::SystemEntropy;
use crate::http::{self, AppState, Listeners};
use crate::store::{ServingLock, Store, admins, avatars};

/// Readers when the settings leave their number open, however few processors there are.
const READERS_MIN: usize = 2;
/// How long work that a handler left behind may take once all answers are out.
const LAST_WORK: Duration = Duration::from_secs(5);

/// Serve the site and its API
///
/// Opens the database in the data folder, or makes it, brings it up to date, and serves until it is told to stop.
///
/// Example: blog-app serve --listen 0.0.0.0:8080 --data-dir /var/lib/blog-app
#[derive(Args)]
pub(super) struct Serve {
    /// The address and port to listen on, such as 127.0.0.1:8080, localhost:8080 or :8080 (every interface),
    /// instead of server.listen
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
    /// Make /api/health?bytes=N as long as N says, for `make bench`
    #[arg(long, hide = true)]
    pad_health: bool,
}

impl Serve {
    pub(super) fn listen(&self) -> Option<String> {
        self.listen.clone()
    }
}

/// Serves until it is told to stop. `as_called` is how the program was called, for commands that are shown.
pub(super) fn run(command: &Serve, mut config: Config, as_called: &str) -> anyhow::Result<()> {
    start_logging(&config);
    super::make_data_folder(&config)?;
    let _serving = ServingLock::take(&config.server.data_dir)?;
    let store = super::open_store(&config, readers(&config))?;
    let secret = secret(&config)?;
    store.write_blocking(avatars::seed)?;
    let has_administrator = !store.read_blocking(admins::all)?.is_empty();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the threads of the server")?;
    runtime.block_on(async {
        let mailer = outbox::mailer(&config)?;
        let listeners = listeners(&config).await?;
        let address = listeners.site.local_addr().context("the socket has no address")?;
        if config.server.base_url_follows_listen
            && let Some(url) = url_of(address)
        {
            config.server.base_url = url;
        }
        let state = AppState::new(store, config, &secret);
        if command.pad_health {
            state.pad_health();
        }
        // Whoever reads where the site is may tell it to stop at once.
        let stop = stop()?;
        introduce(
            &state.config,
            &listeners,
            (!has_administrator).then_some(as_called),
        )?;
        tokio::spawn(prepare_search(state.store.clone()));
        http::serve(listeners, state, mailer, stop).await;
        tracing::info!("stopped");
        anyhow::Ok(())
    })?;
    runtime.shutdown_timeout(LAST_WORK);
    Ok(())
}

/// Ends when the process is told to stop; the signals are listened for from now on.
fn stop() -> anyhow::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate()).context("cannot wait for SIGTERM")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("cannot wait for SIGINT")?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping");
    })
}

/// Meanwhile the site answers; a failure is told again by every search.
async fn prepare_search(store: Store) {
    if let Err(error) = store.prepare_search().await {
        tracing::error!(%error, "the search could not be prepared");
    }
}

async fn listeners(config: &Config) -> anyhow::Result<Listeners> {
    let listen = config.server.listen;
    let site = bind(listen).await.with_context(|| {
        format!("cannot listen on {listen}; free the port, or choose another with --listen")
    })?;
    let metrics = match config.metrics.listen {
        Some(listen) => Some(bind(listen).await.with_context(|| {
            format!("cannot listen on {listen} for the metrics; choose another address in metrics.listen")
        })?),
        None => None,
    };
    Ok(Listeners { site, metrics })
}

/// Binds the first candidate that the system knows.
async fn bind(listen: ListenAddress) -> io::Result<TcpListener> {
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in listen.candidates() {
        match TcpListener::bind(address).await {
            Ok(listener) => return Ok(listener),
            Err(error) => last = error,
        }
        if matches!(
            last.kind(),
            io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied
        ) {
            break;
        }
    }
    Err(last)
}

/// Says where the site is; `as_called` when somebody has to make the first administrator.
fn introduce(config: &Config, listeners: &Listeners, as_called: Option<&str>) -> anyhow::Result<()> {
    let address = listeners.site.local_addr().context("the socket has no address")?;
    let data_dir = &config.server.data_dir;
    let data_dir = data_dir.canonicalize().unwrap_or_else(|_| data_dir.clone());
    say(&format!("{} is at {}", config.site.name, shown(address)));
    say(&format!("Data:  {}", data_dir.display()));
    say(&match config.mail.transport {
        Transport::File => format!("Mail:  written to {}", data_dir.join("outbox").display()),
        Transport::Smtp => format!("Mail:  sent by {}:{}", config.mail.host, config.mail.port),
    });
    if let Some(metrics) = &listeners.metrics {
        let address = metrics
            .local_addr()
            .context("the socket of the metrics has no address")?;
        say(&format!("Metrics: {}/metrics", shown(address)));
    }
    if let Some(as_called) = as_called {
        say("There is no administrator yet. Make one with:");
        say(&format!(
            "  {as_called} admin create --username NAME --email ADDRESS"
        ));
    }
    Ok(())
}

/// A socket as an address that can be opened on this machine.
fn shown(address: SocketAddr) -> String {
    url_of(address).map_or_else(
        || format!("http://{address}"),
        |url| url.origin().ascii_serialization(),
    )
}

/// The secret of the settings, or the one in the data folder, which is made when it is not there.
pub(super) fn secret(config: &Config) -> anyhow::Result<SigningSecret> {
    let given = &config.auth.secret;
    if !given.is_empty() {
        return Ok(SigningSecret::from_text(given.expose()));
    }
    let file = config.secret_file();
    SigningSecret::kept_in(&file, &SystemEntropy)
        .with_context(|| format!("cannot use the secret {}; or set auth.secret", file.display()))
}

fn readers(config: &Config) -> usize {
    match config.server.reader_threads {
        0 => std::thread::available_parallelism().map_or(READERS_MIN, |count| count.get().max(READERS_MIN)),
        count => count,
    }
}

/// Logs to standard error. What matters for security is logged whatever the level is.
pub(super) fn start_logging(config: &Config) {
    let level = match config.log.level {
        LogLevel::Error => "error",
        LogLevel::Warn => "warn",
        LogLevel::Info => "info",
        LogLevel::Debug => "debug",
        LogLevel::Trace => "trace",
    };
    let builder = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(format!(
            "{level},refinery_core=warn,security=info"
        )))
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false);
    match config.log.format {
        LogFormat::Text => builder.init(),
        LogFormat::Json => builder.json().init(),
    }
}
