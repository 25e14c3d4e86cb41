-- Statements are one text for SQLite and PostgreSQL: without the function `fold`, which only the program's connections
-- have, and without rowids.

-- Texts without accents, capitals, apostrophes and quotation marks, in which administrators search. The program writes
-- them with the texts.
alter table posts add column title_folded text not null default '';
update posts set title_folded = fold(title);
alter table users add column name_folded text not null default '';
update users set name_folded = fold(name);
alter table comments add column content_folded text not null default '';
update comments set content_folded = fold(content);

-- The triggers name the table of codes, which is replaced. They are created again below.
drop trigger users_leave;
drop trigger admins_leave;

create table new_codes (
    -- The order in which codes were made, which wrong tries refer to.
    seq integer primary key,
    id text not null unique,
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
insert into new_codes (seq, id, account, purpose, email, code_hash, network, network_is_known, created_at, spent_at)
select rowid, id, account, purpose, email, code_hash, network, network_is_known, created_at, spent_at from one_time_codes;
drop table one_time_codes;
alter table new_codes rename to one_time_codes;
create index one_time_codes_account on one_time_codes (account, created_at);
create index one_time_codes_email on one_time_codes (email, purpose, created_at);
create index one_time_codes_created on one_time_codes (created_at);

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

-- Ids break ties of time.
drop index users_public;
create index users_public on users (created_at, id) where verified_at is not null and is_banned = 0;
drop index users_newest;
create index users_newest on users (created_at, id);
drop index comments_user;
create index comments_user on comments (user_id, created_at, id);
drop index comments_newest;
create index comments_newest on comments (created_at, id);
drop index outbox_due;
create index outbox_due on outbox (next_try_at, created_at, id) where done_at is null;

-- Wrong guesses at passwords and codes. Each counter is one time: when it will be empty again.
create table wrong_guesses (
    -- A keyed hash of the secret and of the network that guesses at it, if it counts only that.
    counter text primary key not null,
    empty_at integer not null
) strict, without rowid;
create index wrong_guesses_empty on wrong_guesses (empty_at);

-- Work that one of several nodes does, and when it is next due.
create table tasks (
    name text primary key not null,
    next_at integer not null
) strict, without rowid;
