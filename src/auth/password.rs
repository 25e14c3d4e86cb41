//! Password hashing with argon2id: 19 MiB, 2 passes, 1 lane (rulings §3).

use std::net::IpAddr;
use std::num::NonZero;
use std::thread;

use tokio::sync::oneshot;

pub use super::hash_memory::HashError;
use super::hash_memory::HashMemory;
use super::hash_queue::HashQueue;
use crate::domain::Password;

/// The most workers: each uses 19 MiB and computes about 25 hashes per second.
const WORKERS_MAX: usize = 2;

/// Hashes passwords on dedicated threads, each of which reuses one allocation. Client networks are served in turn,
/// and the number of waiting jobs is limited per network and in total.
pub struct PasswordHasher(HashQueue);

impl PasswordHasher {
    /// Creates workers for half of the processors, so that requests still proceed, and at most two.
    pub fn for_this_machine() -> Self {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        Self::new((processors / 2).clamp(1, WORKERS_MAX))
    }

    /// Creates `workers` workers. Their threads and memory exist only while there is work.
    pub fn new(workers: usize) -> Self {
        Self(HashQueue::new(workers))
    }

    /// Returns the PHC string of a password.
    pub async fn hash(&self, network: Option<IpAddr>, password: Password) -> Result<String, HashError> {
        let work = move |memory: &mut HashMemory| memory.hash(password.expose().as_bytes());
        self.run(network, work).await
    }

    /// Returns whether `password` has this hash. An invalid hash, such as that of an account without a password,
    /// matches no password.
    pub async fn verify(
        &self,
        network: Option<IpAddr>,
        password: String,
        hash: String,
    ) -> Result<bool, HashError> {
        let work = move |memory: &mut HashMemory| Ok(memory.verifies(&password, &hash));
        self.run(network, work).await
    }

    /// Rejects a password for an account that does not exist, in the same time as for one that does.
    pub async fn simulate_verification(
        &self,
        network: Option<IpAddr>,
        password: String,
    ) -> Result<bool, HashError> {
        let work = move |memory: &mut HashMemory| memory.hash(password.as_bytes()).map(|_| false);
        self.run(network, work).await
    }

    async fn run<T: Send + 'static>(
        &self,
        network: Option<IpAddr>,
        work: impl FnOnce(&mut HashMemory) -> Result<T, HashError> + Send + 'static,
    ) -> Result<T, HashError> {
        let (caller, result) = oneshot::channel();
        let job = Box::new(move |memory: Option<&mut HashMemory>| {
            // Skip the work when the client has disconnected.
            if !caller.is_closed() {
                drop(caller.send(memory.map_or(Err(HashError::NetworkBusy), work)));
            }
        });
        self.0.push(network, job)?;
        let panicked = |_| Err(HashError::Failed("the worker panicked".to_owned()));
        result.await.unwrap_or_else(panicked)
    }
}

/// Returns the PHC string of a password, with a new salt. Takes about 40 ms of CPU time: do not call on async threads.
///
/// # Errors
/// Fails when the password is longer than argon2 accepts.
pub fn hash(password: &Password) -> Result<String, HashError> {
    HashMemory::default().hash(password.expose().as_bytes())
}

/// Whether a hash that another site has made can be stored: a PHC string of Argon2 within what verification may cost here.
pub fn is_usable_hash(hash: &str) -> bool {
    HashMemory::affords(hash)
}

#[cfg(test)]
mod tests {
    use argon2::Argon2;
    use argon2::password_hash::PasswordVerifier as _;

    use super::*;

    const PASSWORD: &str = "correct horse";

    #[test]
    fn hashes_with_argon2id_and_the_documented_parameters() {
        let password = Password::parse("password", PASSWORD, &[]).unwrap();
        let hash = hash(&password).unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let mut memory = HashMemory::default();
        assert!(memory.verifies(PASSWORD, &hash));
        assert!(!memory.verifies("wrong horse", &hash));
        assert!(!memory.verifies(PASSWORD, "no hash"));
        assert!(!memory.verifies(PASSWORD, ""));
        let library = Argon2::default().verify_password(PASSWORD.as_bytes(), hash.as_str());
        assert!(library.is_ok(), "the library itself verifies it");
    }

    #[tokio::test]
    async fn workers_hash_and_verify() {
        let workers = PasswordHasher::new(1);
        let password = Password::parse("password", PASSWORD, &[]).unwrap();
        let hash = workers.hash(None, password).await.unwrap();
        let verify = |password: &str| workers.verify(None, password.to_owned(), hash.clone());
        assert!(verify(PASSWORD).await.unwrap());
        assert!(!verify("wrong horse").await.unwrap());
        assert!(
            !workers
                .simulate_verification(None, PASSWORD.to_owned())
                .await
                .unwrap()
        );
    }
}
