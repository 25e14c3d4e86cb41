//! Public keys of passkeys in their COSE form (RFC 9052, § 7; RFC 9053; RFC 8230), and the signatures made with the
//! private ones (W3C Web Authentication, § 5.8.5 and § 6.5.5).

use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};

use super::WebauthnError;
use super::cbor::Value;

/// The algorithms of new passkeys, the preferred one first.
pub const ALGORITHMS: [i64; 3] = [ES256, EDDSA, RS256];

const ES256: i64 = -7;
const EDDSA: i64 = -8;
const RS256: i64 = -257;

const KEY_TYPE: i64 = 1;
const ALGORITHM: i64 = 3;
/// The curve, or the modulus of RSA.
const FIRST: i64 = -1;
/// The x coordinate, or the exponent of RSA.
const SECOND: i64 = -2;
const Y_COORDINATE: i64 = -3;

const P_256: i64 = 1;
const ED_25519: i64 = 6;
const COORDINATE_BYTES: usize = 32;
/// 2,048 and 4,096 bits.
const MODULUS_BYTES: std::ops::RangeInclusive<usize> = 256..=512;
const EXPONENT_BYTES_MAX: usize = 4;

/// A public key.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PublicKey<'a> {
    /// The point, uncompressed.
    P256(Vec<u8>),
    Ed25519(&'a [u8]),
    Rsa {
        modulus: &'a [u8],
        exponent: &'a [u8],
    },
}

impl<'a> PublicKey<'a> {
    /// Reads a key.
    pub(super) fn of_cose(key: &Value<'a>) -> Result<Self, WebauthnError> {
        let integer = |label| match key.get(&Value::Integer(label)) {
            Some(Value::Integer(number)) => Some(*number),
            _ => None,
        };
        let bytes = |label| key.get(&Value::Integer(label)).and_then(Value::bytes);
        let coordinate = |label| bytes(label).filter(|bytes| bytes.len() == COORDINATE_BYTES);
        let key = match (integer(KEY_TYPE), integer(ALGORITHM), integer(FIRST)) {
            (Some(2), Some(ES256), Some(P_256)) => coordinate(SECOND)
                .zip(coordinate(Y_COORDINATE))
                .map(|(x, y)| Self::P256([[4].as_slice(), x, y].concat())),
            (Some(1), Some(EDDSA), Some(ED_25519)) => coordinate(SECOND).map(Self::Ed25519),
            (Some(3), Some(RS256), None) => bytes(FIRST)
                .zip(bytes(SECOND))
                .filter(|(modulus, exponent)| {
                    // The first bit is set, so that the length is that of the number.
                    MODULUS_BYTES.contains(&modulus.len())
                        && modulus.first().is_some_and(|first| *first >= 0x80)
                        && (1..=EXPONENT_BYTES_MAX).contains(&exponent.len())
                })
                .map(|(modulus, exponent)| Self::Rsa { modulus, exponent }),
            _ => None,
        };
        key.ok_or(WebauthnError::PublicKey)
    }

    /// Checks a signature.
    pub(super) fn verify(&self, message: &[u8], signature: &[u8]) -> Result<(), WebauthnError> {
        let verified = match self {
            Self::P256(point) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point).verify(message, signature)
            }
            Self::Ed25519(key) => UnparsedPublicKey::new(&ED25519, key).verify(message, signature),
            Self::Rsa { modulus, exponent } => RsaPublicKeyComponents {
                n: modulus,
                e: exponent,
            }
            .verify(&RSA_PKCS1_2048_8192_SHA256, message, signature),
        };
        verified.map_err(|_| WebauthnError::Signature)
    }
}
