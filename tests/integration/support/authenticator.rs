//! An authenticator in software, with one passkey.

use axum::http::Method;
use axum_test::TestResponse;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::Site;
use super::accounts::PASSWORD;

pub const ORIGIN: &str = "https://blog.example.org";
pub const HOST: &str = "blog.example.org";
/// The setting of a site that offers passkeys.
pub const WITH_PASSKEYS: (&str, &str) = ("SERVER__BASE_URL", ORIGIN);
/// The two kinds of accounts, by where they sign in with a passkey.
pub const PASSKEY_LOGINS: [&str; 2] = ["/api/auth/passkey/login", "/api/admin/passkey/login"];

const USER_PRESENT_AND_VERIFIED: u8 = 0b101;

/// A passkey and what its authenticator and browser say. The fields may be forged.
pub struct Authenticator {
    key: EcdsaKeyPair,
    /// The id of the credential.
    pub id: [u8; 16],
    /// The id of the account, in base 64.
    pub handle: String,
    pub origin: String,
    pub host: String,
    pub flags: u8,
    pub counter: u32,
}

impl Authenticator {
    pub fn new() -> Self {
        let (algorithm, random) = (&ECDSA_P256_SHA256_ASN1_SIGNING, SystemRandom::new());
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).unwrap();
        let id = Sha256::digest(key.public_key().as_ref())[..16]
            .try_into()
            .unwrap();
        Self {
            key,
            id,
            handle: String::new(),
            origin: ORIGIN.to_owned(),
            host: HOST.to_owned(),
            flags: USER_PRESENT_AND_VERIFIED,
            counter: 0,
        }
    }

    fn data(&mut self, flags: u8, rest: &[u8]) -> Vec<u8> {
        self.counter += 1;
        let hash = Sha256::digest(&self.host);
        [
            hash.as_slice(),
            &[self.flags | flags],
            &self.counter.to_be_bytes(),
            rest,
        ]
        .concat()
    }

    fn client_data(&self, kind: &str, challenge: &Value) -> Vec<u8> {
        json!({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false})
            .to_string()
            .into_bytes()
    }

    /// The body of `POST /passkeys`, for the response of its options.
    pub fn create(&mut self, options: &Value, name: &str) -> Value {
        let public_key = &options["publicKey"];
        let handle = public_key["user"]["id"].as_str().unwrap();
        handle.clone_into(&mut self.handle);
        let client_data = self.client_data("webauthn.create", &public_key["challenge"]);
        let (x, y) = self.key.public_key().as_ref()[1..].split_at(32);
        let key = [
            &[0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32][..],
            x,
            &[0x22, 0x58, 32],
            y,
        ]
        .concat();
        let credential = [&[0; 16][..], &[0, 16], &self.id, &key].concat();
        let data = self.data(0x40, &credential);
        let length = u8::try_from(data.len()).unwrap();
        let head = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58";
        let object = [head.as_slice(), &[length], &data].concat();
        json!({
            "name": name,
            "response": {
                "clientDataJSON": encode(&client_data),
                "attestationObject": encode(&object),
                "transports": ["internal"],
            },
        })
    }

    /// The body of a sign-in, for the response of its options.
    pub fn sign(&mut self, options: &Value) -> Value {
        let client_data = self.client_data("webauthn.get", &options["publicKey"]["challenge"]);
        let data = self.data(0, &[]);
        let message = [data.as_slice(), &Sha256::digest(&client_data)].concat();
        let signature = self.key.sign(&SystemRandom::new(), &message).unwrap();
        json!({
            "id": encode(&self.id),
            "response": {
                "clientDataJSON": encode(&client_data),
                "authenticatorData": encode(&data),
                "signature": encode(signature.as_ref()),
                "userHandle": self.handle,
            },
        })
    }
}

pub fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Returns the body of a change of second factors: the usual password and a proof.
pub fn confirmation(mut proof: Value) -> Value {
    proof["password"] = json!(PASSWORD);
    proof
}

impl Site {
    /// Asks for what a browser needs to make a passkey of an account with the usual password. The proof has what is needed
    /// besides if there is a second factor: a code or a passkey.
    pub async fn passkey_options(&self, token: &str, proof: Value) -> Value {
        let body = confirmation(proof);
        let options = self
            .send(Method::POST, "/api/passkeys/options", token, body)
            .await;
        options.assert_status_ok();
        options.json()
    }

    /// Adds a passkey to an account without a second factor, and returns it with the response.
    pub async fn add_passkey(&self, token: &str) -> (Authenticator, Value) {
        self.add_passkey_with(token, json!({})).await
    }

    /// Adds a passkey to an account that has the second factor of a proof.
    pub async fn add_passkey_with(&self, token: &str, proof: Value) -> (Authenticator, Value) {
        let mut authenticator = Authenticator::new();
        let body = authenticator.create(&self.passkey_options(token, proof).await, "Phone");
        let added = self.send(Method::POST, "/api/passkeys", token, body).await;
        assert_eq!(added.status_code(), 201, "{}", added.text());
        (authenticator, added.json())
    }

    /// Asks for what a browser needs to sign in with a passkey.
    pub async fn challenge(&self) -> Value {
        let options = self.post("/api/auth/passkey/options", json!({})).await;
        options.assert_status_ok();
        options.json()
    }

    /// Returns the proof that a passkey is.
    pub async fn passkey_proof(&self, authenticator: &mut Authenticator) -> Value {
        json!({"passkey": authenticator.sign(&self.challenge().await)})
    }

    /// Signs in with a passkey.
    pub async fn passkey_login(&self, login: &str, authenticator: &mut Authenticator) -> TestResponse {
        let body = authenticator.sign(&self.challenge().await);
        self.post(login, body).await
    }
}
