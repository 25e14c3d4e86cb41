//! What every handler may reach.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::pages;
use crate::config::Config;
use crate::domain::{Clock, Entropy, SystemClock, SystemEntropy};
use crate::store::Store;

/// The running site: its data, its settings, and where time and randomness come from.
#[derive(Clone)]
pub struct AppState {
    /// The database.
    pub store: Store,
    /// The settings it was started with.
    pub config: Arc<Config>,
    /// The present moment.
    pub clock: Arc<dyn Clock>,
    /// Unpredictable bytes.
    pub entropy: Arc<dyn Entropy>,
    /// The shell of every page, with the site's name in it.
    pub(super) shell: Arc<str>,
    is_ending: Arc<AtomicBool>,
}

impl AppState {
    /// A site on the machine's own clock and randomness.
    pub fn new(store: Store, config: Config) -> Self {
        Self {
            store,
            shell: pages::named_shell(&config.site.name).into(),
            config: Arc::new(config),
            clock: Arc::new(SystemClock),
            entropy: Arc::new(SystemEntropy),
            is_ending: Arc::default(),
        }
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
