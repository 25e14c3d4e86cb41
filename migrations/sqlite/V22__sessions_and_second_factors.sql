-- The sessions of accounts, and second factors. `subject` and `account` are the id of a reader or of a member of the
-- staff.

-- The sign-ins whose tokens are still good; `id` is that of the token. `network` is a keyed hash.
create table sessions (
    id text primary key not null,
    subject text not null,
    at integer not null,
    -- At most a minute behind.
    seen_at integer not null,
    expires_at integer not null,
    agent text not null,
    network text not null
) strict, without rowid;
create index sessions_subject on sessions (subject, seen_at, id);
create index sessions_expires on sessions (expires_at);

-- The secrets of authenticator apps, encrypted with a key that is not in the database. Without `confirmed_at` nobody has
-- shown yet that the app has the secret.
create table totp_secrets (
    account text primary key not null,
    secret text not null,
    created_at integer not null,
    confirmed_at integer,
    -- The time step of the last code that was used. Neither it nor an earlier one is used again.
    used_step integer not null default 0
) strict, without rowid;
create index totp_secrets_unconfirmed on totp_secrets (created_at) where confirmed_at is null;

-- Recovery codes that were not used, as keyed hashes.
create table recovery_codes (
    account text not null,
    code_hash text not null,
    primary key (account, code_hash)
) strict, without rowid;

-- Sign-ins that wait for the second factor. Only the SHA-256 of the ticket is kept.
create table login_tickets (
    ticket_hash text primary key not null,
    account text not null,
    -- The epoch of the account: a new one, as of another password, ends the ticket.
    epoch integer not null,
    wrong_tries integer not null default 0,
    expires_at integer not null
) strict, without rowid;
create index login_tickets_account on login_tickets (account, expires_at, ticket_hash);
create index login_tickets_expires on login_tickets (expires_at);

create trigger users_sessions_removed after delete on users begin
    delete from sessions where subject = old.id;
    delete from totp_secrets where account = old.id;
    delete from recovery_codes where account = old.id;
    delete from login_tickets where account = old.id;
end;
create trigger admins_sessions_removed after delete on admins begin
    delete from sessions where subject = old.id;
    delete from totp_secrets where account = old.id;
    delete from recovery_codes where account = old.id;
    delete from login_tickets where account = old.id;
end;
