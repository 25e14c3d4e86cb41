-- A team: what each of the staff may do, invitations, readers who ask to write, and who changed what.

alter table admins add column role text not null default 'admin'
    check (role in ('contributor', 'author', 'editor', 'admin'));

-- Invitations that nobody has used yet, at most one for an address. The token itself is in the mail alone.
create table invites (
    id text primary key not null,
    email text not null unique,
    role text not null check (role in ('contributor', 'author', 'editor', 'admin')),
    token_hash text not null unique,
    invited_by text references admins (id) on delete set null,
    created_at integer not null,
    expires_at integer not null
) strict;
create index invites_newest on invites (created_at, id);
create index invites_inviter on invites (invited_by);

-- The requests of readers to write, until one is declined or its reader is invited.
create table author_requests (
    id text primary key not null,
    user_id text not null unique references users (id) on delete cascade,
    note text not null check (length(note) between 1 and 500),
    created_at integer not null
) strict;
create index author_requests_oldest on author_requests (created_at, id);

-- The changes by the staff. `actor` is the id of a member; null is the command line. Ids refer to nothing, since
-- the rows outlive the accounts.
create table audit (
    id text primary key not null,
    at integer not null,
    actor text,
    action text not null,
    target text,
    detail text not null
) strict, without rowid;
create index audit_at on audit (at, id);

create trigger audit_stays before update on audit begin
    select raise(abort, 'the audit log does not change');
end;
-- Rows older than 400 days may go.
create trigger audit_remains before delete on audit
when old.at > (select milliseconds from largest_time) - 34560000000 begin
    select raise(abort, 'the audit log is kept for 400 days');
end;

-- A member of the staff sees a list of their own posts.
create index posts_own on posts (author_id, created_at);
