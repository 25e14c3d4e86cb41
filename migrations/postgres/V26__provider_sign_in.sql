-- As migrations/sqlite/V26__provider_sign_in.sql.

-- The accounts that readers have at providers. `issuer` is the provider's own name, whatever the configuration calls it.
create table identities (
    id text collate "C" primary key not null,
    user_id text collate "C" not null references users (id) on delete cascade,
    issuer text collate "C" not null,
    subject text collate "C" not null,
    -- The address that the provider had verified when the identity was linked.
    email text collate "C" not null,
    created_at bigint not null,
    used_at bigint not null,
    unique (issuer, subject),
    unique (user_id, issuer)
);

-- People who have come from a provider, until they have finished the sign-in here. Of the code in the address and of the
-- secret in the cookie only the SHA-256 is kept.
create table provider_sign_ins (
    code_hash text collate "C" primary key not null,
    browser_hash text collate "C" not null,
    issuer text collate "C" not null,
    subject text collate "C" not null,
    email text collate "C" not null,
    name text collate "C",
    wrong_tries bigint not null default 0,
    expires_at bigint not null
);
create index provider_sign_ins_expires on provider_sign_ins (expires_at);

-- The identity that is linked to the account when the second factor was right.
alter table login_tickets add column issuer text collate "C";
alter table login_tickets add column subject text collate "C";
alter table login_tickets add column email text collate "C";

-- A code can confirm that an identity is to be linked.
alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add constraint one_time_codes_purpose_check
    check (purpose in ('verify_email', 'reset_password', 'change_email', 'link_identity'));
