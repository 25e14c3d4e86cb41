//! `blog-app serve`

use std::io::IsTerminal as _;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

use super::output::say;
use crate::actions::outbox;
use crate::auth::secret::SigningSecret;
use crate::config::{Config, LogFormat, LogLevel, Transport};
use crate::domain::SystemEntropy;
use crate::http::{self, AppState, Listeners};
use crate::store::{admins, avatars};

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
    /// The address and port to listen on, instead of server.listen
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

pub(super) fn run(command: &Serve, config: Config) -> anyhow::Result<()> {
    start_logging(&config);
    let store = super::open_store(&config, readers(&config))?;
    let secret = secret(&config)?;
    store.write_blocking(avatars::seed)?;
    let has_administrator = !store.read_blocking(admins::all)?.is_empty();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the threads of the server")?;
    let state = AppState::new(store, config, &secret);
    if command.pad_health {
        state.pad_health();
    }
    runtime.block_on(serve(state, has_administrator))?;
    runtime.shutdown_timeout(LAST_WORK);
    Ok(())
}

async fn serve(state: AppState, has_administrator: bool) -> anyhow::Result<()> {
    let mailer = outbox::mailer(&state.config)?;
    let listeners = listeners(&state.config).await?;
    let mut terminate = signal(SignalKind::terminate()).context("cannot wait for SIGTERM")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("cannot wait for SIGINT")?;
    introduce(&state.config, &listeners, has_administrator)?;
    let stop = async {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping");
    };
    http::serve(listeners, state, mailer, stop).await;
    tracing::info!("stopped");
    Ok(())
}

async fn listeners(config: &Config) -> anyhow::Result<Listeners> {
    let listen = config.server.listen;
    let site = TcpListener::bind(listen).await.with_context(|| {
        format!("cannot listen on {listen}; free the port, or choose another with --listen")
    })?;
    let metrics = match config.metrics.listen {
        Some(listen) => Some(TcpListener::bind(listen).await.with_context(|| {
            format!("cannot listen on {listen} for the metrics; choose another address in metrics.listen")
        })?),
        None => None,
    };
    Ok(Listeners { site, metrics })
}

fn introduce(config: &Config, listeners: &Listeners, has_administrator: bool) -> anyhow::Result<()> {
    let address = listeners.site.local_addr().context("the socket has no address")?;
    let data_dir = &config.server.data_dir;
    let data_dir = data_dir.canonicalize().unwrap_or_else(|_| data_dir.clone());
    say(&format!("{} is at http://{address}", config.site.name));
    say(&format!("Data:  {}", data_dir.display()));
    say(&match config.mail.transport {
        Transport::File => format!("Mail:  written to {}", data_dir.join("outbox").display()),
        Transport::Smtp => format!("Mail:  sent by {}:{}", config.mail.host, config.mail.port),
    });
    if let Some(metrics) = &listeners.metrics {
        let address = metrics
            .local_addr()
            .context("the socket of the metrics has no address")?;
        say(&format!("Metrics: http://{address}/metrics"));
    }
    if !has_administrator {
        say("There is no administrator yet. Make one with:");
        say("  blog-app admin create --username NAME --email ADDRESS");
    }
    Ok(())
}

fn secret(config: &Config) -> anyhow::Result<SigningSecret> {
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

fn start_logging(config: &Config) {
    let level = match config.log.level {
        LogLevel::Error => "error",
        LogLevel::Warn => "warn",
        LogLevel::Info => "info",
        LogLevel::Debug => "debug",
        LogLevel::Trace => "trace",
    };
    let builder = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(format!("{level},refinery_core=warn")))
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false);
    match config.log.format {
        LogFormat::Text => builder.init(),
        LogFormat::Json => builder.json().init(),
    }
}
