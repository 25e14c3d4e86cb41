//! The mails to a reader: which they want, and when the site sent some. What a mail says is not stored in a form that can be
//! read.

use super::PersonalList;

pub(super) static LISTS: &[PersonalList] = &[
    PersonalList::new(
        "mail-preferences",
        "Which mails you want",
        "select kind, how from mail_preferences where account = ?1 order by kind",
    ),
    PersonalList::single(
        "newsletter",
        "The newsletter to your address",
        "select s.how, s.created_at, s.confirmed_at
         from users u join subscribers s on s.email = u.email where u.id = ?1",
    ),
    PersonalList::new(
        "mails",
        "Mails of the last 30 days",
        "select o.kind, o.created_at, o.done_at, o.was_sent
         from users u join outbox o on o.recipient = u.email
         where u.id = ?1 order by o.created_at, o.id",
    ),
    PersonalList::new(
        "digests",
        "Digests",
        "select kind, period, at from deliveries where recipient = ?1 order by at",
    ),
    PersonalList::single(
        "refused-mail",
        "Why mail to your address is stopped",
        "select s.reason, s.at from users u join suppressed s on s.email = u.email where u.id = ?1",
    ),
];
