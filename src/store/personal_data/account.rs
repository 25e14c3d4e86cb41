//! The account of a reader: the profile, and how they sign in. Hashes and keys are no data about anybody, and are left out.

use super::PersonalList;

pub(super) static PROFILE: &[PersonalList] = &[PersonalList::single(
    "profile",
    "Profile",
    "select u.id, u.name, u.username, u.email, u.pending_email, u.verified_at, u.onboarded as is_onboarded, u.bio,
            a.name as avatar, u.website, u.github, u.linkedin, u.x, u.hides_email,
            case when u.password_hash = '' then 0 else 1 end as has_password,
            u.is_banned, u.ban_reason, u.silenced_until, u.banned_until, u.is_trusted, u.unread_notices,
            u.created_at, u.updated_at
     from users u left join avatars a on a.slug = u.avatar
     where u.id = ?1",
)];

pub(super) static LISTS: &[PersonalList] = &[
    PersonalList::new(
        "sessions",
        "Where you are signed in",
        "select at, seen_at, expires_at, agent as device from sessions where subject = ?1 order by seen_at, id",
    ),
    PersonalList::new(
        "networks",
        "Networks from which you have signed in",
        "select seen_at from known_networks where account = ?1 order by network",
    ),
    PersonalList::new(
        "identities",
        "Accounts elsewhere by which you sign in",
        "select issuer, subject, email, created_at, used_at from identities where user_id = ?1 order by issuer",
    ),
    PersonalList::new(
        "passkeys",
        "Passkeys",
        "select name, created_at, used_at from passkeys where account = ?1 order by created_at, id",
    ),
    PersonalList::single(
        "authenticator-app",
        "Authenticator app",
        "select t.created_at, t.confirmed_at,
                (select count(*) from recovery_codes r where r.account = t.account) as recovery_codes_left
         from totp_secrets t where t.account = ?1",
    ),
    PersonalList::new(
        "codes",
        "Codes that were mailed to you",
        "select purpose, email, created_at, spent_at from one_time_codes where account = ?1 order by created_at",
    ),
    PersonalList::new(
        "email-changes",
        "Addresses that you had before, while the change can be undone",
        "select old_email, created_at, expires_at from email_undos where user_id = ?1 order by seq",
    ),
    PersonalList::single(
        "request-to-write",
        "Your request to write here",
        "select note, created_at from author_requests where user_id = ?1",
    ),
    PersonalList::single(
        "invitation",
        "Your invitation to the team",
        "select i.role, i.created_at, i.expires_at from users u join invites i on i.email = u.email where u.id = ?1",
    ),
    PersonalList::single(
        "exports",
        "The last export of your data",
        "select at from personal_exports where user_id = ?1",
    ),
];
