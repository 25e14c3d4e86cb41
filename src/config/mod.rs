//! The settings: built-in defaults < file < environment < command-line flags.
//!
//! The defaults are `config.example.toml` itself, so that the example stays up to date.

mod error;
mod keys;
mod layers;
mod listen;
mod login;
mod sections;
mod tls;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub use error::ConfigError;
pub use listen::{ListenAddress, local_url};
pub use login::{LoginKind, LoginProvider};
pub use sections::{
    Auth, Comments, Connections, Database, Feeds, Imports, IndexNow, Log, LogFormat, LogLevel, Mail, Metrics,
    Outgoing, PostUrlStyle, RateLimit, SecondFactorPolicy, Secret, Security, Server, Site, Transport,
};
pub use tls::Tls;

use layers::Layers;
use serde::Deserialize;

use crate::domain::mail_settings::is_host;

/// The built-in defaults.
const DEFAULTS: &str = include_str!("../../config.example.toml");
/// The file that is read by default, if it exists.
const DEFAULT_FILE: &str = "config.toml";

/// All settings.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The listen address, the data folder and resources.
    pub server: Server,
    /// The limits and timeouts of connections.
    pub connections: Connections,
    /// HTTPS.
    pub tls: Tls,
    /// The name and description of the site.
    pub site: Site,
    /// The comments on posts.
    pub comments: Comments,
    /// The imports of uploaded exports.
    pub imports: Imports,
    /// The database.
    pub database: Database,
    /// Authentication.
    pub auth: Auth,
    /// The second factor of sign-ins.
    pub security: Security,
    /// The providers by which readers sign in.
    #[serde(skip)]
    pub login: Vec<LoginProvider>,
    /// The delivery of email.
    pub mail: Mail,
    /// The rate limits of a client address.
    pub rate_limit: RateLimit,
    /// The requests to other servers.
    pub outgoing: Outgoing,
    /// The feeds.
    pub feeds: Feeds,
    /// The search engines that are told of changed pages.
    pub indexnow: IndexNow,
    /// The metrics endpoint.
    pub metrics: Metrics,
    /// Logging.
    pub log: Log,
    /// The keys that the environment sets, such as `site.name`, with their variables.
    #[serde(skip)]
    pub environment: BTreeMap<String, String>,
    /// Where the configuration chooses how mails are sent, so that the panel cannot: a variable, or a line of the file.
    #[serde(skip)]
    pub mail_set_by: Option<String>,
}

/// The settings of the command line.
#[derive(Debug, Clone, Default)]
pub struct Flags {
    /// `--config`
    pub config: Option<PathBuf>,
    /// `--listen`
    pub listen: Option<String>,
    /// `--domain`, any number of times
    pub domains: Vec<String>,
    /// `--data-dir`
    pub data_dir: Option<PathBuf>,
}

impl Config {
    /// Merges the layers. `environment` holds all variables of the process; those that do not have the form
    /// `BLOG_APP_SECTION__KEY` are ignored.
    ///
    /// # Errors
    /// Fails when a file cannot be read, or a layer has an unknown key or an invalid value.
    pub fn load(
        flags: &Flags,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, ConfigError> {
        let mut layers = Layers::defaults(DEFAULTS)?;
        let default_file = Path::new(DEFAULT_FILE);
        match &flags.config {
            Some(file) => layers.add_file(file)?,
            None if default_file.is_file() => layers.add_file(default_file)?,
            None => {}
        }
        layers.add_environment(environment)?;
        if let Some(listen) = &flags.listen {
            layers.add_flag("--listen", "server", "listen", listen.as_str());
            layers.add_flag("--listen", "tls", "listen", listen.as_str());
        }
        if !flags.domains.is_empty() {
            layers.add_flag("--domain", "tls", "acme", true);
            layers.add_flag("--domain", "tls", "domains", flags.domains.clone());
        }
        if let Some(data_dir) = &flags.data_dir {
            layers.add_flag("--data-dir", "server", "data_dir", &*data_dir.to_string_lossy());
        }
        layers.read()
    }

    /// Validates combinations of keys; returns the invalid key and the message.
    fn check(&self) -> Result<(), (&'static str, String)> {
        if self.mail.transport == Transport::Smtp && !is_host(&self.mail.host) {
            let expected = "must be the name or address of the mail server, such as smtp.example.org";
            return Err(("mail.host", expected.to_owned()));
        }
        if !self.database.url.is_empty() && self.auth.secret.is_empty() {
            let expected = "must be set, on every node the same, when database.url is: other nodes could not verify the \
                            tokens of this one; `openssl rand -hex 32` makes one";
            return Err(("auth.secret", expected.to_owned()));
        }
        self.tls
            .check(&self.server)
            .map_err(|(key, message)| (key, message.to_owned()))
    }

    /// The address that the site listens on: that of HTTPS if it speaks that itself.
    pub fn site_listen(&self) -> ListenAddress {
        if self.tls.is_on() {
            self.tls.listen
        } else {
            self.server.listen
        }
    }

    /// The folder of obtained certificates.
    pub fn tls_folder(&self) -> PathBuf {
        self.server.data_dir.join("tls")
    }

    /// The path of the database file.
    pub fn database_file(&self) -> PathBuf {
        self.server.data_dir.join("blog.db")
    }

    /// The path of the generated secret, used when the settings have none.
    pub fn secret_file(&self) -> PathBuf {
        self.server.data_dir.join("secret")
    }

    /// The folder of exports that are uploaded to be imported.
    pub fn imports_folder(&self) -> PathBuf {
        self.server.data_dir.join("imports")
    }

    /// The folder of emails written as files.
    pub fn outbox_folder(&self) -> PathBuf {
        self.server.data_dir.join("outbox")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn load(text: &str, environment: &[(&str, &str)]) -> Result<Config, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        std::fs::write(&file, text).unwrap();
        let flags = Flags {
            config: Some(file),
            ..Flags::default()
        };
        let environment = environment
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Config::load(&flags, environment).map_err(|error| {
            error
                .to_string()
                .replace(&folder.path().display().to_string(), "")
        })
    }

    #[test]
    fn uses_the_defaults_for_an_empty_file() {
        let config = load("", &[]).unwrap();
        assert_eq!(config.server.listen, "127.0.0.1:8080".parse().unwrap());
        assert_eq!(config.site.name, "Community Blog");
        assert_eq!(config.metrics.listen, None);
        assert_eq!((config.feeds.hub, config.indexnow.told()), (None, None));
    }

    #[test]
    fn tells_hubs_and_search_engines_where_it_is_set() {
        let file = "[feeds]\nhub = \"https://hub.example.org/\"\n[indexnow]\nenabled = true";
        let config = load(file, &[]).unwrap();
        assert_eq!(config.feeds.hub.unwrap().as_str(), "https://hub.example.org/");
        let endpoint = config.indexnow.told().unwrap();
        assert_eq!(endpoint.as_str(), "https://api.indexnow.org/indexnow");
        let other = load("", &[("BLOG_APP_INDEXNOW__ENDPOINT", "https://example.org/")]).unwrap();
        assert_eq!(other.indexnow.told(), None);
    }

    #[test]
    fn later_layers_override_earlier_ones() {
        let file = "[server]\nlisten = \"127.0.0.1:1\"\n[site]\nname = \"Ours\"";
        let config = load(file, &[("BLOG_APP_SERVER__LISTEN", "127.0.0.1:2")]).unwrap();
        assert_eq!(config.server.listen, "127.0.0.1:2".parse().unwrap());
        assert_eq!(config.site.name, "Ours");

        let flags = Flags {
            listen: Some("127.0.0.1:3".to_owned()),
            ..Flags::default()
        };
        let environment = [("BLOG_APP_SERVER__LISTEN".to_owned(), "127.0.0.1:2".to_owned())];
        let config = Config::load(&flags, environment).unwrap();
        assert_eq!(config.server.listen, "127.0.0.1:3".parse().unwrap());
    }

    #[test]
    fn knows_what_chooses_how_mails_are_sent() {
        let set_by = |text: &str, environment: &[(&str, &str)]| load(text, environment).unwrap().mail_set_by;
        assert_eq!(set_by("[mail]\nretry_seconds = 5", &[]), None);
        let copy = "[mail]\ntransport = \"file\"\nhost = \"localhost\"\nport = 587";
        assert_eq!(set_by(copy, &[]), None);
        let line = set_by("[mail]\nport = 25", &[]).unwrap();
        assert!(line.ends_with("/config.toml:2"), "{line}");
        let variable = "BLOG_APP_MAIL__TRANSPORT";
        assert_eq!(set_by("", &[(variable, "file")]).as_deref(), Some(variable));
    }

    #[test]
    fn derives_the_base_url_from_the_listener_when_none_is_set() {
        for (listen, expected) in [
            ("127.0.0.1:9399", "http://127.0.0.1:9399"),
            ("localhost:9399", "http://127.0.0.1:9399"),
            (":9399", "http://127.0.0.1:9399"),
        ] {
            let server = load("", &[("BLOG_APP_SERVER__LISTEN", listen)]).unwrap().server;
            assert_eq!(server.origin(), expected);
            assert!(server.base_url_follows_listen);
        }
        let server = load("[server]\nbase_url = \"https://blog.example.org\"", &[])
            .unwrap()
            .server;
        assert_eq!(server.origin(), "https://blog.example.org");
        assert!(!server.base_url_follows_listen);
    }

    #[test]
    fn rejects_unusable_values() {
        for (text, expected) in [
            (
                "[mail]\nfrom = \"nonsense\"",
                "/config.toml:2: mail.from: must be an address such as",
            ),
            (
                "[mail]\nfrom = \"Blog <blög@example.org>\"",
                "/config.toml:2: mail.from: must be an address such as",
            ),
            (
                "[mail]\ntransport = \"smtp\"\nhost = \"\"",
                "/config.toml:3: mail.host: must be the name",
            ),
            (
                "[mail]\nhost = \"no host\"\ntransport = \"smtp\"",
                "/config.toml:2: mail.host: must be the name",
            ),
            (
                "[auth]\ntoken_hours = 0",
                "/config.toml:2: auth.token_hours: must be at least 1",
            ),
            (
                "[server]\nshutdown_seconds = 9223372036854775807",
                "/config.toml:2: server.shutdown_seconds: must be at most 31536000",
            ),
            (
                "[server]\ncache_megabytes = 9223372036854775807",
                "/config.toml:2: server.cache_megabytes: must be at most 1048576",
            ),
            (
                "[database]\npool = 100000",
                "/config.toml:2: database.pool: must be at most 256",
            ),
            ("[database]\npool = -1", "/config.toml:2: database.pool: "),
            (
                "[database]\nurl = \"postgres://blog@db/blog\"",
                "built-in defaults: auth.secret: must be set, on every node the same, when database.url is",
            ),
            (
                "[comments]\nclose_after_days = 36501",
                "/config.toml:2: comments.close_after_days: must be at most 36500",
            ),
            (
                "[comments]\nclose_after_days = -1",
                "/config.toml:2: comments.close_after_days: ",
            ),
            (
                &format!("[comments]\npolicy = \"{}\"", "é".repeat(301)),
                "/config.toml:2: comments.policy: must be at most 300 characters",
            ),
            (
                "[imports]\nfile_megabytes = 513",
                "/config.toml:2: imports.file_megabytes: must be from 1 to 512",
            ),
            (
                "[imports]\nfile_megabytes = 0",
                "/config.toml:2: imports.file_megabytes: must be from 1 to 512",
            ),
            (
                "[server]\nreader_threads = 100000",
                "/config.toml:2: server.reader_threads: must be at most",
            ),
        ] {
            let error = load(text, &[]).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
        assert!(load("[mail]\nhost = \"\"", &[]).is_ok());
        let longest = format!(
            "[comments]\nclose_after_days = 36500\npolicy = \" {} \"",
            "é".repeat(298)
        );
        let comments = load(&longest, &[]).unwrap().comments;
        assert_eq!(comments.policy, "é".repeat(298));
    }

    #[test]
    fn reads_every_type_from_the_environment() {
        let config = load(
            "",
            &[
                ("BLOG_APP_AUTH__TOKEN_HOURS", "12"),
                ("BLOG_APP_RATE_LIMIT__ENABLED", "false"),
                ("BLOG_APP_SERVER__TRUSTED_PROXIES", "10.0.0.1, 192.168.0.0/16"),
                ("BLOG_APP_MAIL__TRANSPORT", "smtp"),
                ("BLOG_APP_BIN", "not a setting"),
                ("PATH", "/bin"),
            ],
        )
        .unwrap();
        assert_eq!(config.auth.token_hours, 12);
        assert!(!config.rate_limit.enabled);
        assert_eq!(config.server.trusted_proxies.len(), 2);
        assert_eq!(config.mail.transport, Transport::Smtp);
    }

    #[test]
    fn knows_the_keys_that_the_environment_sets() {
        let config = load(
            "[site]\nname = \"Ours\"",
            &[("BLOG_APP_SITE__DESCRIPTION", "For us")],
        )
        .unwrap();
        let expected = (
            "site.description".to_owned(),
            "BLOG_APP_SITE__DESCRIPTION".to_owned(),
        );
        assert_eq!(config.environment, BTreeMap::from([expected]));
    }

    #[test]
    fn errors_name_the_key_and_the_line() {
        for (text, expected) in [
            (
                "[server]\nlistne = \"x\"",
                "/config.toml:2: server.listne: unknown key; did you mean listen?",
            ),
            (
                "[sever]\nlisten = \"x\"",
                "/config.toml:1: sever: unknown section; did you mean server?",
            ),
            (
                "listen = \"x\"",
                "/config.toml:1: listen: this key belongs in a section such as [metrics] or [server]",
            ),
            (
                "[auth]\n\ntoken_hours = \"x\"",
                "/config.toml:3: auth.token_hours: ",
            ),
            (
                "[server]\nlisten = \"nowhere\"",
                "/config.toml:2: server.listen: ",
            ),
            (
                "[feeds]\nhub = \"hub.example.org\"",
                "/config.toml:2: feeds.hub: must be an address such as",
            ),
            (
                "[indexnow]\nendpoint = \"https://me@example.org\"",
                "/config.toml:2: indexnow.endpoint: must be an address such as",
            ),
            (
                "[server]\nbase_url = \"ftp://x\"",
                "/config.toml:2: server.base_url: ",
            ),
            (
                "[mail]\ntransport = \"pigeon\"",
                "/config.toml:2: mail.transport: ",
            ),
            ("[metrics]\nlisten = \"9090\"", "/config.toml:2: metrics.listen: "),
            (
                "[outgoing]\nallow_private = \"no\"",
                "/config.toml:2: outgoing.allow_private: ",
            ),
            ("[auth]\nsecret = \"short\"", "/config.toml:2: auth.secret: "),
            ("[server", "/config.toml:1: "),
        ] {
            let error = load(text, &[]).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }

    #[test]
    fn errors_name_the_environment_variable() {
        for (name, value) in [
            ("BLOG_APP_SERVER__LISTNE", "x"),
            ("BLOG_APP_AUTH__TOKEN_HOURS", "many"),
            ("BLOG_APP_SERVER__LISTEN", "nowhere"),
            ("BLOG_APP_NOTHING__HERE", "x"),
        ] {
            let error = load("", &[(name, value)]).unwrap_err();
            assert!(error.starts_with(name), "{error}");
        }
    }

    #[test]
    fn reads_the_database_from_the_environment() {
        let config = load(
            "[database]\npool = 3",
            &[
                ("BLOG_APP_DATABASE__URL", "postgres://blog@db:5432/blog"),
                ("BLOG_APP_DATABASE__PASSWORD", "open sesame"),
                ("BLOG_APP_DATABASE__CA_FILE", "/etc/blog-app/ca.pem"),
                ("BLOG_APP_DATABASE__POOL", "7"),
                ("BLOG_APP_AUTH__SECRET", "0123456789abcdef0123456789abcdef"),
            ],
        );
        let database = config.unwrap().database;
        assert_eq!(database.url.expose(), "postgres://blog@db:5432/blog");
        assert_eq!(database.password.expose(), "open sesame");
        assert_eq!(database.ca_file, Path::new("/etc/blog-app/ca.pem"));
        assert_eq!(database.pool, 7);
        for (pool, expected) in [("100000", "must be at most 256"), ("many", "")] {
            let error = load("", &[("BLOG_APP_DATABASE__POOL", pool)]).unwrap_err();
            let expected = format!("BLOG_APP_DATABASE__POOL: database.pool: {expected}");
            assert!(error.starts_with(&expected), "{error}");
        }
    }

    #[test]
    fn asks_for_a_secret_when_nodes_share_a_database() {
        let error = load("", &[("BLOG_APP_DATABASE__URL", "postgres://blog@db/blog")]).unwrap_err();
        assert!(error.contains("auth.secret: must be set"), "{error}");
        assert!(error.contains("`openssl rand -hex 32` makes one"), "{error}");
        let short = load(
            "[auth]\nsecret = \"short\"",
            &[("BLOG_APP_DATABASE__URL", "postgres://blog@db/blog")],
        );
        assert!(short.unwrap_err().contains("at least 32 characters"));
    }

    #[test]
    fn rejects_a_missing_file() {
        let flags = Flags {
            config: Some("/nowhere/config.toml".into()),
            ..Flags::default()
        };
        let error = Config::load(&flags, []).unwrap_err().to_string();
        assert!(error.contains("/nowhere/config.toml"), "{error}");
    }

    #[test]
    fn debug_output_hides_secrets() {
        for (section, key, other) in [
            ("auth", "master_password", ""),
            ("auth", "secret", ""),
            ("mail", "password", ""),
            ("database", "password", ""),
            (
                "database",
                "url",
                "[auth]\nsecret = \"0123456789abcdef0123456789abcdef\"",
            ),
        ] {
            let text =
                format!("[{section}]\n{key} = \"open sesame, which is longer than 32 characters\"\n{other}");
            let config = load(&text, &[]).unwrap();
            assert!(!format!("{config:?}").contains("sesame"), "{section}.{key}");
        }
    }
}
