//! What every handler may reach.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

use super::answers::Answers;
use super::costly_reads::CostlyReads;
use super::guesses::Guesses;
use super::metrics::Metrics;
use super::middleware::rate_limit::RateLimits;
use super::pages::Pages;
use super::pages::sitemap::Sitemap;
use super::presses::Presses;
use super::readings::Readings;
use super::response_budget::ResponseBudget;
use super::shown_addresses::ShownAddresses;
use super::standings::Standings;
use super::turn::Turn;
use super::unnamed_proxy::UnnamedProxy;
use crate::actions::email_changes::EmailChanges;
use crate::actions::one_time_codes::OneTimeCodes;
use crate::auth::code::CodeHasher;
use crate::auth::network::NetworkHasher;
use crate::auth::password::PasswordWorkers;
use crate::auth::secret::SigningSecret;
use crate::auth::token::Tokens;
use crate::config::Config;
use crate::domain::{Clock, Entropy, SystemClock, SystemEntropy};
use crate::mail::Letters;
use crate::store::Store;

/// The running site. Clones share it, and cost next to nothing.
#[derive(Clone)]
pub struct AppState(Arc<Site>);

impl Deref for AppState {
    type Target = Site;

    fn deref(&self) -> &Site {
        &self.0
    }
}

/// Its data, its settings, and where time and randomness come from.
pub struct Site {
    /// The database.
    pub store: Store,
    /// The settings it was started with.
    pub config: Arc<Config>,
    /// The present moment.
    pub clock: Arc<dyn Clock>,
    /// Unpredictable bytes.
    pub entropy: Arc<dyn Entropy>,
    /// Makes and reads proofs of having signed in.
    pub tokens: Arc<Tokens>,
    /// Checks passwords, a bounded number at once.
    pub passwords: PasswordWorkers,
    /// Whoever reads pictures waits for it.
    pub(super) picture_turn: Turn,
    /// Whoever draws a preview waits for it.
    pub(super) preview_turn: Turn,
    /// Sends and checks one-time codes.
    pub codes: Arc<OneTimeCodes>,
    /// Tells old addresses of changes.
    pub(super) email_changes: Arc<EmailChanges>,
    /// How many mail addresses each reader was shown.
    pub(super) shown_addresses: ShownAddresses,
    /// How much one address may do.
    pub(super) rate_limits: Option<RateLimits>,
    /// Whether a proxy was met that the settings do not name.
    pub(super) unnamed_proxy: UnnamedProxy,
    /// Hashes client networks for what is kept of them.
    pub(super) networks: Arc<NetworkHasher>,
    /// How often a secret was guessed wrongly.
    pub(super) guesses: Guesses,
    /// What articles are read as.
    pub(super) readings: Readings,
    /// What was answered to many.
    pub(super) answers: Answers,
    /// The memory of responses that are being sent.
    pub(super) response_budget: ResponseBudget,
    /// The queue for the reads that cost most.
    pub(super) costly_reads: CostlyReads,
    /// What decides on the requests of readers.
    pub(super) standings: Standings,
    /// What readers turn on and off just now.
    pub(super) presses: Presses,
    /// What was answered, and how fast.
    pub(super) metrics: Metrics,
    /// Told when there is something in the outbox.
    pub(super) mail_is_due: Arc<Notify>,
    /// What the pages are made with.
    pub(super) pages: Pages,
    /// The files for search engines, as they were last made.
    pub(super) sitemap: Sitemap,
    is_ending: AtomicBool,
    pads_health: AtomicBool,
}

impl AppState {
    /// A site on the machine's own clock and randomness. `secret` signs its tokens.
    pub fn new(store: Store, config: Config, secret: &SigningSecret) -> Self {
        Self::at(Arc::new(SystemClock), store, config, secret)
    }

    /// The same by another clock.
    pub fn at(clock: Arc<dyn Clock>, store: Store, config: Config, secret: &SigningSecret) -> Self {
        let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
        let letters = Letters::new(&config.site.name, config.server.base_url.as_str());
        let hasher = CodeHasher::new(secret.clone());
        let codes = OneTimeCodes::new(hasher, letters.clone(), entropy.clone(), clock.clone());
        let email_changes = EmailChanges::new(letters, entropy.clone());
        let networks = Arc::new(NetworkHasher::new(secret.clone()));
        Self(Arc::new(Site {
            tokens: Arc::new(Tokens::new(secret, config.auth.token_hours, entropy.clone())),
            passwords: PasswordWorkers::for_this_machine(),
            picture_turn: Turn::default(),
            preview_turn: Turn::default(),
            codes: Arc::new(codes),
            email_changes: Arc::new(email_changes),
            shown_addresses: ShownAddresses::default(),
            rate_limits: RateLimits::new(&config.rate_limit),
            guesses: Guesses::new(&config.rate_limit, store.clone(), networks.clone(), clock.clone()),
            unnamed_proxy: UnnamedProxy::default(),
            networks,
            answers: Answers::new(config.server.cache_megabytes << 20),
            response_budget: ResponseBudget::new(config.server.response_megabytes.get() << 20),
            costly_reads: CostlyReads::default(),
            readings: Readings::default(),
            standings: Standings::default(),
            presses: Presses::default(),
            metrics: Metrics::default(),
            mail_is_due: Arc::default(),
            pages: Pages::new(&config),
            config: Arc::new(config),
            store,
            clock,
            entropy,
            sitemap: Sitemap::default(),
            is_ending: AtomicBool::default(),
            pads_health: AtomicBool::default(),
        }))
    }

    /// From now on `/api/health` is as long as its caller likes, which only `make bench` wants.
    pub fn pad_health(&self) {
        self.pads_health.store(true, Ordering::Relaxed);
    }

    pub(super) fn pads_health(&self) -> bool {
        self.pads_health.load(Ordering::Relaxed)
    }

    /// From now on the site says that it is not ready.
    pub fn end(&self) {
        self.is_ending.store(true, Ordering::Relaxed);
    }

    /// Whether the site was told to end.
    pub fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::Relaxed)
    }
}
