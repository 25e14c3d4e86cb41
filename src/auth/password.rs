//! Passwords, kept as argon2id hashes: 19 MiB, 2 passes, 1 lane (rulings §3).

use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use thiserror::Error;
use tokio::sync::Semaphore;

use crate::domain::Password;

/// Hashes that may wait for a processor, for each one that is worked on: some two seconds of work.
const WAITING_FOR_EACH: usize = 32;

/// The hash could not be made.
#[derive(Debug, Error)]
pub enum HashError {
    /// Too many are asked for at once.
    #[error("too many passwords are being checked at once")]
    Busy,
    /// The system gives no randomness or memory.
    #[error("the password could not be hashed: {0}")]
    Failed(String),
}

/// Hashes passwords off the async threads, as many at once as there are processors; of those that wait
/// there is a bound as well, so that nobody can fill the memory with them.
#[derive(Clone)]
pub struct PasswordWorkers {
    places: Arc<Semaphore>,
    running: Arc<Semaphore>,
}

impl PasswordWorkers {
    /// Workers for so many hashes at once.
    pub fn new(at_once: usize) -> Self {
        let at_once = at_once.max(1);
        Self {
            places: Arc::new(Semaphore::new(at_once * (1 + WAITING_FOR_EACH))),
            running: Arc::new(Semaphore::new(at_once)),
        }
    }

    /// The PHC string of a password.
    pub async fn hash(&self, password: Password) -> Result<String, HashError> {
        self.run(move || hash(&password)).await
    }

    /// Whether `password` is the one that `hash` was made of. A hash that is none, like that of an account
    /// without a password, fits nothing.
    pub async fn verify(&self, password: String, hash: String) -> Result<bool, HashError> {
        self.run(move || Ok(is_of(&password, &hash))).await
    }

    /// Refuses a password for an account that is not there, in the time that it takes for one that is.
    pub async fn refuse(&self, password: String) -> Result<bool, HashError> {
        self.run(move || hash_bytes(password.as_bytes()).map(|_| false))
            .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, HashError> + Send + 'static,
    ) -> Result<T, HashError> {
        let failed = |error: &dyn std::error::Error| HashError::Failed(error.to_string());
        let _place = self.places.try_acquire().map_err(|_| HashError::Busy)?;
        // Goes along to the thread: a caller who leaves does not make room for another hash before its own ends.
        let turn = self.running.clone().acquire_owned().await;
        let turn = turn.map_err(|error| failed(&error))?;
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        done.await.map_err(|error| failed(&error))?
    }
}

/// The PHC string of a password, with a salt of its own. Takes some 40 ms of a processor: not for async threads.
///
/// # Errors
/// When the system gives no randomness or memory.
pub fn hash(password: &Password) -> Result<String, HashError> {
    hash_bytes(password.expose().as_bytes())
}

fn hash_bytes(password: &[u8]) -> Result<String, HashError> {
    Argon2::default()
        .hash_password(password)
        .map(|hash| hash.to_string())
        .map_err(|error| HashError::Failed(error.to_string()))
}

fn is_of(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| {
        Argon2::default()
            .verify_password(password.as_bytes(), &hash)
            .is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_argon2id_of_the_strength_we_promise() {
        let password = Password::parse("password", "correct horse").unwrap();
        let hash = hash(&password).unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(is_of("correct horse", &hash));
        assert!(!is_of("wrong horse", &hash));
        assert!(!is_of("correct horse", "no hash"));
    }

    #[tokio::test]
    async fn too_many_at_once_are_sent_away() {
        let workers = PasswordWorkers::new(1);
        let _held = workers.running.clone().acquire_owned().await.unwrap();
        let mut waiting = Vec::new();
        for _ in 0..=WAITING_FOR_EACH {
            let workers = workers.clone();
            waiting.push(tokio::spawn(async move {
                workers.verify(String::new(), String::new()).await
            }));
        }
        while workers.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let refused = workers.verify(String::new(), String::new()).await;
        assert!(matches!(refused, Err(HashError::Busy)));
        for task in waiting {
            task.abort();
        }
    }
}
