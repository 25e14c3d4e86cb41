-- As migrations/sqlite/V23__passkeys.sql.

-- Passkeys of readers and of the staff.
create table passkeys (
    id text collate "C" primary key not null,
    account text collate "C" not null,
    -- 'reader' or 'admin'.
    account_kind text collate "C" not null,
    -- The id that the authenticator gave it, and the public key (COSE). Neither is a secret.
    credential_id bytea not null unique,
    public_key bytea not null,
    -- The number of signatures, 0 if the authenticator does not count them.
    counter bigint not null,
    is_backup_eligible bigint not null,
    is_backed_up bigint not null,
    -- How a browser reaches the authenticator: names with commas between them.
    transports text collate "C" not null,
    name text collate "C" not null,
    created_at bigint not null,
    used_at bigint
);
create index passkeys_account on passkeys (account, created_at, id);

-- The challenges that were used, until they would have expired. The others are stored nowhere.
create table used_challenges (
    nonce text collate "C" primary key not null,
    expires_at bigint not null
);
create index used_challenges_expires on used_challenges (expires_at);

create function account_passkeys_removed() returns trigger language plpgsql as $$ begin
    delete from passkeys where account = old.id;
    return null;
end $$;
create trigger users_passkeys_removed after delete on users
    for each row execute function account_passkeys_removed();
create trigger admins_passkeys_removed after delete on admins
    for each row execute function account_passkeys_removed();
