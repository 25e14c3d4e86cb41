//! Responses of authenticators that the tests make with keys of their own, each field forged in turn.

use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _};
use serde_json::{Value as Json, json};

use super::*;
use crate::auth::secret::SigningSecret;
use crate::domain::{Account, Clock as _, SystemClock, SystemEntropy, TokenId, UserId};

/// A key of 2,048 bits, whose private half is gone, and its signature of `message`.
const RSA_MODULUS: &str = "b1aba38d229bb4af1a2951ef283f3fbbaae9be866cea353e20a16fdd2ee42cc9c64b3aad6d9537ecedfbca42944ea14bc3a9\
    f310951b671345bac073ec10f5da07ae6ca94a2fed345cac78999ec1e51f6a35e120b960210dd5a5b4bba79cb3e9be3c8fd7\
    7e054f0b80b39d37c945c6354da4f4d24dc8c97eeacc463e315dd19d75374bb0793a2c6d22f1cf1ef7a66e96842895b5028f\
    c7375082599af54e5aecfc696f67a16236785ca0226ada061a037ba90fd7242ad3ff57bf831765f5907d2ee3199e8978a758\
    333ea8e9cd8b4b23f4d27db66f3ae161b1ef1e0aeca770404667565aaa64044ed4915b43b80a8cda42ad33266a1852f9b0cf\
    f0878c7eac6d";
const RSA_SIGNATURE: &str = "91c923751b76ac73dbdf3c43a80226d571b5dd2ac42946678cbb3f36cb40650f77455d43d54b3100ed3f793aaa73132b6464\
    2c29e54929f5130b875285efedad44570a50a79ed7eba04be11ea02b210f122368dada79e67f50c336c3c34f0c81b5e09e3f\
    5ec604743e108e6486d2e7bae8b79dd99b35ed72fe1b98644c78f65024fc6a5d9bd0b422f2fdb02dfe08eea16b526c333292\
    d84f0030b4f7278b00caa2fa1d426671ad296e94a3c6e97b6792549a19d42f8e13b251cfd70a3011d35d6782386b91a9d7a4\
    9d81a75f7c8190d0a14f74bbb87eddc34650fbf56937ab82e2f2a7c0691740e75a621fdc4c0b82c274819647a6294681d19c\
    e4de43e92b71";

const ID: [u8; 4] = [1, 2, 3, 4];
const ALL: u8 = 0b0001_1101;

/// A site with the challenges of an account.
struct Site {
    party: RelyingParty,
    challenges: Challenges,
    registration: Ceremony,
    now: Time,
}

impl Site {
    fn new() -> Self {
        let now = SystemClock.now();
        let account = Account::Reader(UserId::new(now, &SystemEntropy));
        Self {
            party: RelyingParty::at(&"https://blog.example.org/blog".parse().unwrap()).unwrap(),
            challenges: Challenges::new(SigningSecret::from_text("secret")),
            registration: Ceremony::Registration {
                account,
                session: TokenId::new(now, &SystemEntropy),
                is_enrolled: false,
            },
            now,
        }
    }

    fn client_data(&self, ceremony: Ceremony) -> Json {
        let kind = if ceremony == Ceremony::SignIn {
            "get"
        } else {
            "create"
        };
        json!({
            "type": format!("webauthn.{kind}"),
            "challenge": self.challenges.issue(ceremony, self.now, &SystemEntropy),
            "origin": "https://blog.example.org",
            "crossOrigin": false,
        })
    }

    fn head(&self, flags: u8, counter: u32) -> Vec<u8> {
        [self.party.id_hash.as_slice(), &[flags], &counter.to_be_bytes()].concat()
    }

    fn register(&self, client: &Json, data: &[u8]) -> Result<Credential, WebauthnError> {
        let attestation = Attestation {
            client_data: client.to_string().into_bytes(),
            object: object(data),
        };
        let ceremony = self.registration;
        verify_registration(&self.party, &self.challenges, ceremony, &attestation, self.now)
            .map(|(credential, _)| credential)
    }

    fn sign_in(
        &self,
        stored: &Credential,
        client: &Json,
        data: &[u8],
        sign: impl Fn(&[u8]) -> Vec<u8>,
    ) -> Result<Credential, WebauthnError> {
        let client_data = client.to_string().into_bytes();
        let message = [data, &Sha256::digest(&client_data)].concat();
        let assertion = Assertion {
            client_data,
            authenticator_data: data.to_vec(),
            signature: sign(&message),
        };
        verify_assertion(&self.party, &self.challenges, stored, &assertion, self.now)
            .map(|(credential, _)| credential)
    }
}

fn bytes(content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len()).unwrap();
    let head = match u8::try_from(length) {
        Ok(short @ 0..24) => vec![0x40 | short],
        Ok(length) => vec![0x58, length],
        Err(_) => [[0x59].as_slice(), &length.to_be_bytes()].concat(),
    };
    [head, content.to_vec()].concat()
}

/// `{"fmt": "none", "attStmt": {}, "authData": …}`
fn object(data: &[u8]) -> Vec<u8> {
    let head = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData".to_vec();
    [head, bytes(data)].concat()
}

fn with_credential(head: &[u8], id: &[u8], key: &[u8]) -> Vec<u8> {
    let length = u16::try_from(id.len()).unwrap().to_be_bytes();
    [head, &[0; 16], &length, id, key].concat()
}

/// The key of an authenticator, with its COSE form.
struct P256(EcdsaKeyPair);

impl P256 {
    fn new() -> Self {
        let (algorithm, random) = (&ECDSA_P256_SHA256_ASN1_SIGNING, SystemRandom::new());
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        Self(EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).unwrap())
    }

    fn cose(&self) -> Vec<u8> {
        let (x, y) = self.0.public_key().as_ref()[1..].split_at(32);
        [
            &[0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21][..],
            &bytes(x),
            &[0x22],
            &bytes(y),
        ]
        .concat()
    }

    fn sign(&self, message: &[u8]) -> Vec<u8> {
        let signature = self.0.sign(&SystemRandom::new(), message).unwrap();
        signature.as_ref().to_vec()
    }

    fn credential(&self) -> Credential {
        Credential {
            id: ID.to_vec(),
            public_key: self.cose(),
            counter: 5,
            is_backup_eligible: true,
            is_backed_up: false,
        }
    }
}

#[test]
fn takes_a_new_passkey() {
    let (site, key) = (Site::new(), P256::new());
    let data = with_credential(&site.head(ALL | 0x40, 7), &ID, &key.cose());
    let credential = site
        .register(&site.client_data(site.registration), &data)
        .unwrap();
    let expected = Credential {
        counter: 7,
        is_backed_up: true,
        ..key.credential()
    };
    assert_eq!(credential, expected);
    // With extensions, which are read past.
    let data = with_credential(&site.head(ALL | 0xc0, 7), &ID, &key.cose());
    let data = [data, b"\xa1\x61a\xf5".to_vec()].concat();
    let client = site.client_data(site.registration);
    assert_eq!(site.register(&client, &data).unwrap(), expected);
}

#[test]
fn refuses_a_forged_registration() {
    let (site, key) = (Site::new(), P256::new());
    let head = site.head(ALL | 0x40, 7);
    let data = with_credential(&head, &ID, &key.cose());
    let client = site.client_data(site.registration);
    for (field, value, error) in [
        ("type", json!("webauthn.get"), WebauthnError::Kind),
        (
            "origin",
            json!("https://blog.example.org:8443"),
            WebauthnError::Origin,
        ),
        ("origin", json!("https://evil.example.org"), WebauthnError::Origin),
        ("origin", json!("http://blog.example.org"), WebauthnError::Origin),
        ("crossOrigin", json!(true), WebauthnError::Origin),
        (
            "topOrigin",
            json!("https://evil.example.org"),
            WebauthnError::Origin,
        ),
        ("challenge", json!(""), WebauthnError::Challenge),
        ("challenge", json!("!"), WebauthnError::Malformed),
        ("origin", json!(null), WebauthnError::Malformed),
        ("more", json!("x".repeat(4_096)), WebauthnError::Malformed),
    ] {
        let mut forged = client.clone();
        forged[field] = value;
        assert_eq!(site.register(&forged, &data), Err(error), "{field}");
    }
    let of_other_site = RelyingParty::at(&"https://example.org".parse().unwrap()).unwrap();
    let other_hash = [of_other_site.id_hash.as_slice(), &data[32..]].concat();
    let too_long = [1; 1_024];
    // The key, with one more entry that nobody needs.
    let padded = [&[0xa6][..], &key.cose()[1..], &[0x23], &bytes(&too_long)].concat();
    for (data, error) in [
        (other_hash, WebauthnError::RelyingParty),
        (
            with_credential(&site.head(0x58 | 4, 7), &ID, &key.cose()),
            WebauthnError::UserVerification,
        ),
        (
            with_credential(&site.head(0x58 | 1, 7), &ID, &key.cose()),
            WebauthnError::UserVerification,
        ),
        (
            with_credential(&site.head(0x55, 7), &ID, &key.cose()),
            WebauthnError::Backup,
        ),
        (with_credential(&head, &[], &key.cose()), WebauthnError::Malformed),
        (
            with_credential(&head, &too_long, &key.cose()),
            WebauthnError::Malformed,
        ),
        (with_credential(&head, &ID, b"\xa0"), WebauthnError::PublicKey),
        (with_credential(&head, &ID, &padded), WebauthnError::PublicKey),
        (site.head(ALL, 7), WebauthnError::Malformed),
        ([data.clone(), vec![0]].concat(), WebauthnError::Malformed),
        (data[..data.len() - 1].to_vec(), WebauthnError::Malformed),
        (vec![], WebauthnError::Malformed),
    ] {
        assert_eq!(site.register(&client, &data), Err(error), "{error}");
    }
    let longest = with_credential(&head, &too_long[1..], &key.cose());
    assert!(site.register(&client, &longest).is_ok());
}

#[test]
fn takes_a_sign_in_with_each_kind_of_key() {
    let (site, key) = (Site::new(), P256::new());
    let (stored, data) = (key.credential(), site.head(ALL, 6));
    let client = site.client_data(Ceremony::SignIn);
    let used = site.sign_in(&stored, &client, &data, |message| key.sign(message));
    let used = used.unwrap();
    assert_eq!((used.counter, used.is_backed_up), (6, true));

    let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
    let key = Ed25519KeyPair::from_pkcs8(document.as_ref()).unwrap();
    let cose = [
        &[0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21][..],
        &bytes(key.public_key().as_ref()),
    ]
    .concat();
    let stored = Credential {
        public_key: cose,
        ..stored
    };
    let sign = |message: &[u8]| key.sign(message).as_ref().to_vec();
    site.sign_in(&stored, &client, &data, sign).unwrap();
}

fn rsa(modulus: &[u8], exponent: &[u8]) -> Vec<u8> {
    let parts = [bytes(modulus), vec![0x21], bytes(exponent)].concat();
    [&[0xa4, 1, 3, 3, 0x39, 1, 0, 0x20][..], &parts].concat()
}

#[test]
fn checks_signatures_of_rsa_keys_of_2048_bits_and_more() {
    let modulus = hex::decode(RSA_MODULUS).unwrap();
    let mut signature = hex::decode(RSA_SIGNATURE).unwrap();
    let cose = rsa(&modulus, &[1, 0, 1]);
    let map = Value::map(&cose).unwrap();
    let key = PublicKey::of_cose(&map).unwrap();
    assert_eq!(key.verify(b"message", &signature), Ok(()));
    assert_eq!(key.verify(b"massage", &signature), Err(WebauthnError::Signature));
    signature[0] ^= 1;
    assert_eq!(key.verify(b"message", &signature), Err(WebauthnError::Signature));
    for (modulus, exponent) in [
        (&modulus[1..], &[1, 0, 1][..]),
        (&[[0].as_slice(), &modulus].concat(), &[1, 0, 1]),
        (&[0xff; 513], &[1, 0, 1]),
        (&modulus, &[]),
        (&modulus, &[1, 0, 0, 0, 1]),
    ] {
        let cose = rsa(modulus, exponent);
        let refused = PublicKey::of_cose(&Value::map(&cose).unwrap());
        assert_eq!(refused.unwrap_err(), WebauthnError::PublicKey);
    }
}

#[test]
fn refuses_keys_of_other_kinds() {
    let good = P256::new().cose();
    for (at, byte, why) in [
        (2, 1, "the key type of Ed25519"),
        (4, 0x27, "the algorithm of Ed25519"),
        (4, 0x22, "an unknown algorithm"),
        (6, 2, "the curve P-384"),
        (7, 0x24, "no x coordinate"),
    ] {
        let mut key = good.clone();
        key[at] = byte;
        let refused = PublicKey::of_cose(&Value::map(&key).unwrap());
        assert_eq!(refused.unwrap_err(), WebauthnError::PublicKey, "{why}");
    }
}

#[test]
fn refuses_a_forged_sign_in() {
    let (site, key) = (Site::new(), P256::new());
    let (stored, client) = (key.credential(), site.client_data(Ceremony::SignIn));
    let data = site.head(ALL, 6);
    let sign = |message: &[u8]| key.sign(message);
    for (field, value, error) in [
        ("type", json!("webauthn.create"), WebauthnError::Kind),
        ("origin", json!("https://evil.example.org"), WebauthnError::Origin),
        ("crossOrigin", json!(true), WebauthnError::Origin),
        (
            "challenge",
            site.client_data(site.registration)["challenge"].clone(),
            WebauthnError::Challenge,
        ),
    ] {
        let mut forged = client.clone();
        forged[field] = value;
        assert_eq!(site.sign_in(&stored, &forged, &data, sign), Err(error), "{field}");
    }
    let other_hash = [[0; 32].as_slice(), &data[32..]].concat();
    for (data, error) in [
        (other_hash, WebauthnError::RelyingParty),
        (site.head(ALL & !1, 6), WebauthnError::UserVerification),
        (site.head(ALL & !4, 6), WebauthnError::UserVerification),
        (site.head(ALL & !8, 6), WebauthnError::Backup),
        (site.head(5, 6), WebauthnError::Backup),
        (site.head(ALL, 5), WebauthnError::Counter),
        (site.head(ALL, 4), WebauthnError::Counter),
        (site.head(ALL, 0), WebauthnError::Counter),
        (site.head(ALL, 6)[..36].to_vec(), WebauthnError::Malformed),
        ([site.head(ALL, 6), vec![0]].concat(), WebauthnError::Malformed),
    ] {
        assert_eq!(site.sign_in(&stored, &client, &data, sign), Err(error), "{error}");
    }
    let forged = |message: &[u8]| P256::new().sign(message);
    let refused = site.sign_in(&stored, &client, &data, forged);
    assert_eq!(refused, Err(WebauthnError::Signature));
    let of_other = |message: &[u8]| key.sign(&message[1..]);
    let refused = site.sign_in(&stored, &client, &data, of_other);
    assert_eq!(refused, Err(WebauthnError::Signature));
    // Authenticators without a counter.
    let uncounted = Credential { counter: 0, ..stored };
    assert!(
        site.sign_in(&uncounted, &client, &site.head(ALL, 0), sign)
            .is_ok()
    );
}

#[test]
fn knows_its_own_challenges_for_five_minutes_and_one_ceremony() {
    let site = Site::new();
    let challenge = decode(&site.challenges.issue(site.registration, site.now, &SystemEntropy)).unwrap();
    let check = |ceremony, challenge: &[u8], seconds: i64| {
        let now = site.now.plus_milliseconds(seconds * 1_000);
        site.challenges.check(ceremony, challenge, now)
    };
    let used = check(site.registration, &challenge, 299).unwrap();
    assert_eq!(check(site.registration, &challenge, 0), Some(used));
    assert_eq!(check(site.registration, &challenge, 300), None);
    assert_eq!(check(Ceremony::SignIn, &challenge, 0), None);
    assert_eq!(check(Site::new().registration, &challenge, 0), None);
    for at in 0..challenge.len() {
        let mut forged = challenge.clone();
        forged[at] ^= 1;
        assert_eq!(check(site.registration, &forged, 0), None, "{at}");
    }
    assert_eq!(
        check(site.registration, &challenge[..challenge.len() - 1], 0),
        None
    );
    let other = Challenges::new(SigningSecret::from_text("another secret"));
    assert_eq!(other.check(site.registration, &challenge, site.now), None);
}

#[test]
fn needs_a_name_and_https() {
    for (address, id) in [
        ("https://blog.example.org", Some("blog.example.org")),
        ("https://blog.example.org:8443/blog/", Some("blog.example.org")),
        ("http://localhost:8080", Some("localhost")),
        ("http://blog.localhost", Some("blog.localhost")),
        ("http://blog.example.org", None),
        ("https://192.0.2.1", None),
        ("http://127.0.0.1:8080", None),
        ("https://[2001:db8::1]", None),
    ] {
        let party = RelyingParty::at(&address.parse().unwrap());
        assert_eq!(party.map(|party| party.id).as_deref(), id, "{address}");
    }
}
