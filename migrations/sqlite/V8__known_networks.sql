-- Raised to forget the wrong guesses at an account's passwords and codes, also those that a running site has counted.
alter table users add column guess_epoch integer not null default 0;
alter table admins add column guess_epoch integer not null default 0;

-- Client networks from which somebody has signed in to an account, as keyed hashes.
create table known_networks (
    user_id text references users (id) on delete cascade,
    admin_id text references admins (id) on delete cascade,
    network text not null,
    seen_at integer not null,
    check ((user_id is null) <> (admin_id is null))
) strict;
create unique index known_networks_user on known_networks (user_id, network) where user_id is not null;
create unique index known_networks_admin on known_networks (admin_id, network) where admin_id is not null;
create index known_networks_seen on known_networks (seen_at);

-- The network that asked for a code, as a keyed hash, and whether the account knew it. Wrong tries are counted for each
-- network now, not for each code.
alter table one_time_codes add column network text not null default '';
alter table one_time_codes add column network_is_known integer not null default 0;
alter table one_time_codes drop column wrong_tries;

-- Wrong tries at the codes of an account for one purpose. The network '' stands for all that the account does not know, 'known' for all that it knows.
create table code_tries (
    user_id text not null references users (id) on delete cascade,
    purpose text not null,
    network text not null,
    wrong_tries integer not null,
    -- The row of the newest code when the last of them was made.
    newest_code integer not null,
    -- The row of the newest code that earlier tries have killed.
    dead_up_to integer not null,
    last_at integer not null,
    primary key (user_id, purpose, network)
) strict, without rowid;
create index code_tries_last on code_tries (last_at);

-- The largest time that codes were compared with: one row.
create table largest_time (
    one integer primary key not null check (one = 1),
    milliseconds integer not null
) strict;
insert into largest_time (one, milliseconds) values (1, 0);
