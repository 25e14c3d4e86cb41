-- Sign-in by providers.

-- The accounts that readers have at providers. `issuer` is the provider's own name, whatever the configuration calls it.
create table identities (
    id text primary key not null,
    user_id text not null references users (id) on delete cascade,
    issuer text not null,
    subject text not null,
    -- The address that the provider had verified when the identity was linked.
    email text not null,
    created_at integer not null,
    used_at integer not null,
    unique (issuer, subject),
    unique (user_id, issuer)
) strict, without rowid;

-- People who have come from a provider, until they have finished the sign-in here. Of the code in the address and of the
-- secret in the cookie only the SHA-256 is kept.
create table provider_sign_ins (
    code_hash text primary key not null,
    browser_hash text not null,
    issuer text not null,
    subject text not null,
    email text not null,
    name text,
    wrong_tries integer not null default 0,
    expires_at integer not null
) strict, without rowid;
create index provider_sign_ins_expires on provider_sign_ins (expires_at);

-- The identity that is linked to the account when the second factor was right.
alter table login_tickets add column issuer text;
alter table login_tickets add column subject text;
alter table login_tickets add column email text;

-- A code can confirm that an identity is to be linked. The triggers name the table, which is replaced; they are created
-- again below.
drop trigger users_leave;
drop trigger admins_leave;

create table new_codes (
    -- The order in which codes were made, which wrong tries refer to.
    seq integer primary key,
    id text not null unique,
    account text not null,
    purpose text not null check (purpose in ('verify_email', 'reset_password', 'change_email', 'link_identity')),
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
select seq, id, account, purpose, email, code_hash, network, network_is_known, created_at, spent_at from one_time_codes;
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
