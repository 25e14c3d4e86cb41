//! Settings that can be used and yet are dangerous.

use std::collections::HashSet;

use crate::config::{Config, Tls, Transport};
use crate::domain::password::is_common;

/// A master password makes administrators, so it is longer than the passwords of readers.
const MASTER_PASSWORD_LENGTH_MIN: usize = 12;
/// Random text of 32 hexadecimal digits nearly always has more.
const DIFFERENT_CHARACTERS_MIN: usize = 9;
/// What is left of a secret without words has to be as long as this.
const UNGUESSABLE_LENGTH_MIN: usize = 16;
/// Parts of secrets that come from examples and keyboards.
const WORDS: [&str; 16] = [
    "password", "secret", "changeme", "change", "please", "example", "default", "signing", "token", "admin",
    "master", "blog", "test", "qwerty", "letmein", "welcome",
];

/// Returns what is dangerous about the settings, a line each.
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
    if mail.transport == Transport::Smtp && mail.tls == Tls::None && sends_credentials {
        found.push(
            "mail.tls is none: the name and password for the mail server are sent without encryption; set it to \
             starttls or tls"
                .to_owned(),
        );
    }
    let server = &config.server;
    if server.base_url.as_str().starts_with("https://") && server.trusted_proxies.is_empty() {
        found.push(
            "server.base_url is https, so there is a proxy, but server.trusted_proxies names none: all visitors count \
             as one client; add the proxy's address"
                .to_owned(),
        );
    }
    found
}

/// Whether a secret is made of few characters, of one text again and again, of neighbours such as `abcd`, or of words
/// that everybody tries.
fn is_guessable(secret: &str) -> bool {
    let secret: Vec<char> = secret.to_lowercase().chars().collect();
    let different: HashSet<_> = secret.iter().collect();
    let half = secret.len() / 2;
    let repeats = |period: usize| secret[period..].iter().eq(&secret[..secret.len() - period]);
    let is_neighbour = |pair: &[char]| u32::from(pair[0]).abs_diff(u32::from(pair[1])) <= 1;
    let neighbours = secret.windows(2).filter(|pair| is_neighbour(pair)).count();
    different.len() < DIFFERENT_CHARACTERS_MIN
        || (1..=half).any(repeats)
        || neighbours > half
        || without_words(&secret).chars().count() < UNGUESSABLE_LENGTH_MIN
}

/// The letters and digits of a secret that belong to no word.
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

    fn warned(settings: &[(&str, &str)]) -> Vec<String> {
        let environment = settings
            .iter()
            .map(|(key, value)| (format!("BLOG_APP_{key}"), (*value).to_owned()));
        warnings(&Config::load(&Flags::default(), environment).unwrap())
    }

    #[test]
    fn the_defaults_are_not_warned_of() {
        assert!(warned(&[]).is_empty());
    }

    #[test]
    fn warns_of_a_short_or_common_master_password() {
        for (password, expected) in [
            ("sh0rt", 1),
            ("elevenchars", 1),
            ("1qaz2wsx3edc4rfv", 1),
            ("twelve chars", 0),
            ("a long and random one", 0),
        ] {
            let found = warned(&[("AUTH__MASTER_PASSWORD", password)]);
            assert_eq!(found.len(), expected, "{password}: {found:?}");
            assert!(found.iter().all(|line| line.contains("auth.master_password")));
            assert!(
                found.iter().all(|line| !line.contains(password)),
                "no secret is shown"
            );
        }
    }

    #[test]
    fn warns_of_a_guessable_secret() {
        for secret in [
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "0123456789abcdef0123456789abcdef",
            "abcdefghijklmnopqrstuvwxyz012345",
            "change-me-please-change-me-please-1",
            "my-secret-blog-token-signing-secret",
            "00000000000000000000000000000001",
        ] {
            let found = warned(&[("AUTH__SECRET", secret)]);
            assert_eq!(found.len(), 1, "{secret}: {found:?}");
            assert!(found[0].contains("auth.secret"));
        }
        for secret in [
            "9f86d081884c7d659a2feaa0c55ad015",
            "Zk3v0qLw8TtX1bYd5mRf7uHc2sPj4nGa",
            "vex pun gale brick orbit moth quilt dusk",
        ] {
            assert!(warned(&[("AUTH__SECRET", secret)]).is_empty(), "{secret}");
        }
    }

    #[test]
    fn warns_of_a_proxy_without_a_name() {
        let (https, proxy) = (
            ("SERVER__BASE_URL", "https://blog.example.org"),
            ("SERVER__TRUSTED_PROXIES", "127.0.0.1"),
        );
        let found = warned(&[https]);
        assert!(
            found.len() == 1 && found[0].contains("server.trusted_proxies"),
            "{found:?}"
        );
        assert!(warned(&[https, proxy]).is_empty());
        assert!(warned(&[("SERVER__BASE_URL", "http://blog.example.org")]).is_empty());
    }

    #[test]
    fn warns_of_mail_credentials_without_encryption() {
        let smtp = ("MAIL__TRANSPORT", "smtp");
        let (user, plain) = (("MAIL__USERNAME", "ada"), ("MAIL__TLS", "none"));
        assert_eq!(warned(&[smtp, user, plain]).len(), 1);
        for harmless in [vec![smtp, plain], vec![smtp, user], vec![user, plain]] {
            assert!(warned(&harmless).is_empty(), "{harmless:?}");
        }
    }
}
