//! Layers of settings, merged key by key, each key with its origin.

use std::collections::HashMap;
use std::path::Path;

use toml::de::{DeTable, DeValue};
use toml::{Table, Value};
use url::Url;

use super::error::Origin;
use super::keys::{hint, parse_like, value_of};
use super::login::{self, LoginEntries};
use super::{Config, ConfigError, ListenAddress, tls};

const VARIABLE_PREFIX: &str = "BLOG_APP_";
/// The largest values of keys by their unit suffix: a year, and a TiB.
const LARGEST_BY_UNIT: [(&str, i64); 2] = [("_seconds", 31_536_000), ("_megabytes", 1_048_576)];
/// The keys of `[mail]` that say how mails are sent. The others are limits.
const MAIL_KEYS: [&str; 7] = ["transport", "host", "port", "username", "password", "tls", "from"];
const FALLBACK_URL: &str = "http://127.0.0.1";

pub(super) struct Layers {
    sections: Table,
    defaults: Table,
    origins: HashMap<String, Origin>,
    logins: LoginEntries,
}

impl Layers {
    pub(super) fn defaults(text: &str) -> Result<Self, ConfigError> {
        let sections: Table = text
            .parse()
            .map_err(|error: toml::de::Error| ConfigError::Syntax {
                origin: Origin::Defaults,
                message: error.message().to_owned(),
            })?;
        Ok(Self {
            defaults: sections.clone(),
            sections,
            origins: HashMap::new(),
            logins: LoginEntries::default(),
        })
    }

    pub(super) fn add_file(&mut self, file: &Path) -> Result<(), ConfigError> {
        let text = std::fs::read_to_string(file).map_err(|cause| ConfigError::Unreadable {
            file: file.to_owned(),
            cause,
        })?;
        let origin = |offset: usize| {
            let line = 1 + text[..offset.min(text.len())].matches('\n').count();
            Origin::Line(file.to_owned(), line)
        };
        let table = DeTable::parse(&text).map_err(|error| ConfigError::Syntax {
            origin: origin(error.span().map_or(0, |span| span.start)),
            message: error.message().replace('\n', "; "),
        })?;
        for (section, keys) in table.get_ref() {
            let section_origin = origin(section.span().start);
            if **section.get_ref() == *login::SECTION {
                self.logins.add_file(keys.get_ref(), &section_origin, &origin)?;
                continue;
            }
            let DeValue::Table(keys) = keys.get_ref() else {
                return Err(self.no_section(section_origin, section.get_ref()));
            };
            self.section(section.get_ref(), &section_origin)?;
            for (key, value) in keys {
                let key_origin = origin(key.span().start);
                self.existing(section.get_ref(), key.get_ref(), &key_origin)?;
                let name = format!("{}.{}", section.get_ref(), key.get_ref());
                let value = value_of(value, &name, &key_origin)?;
                self.set(section.get_ref(), key.get_ref(), value, key_origin);
            }
        }
        Ok(())
    }

    pub(super) fn add_environment(
        &mut self,
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> Result<(), ConfigError> {
        for (name, text) in variables {
            let parts = name
                .strip_prefix(VARIABLE_PREFIX)
                .and_then(|rest| rest.split_once("__"))
                .map(|(section, key)| (section.to_lowercase(), key.to_lowercase()));
            let Some((section, key)) = parts else { continue };
            let origin = Origin::Variable(name);
            if section == login::SECTION {
                self.logins.add_variable(&key, &text, &origin)?;
                continue;
            }
            let value = parse_like(self.existing(&section, &key, &origin)?, &text);
            self.set(&section, &key, value, origin);
        }
        Ok(())
    }

    pub(super) fn add_flag(&mut self, flag: &'static str, section: &str, key: &str, value: impl Into<Value>) {
        self.set(section, key, value.into(), Origin::Flag(flag));
    }

    pub(super) fn read(mut self) -> Result<Config, ConfigError> {
        let follows_listen = !self.set_base_url_from_domain() && self.set_base_url_from_listen();
        let mail_set_by = self.mail_set_by();
        let Self {
            sections,
            origins,
            logins,
            ..
        } = self;
        let wrong_value = |key: &str, message: &str| ConfigError::Setting {
            origin: origins.get(key).cloned().unwrap_or(Origin::Defaults),
            message: message.trim().replace('\n', "; "),
            key: key.to_owned(),
        };
        if let Some((key, message)) = value_too_large(&sections) {
            return Err(wrong_value(&key, &message));
        }
        let mut config: Config =
            serde_path_to_error::deserialize(Value::Table(sections)).map_err(|error| {
                let key = error.path().to_string();
                let key = key.split('[').next().unwrap_or_default();
                wrong_value(key, error.inner().message())
            })?;
        config.server.base_url_follows_listen = follows_listen;
        config.mail_set_by = mail_set_by;
        config.login = logins.read()?;
        config.environment = origins.iter().filter_map(variable).collect();
        config
            .check()
            .map_err(|(key, message)| wrong_value(key, &message))?;
        Ok(config)
    }

    /// Returns where the first key is set that says how mails are sent: by a variable, or in the file to something else
    /// than its default, since a file may be a copy of the example.
    fn mail_set_by(&self) -> Option<String> {
        let value = |table: &Table, key: &str| table.get("mail")?.get(key).cloned();
        MAIL_KEYS.into_iter().find_map(|key| {
            let origin = self.origins.get(&format!("mail.{key}"))?;
            let is_set = matches!(origin, Origin::Variable(_))
                || value(&self.sections, key) != value(&self.defaults, key);
            is_set.then(|| origin.to_string())
        })
    }

    /// Sets an empty `server.base_url` to the first domain that certificates are obtained for, and returns whether it did.
    fn set_base_url_from_domain(&mut self) -> bool {
        let value = |section: &str, key: &str| self.sections.get(section)?.get(key);
        let has_acme = value("tls", "acme").and_then(Value::as_bool) == Some(true);
        let is_empty = value("server", "base_url").and_then(Value::as_str) == Some("");
        let domain = value("tls", "domains").and_then(|domains| domains.get(0)?.as_str());
        // An invalid name is rejected separately.
        let domain = domain.and_then(tls::domain_name);
        let url = domain.and_then(|domain| Url::parse(&format!("https://{domain}")).ok());
        match (url, self.sections.get_mut("server")) {
            (Some(url), Some(Value::Table(server))) if has_acme && is_empty => {
                server.insert("base_url".to_owned(), Value::String(url.into()));
                true
            }
            _ => false,
        }
    }

    /// Sets an empty `server.base_url` to the URL of the listen address, and returns whether it did.
    fn set_base_url_from_listen(&mut self) -> bool {
        let Some(Value::Table(server)) = self.sections.get_mut("server") else {
            return false;
        };
        let text = |key| server.get(key).and_then(Value::as_str);
        if text("base_url") != Some("") {
            return false;
        }
        let listen = text("listen").and_then(|text| text.parse::<ListenAddress>().ok());
        // An invalid listen address is rejected separately.
        let url = listen
            .and_then(ListenAddress::url)
            .map_or_else(|| FALLBACK_URL.to_owned(), String::from);
        server.insert("base_url".to_owned(), Value::String(url));
        true
    }

    fn set(&mut self, section: &str, key: &str, value: Value, origin: Origin) {
        if let Some(Value::Table(keys)) = self.sections.get_mut(section) {
            keys.insert(key.to_owned(), value);
            self.origins.insert(format!("{section}.{key}"), origin);
        }
    }

    fn section(&self, section: &str, origin: &Origin) -> Result<&Table, ConfigError> {
        match self.sections.get(section) {
            Some(Value::Table(keys)) => Ok(keys),
            _ => Err(ConfigError::Setting {
                origin: origin.clone(),
                key: section.to_owned(),
                message: hint("unknown section", section, &self.sections),
            }),
        }
    }

    /// Returns the current value of a key, or an error when the key does not exist.
    fn existing(&self, section: &str, key: &str, origin: &Origin) -> Result<&Value, ConfigError> {
        let keys = self.section(section, origin)?;
        keys.get(key).ok_or_else(|| ConfigError::Setting {
            origin: origin.clone(),
            key: format!("{section}.{key}"),
            message: hint("unknown key", key, keys),
        })
    }

    fn no_section(&self, origin: Origin, key: &str) -> ConfigError {
        let mut candidates: Vec<String> = self
            .sections
            .iter()
            .filter(|(_, keys)| keys.as_table().is_some_and(|keys| keys.contains_key(key)))
            .map(|(section, _)| format!("[{section}]"))
            .collect();
        if candidates.is_empty() {
            candidates.push("[server]".to_owned());
        }
        ConfigError::Setting {
            origin,
            key: key.to_owned(),
            message: format!(
                "this key belongs in a section such as {}",
                candidates.join(" or ")
            ),
        }
    }
}

/// Returns a key with the variable that sets it.
fn variable((key, origin): (&String, &Origin)) -> Option<(String, String)> {
    match origin {
        Origin::Variable(name) => Some((key.clone(), name.clone())),
        Origin::Defaults | Origin::Line(..) | Origin::Flag(_) => None,
    }
}

/// Returns the first number above the limit of its unit, and the error message. Larger ones overflow in calculations.
fn value_too_large(sections: &Table) -> Option<(String, String)> {
    let keys = sections
        .iter()
        .filter_map(|(section, keys)| Some((section, keys.as_table()?)));
    keys.flat_map(|(section, keys)| keys.iter().map(move |(key, value)| (section, key, value)))
        .find_map(|(section, key, value)| {
            let (_, largest) = LARGEST_BY_UNIT.iter().find(|(unit, _)| key.ends_with(unit))?;
            let is_larger = value.as_integer().is_some_and(|number| number > *largest);
            is_larger.then(|| (format!("{section}.{key}"), format!("must be at most {largest}")))
        })
}
