//! Passwords, kept as argon2id hashes: 19 MiB, 2 passes, 1 lane (rulings §3).

use std::net::IpAddr;
use std::num::NonZero;
use std::thread;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use thiserror::Error;
use tokio::sync::oneshot;

use super::hash_queue::{Busy, HashQueue};
use crate::domain::{Entropy as _, Password, SystemEntropy};

/// Workers on the largest machines: each takes 19 MiB, and makes some 25 hashes a second.
const WORKERS_MAX: usize = 2;
const SALT_BYTES: usize = 16;
/// Blocks of 1 KiB for which address space is reserved. An allocation of more than 32 MiB is always given back to the
/// system; a smaller one would stay in the allocator's heaps. Only the blocks that are used take memory.
const RESERVED_BLOCKS: usize = 33 * 1_024;

/// The hash could not be made.
#[derive(Debug, Error)]
pub enum HashError {
    /// Too many clients wait for a hash.
    #[error("too many passwords are being checked at once")]
    Busy,
    /// One client network waits for too many hashes.
    #[error("too many passwords of one client network are being checked at once")]
    NetworkBusy,
    /// The system gives no threads or memory.
    #[error("the password could not be hashed: {0}")]
    Failed(String),
}

impl From<Busy> for HashError {
    fn from(busy: Busy) -> Self {
        match busy {
            Busy::Everywhere => Self::Busy,
            Busy::Network => Self::NetworkBusy,
        }
    }
}

/// Hashes passwords on threads of their own, each of which uses one piece of memory again and again. Client networks
/// take turns, and what waits is bounded for each of them and in all.
#[derive(Clone)]
pub struct PasswordWorkers(HashQueue);

impl PasswordWorkers {
    /// As many workers as suit the machine: half of its processors, so that reading goes on, and at most two.
    pub fn for_this_machine() -> Self {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        Self::new((processors / 2).clamp(1, WORKERS_MAX))
    }

    /// So many workers. Their threads and memory are there only while there is work.
    pub fn new(workers: usize) -> Self {
        Self(HashQueue::new(workers))
    }

    /// Returns the PHC string of a password.
    pub async fn hash(&self, network: Option<IpAddr>, password: Password) -> Result<String, HashError> {
        let work = move |memory: &mut HashMemory| memory.hash(password.expose().as_bytes());
        self.run(network, work).await
    }

    /// Returns whether `password` is the one that `hash` was made of. A hash that is none, like that of an account
    /// without a password, fits nothing.
    pub async fn verify(
        &self,
        network: Option<IpAddr>,
        password: String,
        hash: String,
    ) -> Result<bool, HashError> {
        let work = move |memory: &mut HashMemory| Ok(memory.verifies(&password, &hash));
        self.run(network, work).await
    }

    /// Refuses a password for an account that is not there, in the time that it takes for one that is.
    pub async fn refuse(&self, network: Option<IpAddr>, password: String) -> Result<bool, HashError> {
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
            // A client who left meanwhile costs nothing.
            if !caller.is_closed() {
                drop(caller.send(memory.map_or(Err(HashError::NetworkBusy), work)));
            }
        });
        self.0.push(network, job)?;
        let panicked = |_| Err(HashError::Failed("the worker panicked".to_owned()));
        result.await.unwrap_or_else(panicked)
    }
}

/// Returns the PHC string of a password, with a salt of its own. Takes some 40 ms of a processor: not for async threads.
///
/// # Errors
/// When the password is longer than argon2 takes.
pub fn hash(password: &Password) -> Result<String, HashError> {
    HashMemory::default().hash(password.expose().as_bytes())
}

/// The memory in which argon2 works.
#[derive(Default)]
pub(super) struct HashMemory(Vec<Block>);

impl HashMemory {
    fn blocks(&mut self, count: usize) -> &mut [Block] {
        if self.0.is_empty() {
            self.0.reserve_exact(RESERVED_BLOCKS.max(count));
        }
        if self.0.len() < count {
            self.0.resize(count, Block::new());
        }
        &mut self.0[..count]
    }

    fn hash(&mut self, password: &[u8]) -> Result<String, HashError> {
        let mut salt = [0; SALT_BYTES];
        SystemEntropy.fill(&mut salt);
        let params = Params::default();
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
        let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
        argon2
            .hash_password_into_with_memory(password, &salt, &mut output, self.blocks(params.block_count()))
            .map_err(|error| failed(&error))?;
        let hash = PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: ParamsString::try_from(&params).map_err(|error| failed(&error))?,
            salt: Some(Salt::new(&salt).map_err(|error| failed(&error))?),
            hash: Some(Output::new(&output).map_err(|error| failed(&error))?),
        };
        Ok(hash.to_string())
    }

    fn verifies(&mut self, password: &str, hash: &str) -> bool {
        let Ok(hash) = PasswordHash::new(hash) else {
            return false;
        };
        self.output_like(password, &hash)
            // `Output` compares in constant time.
            .is_some_and(|output| hash.hash.is_some_and(|expected| expected == output))
    }

    /// Hashes a password with the salt and the cost of a hash that was made before.
    fn output_like(&mut self, password: &str, hash: &PasswordHash) -> Option<Output> {
        let algorithm = Algorithm::try_from(hash.algorithm.as_str()).ok()?;
        let version = hash.version.map_or(Ok(Version::default()), Version::try_from);
        let params = Params::try_from(hash).ok()?;
        let (salt, length) = (hash.salt.as_ref()?, hash.hash.as_ref()?.len());
        let mut buffer = [0; Output::MAX_LENGTH];
        let output = buffer.get_mut(..length)?;
        let blocks = self.blocks(params.block_count());
        Argon2::new(algorithm, version.ok()?, params)
            .hash_password_into_with_memory(password.as_bytes(), salt, output, blocks)
            .ok()?;
        Output::new(output).ok()
    }
}

fn failed(error: &dyn std::error::Error) -> HashError {
    HashError::Failed(error.to_string())
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::PasswordVerifier as _;

    use super::*;

    const PASSWORD: &str = "correct horse";

    #[test]
    fn the_hash_is_argon2id_of_the_strength_we_promise() {
        let password = Password::parse("password", PASSWORD, &[]).unwrap();
        let hash = hash(&password).unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let mut memory = HashMemory::default();
        assert!(memory.verifies(PASSWORD, &hash));
        assert!(!memory.verifies("wrong horse", &hash));
        assert!(!memory.verifies(PASSWORD, "no hash"));
        assert!(!memory.verifies(PASSWORD, ""));
        let library = Argon2::default().verify_password(PASSWORD.as_bytes(), hash.as_str());
        assert!(library.is_ok(), "the library itself reads it");
    }

    #[test]
    fn verifies_hashes_of_another_cost_in_the_same_memory() {
        let mut memory = HashMemory::default();
        // Made by the reference implementation: argon2 somesalt -id -t 2 -m 16 -p 1 -l 32, password "password".
        let stronger =
            "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
        let weaker = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
        for hash in [weaker, stronger, weaker] {
            assert!(memory.verifies("password", hash), "{hash}");
            assert!(!memory.verifies("Password", hash), "{hash}");
        }
    }

    #[test]
    fn one_memory_serves_many_hashes() {
        let mut memory = HashMemory::default();
        let first = memory.hash(PASSWORD.as_bytes()).unwrap();
        let place = memory.0.as_ptr();
        let second = memory.hash(PASSWORD.as_bytes()).unwrap();
        assert_ne!(first, second, "each has a salt of its own");
        assert!(memory.verifies(PASSWORD, &first) && memory.verifies(PASSWORD, &second));
        assert_eq!(memory.0.as_ptr(), place);
        assert_eq!(memory.0.len(), 19 * 1_024);
    }

    #[tokio::test]
    async fn workers_hash_and_verify() {
        let workers = PasswordWorkers::new(1);
        let password = Password::parse("password", PASSWORD, &[]).unwrap();
        let hash = workers.hash(None, password).await.unwrap();
        let verify = |password: &str| workers.verify(None, password.to_owned(), hash.clone());
        assert!(verify(PASSWORD).await.unwrap());
        assert!(!verify("wrong horse").await.unwrap());
        assert!(!workers.refuse(None, PASSWORD.to_owned()).await.unwrap());
    }
}
