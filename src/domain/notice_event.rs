//! The ids of notices. They follow from the event and the person, so that whoever causes one needs no source of
//! randomness, and the same event gives a person the same notice.

use super::derived_entropy::DerivedEntropy;
use super::{AccountId, NoticeId, Time};

/// Returns the id of the notice of an event for a person. `event` names it: the id of a comment, a post or a note.
pub fn notice_id(now: Time, account: AccountId, event: &str) -> NoticeId {
    NoticeId::new(now, &DerivedEntropy((account, event)))
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
