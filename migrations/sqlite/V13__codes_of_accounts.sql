-- Codes, wrong tries and known networks of readers and of administrators are kept together. `account` is the id of either;
-- no two accounts share one. A code for the new address of an administrator that waits meanwhile has to be asked for again.

create table new_codes (
    id text primary key not null,
    account text not null,
    purpose text not null check (purpose in ('verify_email', 'reset_password', 'change_email')),
    -- Where it was sent, and so what it proves.
    email text not null,
    code_hash text not null,
    -- The network that asked for it, as a keyed hash, and whether the account knew it.
    network text not null,
    network_is_known integer not null,
    created_at integer not null,
    -- Set when the code was used.
    spent_at integer
) strict;
-- The rows are in the order in which codes were made, which wrong tries refer to.
insert into new_codes (rowid, id, account, purpose, email, code_hash, network, network_is_known, created_at, spent_at)
select rowid, id, user_id, purpose, email, code_hash, network, network_is_known, created_at, spent_at from one_time_codes;
drop table one_time_codes;
drop table admin_codes;
alter table new_codes rename to one_time_codes;
create index one_time_codes_account on one_time_codes (account, created_at);
create index one_time_codes_email on one_time_codes (email, purpose, created_at);
create index one_time_codes_created on one_time_codes (created_at);

-- Wrong tries at the codes of an account for one purpose. The network '' stands for all that the account does not know,
-- 'known' for all that it knows.
create table new_tries (
    account text not null,
    purpose text not null,
    network text not null,
    wrong_tries integer not null,
    -- The row of the newest code when the last of them was made.
    newest_code integer not null,
    -- The row of the newest code that earlier tries have killed.
    dead_up_to integer not null,
    last_at integer not null,
    primary key (account, purpose, network)
) strict, without rowid;
insert into new_tries (account, purpose, network, wrong_tries, newest_code, dead_up_to, last_at)
select user_id, purpose, network, wrong_tries, newest_code, dead_up_to, last_at from code_tries;
drop table code_tries;
alter table new_tries rename to code_tries;
create index code_tries_last on code_tries (last_at);

-- Client networks from which somebody has signed in to an account, as keyed hashes.
create table new_networks (
    account text not null,
    network text not null,
    seen_at integer not null,
    primary key (account, network)
) strict;
insert into new_networks (account, network, seen_at)
select coalesce(user_id, admin_id), network, seen_at from known_networks order by rowid;
drop table known_networks;
alter table new_networks rename to known_networks;
create index known_networks_seen on known_networks (seen_at);

create trigger users_leave after delete on users begin
    delete from one_time_codes where account = old.id;
    delete from code_tries where account = old.id;
    delete from known_networks where account = old.id;
end;
create trigger admins_leave after delete on admins begin
    delete from one_time_codes where account = old.id;
    delete from code_tries where account = old.id;
    delete from known_networks where account = old.id;
end;
