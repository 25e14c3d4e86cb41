//! The tokens of links in mails that work without signing in: they end mails, or confirm a subscription.
//!
//! A token holds what it is for and a keyed hash of that, so that nothing is stored for it and a link in an old mail still
//! works.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::Mac as _;

use super::secret::SigningSecret;
use crate::domain::notice::{NoticeKind, Recipient};
use crate::domain::{AccountId, PostId, SubscriberId, Time};

/// 128 bits cannot be guessed.
const TAG_BYTES: usize = 16;
/// The longest token that is read.
const TOKEN_LENGTH_MAX: usize = 256;
const ACCOUNT: &str = "a";
const SUBSCRIBER: &str = "s";
const SEPARATOR: char = ' ';

/// The mails that a token ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsubscription {
    /// Who gets them.
    pub recipient: Recipient,
    /// Their kind.
    pub kind: NoticeKind,
    /// The post that they are about, for mails about a followed post.
    pub post: Option<PostId>,
}

/// Signs and verifies the tokens.
#[derive(Clone)]
pub struct MailLinkSigner(SigningSecret);

impl MailLinkSigner {
    /// Creates a signer with the secret of the site.
    pub fn new(secret: SigningSecret) -> Self {
        Self(secret)
    }

    /// Returns the token that ends mails.
    pub fn unsubscription(&self, mails: &Unsubscription) -> String {
        let (group, id) = match mails.recipient {
            Recipient::Account(id) => (ACCOUNT, id.to_string()),
            Recipient::Subscriber(id) => (SUBSCRIBER, id.to_string()),
        };
        let mut payload = format!("{group}{SEPARATOR}{id}{SEPARATOR}{}", mails.kind.name());
        if let Some(post) = mails.post {
            payload.push(SEPARATOR);
            payload.push_str(&post.to_string());
        }
        self.sign(b"unsubscribe ", &payload)
    }

    /// Returns the mails that a token ends; `None` if the site has not made it.
    pub fn parse_unsubscription(&self, token: &str) -> Option<Unsubscription> {
        let payload = self.verified(b"unsubscribe ", token)?;
        let mut parts = payload.split(SEPARATOR);
        let recipient = match (parts.next()?, parts.next()?) {
            (ACCOUNT, id) => Recipient::Account(AccountId::parse(id)?),
            (SUBSCRIBER, id) => Recipient::Subscriber(SubscriberId::parse(id)?),
            _ => return None,
        };
        Some(Unsubscription {
            recipient,
            kind: NoticeKind::parse(parts.next()?, "kind").ok()?,
            post: match parts.next() {
                Some(post) => Some(PostId::parse(post)?),
                None => None,
            },
        })
    }

    /// Returns the token that confirms a subscription until this time.
    pub fn confirmation(&self, subscriber: SubscriberId, expires_at: Time) -> String {
        let payload = format!("{subscriber}{SEPARATOR}{}", expires_at.milliseconds());
        self.sign(b"newsletter ", &payload)
    }

    /// Returns the subscriber whom a token confirms; `None` if the site has not made it, or it has expired.
    pub fn parse_confirmation(&self, token: &str, now: Time) -> Option<SubscriberId> {
        let payload = self.verified(b"newsletter ", token)?;
        let (subscriber, expires_at) = payload.split_once(SEPARATOR)?;
        let expires_at = Time::from_milliseconds(expires_at.parse().ok()?);
        if expires_at <= now {
            return None;
        }
        SubscriberId::parse(subscriber)
    }

    fn sign(&self, purpose: &[u8], payload: &str) -> String {
        let mut mac = self.0.mac();
        mac.update(purpose);
        mac.update(payload.as_bytes());
        let mut bytes = mac.finalize().into_bytes()[..TAG_BYTES].to_vec();
        bytes.extend_from_slice(payload.as_bytes());
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Returns the payload of a token, whose hash is compared in constant time.
    fn verified(&self, purpose: &[u8], token: &str) -> Option<String> {
        if token.len() > TOKEN_LENGTH_MAX {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (tag, payload) = bytes.split_at_checked(TAG_BYTES)?;
        let mut mac = self.0.mac();
        mac.update(purpose);
        mac.update(payload);
        mac.verify_truncated_left(tag).ok()?;
        String::from_utf8(payload.to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SystemEntropy;

    fn signer() -> MailLinkSigner {
        MailLinkSigner::new(SigningSecret::from_text("one secret"))
    }

    fn now() -> Time {
        Time::parse("2026-03-01T12:00:00Z").unwrap()
    }

    fn all() -> Vec<Unsubscription> {
        let [account, other] = [1, 2].map(|_| AccountId::new(now(), &SystemEntropy));
        let subscriber = SubscriberId::new(now(), &SystemEntropy);
        let recipients = [
            Recipient::Account(account),
            Recipient::Account(other),
            Recipient::Subscriber(subscriber),
        ];
        let posts = [None, Some(PostId::new(now(), &SystemEntropy))];
        let kinds = recipients.into_iter().flat_map(|recipient| {
            NoticeKind::ALL
                .into_iter()
                .flat_map(move |kind| posts.map(|post| (recipient, kind, post)))
        });
        kinds
            .map(|(recipient, kind, post)| Unsubscription {
                recipient,
                kind,
                post,
            })
            .collect()
    }

    #[test]
    fn each_token_ends_exactly_its_own_mails() {
        for mails in all() {
            let token = signer().unsubscription(&mails);
            assert_eq!(signer().parse_unsubscription(&token), Some(mails));
            assert!(token.len() <= TOKEN_LENGTH_MAX, "{token}");
        }
    }

    #[test]
    fn rejects_every_changed_or_foreign_token() {
        let foreign = MailLinkSigner::new(SigningSecret::from_text("another secret"));
        for mails in all().iter().take(4) {
            let token = signer().unsubscription(mails);
            assert_eq!(foreign.parse_unsubscription(&token), None);
            assert_eq!(signer().parse_confirmation(&token, now()), None);
            for position in 0..token.len() {
                let mut changed = token.clone().into_bytes();
                changed[position] = if changed[position] == b'A' { b'B' } else { b'A' };
                let changed = String::from_utf8(changed).unwrap();
                assert_eq!(signer().parse_unsubscription(&changed), None, "{position}");
            }
            for length in 0..token.len() {
                assert_eq!(signer().parse_unsubscription(&token[..length]), None, "{length}");
            }
        }
        for text in ["", "abc", "é", &"A".repeat(10_000)] {
            assert_eq!(signer().parse_unsubscription(text), None);
            assert_eq!(signer().parse_confirmation(text, now()), None);
        }
    }

    #[test]
    fn confirms_until_it_expires() {
        let subscriber = SubscriberId::new(now(), &SystemEntropy);
        let token = signer().confirmation(subscriber, now().plus_milliseconds(10));
        assert_eq!(signer().parse_confirmation(&token, now()), Some(subscriber));
        let end = now().plus_milliseconds(10);
        assert_eq!(signer().parse_confirmation(&token, end), None);
        assert_eq!(signer().parse_unsubscription(&token), None);
    }
}
