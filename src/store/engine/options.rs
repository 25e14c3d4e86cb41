//! Options of [`crate::store::Store::open`].

use std::fmt;
use std::path::PathBuf;

use url::form_urlencoded;

/// Options of [`crate::store::Store::open`].
#[derive(Debug, Clone)]
pub struct StoreOptions {
    /// The database.
    pub place: Place,
    /// The number of reader threads, each with its own connection.
    pub readers: usize,
}

/// The place of a database.
#[derive(Debug, Clone)]
pub enum Place {
    /// A file of the embedded SQLite.
    File(FileOptions),
    /// A database of a PostgreSQL server.
    Server(ServerOptions),
}

impl Place {
    /// A database file with the usual options.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self::File(FileOptions::new(path))
    }
}

/// Shows no password.
impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => file.path.display().fmt(formatter),
            Self::Server(server) => formatter.write_str(&without_password(&server.url)),
        }
    }
}

/// Removes the password from a URL, also from one that is not valid. A password may have any character, if it was not
/// encoded.
fn without_password(url: &str) -> String {
    let mut questions = url.match_indices('?').map(|(position, _)| position);
    let (address, query) = questions
        .find(|position| is_query(&url[position + 1..]))
        .map_or((url, ""), |position| (&url[..position], &url[position + 1..]));
    let mut text = address.to_owned();
    if let (Some(scheme), Some(end)) = (text.find("://"), text.rfind('@')) {
        let user = scheme + "://".len();
        if let Some(colon) = text.get(user..end).and_then(|name| name.find(':')) {
            text.replace_range(user + colon..end, "");
        }
    }
    if let Some(password) = text.find("password=") {
        text.truncate(password);
    }
    // Without a name it is a part of a password that has an `&`.
    let shown = |parameter: &&str| parameter.contains('=') && !is_password(parameter);
    let shown: Vec<&str> = query.split('&').filter(shown).collect();
    if !shown.is_empty() {
        text = format!("{text}?{}", shown.join("&"));
    }
    text.trim_end_matches(['?', '&']).to_owned()
}

/// Whether this is the query of a URL, rather than the end of a password with a question mark and the host.
fn is_query(text: &str) -> bool {
    let mut parameters = text.split('&');
    parameters.all(|parameter| is_password(parameter) || !parameter.contains('@'))
}

fn is_password(parameter: &str) -> bool {
    let mut decoded = form_urlencoded::parse(parameter.as_bytes());
    decoded.next().is_some_and(|(name, _)| name == "password")
}

/// A database file.
#[derive(Debug, Clone)]
pub struct FileOptions {
    /// The path, created if it does not exist.
    pub path: PathBuf,
    /// The length of the write-ahead log, in pages of 4 KiB, at which it is checkpointed and restarted. A page that
    /// was written several times is copied once.
    pub log_pages: i32,
}

impl FileOptions {
    /// Creates options with a log of 64 MB, which suits most sites. It grows a little longer under many writes.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            log_pages: 16_000,
        }
    }
}

/// A database of a PostgreSQL server.
#[derive(Clone)]
pub struct ServerOptions {
    /// `postgres://user@host:5432/name`; several hosts are separated by commas: those that may be the primary.
    pub url: String,
    /// The password, unless the URL has one.
    pub password: Option<String>,
    /// A file with the certificates (PEM) that sign the server's, instead of those that browsers trust.
    pub ca_file: Option<PathBuf>,
}

/// Shows no password.
impl fmt::Debug for ServerOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ServerOptions").finish_non_exhaustive()
    }
}

impl StoreOptions {
    /// Creates options for a database file.
    pub fn new(path: impl Into<PathBuf>, readers: usize) -> Self {
        Self {
            place: Place::file(path),
            readers,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_passwords_from_urls() {
        for (url, expected) in [
            ("postgres://blog@db:5432/blog", "postgres://blog@db:5432/blog"),
            ("postgres://blog:secret@db/blog", "postgres://blog@db/blog"),
            (
                "postgres://blog:sec:r@e/t?@a,b:6432/blog?sslmode=disable",
                "postgres://blog@a,b:6432/blog?sslmode=disable",
            ),
            (
                "postgres://db/blog?user=blog&password=secret&sslmode=disable",
                "postgres://db/blog?user=blog&sslmode=disable",
            ),
            ("postgres://db/blog?password=secret", "postgres://db/blog"),
            (
                "postgres://db:5432/blog?password=sec@ret",
                "postgres://db:5432/blog",
            ),
            (
                "postgres://db:5432/blog?password=s?e@cret&user=blog",
                "postgres://db:5432/blog?user=blog",
            ),
            (
                "postgres://blog:s?e=c@db/blog?p%61ssword=ret",
                "postgres://blog@db/blog",
            ),
            ("postgres://db/blog?password=sec&ret", "postgres://db/blog"),
            ("postgres://db/blog?password=sec&r@et", "postgres://db/blog"),
            ("postgres://db:5432/blog", "postgres://db:5432/blog"),
            ("nonsense", "nonsense"),
        ] {
            assert_eq!(without_password(url), expected);
        }
    }
}
