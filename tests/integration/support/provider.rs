//! A provider by which readers sign in: OpenID Connect, and as much of GitHub's API. What it says may be forged.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::thread;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use blog_app::domain::Clock;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use url::Url;
use url::form_urlencoded;

pub const CLIENT_ID: &str = "the blog";
pub const CLIENT_SECRET: &str = "hush: hush";

/// Ways in which a provider does not answer a request.
#[derive(Debug, Clone, Copy)]
pub enum Fault {
    /// It never does.
    Silent,
    /// The body is too long.
    Huge,
    /// It leads elsewhere.
    Redirect,
    /// An error of its own.
    Broken,
    /// Another document than the one that was asked for.
    Nonsense,
}

/// Makes the token of some claims in the place of the provider.
pub type Forge = fn(&Signer, &Value) -> String;

/// What a provider says, and what it was asked.
pub struct Says {
    /// The claims about the person.
    pub person: Value,
    /// The other claims of the ID token, in place of the right ones.
    pub claims: Value,
    /// Whether the token holds nothing of the person but the subject.
    pub uses_user_info: bool,
    /// The claims of the UserInfo endpoint, in place of those of the person.
    pub user_info: Value,
    pub forge: Option<Forge>,
    /// The addresses of the person at GitHub.
    pub addresses: Value,
    /// What the description adds or changes.
    pub description: Value,
    /// The fault of one path.
    pub fault: Option<(&'static str, Fault)>,
    /// Whether a code is good more than once.
    pub takes_codes_again: bool,
    /// The paths of the requests so far.
    pub requests: Vec<String>,
    authorizations: HashMap<String, HashMap<String, String>>,
    clock: Option<Box<dyn Clock>>,
}

/// A running provider.
#[derive(Clone)]
pub struct Provider {
    pub issuer: String,
    says: Arc<Mutex<Says>>,
    signer: Arc<Signer>,
}

/// The key of a provider.
pub struct Signer(EcdsaKeyPair);

impl Signer {
    pub fn new() -> Self {
        let (algorithm, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        Self(EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).unwrap())
    }

    /// Returns a token with this header.
    pub fn token(&self, header: &Value, claims: &Value) -> String {
        let message = message(header, claims);
        let signature = self.0.sign(&SystemRandom::new(), message.as_bytes()).unwrap();
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    /// The public key: its coordinates.
    pub fn point(&self) -> &[u8] {
        &self.0.public_key().as_ref()[1..]
    }

    fn keys(&self) -> Value {
        let (x, y) = self.point().split_at(32);
        let encode = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        json!({"keys": [{"kty": "EC", "crv": "P-256", "kid": "k", "use": "sig", "x": encode(x), "y": encode(y)}]})
    }
}

/// Returns the first two parts of a token.
pub fn message(header: &Value, claims: &Value) -> String {
    let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    format!("{}.{}", encode(header), encode(claims))
}

impl Provider {
    /// Starts a provider whose person is Ada. It runs until the tests end, on a thread of its own: tests of the real
    /// program have no runtime.
    pub fn start() -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let provider = Self {
            issuer: format!("http://{}", listener.local_addr().unwrap()),
            says: Arc::new(Mutex::new(Says {
                person: json!({"sub": "1", "email": "ada@example.org", "email_verified": true, "name": "Ada"}),
                claims: json!({}),
                uses_user_info: false,
                user_info: Value::Null,
                forge: None,
                addresses: json!([{"email": "ada@example.org", "primary": true, "verified": true}]),
                description: json!({}),
                fault: None,
                takes_codes_again: false,
                requests: Vec::new(),
                authorizations: HashMap::new(),
                clock: None,
            })),
            signer: Arc::new(Signer::new()),
        };
        let router = Router::new().fallback(respond).with_state(provider.clone());
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener).unwrap();
                axum::serve(listener, router).await.unwrap();
            });
        });
        provider
    }

    /// Makes the provider's time that of this clock.
    pub fn follow(&self, clock: impl Clock + 'static) {
        self.says().clock = Some(Box::new(clock));
    }

    /// What it says, to be changed.
    pub fn says(&self) -> std::sync::MutexGuard<'_, Says> {
        self.says.lock().unwrap()
    }

    /// Returns the settings of a site that has it, under this name and of this kind.
    pub fn settings(&self, name: &str, kind: &str) -> Vec<(String, String)> {
        let of = |key: &str, value: &str| (format!("LOGIN__{name}__{key}"), value.to_owned());
        vec![
            of("KIND", kind),
            of("LABEL", "Example"),
            of("CLIENT_ID", CLIENT_ID),
            of("CLIENT_SECRET", CLIENT_SECRET),
            of("ISSUER", &self.issuer),
            ("OUTGOING__ALLOW_PRIVATE".to_owned(), "true".to_owned()),
        ]
    }

    /// Signs the person in who was led to `page`, and returns the code.
    pub fn authorize(&self, page: &Url) -> String {
        let asked: HashMap<String, String> = page.query_pairs().into_owned().collect();
        let mut says = self.says();
        let code = format!("code {}", says.authorizations.len());
        says.authorizations.insert(code.clone(), asked);
        code
    }

    fn seconds(&self) -> i64 {
        let says = self.says();
        let clock = says.clock.as_ref();
        clock.map_or_else(
            || blog_app::domain::SystemClock.now().milliseconds(),
            |clock| clock.now().milliseconds(),
        ) / 1_000
    }

    /// Takes a code in exchange for the authorization that it was given for, if everything else of the form is right.
    fn redeem(&self, form: &HashMap<String, String>, credentials: &str) -> Option<HashMap<String, String>> {
        let given = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
        let id = form_urlencoded::byte_serialize(CLIENT_ID.as_bytes()).collect::<String>();
        let secret = form_urlencoded::byte_serialize(CLIENT_SECRET.as_bytes()).collect::<String>();
        let basic = format!("Basic {}", STANDARD.encode(format!("{id}:{secret}")));
        let is_client = credentials == basic
            || (given("client_id"), given("client_secret")) == (CLIENT_ID, CLIENT_SECRET);
        let mut says = self.says();
        let asked = if says.takes_codes_again {
            says.authorizations.get(given("code")).cloned()
        } else {
            says.authorizations.remove(given("code"))
        }?;
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(given("code_verifier")));
        let is_right = is_client
            && asked["code_challenge"] == challenge
            && asked["redirect_uri"] == given("redirect_uri")
            && asked["client_id"] == CLIENT_ID;
        is_right.then_some(asked)
    }

    fn id_token(&self, nonce: &str) -> String {
        let now = self.seconds();
        let says = self.says();
        let mut claims =
            json!({"iss": self.issuer, "aud": CLIENT_ID, "exp": now + 300, "iat": now, "nonce": nonce});
        let person = if says.uses_user_info {
            json!({"sub": says.person["sub"]})
        } else {
            says.person.clone()
        };
        for changes in [&person, &says.claims] {
            for (name, value) in changes.as_object().unwrap() {
                claims[name] = value.clone();
            }
        }
        let sign: Forge = says
            .forge
            .unwrap_or(|signer, claims| signer.token(&json!({"alg": "ES256", "kid": "k"}), claims));
        sign(&self.signer, &claims)
    }

    fn description(&self) -> Value {
        let at = |path: &str| format!("{}{path}", self.issuer);
        let mut description = json!({
            "issuer": self.issuer,
            "authorization_endpoint": at("/authorize?tenant=1"),
            "token_endpoint": at("/token"),
            "jwks_uri": at("/keys"),
            "userinfo_endpoint": at("/me"),
        });
        for (name, value) in self.says().description.as_object().unwrap() {
            description[name] = value.clone();
        }
        description
    }
}

async fn respond(State(provider): State<Provider>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let path = head.uri.path().to_owned();
    let header = |name| {
        let value = head.headers.get(name);
        value.map(|value: &axum::http::HeaderValue| value.to_str().unwrap().to_owned())
    };
    let credentials = header(header::AUTHORIZATION).unwrap_or_default();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let form: HashMap<String, String> = form_urlencoded::parse(&body).into_owned().collect();
    let fault = {
        let mut says = provider.says();
        says.requests.push(path.clone());
        says.fault.filter(|(of, _)| *of == path).map(|(_, fault)| fault)
    };
    if let Some(fault) = fault {
        return fail(fault).await;
    }
    let is_known = credentials == "Bearer access";
    let document = match path.as_str() {
        "/.well-known/openid-configuration" => provider.description(),
        "/keys" => provider.signer.keys(),
        "/token" => match provider.redeem(&form, &credentials) {
            Some(asked) => {
                json!({"id_token": provider.id_token(&asked["nonce"]), "access_token": "access", "token_type": "Bearer"})
            }
            None => return refuse("invalid_grant"),
        },
        "/me" if is_known => {
            let says = provider.says();
            if says.user_info.is_null() {
                says.person.clone()
            } else {
                says.user_info.clone()
            }
        }
        "/login/oauth/access_token" => match provider.redeem(&form, &credentials) {
            Some(_) => {
                json!({"access_token": "access", "scope": "read:user,user:email", "token_type": "bearer"})
            }
            None => json!({"error": "bad_verification_code", "error_description": "<b>No</b>"}),
        },
        "/api/v3/user" if is_known => {
            let name = provider.says().person["name"].clone();
            json!({"id": 4711, "login": "ada-l", "name": name})
        }
        "/api/v3/user/emails" if is_known => provider.says().addresses.clone(),
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    axum::Json(document).into_response()
}

fn refuse(error: &str) -> Response {
    (StatusCode::BAD_REQUEST, axum::Json(json!({"error": error}))).into_response()
}

async fn fail(fault: Fault) -> Response {
    match fault {
        Fault::Silent => std::future::pending().await,
        Fault::Huge => Body::from("a".repeat(65 * 1024)).into_response(),
        Fault::Redirect => (StatusCode::FOUND, [(header::LOCATION, "/keys")]).into_response(),
        Fault::Broken => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Fault::Nonsense => "<html>".into_response(),
    }
}
