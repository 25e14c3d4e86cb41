//! Readers who press the same button twice at once.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::OnceCell;

use super::ApiError;
use crate::domain::{PostId, UserId};
use crate::store::marks::Toggled;

/// What a reader can turn on and off on a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Button {
    Like,
    Bookmark,
}

type Key = (Button, PostId, UserId);

/// The presses that are not answered yet. Another one of the same button means the same as they do.
#[derive(Default)]
pub struct Presses(Mutex<HashMap<Key, Weak<OnceCell<Toggled>>>>);

impl Presses {
    /// What becomes of a press: what `press` gives, or what another press gave that was under way when this one came.
    pub(super) async fn press(
        &self,
        key: Key,
        press: impl Future<Output = Result<Toggled, ApiError>>,
    ) -> Result<Toggled, ApiError> {
        let _leaving = Leaving { presses: self, key };
        // Gone before that looks who is left, since what was made last is dropped first.
        let outcome = self.join(key);
        outcome.get_or_try_init(|| press).await.copied()
    }

    fn join(&self, key: Key) -> Arc<OnceCell<Toggled>> {
        self.with(|presses| {
            let known = presses.entry(key).or_default();
            known.upgrade().unwrap_or_else(|| {
                let new = Arc::default();
                *known = Arc::downgrade(&new);
                new
            })
        })
    }

    fn with<T>(&self, work: impl FnOnce(&mut HashMap<Key, Weak<OnceCell<Toggled>>>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Forgets a press when nobody waits for it any more.
struct Leaving<'presses> {
    presses: &'presses Presses,
    key: Key,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.presses.with(|presses| {
            if presses
                .get(&self.key)
                .is_some_and(|press| press.strong_count() == 0)
            {
                presses.remove(&self.key);
            }
        });
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
            Button::Like,
            PostId::new(now, &SystemEntropy),
            UserId::new(now, &SystemEntropy),
        )
    }

    fn toggled(is_on: bool) -> Toggled {
        Toggled { is_on, count: 7 }
    }

    #[tokio::test]
    async fn two_at_once_are_one_and_two_in_turn_are_two() {
        let (presses, key) = (Presses::default(), key());
        let (end, ended) = oneshot::channel();
        let first = presses.press(key, async { Ok(ended.await.unwrap()) });
        let second = presses.press(key, pending());
        let ending = async { end.send(toggled(true)).unwrap() };
        let (first, second, ()) = tokio::join!(first, second, ending);
        assert_eq!((first.unwrap(), second.unwrap()), (toggled(true), toggled(true)));

        let third = presses.press(key, async { Ok(toggled(false)) }).await;
        assert_eq!(third.unwrap(), toggled(false));
        assert!(presses.with(|presses| presses.is_empty()));
    }

    #[tokio::test]
    async fn a_press_that_fails_or_is_given_up_is_made_by_the_next() {
        let (presses, key) = (Presses::default(), key());
        let given_up = presses.press(key, pending());
        let refused = presses.press(key, async { Err(ApiError::Unavailable) });
        let made = presses.press(key, async { Ok(toggled(true)) });
        let (given_up, refused, made) = tokio::join!(
            tokio::time::timeout(std::time::Duration::ZERO, given_up),
            refused,
            made
        );
        assert!(given_up.is_err() && refused.is_err());
        assert_eq!(made.unwrap(), toggled(true));
    }
}
