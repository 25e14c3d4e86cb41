//! Coalescing of concurrent toggles of the same like or bookmark by one reader.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tokio::sync::OnceCell;

use super::ApiError;
use crate::domain::{CommentId, PostId, UserId};
use crate::store::marks::Toggled;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum ToggledMark {
    PostLike(PostId),
    PostBookmark(PostId),
    CommentLike(CommentId),
}

type Key = (ToggledMark, UserId);

/// The toggles in progress. A concurrent one with the same key shares their outcome.
#[derive(Default)]
pub struct ToggleCoalescing(Mutex<HashMap<Key, Weak<OnceCell<Toggled>>>>);

impl ToggleCoalescing {
    /// Runs `toggle`, or returns the outcome of a toggle with the same key that is in progress.
    pub(super) async fn toggle(
        &self,
        key: Key,
        toggle: impl Future<Output = Result<Toggled, ApiError>>,
    ) -> Result<Toggled, ApiError> {
        let _clean_up = CleanUp { toggles: self, key };
        // Declared last, so it is dropped before the guard counts the references.
        let outcome = self.join(key);
        outcome.get_or_try_init(|| toggle).await.copied()
    }

    fn join(&self, key: Key) -> Arc<OnceCell<Toggled>> {
        let mut toggles = self.0.lock();
        let cell = toggles.entry(key).or_default();
        cell.upgrade().unwrap_or_else(|| {
            let new = Arc::default();
            *cell = Arc::downgrade(&new);
            new
        })
    }
}

/// Removes a toggle from the map when nobody waits for it any more.
struct CleanUp<'toggles> {
    toggles: &'toggles ToggleCoalescing,
    key: Key,
}

impl Drop for CleanUp<'_> {
    fn drop(&mut self) {
        let mut toggles = self.toggles.0.lock();
        if toggles
            .get(&self.key)
            .is_some_and(|toggle| toggle.strong_count() == 0)
        {
            toggles.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use tokio::sync::oneshot;

    use super::*;
    use crate::domain::{SystemEntropy, Time};

    fn key() -> Key {
        let now = Time::from_milliseconds(1_000);
        (
            ToggledMark::PostLike(PostId::new(now, &SystemEntropy)),
            UserId::new(now, &SystemEntropy),
        )
    }

    fn toggled(is_on: bool) -> Toggled {
        Toggled { is_on, count: 7 }
    }

    #[tokio::test]
    async fn coalesces_concurrent_toggles_but_not_consecutive_ones() {
        let (toggles, key) = (ToggleCoalescing::default(), key());
        let (end, ended) = oneshot::channel();
        let first = toggles.toggle(key, async { Ok(ended.await.unwrap()) });
        let second = toggles.toggle(key, pending());
        let ending = async { end.send(toggled(true)).unwrap() };
        let (first, second, ()) = tokio::join!(first, second, ending);
        assert_eq!((first.unwrap(), second.unwrap()), (toggled(true), toggled(true)));

        let third = toggles.toggle(key, async { Ok(toggled(false)) }).await;
        assert_eq!(third.unwrap(), toggled(false));
        assert!(toggles.0.lock().is_empty());
    }

    #[tokio::test]
    async fn runs_the_next_toggle_after_one_that_failed_or_was_abandoned() {
        let (toggles, key) = (ToggleCoalescing::default(), key());
        let abandoned = toggles.toggle(key, pending());
        let failed = toggles.toggle(key, async { Err(ApiError::Unavailable) });
        let succeeded = toggles.toggle(key, async { Ok(toggled(true)) });
        let (abandoned, failed, succeeded) = tokio::join!(
            tokio::time::timeout(std::time::Duration::ZERO, abandoned),
            failed,
            succeeded
        );
        assert!(abandoned.is_err() && failed.is_err());
        assert_eq!(succeeded.unwrap(), toggled(true));
    }
}
