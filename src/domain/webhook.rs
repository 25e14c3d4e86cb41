//! Webhooks: requests by which the site tells other programs of events.

use std::net::IpAddr;

use url::{Host, Url};

use super::derived_entropy::DerivedEntropy;
use super::network::{Reach, reach};
use super::{
    CommentId, PostId, Slug, Time, UserId, ValidationError, WebhookDeliveryId, WebhookEventId, WebhookId,
};

/// The most webhooks of the site.
pub const WEBHOOKS_MAX: u64 = 20;
/// The deliveries of a webhook that are listed and kept.
pub const DELIVERIES_KEPT: u32 = 100;
/// The tries of one webhook that fail in a row until it is switched off.
pub const FAILURES_MAX: u32 = 50;
/// The most characters of an address.
const URL_LENGTH_MAX: usize = 2_000;

/// An event that webhooks are told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WebhookEvent {
    /// A post became public.
    PostPublished,
    /// A public post was changed.
    PostUpdated,
    /// A post is public no more, or was deleted.
    PostUnpublished,
    /// A comment became visible on a public post.
    CommentVisible,
    /// A comment waits for a moderator.
    CommentHeld,
    /// A reader verified their address.
    UserJoined,
}

impl WebhookEvent {
    /// All events.
    pub const ALL: [Self; 6] = [
        Self::PostPublished,
        Self::PostUpdated,
        Self::PostUnpublished,
        Self::CommentVisible,
        Self::CommentHeld,
        Self::UserJoined,
    ];

    /// Returns the event with exactly this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.name() == name)
    }

    /// The name in the API, in the database and in deliveries.
    pub fn name(self) -> &'static str {
        match self {
            Self::PostPublished => "post.published",
            Self::PostUpdated => "post.updated",
            Self::PostUnpublished => "post.unpublished",
            Self::CommentVisible => "comment.visible",
            Self::CommentHeld => "comment.held",
            Self::UserJoined => "user.joined",
        }
    }
}

/// The events that a webhook is told of, in order and each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookEvents(Vec<WebhookEvent>);

impl WebhookEvents {
    /// Validates the names of events, of which there is at least one.
    pub fn parse<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, ValidationError> {
        let events: Option<Vec<WebhookEvent>> = names.into_iter().map(WebhookEvent::parse).collect();
        let Some(mut events) = events else {
            let message = format!(
                "Events are {}",
                WebhookEvent::ALL.map(WebhookEvent::name).join(", ")
            );
            return ValidationError::reject("events", message);
        };
        if events.is_empty() {
            return ValidationError::reject("events", "Choose at least one event");
        }
        events.sort_unstable();
        events.dedup();
        Ok(Self(events))
    }

    /// Whether the event is one of them.
    pub fn contains(&self, event: WebhookEvent) -> bool {
        self.0.contains(&event)
    }

    /// The names in the API.
    pub fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|event| event.name()).collect()
    }
}

/// Validates the address of a webhook: https, or also http and an address of a private network if `allows_private`. A name
/// is looked up with each delivery, and its addresses are checked then.
pub fn parse_url(text: &str, allows_private: bool) -> Result<Url, ValidationError> {
    let Ok(mut url) = Url::parse(text.trim()) else {
        return ValidationError::reject("url", "Enter an address such as https://example.org/hook");
    };
    url.set_fragment(None);
    let is_plain = url.scheme() == "http" && allows_private;
    if url.scheme() != "https" && !is_plain {
        return ValidationError::reject("url", "The address must begin with https://");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return ValidationError::reject("url", "The address must not hold a name or a password");
    }
    if url.as_str().len() > URL_LENGTH_MAX {
        return ValidationError::reject("url", "An address has at most 2,000 characters");
    }
    let address: Option<IpAddr> = match url.host() {
        Some(Host::Ipv4(address)) => Some(address.into()),
        Some(Host::Ipv6(address)) => Some(address.into()),
        Some(Host::Domain(_)) | None => None,
    };
    let is_permitted = address.is_none_or(|address| match reach(address) {
        Reach::Public => true,
        Reach::Private => allows_private,
        Reach::Special => false,
    });
    if !is_permitted {
        return ValidationError::reject("url", "The address is not on the public internet");
    }
    Ok(url)
}

/// A webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// Its id.
    pub id: WebhookId,
    /// The address that is told.
    pub url: String,
    /// The events that it is told of.
    pub events: WebhookEvents,
    /// When it was made.
    pub created_at: Time,
    /// The tries that failed since the last one that succeeded.
    pub failures: u32,
    /// When it was switched off; `None` while it is on.
    pub off_at: Option<Time>,
}

/// What an event is about, as it was then: its rows may be gone when the delivery is sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subject {
    /// The post, also that of a comment, with its slug and its title.
    pub post: Option<(PostId, Slug, String)>,
    /// The comment.
    pub comment: Option<CommentId>,
    /// The reader.
    pub user: Option<UserId>,
}

/// An event for one webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// The id of the delivery.
    pub id: WebhookDeliveryId,
    /// The webhook.
    pub webhook: WebhookId,
    /// The id of the event: the same for all webhooks and all tries, also if it is sent again later.
    pub event_id: WebhookEventId,
    /// The event.
    pub event: WebhookEvent,
    /// When it happened.
    pub at: Time,
    /// What it is about.
    pub subject: Subject,
    /// When the delivery was queued.
    pub created_at: Time,
    /// The number of tries.
    pub tries: u32,
    /// When it is tried next, unless it is done.
    pub next_try_at: Time,
    /// When it was delivered or given up.
    pub done_at: Option<Time>,
    /// Whether the receiver took it.
    pub was_delivered: bool,
    /// The status of the last response.
    pub status: Option<u16>,
    /// The cause of the last failure.
    pub error: Option<String>,
}

/// Returns the id of an event. It follows from the event and the object with this id: the same within a millisecond is one
/// event.
pub fn event_id(at: Time, event: WebhookEvent, object: &str) -> WebhookEventId {
    WebhookEventId::new(at, &DerivedEntropy((event, object)))
}

/// Returns the id of the delivery of an event to a webhook that is queued `now`.
pub fn delivery_id(now: Time, webhook: WebhookId, event: WebhookEventId) -> WebhookDeliveryId {
    WebhookDeliveryId::new(now, &DerivedEntropy((webhook, event)))
}

#[cfg(test)]
mod tests {
    use super::super::SystemEntropy;
    use super::*;

    #[test]
    fn events_are_known_and_at_least_one() {
        let events = WebhookEvents::parse(["user.joined", "post.updated", "user.joined"]).unwrap();
        assert_eq!(events.names(), ["post.updated", "user.joined"]);
        assert!(events.contains(WebhookEvent::UserJoined) && !events.contains(WebhookEvent::CommentHeld));
        for names in [&[][..], &["post"], &["post.updated", "post.deleted"]] {
            assert_eq!(
                WebhookEvents::parse(names.iter().copied()).unwrap_err().field,
                "events"
            );
        }
        for event in WebhookEvent::ALL {
            assert_eq!(WebhookEvent::parse(event.name()), Some(event));
        }
    }

    #[test]
    fn accepts_https_addresses_of_the_internet() {
        for (text, url) in [
            (" https://Example.org/hook?a=b#c ", "https://example.org/hook?a=b"),
            ("https://8.8.8.8:8443", "https://8.8.8.8:8443/"),
            ("https://[2606:4700::1111]/", "https://[2606:4700::1111]/"),
        ] {
            assert_eq!(parse_url(text, false).unwrap().as_str(), url);
        }
    }

    #[test]
    fn refuses_other_addresses() {
        for text in [
            "",
            "example.org",
            "http://example.org/",
            "ftp://example.org/",
            "https://name:password@example.org/",
            "https://127.0.0.1/",
            "https://2130706433/",
            "https://10.0.0.1/",
            "https://169.254.169.254/latest",
            "https://[::1]/",
            "https://[::ffff:10.0.0.1]/",
            &format!("https://example.org/{}", "a".repeat(2_000)),
        ] {
            assert_eq!(parse_url(text, false).unwrap_err().field, "url", "{text}");
        }
    }

    #[test]
    fn accepts_private_networks_only_where_they_are_allowed_and_never_link_local_addresses() {
        assert!(parse_url("http://127.0.0.1:3000/hook", true).is_ok());
        assert!(parse_url("https://[fd00::1]/", true).is_ok());
        assert!(parse_url("http://169.254.169.254/", true).is_err());
        assert!(parse_url("http://[fe80::1]/", true).is_err());
    }

    #[test]
    fn ids_follow_from_event_object_and_webhook() {
        let now = Time::from_milliseconds(1_000);
        let published = event_id(now, WebhookEvent::PostPublished, "a");
        assert_eq!(published, event_id(now, WebhookEvent::PostPublished, "a"));
        assert_ne!(published, event_id(now, WebhookEvent::PostPublished, "b"));
        assert_ne!(published, event_id(now, WebhookEvent::PostUpdated, "a"));
        let [one, other] = [1, 2].map(|_| WebhookId::new(now, &SystemEntropy));
        assert_ne!(
            delivery_id(now, one, published),
            delivery_id(now, other, published)
        );
        let later = now.plus_milliseconds(1);
        assert!(delivery_id(now, one, published) < delivery_id(later, one, published));
    }
}
