//! Argon2id with memory that is reused.

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use thiserror::Error;

use crate::domain::{Entropy as _, SystemEntropy};

const SALT_BYTES: usize = 16;
/// The blocks of 1 KiB for which address space is reserved. An allocation of more than 32 MiB is always returned to
/// the system; a smaller one would stay in the allocator's heaps. Only used blocks occupy memory.
const RESERVED_BLOCKS: usize = 33 * 1_024;

/// The most memory in KiB, passes and lanes of a hash that another site has made.
const FOREIGN_KIB_MAX: u32 = 64 * 1_024;
const FOREIGN_PASSES_MAX: u32 = 10;
const FOREIGN_LANES_MAX: u32 = 4;

/// An error of password hashing.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum HashError {
    /// Too many clients wait for a hash.
    #[error("too many passwords are being checked at once")]
    Busy,
    /// One client network waits for too many hashes.
    #[error("too many passwords of one client network are being checked at once")]
    NetworkBusy,
    /// The system has no threads or memory left.
    #[error("the password could not be hashed: {0}")]
    Failed(String),
}

/// The working memory of argon2.
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

    /// Returns the PHC string of a password, with a new salt.
    pub(super) fn hash(&mut self, password: &[u8]) -> Result<String, HashError> {
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

    pub(super) fn verifies(&mut self, password: &str, hash: &str) -> bool {
        let Ok(hash) = PasswordHash::new(hash) else {
            return false;
        };
        self.output_with_parameters_of(password, &hash)
            // `Output` compares in constant time.
            .is_some_and(|output| hash.hash.is_some_and(|expected| expected == output))
    }

    /// Whether a hash from elsewhere is one of Argon2 whose verification takes no more memory and time than this site
    /// affords.
    pub(super) fn affords(hash: &str) -> bool {
        let Ok(hash) = PasswordHash::new(hash) else {
            return false;
        };
        let params = Params::try_from(&hash);
        Algorithm::try_from(hash.algorithm.as_str()).is_ok()
            && hash.salt.is_some()
            && hash.hash.is_some()
            && params.is_ok_and(|params| {
                params.m_cost() <= FOREIGN_KIB_MAX
                    && params.t_cost() <= FOREIGN_PASSES_MAX
                    && params.p_cost() <= FOREIGN_LANES_MAX
            })
    }

    /// Hashes a password with the salt and the parameters of an existing hash.
    fn output_with_parameters_of(&mut self, password: &str, hash: &PasswordHash) -> Option<Output> {
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
    use super::*;

    const PASSWORD: &str = "correct horse";

    #[test]
    fn verifies_hashes_with_other_parameters_in_the_same_memory() {
        let mut memory = HashMemory::default();
        // Created by the reference implementation: argon2 somesalt -id -t 2 -m 16 -p 1 -l 32, password "password".
        let stronger =
            "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
        let weaker = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
        for hash in [weaker, stronger, weaker] {
            assert!(memory.verifies("password", hash), "{hash}");
            assert!(!memory.verifies("Password", hash), "{hash}");
        }
    }

    #[test]
    fn affords_usual_hashes_from_elsewhere() {
        let hash = |parameters: &str| {
            format!("$argon2id$v=19${parameters}$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc")
        };
        for parameters in ["m=19456,t=2,p=1", "m=65536,t=10,p=4"] {
            assert!(HashMemory::affords(&hash(parameters)), "{parameters}");
        }
        for parameters in ["m=65537,t=2,p=1", "m=19456,t=11,p=1", "m=19456,t=2,p=5"] {
            assert!(!HashMemory::affords(&hash(parameters)), "{parameters}");
        }
        for text in [
            "",
            "secret",
            "$2b$12$abcdefghijklmnopqrstuu",
            "$argon2id$v=19$m=19456,t=2,p=1",
        ] {
            assert!(!HashMemory::affords(text), "{text}");
        }
    }

    #[test]
    fn reuses_memory_for_many_hashes() {
        let mut memory = HashMemory::default();
        let first = memory.hash(PASSWORD.as_bytes()).unwrap();
        let address = memory.0.as_ptr();
        let second = memory.hash(PASSWORD.as_bytes()).unwrap();
        assert_ne!(first, second, "each has its own salt");
        assert!(memory.verifies(PASSWORD, &first) && memory.verifies(PASSWORD, &second));
        assert_eq!(memory.0.as_ptr(), address);
        assert_eq!(memory.0.len(), 19 * 1_024);
    }
}
