-- Passkeys of readers and of the staff.
create table passkeys (
    id text primary key not null,
    account text not null,
    -- 'reader' or 'admin'.
    account_kind text not null,
    -- The id that the authenticator gave it, and the public key (COSE). Neither is a secret.
    credential_id blob not null unique,
    public_key blob not null,
    -- The number of signatures, 0 if the authenticator does not count them.
    counter integer not null,
    is_backup_eligible integer not null,
    is_backed_up integer not null,
    -- How a browser reaches the authenticator: names with commas between them.
    transports text not null,
    name text not null,
    created_at integer not null,
    used_at integer
) strict;
create index passkeys_account on passkeys (account, created_at, id);

-- The challenges that were used, until they would have expired. The others are stored nowhere.
create table used_challenges (
    nonce text primary key not null,
    expires_at integer not null
) strict, without rowid;
create index used_challenges_expires on used_challenges (expires_at);

create trigger users_passkeys_removed after delete on users begin
    delete from passkeys where account = old.id;
end;
create trigger admins_passkeys_removed after delete on admins begin
    delete from passkeys where account = old.id;
end;
