-- Keys with which programs act for the member of the staff who made them. They end with that member's account.
-- `key_hash` is a keyed hash: with the database alone nobody can use or make a key.
create table api_keys (
    id text primary key not null,
    key_hash text not null unique,
    -- The first characters of the key, which tell it from others.
    prefix text not null,
    name text not null,
    -- The most that it may do; the present role of its creator bounds it as well.
    role text not null,
    -- The names of its scopes, separated by spaces.
    scopes text not null,
    creator text not null references admins (id) on delete cascade,
    created_at integer not null,
    expires_at integer not null,
    -- At most a minute behind.
    last_used_at integer
) strict, without rowid;
create index api_keys_creator on api_keys (creator);
create index api_keys_created on api_keys (created_at, id);

-- The key with which the change was made. The rows stay when the key is gone.
alter table audit add column api_key text;
