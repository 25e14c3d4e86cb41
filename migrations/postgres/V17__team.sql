-- As migrations/sqlite/V17__team.sql.

alter table admins add column role text collate "C" not null default 'admin'
    check (role in ('contributor', 'author', 'editor', 'admin'));

create table invites (
    id text collate "C" primary key not null,
    email text collate "C" not null unique,
    role text collate "C" not null check (role in ('contributor', 'author', 'editor', 'admin')),
    token_hash text collate "C" not null unique,
    invited_by text collate "C" references admins (id) on delete set null,
    created_at bigint not null,
    expires_at bigint not null
);
create index invites_newest on invites (created_at, id);
create index invites_inviter on invites (invited_by);

create table author_requests (
    id text collate "C" primary key not null,
    user_id text collate "C" not null unique references users (id) on delete cascade,
    note text collate "C" not null check (length(note) between 1 and 500),
    created_at bigint not null
);
create index author_requests_oldest on author_requests (created_at, id);

create table audit (
    id text collate "C" primary key not null,
    at bigint not null,
    actor text collate "C",
    action text collate "C" not null,
    target text collate "C",
    detail text collate "C" not null
);
create index audit_at on audit (at, id);

create function audit_stays() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' and old.at <= (select milliseconds from largest_time) - 34560000000 then
        return old;
    end if;
    raise exception 'the audit log does not change, and is kept for 400 days';
end $$;
create trigger audit_stays before update or delete on audit
    for each row execute function audit_stays();
create trigger audit_is_not_emptied before truncate on audit
    for each statement execute function audit_stays();

create index posts_own on posts (author_id, created_at, seq);
