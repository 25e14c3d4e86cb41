-- As migrations/sqlite/V24__api_keys.sql.

-- Keys with which programs act for the member of the staff who made them. They end with that member's account.
-- `key_hash` is a keyed hash: with the database alone nobody can use or make a key.
create table api_keys (
    id text collate "C" primary key not null,
    key_hash text collate "C" not null unique,
    -- The first characters of the key, which tell it from others.
    prefix text collate "C" not null,
    name text collate "C" not null,
    -- The most that it may do; the present role of its creator bounds it as well.
    role text collate "C" not null,
    -- The names of its scopes, separated by spaces.
    scopes text collate "C" not null,
    creator text collate "C" not null references admins (id) on delete cascade,
    created_at bigint not null,
    expires_at bigint not null,
    -- At most a minute behind.
    last_used_at bigint
);
create index api_keys_creator on api_keys (creator);
create index api_keys_created on api_keys (created_at, id);

-- The key with which the change was made. The rows stay when the key is gone.
alter table audit add column api_key text collate "C";
