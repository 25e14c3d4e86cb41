//! Redirects: addresses at which there is nothing any more, and where they lead.

mod path;
mod place;
mod target;

pub use path::RedirectPath;
pub use place::SitePlace;
pub use target::RedirectTarget;

use percent_encoding::percent_decode_str;

use super::search::fold;
use super::{RedirectId, Time, ValidationError};

/// The most redirects of a site.
pub const REDIRECTS_MAX: u64 = 100_000;
/// The source of a redirect that somebody has entered.
pub const FROM_PANEL: &str = "panel";
/// The source of a redirect from a file of redirects.
pub const FROM_FILE: &str = "file";

/// The most bytes of a path, and of a target. A longer text fits into no index of PostgreSQL.
const LENGTH_MAX: usize = 2_000;

/// Where an address leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// To another address for good, which browsers and search engines may remember.
    Permanent(RedirectTarget),
    /// To another address for now.
    Temporary(RedirectTarget),
    /// Nowhere: what was there is gone for good.
    Gone,
}

impl Destination {
    /// Combines a status, 301, 302 or 410, with the target that it needs or must not have.
    pub fn new(status: u16, target: Option<RedirectTarget>) -> Result<Self, ValidationError> {
        match (status, target) {
            (301, Some(target)) => Ok(Self::Permanent(target)),
            (302, Some(target)) => Ok(Self::Temporary(target)),
            (410, None) => Ok(Self::Gone),
            (301 | 302, None) => ValidationError::reject("target", "Enter where the address leads"),
            (410, Some(_)) => ValidationError::reject("target", "What is gone for good (410) leads nowhere"),
            _ => ValidationError::reject("status", "status is 301, 302 or 410"),
        }
    }

    /// The status of its responses.
    pub fn status(&self) -> u16 {
        match self {
            Self::Permanent(_) => 301,
            Self::Temporary(_) => 302,
            Self::Gone => 410,
        }
    }

    /// The address that it leads to.
    pub fn target(&self) -> Option<&RedirectTarget> {
        match self {
            Self::Permanent(target) | Self::Temporary(target) => Some(target),
            Self::Gone => None,
        }
    }
}

/// A redirect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// The id.
    pub id: RedirectId,
    /// The address, which no other redirect has.
    pub path: RedirectPath,
    /// Where it leads.
    pub destination: Destination,
    /// [`FROM_PANEL`], [`FROM_FILE`], or the name of the system that it was imported from.
    pub source: String,
}

impl Redirect {
    /// Returns what a search looks for: the path and the target as people read them, folded.
    pub fn folded(&self) -> String {
        let target = self.destination.target().map_or("", RedirectTarget::as_str);
        let text = format!("{} {target}", self.path.as_str());
        fold(&percent_decode_str(&text).decode_utf8_lossy())
    }
}

/// A redirect with the requests that followed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedRedirect {
    /// The redirect.
    pub redirect: Redirect,
    /// The number of requests.
    pub hits: u64,
    /// The time of the last one.
    pub last_at: Option<Time>,
}

/// Whether a path or an address has control characters, plain or percent-encoded.
fn has_control_characters(text: &str) -> bool {
    percent_decode_str(text).any(|byte| byte.is_ascii_control())
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::domain::SystemEntropy;

    fn target(text: &str) -> RedirectTarget {
        RedirectTarget::parse(text, &Url::parse("https://blog.example.org").unwrap()).unwrap()
    }

    #[test]
    fn a_status_has_the_target_that_it_needs() {
        for (status, has_target, expected) in [
            (301, true, Ok(301)),
            (302, true, Ok(302)),
            (410, false, Ok(410)),
            (301, false, Err("target")),
            (302, false, Err("target")),
            (410, true, Err("target")),
            (307, true, Err("status")),
            (0, false, Err("status")),
        ] {
            let made = Destination::new(status, has_target.then(|| target("/blog/new")));
            let made = made
                .as_ref()
                .map(Destination::status)
                .map_err(|error| error.field.as_ref());
            assert_eq!(made, expected, "{status}");
        }
    }

    #[test]
    fn a_search_finds_what_people_read() {
        let redirect = Redirect {
            id: RedirectId::new(Time::from_milliseconds(1), &SystemEntropy),
            path: RedirectPath::parse("/Über-uns/").unwrap(),
            destination: Destination::Permanent(target("/blog/Straße?a=b")),
            source: FROM_PANEL.to_owned(),
        };
        assert_eq!(redirect.folded(), "/uber-uns /blog/strasse?a=b");
        let gone = Redirect {
            destination: Destination::Gone,
            ..redirect
        };
        assert_eq!(gone.folded(), "/uber-uns ");
    }
}
