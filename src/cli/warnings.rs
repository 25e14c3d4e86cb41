//! Warnings about valid but dangerous settings.

use std::collections::HashSet;

use crate::config::{Config, Transport};
use crate::domain::mail_settings::Encryption;
use crate::domain::password::is_common;

/// The master password creates administrators, so it must be longer than the passwords of readers.
const MASTER_PASSWORD_LENGTH_MIN: usize = 12;
/// The fewest different characters of a secret. Random text of 32 hexadecimal digits nearly always has more.
const DIFFERENT_CHARACTERS_MIN: usize = 9;
/// The minimum length of a secret without its [`WORDS`].
const UNGUESSABLE_LENGTH_MIN: usize = 16;
/// Common parts of guessable secrets.
const WORDS: [&str; 16] = [
    "password", "secret", "changeme", "change", "please", "example", "default", "signing", "token", "admin",
    "master", "blog", "test", "qwerty", "letmein", "welcome",
];

/// Returns the warnings about the settings, a line each.
pub(super) fn warnings(config: &Config) -> Vec<String> {
    let mut found = Vec::new();
    let master = config.auth.master_password.expose();
    if !master.is_empty() && (master.chars().count() < MASTER_PASSWORD_LENGTH_MIN || is_common(master)) {
        found.push(format!(
            "auth.master_password is short or common: whoever guesses it becomes an administrator; take at least \
             {MASTER_PASSWORD_LENGTH_MIN} random characters, or leave it empty"
        ));
    }
    let secret = config.auth.secret.expose();
    if !secret.is_empty() && is_guessable(secret) {
        found.push(
            "auth.secret can be guessed: whoever does can sign in as anybody; take 32 random characters, or leave \
             it empty, and a random one is made"
                .to_owned(),
        );
    }
    let mail = &config.mail;
    let sends_credentials = !mail.username.is_empty() || !mail.password.is_empty();
    if mail.transport == Transport::Smtp && mail.tls == Encryption::None && sends_credentials {
        found.push(
            "mail.tls is none: the name and password for the mail server are sent without encryption; set it to \
             starttls or tls"
                .to_owned(),
        );
    }
    if mail.transport == Transport::File && !config.database.url.is_empty() {
        found.push(
            "mail.transport is file, and database.url is set: each node writes the mails that it sends into a folder of \
             its own; set mail.transport to smtp"
                .to_owned(),
        );
    }
    if config.tls.acme && !config.database.url.is_empty() {
        found.push(
            "tls.acme is true, and database.url is set: with several nodes the directory may ask another one than the one \
             that wants a certificate; let a proxy in front of them speak HTTPS, or give each the same files in tls.cert \
             and tls.key"
                .to_owned(),
        );
    }
    if config.outgoing.allow_private {
        found.push(
            "outgoing.allow_private is true: whoever administers the site can send requests to this machine and to its \
             private networks; set it to false unless a webhook is there"
                .to_owned(),
        );
    }
    let server = &config.server;
    if !config.tls.is_on()
        && server.base_url.as_str().starts_with("https://")
        && server.trusted_proxies.is_empty()
    {
        found.push(
            "server.base_url is https, so there is a proxy, but server.trusted_proxies names none: all visitors count \
             as one client; add the proxy's address"
                .to_owned(),
        );
    }
    found
}

/// Whether a secret consists of few different characters, a repeated text, sequences such as `abcd`, or common words.
fn is_guessable(secret: &str) -> bool {
    let secret: Vec<char> = secret.to_lowercase().chars().collect();
    let different: HashSet<_> = secret.iter().collect();
    let half = secret.len() / 2;
    let repeats = |period: usize| secret[period..].iter().eq(&secret[..secret.len() - period]);
    let is_sequence = |pair: &[char]| u32::from(pair[0]).abs_diff(u32::from(pair[1])) <= 1;
    let sequence_length = secret.windows(2).filter(|pair| is_sequence(pair)).count();
    different.len() < DIFFERENT_CHARACTERS_MIN
        || (1..=half).any(repeats)
        || sequence_length > half
        || without_words(&secret).chars().count() < UNGUESSABLE_LENGTH_MIN
}

/// Returns the letters and digits of a secret without its [`WORDS`].
fn without_words(secret: &[char]) -> String {
    let mut rest: String = secret
        .iter()
        .filter(|character| character.is_alphanumeric())
        .collect();
    for word in WORDS {
        rest = rest.replace(word, "");
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Flags;

    fn warnings_for(settings: &[(&str, &str)]) -> Vec<String> {
        let environment = settings
            .iter()
            .map(|(key, value)| (format!("BLOG_APP_{key}"), (*value).to_owned()));
        warnings(&Config::load(&Flags::default(), environment).unwrap())
    }

    #[test]
    fn does_not_warn_about_the_defaults() {
        assert!(warnings_for(&[]).is_empty());
    }

    #[test]
    fn warns_about_a_short_or_common_master_password() {
        for (password, expected) in [
            ("sh0rt", 1),
            ("elevenchars", 1),
            ("1qaz2wsx3edc4rfv", 1),
            ("twelve chars", 0),
            ("a long and random one", 0),
        ] {
            let found = warnings_for(&[("AUTH__MASTER_PASSWORD", password)]);
            assert_eq!(found.len(), expected, "{password}: {found:?}");
            assert!(found.iter().all(|line| line.contains("auth.master_password")));
            assert!(
                found.iter().all(|line| !line.contains(password)),
                "the warning contains the password"
            );
        }
    }

    #[test]
    fn warns_about_a_guessable_secret() {
        for secret in [
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "0123456789abcdef0123456789abcdef",
            "abcdefghijklmnopqrstuvwxyz012345",
            "change-me-please-change-me-please-1",
            "my-secret-blog-token-signing-secret",
            "00000000000000000000000000000001",
        ] {
            let found = warnings_for(&[("AUTH__SECRET", secret)]);
            assert_eq!(found.len(), 1, "{secret}: {found:?}");
            assert!(found[0].contains("auth.secret"));
        }
        for secret in [
            "9f86d081884c7d659a2feaa0c55ad015",
            "Zk3v0qLw8TtX1bYd5mRf7uHc2sPj4nGa",
            "vex pun gale brick orbit moth quilt dusk",
        ] {
            assert!(warnings_for(&[("AUTH__SECRET", secret)]).is_empty(), "{secret}");
        }
    }

    #[test]
    fn warns_about_mails_as_files_of_several_nodes() {
        let url = ("DATABASE__URL", "postgres://blog@db/blog");
        let secret = ("AUTH__SECRET", "9f86d081884c7d659a2feaa0c55ad015");
        let files = warnings_for(&[url, secret]);
        assert_eq!(files.len(), 1, "{files:?}");
        assert!(files[0].contains("mail.transport"), "{files:?}");
        assert!(warnings_for(&[("MAIL__TRANSPORT", "smtp"), ("MAIL__HOST", "mail"), url, secret]).is_empty());
    }

    #[test]
    fn warns_about_requests_to_private_networks() {
        let found = warnings_for(&[("OUTGOING__ALLOW_PRIVATE", "true")]);
        assert!(
            found.len() == 1 && found[0].contains("outgoing.allow_private"),
            "{found:?}"
        );
    }

    #[test]
    fn warns_about_an_https_site_without_trusted_proxies() {
        let (https, proxy) = (
            ("SERVER__BASE_URL", "https://blog.example.org"),
            ("SERVER__TRUSTED_PROXIES", "127.0.0.1"),
        );
        let found = warnings_for(&[https]);
        assert!(
            found.len() == 1 && found[0].contains("server.trusted_proxies"),
            "{found:?}"
        );
        assert!(warnings_for(&[https, proxy]).is_empty());
        assert!(warnings_for(&[("SERVER__BASE_URL", "http://blog.example.org")]).is_empty());
    }

    #[test]
    fn does_not_miss_a_proxy_of_a_site_that_speaks_https_itself() {
        let settings = [("TLS__ACME", "true"), ("TLS__DOMAINS", "blog.example.org")];
        assert!(warnings_for(&settings).is_empty());
    }

    #[test]
    fn warns_about_certificates_for_one_of_several_nodes() {
        let found = warnings_for(&[
            ("TLS__ACME", "true"),
            ("TLS__DOMAINS", "blog.example.org"),
            ("DATABASE__URL", "postgres://blog@db/blog"),
            ("AUTH__SECRET", "9f86d081884c7d659a2feaa0c55ad015"),
            ("MAIL__TRANSPORT", "smtp"),
        ]);
        assert!(found.len() == 1 && found[0].contains("tls.acme"), "{found:?}");
    }

    #[test]
    fn warns_about_mail_credentials_without_encryption() {
        let smtp = ("MAIL__TRANSPORT", "smtp");
        let (user, plain) = (("MAIL__USERNAME", "ada"), ("MAIL__TLS", "none"));
        assert_eq!(warnings_for(&[smtp, user, plain]).len(), 1);
        for harmless in [vec![smtp, plain], vec![smtp, user], vec![user, plain]] {
            assert!(warnings_for(&harmless).is_empty(), "{harmless:?}");
        }
    }
}
