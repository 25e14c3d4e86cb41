//! Passwords, kept as argon2id hashes: 19 MiB, 2 passes, 1 lane (rulings §3).

use argon2::Argon2;
use argon2::password_hash::PasswordHasher as _;
use thiserror::Error;

use crate::domain::admin::Password;

/// The hash could not be made.
#[derive(Debug, Error)]
#[error("the password could not be hashed: {0}")]
pub struct HashError(String);

/// The PHC string of a password, with a salt of its own. Takes some 40 ms of a processor: not for async threads.
///
/// # Errors
/// When the system gives no randomness or memory.
pub fn hash(password: &Password) -> Result<String, HashError> {
    Argon2::default()
        .hash_password(password.expose().as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| HashError(error.to_string()))
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::PasswordVerifier as _;
    use argon2::password_hash::phc::PasswordHash;

    use super::*;

    #[test]
    fn the_hash_is_argon2id_of_the_strength_we_promise() {
        let password = Password::parse("correct horse").unwrap();
        let hash = hash(&password).unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let parsed = PasswordHash::new(&hash).unwrap();
        assert!(
            Argon2::default()
                .verify_password(b"correct horse", &parsed)
                .is_ok()
        );
        assert!(
            Argon2::default()
                .verify_password(b"wrong horse", &parsed)
                .is_err()
        );
    }
}
