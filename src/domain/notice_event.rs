//! The ids of notices. They follow from the event and the person, so that whoever causes one needs no source of
//! randomness, and the same event gives a person the same notice.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::{AccountId, Entropy, NoticeId, Time};

/// Returns the id of the notice of an event for a person. `event` names it: the id of a comment, a post or a note.
pub fn notice_id(now: Time, account: AccountId, event: &str) -> NoticeId {
    NoticeId::new(now, &Derived { account, event })
}

struct Derived<'event> {
    account: AccountId,
    event: &'event str,
}

impl Entropy for Derived<'_> {
    fn fill(&self, bytes: &mut [u8]) {
        for (number, chunk) in bytes.chunks_mut(size_of::<u64>()).enumerate() {
            let mut hasher = DefaultHasher::new();
            (number, self.account, self.event).hash(&mut hasher);
            let hash = hasher.finish().to_le_bytes();
            chunk.copy_from_slice(&hash[..chunk.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::SystemEntropy;
    use super::*;

    #[test]
    fn gives_each_person_and_event_an_id_of_its_own() {
        let now = Time::from_milliseconds(1_000);
        let [ada, bo] = [1, 2].map(|at| AccountId::new(Time::from_milliseconds(at), &SystemEntropy));
        let id = notice_id(now, ada, "event");
        assert_eq!(id, notice_id(now, ada, "event"));
        assert_ne!(id, notice_id(now, bo, "event"));
        assert_ne!(id, notice_id(now, ada, "another"));
        assert!(id < notice_id(Time::from_milliseconds(2_000), ada, "event"));
    }
}
