//! What is stored of second factors: secrets encrypted, and recovery codes as keyed hashes, so that neither can be used
//! with the database alone. The keys are derived from the secret of the site.

use hmac::Mac as _;

use super::sealing::{SealError, SealingKey};
use super::secret::SigningSecret;
use super::totp::TotpSecret;
use crate::domain::second_factor::RecoveryCode;
use crate::domain::{Account, Entropy};

/// Encrypts secrets, and hashes recovery codes.
pub struct FactorKeys {
    secret: SigningSecret,
    sealing: SealingKey,
}

impl FactorKeys {
    /// Derives the keys from the secret of the site.
    pub fn new(secret: SigningSecret) -> Self {
        let sealing = SealingKey::derive(&secret, "second factors");
        Self { secret, sealing }
    }

    /// Encrypts the secret of an account, in hexadecimal. It can be decrypted for the same account alone.
    pub fn seal(
        &self,
        account: Account,
        secret: &TotpSecret,
        entropy: &dyn Entropy,
    ) -> Result<String, SealError> {
        let sealed = self
            .sealing
            .seal(context(account).as_bytes(), secret.expose(), entropy)?;
        Ok(hex::encode(sealed))
    }

    /// Decrypts what [`Self::seal`] returned for the account.
    pub fn open(&self, account: Account, sealed: &str) -> Result<TotpSecret, SealError> {
        let bytes = hex::decode(sealed).map_err(|_| SealError)?;
        let opened = self.sealing.open(context(account).as_bytes(), &bytes)?;
        TotpSecret::from_bytes(&opened).ok_or(SealError)
    }

    /// Returns the hash of a recovery code of an account, in hexadecimal.
    pub fn hash(&self, account: Account, code: &RecoveryCode) -> String {
        let mut mac = self.secret.mac();
        mac.update(b"recovery code ");
        mac.update(account.to_string().as_bytes());
        mac.update(code.expose().as_bytes());
        hex::encode(mac.finalize().into_bytes())
    }
}

fn context(account: Account) -> String {
    format!("{} {account}", account.kind())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{AdminId, SystemEntropy, Time, UserId};

    fn keys(secret: &str) -> FactorKeys {
        FactorKeys::new(SigningSecret::from_text(secret))
    }

    fn accounts() -> [Account; 2] {
        let now = Time::from_milliseconds(1);
        [
            Account::Reader(UserId::new(now, &SystemEntropy)),
            Account::Admin(AdminId::new(now, &SystemEntropy)),
        ]
    }

    #[test]
    fn opens_what_it_sealed_for_the_same_account_alone() {
        let [reader, admin] = accounts();
        let secret = TotpSecret::random(&SystemEntropy);
        let keys_of_site = keys("one secret");
        let sealed = keys_of_site.seal(reader, &secret, &SystemEntropy).unwrap();
        let opened = keys_of_site.open(reader, &sealed).unwrap();
        assert_eq!(opened.expose(), secret.expose());
        assert!(!sealed.contains(&hex::encode(secret.expose())));
        assert_ne!(
            sealed,
            keys_of_site.seal(reader, &secret, &SystemEntropy).unwrap()
        );
        assert!(keys_of_site.open(admin, &sealed).is_err());
        assert!(keys("another secret").open(reader, &sealed).is_err());
        for changed in ["", "00", &sealed[2..], &format!("{sealed}00"), "no digits"] {
            assert!(keys_of_site.open(reader, changed).is_err(), "{changed}");
        }
    }

    #[test]
    fn hash_of_a_recovery_code_depends_on_code_account_and_secret() {
        let [reader, admin] = accounts();
        let code = RecoveryCode::random(&SystemEntropy);
        let hash = keys("one secret").hash(reader, &code);
        assert_eq!(hash, keys("one secret").hash(reader, &code));
        for other in [
            keys("one secret").hash(admin, &code),
            keys("another secret").hash(reader, &code),
            keys("one secret").hash(reader, &RecoveryCode::random(&SystemEntropy)),
        ] {
            assert_ne!(hash, other);
        }
    }
}
