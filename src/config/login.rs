//! `[[login]]`: the providers by which readers sign in.

use std::collections::HashMap;

use toml::de::DeValue;
use toml::{Table, Value};
use url::Url;

use super::error::Origin;
use super::keys::{hint, parse_like, value_of};
use super::{ConfigError, Secret};
use crate::domain::hidden_characters::contains_hidden_characters;
use crate::domain::identity::ProviderName;
use crate::domain::network::is_confidential;
use crate::domain::user::EmailAddress;

/// The name of the array.
pub(super) const SECTION: &str = "login";
/// The keys with a text.
const TEXTS: [&str; 6] = ["name", "kind", "label", "client_id", "client_secret", "issuer"];
/// The key with a list.
const DOMAINS: &str = "allowed_domains";
const LABEL_LENGTH_MAX: usize = 40;
const GITHUB: &str = "https://github.com";

/// A provider by which readers sign in. `config.example.toml` documents the keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoginProvider {
    /// Its name in addresses of this site.
    pub name: ProviderName,
    /// What it speaks.
    pub kind: LoginKind,
    /// Its name on buttons.
    pub label: String,
    /// The name of this site at the provider.
    pub client_id: String,
    /// The secret of this site at the provider.
    pub client_secret: Secret,
    /// The provider's own name, an address.
    pub issuer: String,
    /// The hosts of the addresses that may sign in, in lower case; empty if all may.
    pub allowed_domains: Vec<String>,
}

/// What a provider speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoginKind {
    /// OpenID Connect.
    Oidc,
    /// The API of GitHub, which is OAuth without ID tokens.
    GitHub,
}

/// The entries of `[[login]]` before they are read.
#[derive(Default)]
pub(super) struct LoginEntries(Vec<Entry>);

struct Entry {
    /// The place of its header in a file, or the first of its variables.
    origin: Origin,
    keys: Table,
    origins: HashMap<String, Origin>,
    is_in_file: bool,
}

impl LoginEntries {
    /// Adds the entries of a file. `place` returns the line of an offset.
    pub(super) fn add_file(
        &mut self,
        entries: &DeValue<'_>,
        origin: &Origin,
        place: &impl Fn(usize) -> Origin,
    ) -> Result<(), ConfigError> {
        let no_entries = || error(origin, SECTION, "write [[login]] above the keys of each provider");
        let DeValue::Array(entries) = entries else {
            return Err(no_entries());
        };
        for entry in entries {
            let DeValue::Table(keys) = entry.get_ref() else {
                return Err(no_entries());
            };
            let mut added = Entry::new(place(entry.span().start), true);
            for (key, value) in keys {
                let key_origin = place(key.span().start);
                let value = value_of(value, &full_name(key.get_ref()), &key_origin)?;
                added.set(key.get_ref(), value, &key_origin)?;
            }
            self.0.push(added);
        }
        Ok(())
    }

    /// Sets a key of the provider whose name the variable holds, such as `BLOG_APP_LOGIN__GOOGLE__CLIENT_SECRET`. A
    /// provider that no file names is added. Variables have `_` where a name has `-`.
    pub(super) fn add_variable(&mut self, key: &str, text: &str, origin: &Origin) -> Result<(), ConfigError> {
        let Some((name, key)) = key.split_once("__") else {
            let expected = "must name the provider as well, as BLOG_APP_LOGIN__NAME__CLIENT_ID does";
            return Err(error(origin, &full_name(key), expected));
        };
        let name = name.replace('_', "-");
        let value = known_keys().get(key).map(|like| parse_like(like, text));
        let value = value.unwrap_or_else(|| Value::String(text.to_owned()));
        if let Some(entry) = self.0.iter_mut().find(|entry| entry.is_named(&name)) {
            return entry.set(key, value, origin);
        }
        let mut added = Entry::new(origin.clone(), false);
        added.set("name", Value::String(name), origin)?;
        added.set(key, value, origin)?;
        self.0.push(added);
        Ok(())
    }

    /// Reads the entries: those of the file in its order, the others in that of their names.
    pub(super) fn read(mut self) -> Result<Vec<LoginProvider>, ConfigError> {
        self.0
            .sort_by_key(|entry| (!entry.is_in_file, entry.name_unless_in_file()));
        let mut providers: Vec<LoginProvider> = Vec::new();
        for entry in &self.0 {
            let provider = entry.read()?;
            if providers.iter().any(|other| other.name == provider.name) {
                return Err(entry.error("name", "is that of another provider as well"));
            }
            providers.push(provider);
        }
        Ok(providers)
    }
}

impl Entry {
    fn new(origin: Origin, is_in_file: bool) -> Self {
        Self {
            origin,
            keys: Table::new(),
            origins: HashMap::new(),
            is_in_file,
        }
    }

    fn set(&mut self, key: &str, value: Value, origin: &Origin) -> Result<(), ConfigError> {
        let known = known_keys();
        if !known.contains_key(key) {
            return Err(error(origin, &full_name(key), &hint("unknown key", key, &known)));
        }
        self.keys.insert(key.to_owned(), value);
        self.origins.insert(key.to_owned(), origin.clone());
        Ok(())
    }

    fn is_named(&self, name: &str) -> bool {
        self.keys.get("name").and_then(Value::as_str) == Some(name)
    }

    fn name_unless_in_file(&self) -> Option<String> {
        let name = self.keys.get("name").and_then(Value::as_str);
        name.filter(|_| !self.is_in_file).map(str::to_owned)
    }

    fn read(&self) -> Result<LoginProvider, ConfigError> {
        let name = ProviderName::parse(&self.text("name")?).ok_or_else(|| {
            self.error(
                "name",
                "must have at most 32 characters, all of them small letters, digits or hyphens",
            )
        })?;
        let kind = match self.text("kind")?.as_str() {
            "oidc" => LoginKind::Oidc,
            "github" => LoginKind::GitHub,
            _ => return Err(self.error("kind", "must be oidc or github")),
        };
        let label = self.text("label")?;
        if label.chars().count() > LABEL_LENGTH_MAX || contains_hidden_characters(&label) {
            return Err(self.error("label", "must be at most 40 visible characters"));
        }
        Ok(LoginProvider {
            name,
            kind,
            label,
            client_id: self.text("client_id")?,
            client_secret: Secret::new(self.text("client_secret")?),
            issuer: self.issuer(kind)?,
            allowed_domains: self.domains()?,
        })
    }

    /// Returns the issuer as it is written: tokens have to name it exactly so.
    fn issuer(&self, kind: LoginKind) -> Result<String, ConfigError> {
        let text = match kind {
            LoginKind::GitHub if !self.keys.contains_key("issuer") => GITHUB.to_owned(),
            LoginKind::Oidc | LoginKind::GitHub => self.text("issuer")?,
        };
        let is_issuer = Url::parse(&text).is_ok_and(|url| {
            let is_bare = url.query().is_none() && url.fragment().is_none();
            is_bare && is_confidential(&url) && url.username().is_empty() && url.password().is_none()
        });
        if !is_issuer {
            let expected = "must be the https address of the provider, such as https://accounts.example.org";
            return Err(self.error("issuer", expected));
        }
        Ok(match kind {
            LoginKind::Oidc => text,
            LoginKind::GitHub => text.trim_end_matches('/').to_owned(),
        })
    }

    fn domains(&self) -> Result<Vec<String>, ConfigError> {
        let wrong = || {
            self.error(
                DOMAINS,
                "must be a list of what stands behind the @, such as [\"example.org\"]",
            )
        };
        let domains = match self.keys.get(DOMAINS) {
            None => return Ok(Vec::new()),
            Some(Value::Array(domains)) => domains,
            Some(_) => return Err(wrong()),
        };
        let host = |domain: &Value| {
            let address = EmailAddress::parse(&format!("a@{}", domain.as_str()?)).ok()?;
            Some(address.host().to_owned())
        };
        domains
            .iter()
            .map(|domain| host(domain).ok_or_else(wrong))
            .collect()
    }

    /// Returns a text that must not be empty, without spaces around it.
    fn text(&self, key: &str) -> Result<String, ConfigError> {
        match self.keys.get(key) {
            None => Err(error(&self.origin, &full_name(key), "is missing")),
            Some(Value::String(text)) if !text.trim().is_empty() => Ok(text.trim().to_owned()),
            Some(Value::String(_)) => Err(self.error(key, "must not be empty")),
            Some(_) => Err(self.error(key, "must be a text")),
        }
    }

    fn error(&self, key: &str, message: &str) -> ConfigError {
        let origin = self.origins.get(key).unwrap_or(&self.origin);
        error(origin, &full_name(key), message)
    }
}

/// Returns all keys with values of their types.
fn known_keys() -> Table {
    let texts = TEXTS.map(|key| (key.to_owned(), Value::String(String::new())));
    let domains = (DOMAINS.to_owned(), Value::Array(Vec::new()));
    texts.into_iter().chain([domains]).collect()
}

fn full_name(key: &str) -> String {
    format!("{SECTION}.{key}")
}

fn error(origin: &Origin, key: &str, message: &str) -> ConfigError {
    ConfigError::Setting {
        origin: origin.clone(),
        key: key.to_owned(),
        message: message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tests::load as load_config;

    const GOOGLE: &str = "\
[[login]]
name = \"google\"
kind = \"oidc\"
label = \" Google \"
client_id = \"id\"
client_secret = \"hush\"
issuer = \"https://accounts.google.com\"
";

    fn load(text: &str, environment: &[(&str, &str)]) -> Result<Vec<LoginProvider>, String> {
        let names = environment
            .iter()
            .map(|(name, _)| format!("BLOG_APP_LOGIN__{name}"));
        let names: Vec<String> = names.collect();
        let values = environment.iter().map(|(_, value)| *value);
        let variables: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(values).collect();
        load_config(text, &variables).map(|config| config.login)
    }

    #[test]
    fn there_is_no_provider_by_default() {
        assert_eq!(load("", &[]).unwrap(), []);
    }

    #[test]
    fn reads_providers_in_their_order() {
        let text = format!(
            "[site]\nname = \"Ours\"\n{GOOGLE}allowed_domains = [\"Example.org\"]\n[[login]]\nname = \"hub-2\"\n\
             kind = \"github\"\nlabel = \"GitHub\"\nclient_id = \"id\"\nclient_secret = \"s\"\n"
        );
        let providers = load(&text, &[]).unwrap();
        let [google, github] = providers.as_slice() else {
            panic!("{providers:?}");
        };
        assert_eq!(google.name.as_str(), "google");
        assert_eq!((google.kind, google.label.as_str()), (LoginKind::Oidc, "Google"));
        assert_eq!(google.allowed_domains, ["example.org"]);
        assert_eq!((github.kind, github.issuer.as_str()), (LoginKind::GitHub, GITHUB));
        assert!(!format!("{providers:?}").contains("hush"));
    }

    #[test]
    fn the_environment_completes_providers_and_adds_others() {
        let providers = load(
            &GOOGLE.replace("client_secret = \"hush\"\n", ""),
            &[
                ("GOOGLE__CLIENT_SECRET", "from outside"),
                ("GOOGLE__ALLOWED_DOMAINS", "example.org, example.com"),
                ("OUR_IDP__KIND", "oidc"),
                ("OUR_IDP__LABEL", "Ours"),
                ("OUR_IDP__CLIENT_ID", "id"),
                ("OUR_IDP__CLIENT_SECRET", "secret"),
                ("OUR_IDP__ISSUER", "http://127.0.0.1:9/realm/"),
            ],
        )
        .unwrap();
        let names: Vec<&str> = providers.iter().map(|provider| provider.name.as_str()).collect();
        assert_eq!(names, ["google", "our-idp"]);
        assert_eq!(providers[0].client_secret.expose(), "from outside");
        assert_eq!(providers[0].allowed_domains, ["example.org", "example.com"]);
        assert_eq!(providers[1].issuer, "http://127.0.0.1:9/realm/");
    }

    #[test]
    fn errors_name_the_key_and_its_place() {
        let without = |line: &str| GOOGLE.replace(line, "");
        let instead = |line: &str, other: &str| GOOGLE.replace(line, other);
        for (text, expected) in [
            (
                without("label = \" Google \"\n"),
                "/config.toml:1: login.label: is missing",
            ),
            (
                without("issuer = \"https://accounts.google.com\"\n"),
                "/config.toml:1: login.issuer: is missing",
            ),
            (
                instead("\"hush\"", "\" \""),
                "/config.toml:6: login.client_secret: must not be empty",
            ),
            (
                instead("\"google\"", "\"My Google\""),
                "/config.toml:2: login.name: must have at most 32 characters",
            ),
            (
                instead("\"oidc\"", "\"saml\""),
                "/config.toml:3: login.kind: must be oidc or github",
            ),
            (
                instead("\"id\"", "5"),
                "/config.toml:5: login.client_id: must be a text",
            ),
            (
                instead("https://accounts", "http://accounts"),
                "/config.toml:7: login.issuer: must be the https address",
            ),
            (
                instead("client_id", "clientid"),
                "/config.toml:5: login.clientid: unknown key; did you mean client_id?",
            ),
            (
                format!("{GOOGLE}allowed_domains = [\"no domain\"]"),
                "/config.toml:8: login.allowed_domains: must be a list",
            ),
            (
                format!("{GOOGLE}{GOOGLE}"),
                "/config.toml:9: login.name: is that of another provider",
            ),
            (
                instead("[[login]]", "[login]"),
                "/config.toml:1: login: write [[login]] above",
            ),
        ] {
            let error = load(&text, &[]).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
        for (name, expected) in [
            (
                "CLIENT_ID",
                "BLOG_APP_LOGIN__CLIENT_ID: login.client_id: must name the provider",
            ),
            (
                "A__CLIENTID",
                "BLOG_APP_LOGIN__A__CLIENTID: login.clientid: unknown key",
            ),
            (
                "A__CLIENT_ID",
                "BLOG_APP_LOGIN__A__CLIENT_ID: login.kind: is missing",
            ),
        ] {
            let error = load("", &[(name, "x")]).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
