//! `blog-app serve`

use std::io::{self, IsTerminal as _};
use std::net::SocketAddr;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use rustls::ServerConfig;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::spawn_blocking;
use tracing_subscriber::EnvFilter;

use super::output::print_line;
use super::tls;
use crate::actions::mail_settings::LiveMailer;
use crate::actions::{outbox, scheduling};
use crate::auth::link_token::LinkToken;
use crate::auth::secret::SigningSecret;
use crate::config::{Config, ListenAddress, LogFormat, LogLevel, Transport, local_url};
use crate::domain::{SystemClock, SystemEntropy};
use crate::http::{self, AppState, Listeners};
use crate::store::{Place, ServingLock, Store, StoreError, avatars};
use crate::workers::{self, Workers};

/// The minimum number of reader threads when the settings do not set it.
const READERS_MIN: usize = 2;
/// The time limit for tasks that are still running after the last response.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// The variable by which GNU's C library learns, when a program starts, how many heaps its threads share.
const HEAPS: &str = "MALLOC_ARENA_MAX";
/// One for each processor of a small machine.
const HEAPS_MAX: &str = "2";

/// Serve the site and its API
///
/// Opens the database in the data folder, or makes it, brings it up to date, and serves until it is told to stop.
///
/// With --domain blog.example.org the site speaks HTTPS itself: it obtains a certificate from Let's Encrypt and renews it,
/// and redirects from port 80. The name has to lead to this machine.
///
/// Example: blog-app serve --listen 0.0.0.0:8080 --data-dir /var/lib/blog-app
#[derive(Args)]
pub(super) struct Serve {
    /// The address and port to listen on, such as 127.0.0.1:8080, localhost:8080 or :8080 (every interface),
    /// instead of server.listen, or of tls.listen if the site speaks HTTPS
    #[arg(long, value_name = "ADDR")]
    pub(super) listen: Option<String>,
    /// A name of the site, for which it obtains a certificate; the first one is its address. Can be given several times,
    /// instead of tls.domains, and sets tls.acme
    #[arg(long = "domain", value_name = "NAME")]
    pub(super) domains: Vec<String>,
}

/// Runs the server until SIGTERM or SIGINT. `as_called` is the command line prefix for commands that are printed.
pub(super) fn run(mut config: Config, as_called: &str) -> anyhow::Result<()> {
    start_logging(&config);
    limit_heaps();
    super::create_data_folder(&config)?;
    let _serving = ServingLock::acquire(&config.server.data_dir)?;
    let store = super::open_store(&config, readers(&config))?;
    let secret = secret(&config)?;
    store.write_blocking(avatars::seed)?;
    let durability_risks = store.durability_risks()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the threads of the server")?;
    runtime.block_on(async {
        // Says at once what is wrong with the mail settings.
        drop(outbox::mailer(&config)?);
        let https = tls::open(&config, Arc::new(SystemClock))?;
        let (tls, keep_current) = https.map(|https| (https.config, https.keep_current)).unzip();
        let listeners = listeners(&config, tls).await?;
        let address = listeners.site.local_addr().context("the socket has no address")?;
        if config.server.base_url_follows_listen
            && let Some(url) = local_url(address)
        {
            config.server.base_url = url;
        }
        let state = AppState::new(store, config, &secret);
        state.pings.start(&state.store, state.clock.now()).await?;
        publish_missed(&state).await;
        let setup = state.setup.start(&state.store, state.clock.now()).await?;
        // Installed before the address is printed: whoever reads that may send a signal at once.
        let stop = stop()?;
        print_addresses(&state, &listeners, setup.as_ref().map(|token| (token, as_called)))?;
        for risk in durability_risks {
            tracing::warn!("{risk}");
        }
        tokio::spawn(prepare_search(state.store.clone()));
        if let Some(keep_current) = keep_current {
            tokio::spawn(keep_current);
        }
        let workers = Workers::start(workers::Context {
            store: state.store.clone(),
            config: state.config.clone(),
            clock: state.clock.clone(),
            entropy: state.entropy.clone(),
            mail_queue: state.mail_queue.clone(),
            mailer: LiveMailer::new(state.store.clone(), state.mail_settings.clone()),
            email_is_due: state.email_is_due.clone(),
            notice_mails: state.notice_mails.clone(),
            seen_sessions: state.seen_sessions.clone(),
            redirect_hits: state.redirect_hits.clone(),
            imports: state.imports.clone(),
            webhooks: state.webhooks.clone(),
            pings: state.pings.clone(),
        });
        http::serve(listeners, state, stop, workers.stop()).await;
        tracing::info!("stopped");
        anyhow::Ok(())
    })?;
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    Ok(())
}

/// Starts the program anew, in the same process, with few heaps, unless their number is set. By default each thread gets a
/// heap of its own; since responses are built on one thread and freed on another, that costs a fifth of the memory of a
/// busy site. The number can be set only before the start, or by unsafe code.
fn limit_heaps() {
    if !cfg!(target_env = "gnu") || std::env::var_os(HEAPS).is_some() {
        return;
    }
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_default();
    let error = match std::env::current_exe() {
        Ok(program) => Command::new(program)
            .arg0(name)
            .args(arguments)
            .env(HEAPS, HEAPS_MAX)
            .exec(),
        Err(error) => error,
    };
    tracing::warn!(%error, "the site goes on with a heap for each thread");
}

/// Installs the signal handlers, and returns a future that completes on SIGTERM or SIGINT.
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

/// Publishes the drafts whose time came while the site was down, before the first request is served. After an error,
/// the worker tries again.
async fn publish_missed(state: &AppState) {
    let site = state.clone();
    let publish = move || scheduling::publish_due(&site.store, site.clock.as_ref(), &site.entropy);
    let published = spawn_blocking(publish).await;
    if let Err(error) = published.unwrap_or(Err(StoreError::WorkPanicked)) {
        tracing::error!(%error, "the posts that were due meanwhile could not be published");
    }
}

/// Builds the search index in the background. After a failure, every search returns the error.
async fn prepare_search(store: Store) {
    if let Err(error) = store.build_search_index().await {
        tracing::error!(%error, "the search could not be prepared");
    }
}

async fn listeners(config: &Config, tls: Option<Arc<ServerConfig>>) -> anyhow::Result<Listeners> {
    let listen = config.site_listen();
    let site = bind(listen)
        .await
        .map_err(|error| cannot_listen(error, listen, "choose another with --listen"))?;
    let redirects = match config.tls.redirect_listen.filter(|_| tls.is_some()) {
        Some(listen) => Some(bind(listen).await.map_err(|error| {
            cannot_listen(
                error,
                listen,
                "choose another in tls.redirect_listen, or none with \"\"",
            )
        })?),
        None => None,
    };
    let metrics = match config.metrics.listen {
        Some(listen) => Some(bind(listen).await.with_context(|| {
            format!("cannot listen on {listen} for the metrics; choose another address in metrics.listen")
        })?),
        None => None,
    };
    Ok(Listeners {
        site,
        tls,
        redirects,
        metrics,
    })
}

/// Says what to do about an address that cannot be bound.
fn cannot_listen(error: io::Error, listen: ListenAddress, other: &str) -> anyhow::Error {
    let remedy = if error.kind() == io::ErrorKind::PermissionDenied {
        "only root, or a program with the capability, may use a port below 1024: run `setcap cap_net_bind_service=+ep` \
         on the program, set AmbientCapabilities=CAP_NET_BIND_SERVICE in its systemd unit"
    } else {
        "free the port"
    };
    anyhow::Error::new(error).context(format!("cannot listen on {listen}; {remedy}, or {other}"))
}

/// Binds the first candidate that is available on this machine.
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

/// Prints the addresses of the site, and, without an administrator, the address and the command that make the first one.
fn print_addresses(
    state: &AppState,
    listeners: &Listeners,
    setup: Option<(&LinkToken, &str)>,
) -> anyhow::Result<()> {
    let (site, config) = (state.site(), &state.config);
    let address = listeners.site.local_addr().context("the socket has no address")?;
    let data_dir = &config.server.data_dir;
    let data_dir = data_dir.canonicalize().unwrap_or_else(|_| data_dir.clone());
    let url = match &listeners.tls {
        Some(_) => format!("{}, which listens on {address}", config.server.origin()),
        None => display_url(address),
    };
    print_line(&format!("{} is at {url}", site.name));
    print_line(&match super::place(config) {
        server @ Place::Server(_) => format!("Data:  {server}"),
        Place::File(_) => format!("Data:  {}", data_dir.display()),
    });
    let mail = state.store.mail_settings();
    print_line(&match state.mail_settings.server(&mail.mail) {
        Some(server) => format!("Mail:  sent by {}:{}", server.host, server.port),
        None => configured_mail(config, &data_dir),
    });
    if let Some(metrics) = &listeners.metrics {
        let address = metrics
            .local_addr()
            .context("the socket of the metrics has no address")?;
        print_line(&format!("Metrics: {}/metrics", display_url(address)));
    }
    if let Some((token, as_called)) = setup {
        print_line(
            "There is no administrator yet. Set the site up in a browser, with this address, within a day:",
        );
        print_line(&format!("  {}/setup#{}", config.server.origin(), token.expose()));
        print_line("or make one with:");
        print_line(&format!(
            "  {as_called} admin create --username NAME --email ADDRESS"
        ));
    }
    Ok(())
}

/// Says how the configuration sends mails.
fn configured_mail(config: &Config, data_dir: &Path) -> String {
    match config.mail.transport {
        Transport::File => format!("Mail:  written to {}", data_dir.join("outbox").display()),
        Transport::Smtp => format!("Mail:  sent by {}:{}", config.mail.host, config.mail.port),
    }
}

/// Returns the URL of a listener for a browser on this machine.
fn display_url(address: SocketAddr) -> String {
    local_url(address).map_or_else(
        || format!("http://{address}"),
        |url| url.origin().ascii_serialization(),
    )
}

/// Returns the secret of the settings, or the one in the data folder, which is created if absent.
pub(super) fn secret(config: &Config) -> anyhow::Result<SigningSecret> {
    let configured = &config.auth.secret;
    if !configured.is_empty() {
        return Ok(SigningSecret::from_text(configured.expose()));
    }
    let file = config.secret_file();
    SigningSecret::load_or_create(&file, &SystemEntropy)
        .with_context(|| format!("cannot use the secret {}; or set auth.secret", file.display()))
}

/// The number of reader threads: `database.pool` of a server, or `server.reader_threads`, unless they are 0.
fn readers(config: &Config) -> usize {
    let pool = config.database.pool;
    if !config.database.url.is_empty() && pool > 0 {
        return pool;
    }
    match config.server.reader_threads {
        0 => std::thread::available_parallelism().map_or(READERS_MIN, |count| count.get().max(READERS_MIN)),
        count => count,
    }
}

/// Starts logging to standard error. The target `security` is logged at every level.
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
            "{level},refinery_core=warn,postgres=warn,tokio_postgres=warn,rustls_acme=warn,security=info"
        )))
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false);
    match config.log.format {
        LogFormat::Text => builder.init(),
        LogFormat::Json => builder.json().init(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_how_to_get_a_port_that_only_root_may_use() {
        let message = |kind: io::ErrorKind| {
            let error = cannot_listen(
                kind.into(),
                ":443".parse().unwrap(),
                "choose another with --listen",
            );
            format!("{error:#}")
        };
        let denied = message(io::ErrorKind::PermissionDenied);
        assert!(denied.starts_with("cannot listen on :443; only root"), "{denied}");
        assert!(denied.contains("setcap cap_net_bind_service=+ep"), "{denied}");
        assert!(
            denied.contains("AmbientCapabilities=CAP_NET_BIND_SERVICE"),
            "{denied}"
        );
        let in_use = message(io::ErrorKind::AddrInUse);
        assert!(
            in_use.starts_with("cannot listen on :443; free the port, or choose"),
            "{in_use}"
        );
    }
}
