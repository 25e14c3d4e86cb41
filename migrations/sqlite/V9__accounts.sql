-- Accounts that are harder to take over: addresses that can be hidden, changes of an address that can
-- be undone, and tokens that end when somebody logs out.

alter table users add column hides_email integer not null default 0 check (hides_email in (0, 1));

-- A new address of an administrator that waits for its code.
alter table admins add column pending_email text;

-- Tokens that were logged out before they expired. `account` is the id of a reader or an administrator.
create table ended_tokens (
    id text primary key not null,
    account text not null,
    expires_at integer not null
) strict, without rowid;
create index ended_tokens_account on ended_tokens (account);
create index ended_tokens_expires on ended_tokens (expires_at);

-- Links that bring an earlier address back. Only the SHA-256 of what the mail holds is kept.
create table email_undos (
    seq integer primary key,
    token_hash text not null unique,
    user_id text references users (id) on delete cascade,
    admin_id text references admins (id) on delete cascade,
    old_email text not null,
    created_at integer not null,
    expires_at integer not null,
    check ((user_id is null) <> (admin_id is null))
) strict;
create index email_undos_user on email_undos (user_id) where user_id is not null;
create index email_undos_admin on email_undos (admin_id) where admin_id is not null;
create index email_undos_expires on email_undos (expires_at);

-- Codes for a new address of an administrator.
create table admin_codes (
    id text primary key not null,
    admin_id text not null references admins (id) on delete cascade,
    email text not null,
    code_hash text not null,
    wrong_tries integer not null default 0,
    created_at integer not null
) strict;
create index admin_codes_admin on admin_codes (admin_id, created_at);
create index admin_codes_created on admin_codes (created_at);
