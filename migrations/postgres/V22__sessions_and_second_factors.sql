-- As migrations/sqlite/V22__sessions_and_second_factors.sql.

-- The sessions of accounts, and second factors. `subject` and `account` are the id of a reader or of a member of the
-- staff.

-- The sign-ins whose tokens are still good; `id` is that of the token. `network` is a keyed hash.
create table sessions (
    id text collate "C" primary key not null,
    subject text collate "C" not null,
    at bigint not null,
    -- At most a minute behind.
    seen_at bigint not null,
    expires_at bigint not null,
    agent text collate "C" not null,
    network text collate "C" not null
);
create index sessions_subject on sessions (subject, seen_at, id);
create index sessions_expires on sessions (expires_at);

-- The secrets of authenticator apps, encrypted with a key that is not in the database. Without `confirmed_at` nobody has
-- shown yet that the app has the secret.
create table totp_secrets (
    account text collate "C" primary key not null,
    secret text collate "C" not null,
    created_at bigint not null,
    confirmed_at bigint,
    -- The time step of the last code that was used. Neither it nor an earlier one is used again.
    used_step bigint not null default 0
);
create index totp_secrets_unconfirmed on totp_secrets (created_at) where confirmed_at is null;

-- Recovery codes that were not used, as keyed hashes.
create table recovery_codes (
    account text collate "C" not null,
    code_hash text collate "C" not null,
    primary key (account, code_hash)
);

-- Sign-ins that wait for the second factor. Only the SHA-256 of the ticket is kept.
create table login_tickets (
    ticket_hash text collate "C" primary key not null,
    account text collate "C" not null,
    -- The epoch of the account: a new one, as of another password, ends the ticket.
    epoch bigint not null,
    wrong_tries bigint not null default 0,
    expires_at bigint not null
);
create index login_tickets_account on login_tickets (account, expires_at, ticket_hash);
create index login_tickets_expires on login_tickets (expires_at);

create function account_sessions_removed() returns trigger language plpgsql as $$ begin
    delete from sessions where subject = old.id;
    delete from totp_secrets where account = old.id;
    delete from recovery_codes where account = old.id;
    delete from login_tickets where account = old.id;
    return null;
end $$;
create trigger users_sessions_removed after delete on users
    for each row execute function account_sessions_removed();
create trigger admins_sessions_removed after delete on admins
    for each row execute function account_sessions_removed();
