-- Exports of other systems that the staff upload, and what becomes of them. The file itself is in the data folder.
create table imports (
    seq integer primary key,
    id text not null unique,
    -- The name of the system that it comes from.
    system text not null,
    -- The name that the file had, which is only shown, and its bytes.
    file_name text not null,
    size integer not null,
    state text not null check (state in ('uploaded', 'checking', 'ready', 'applying', 'done', 'failed')),
    -- JSON.
    options text not null,
    -- How much of its work is done in this state, in bytes.
    progress integer not null default 0,
    work integer not null default 0,
    -- JSON: how many things of each kind are new, skipped and refused.
    totals text not null,
    -- JSON: what was left out, by the reason.
    left_out text not null default '[]',
    -- The number of entries of its report.
    entries integer not null default 0,
    -- Why it has failed.
    error text,
    -- How often this state was begun.
    attempts integer not null default 0,
    -- The process that works on it, until then unless it says more.
    worker text,
    lease_until integer,
    admin_id text references admins (id) on delete set null,
    created_at integer not null,
    changed_at integer not null,
    -- When somebody had it applied; its report tells of that then.
    applied_at integer,
    -- When it was deleted. Its report goes bit by bit, and then the row.
    removed_at integer
) strict;
create index imports_going on imports (seq) where removed_at is null and state not in ('done', 'failed');
create index imports_removed on imports (seq) where removed_at is not null;
create index imports_changed on imports (changed_at) where removed_at is null;
create index imports_admin on imports (admin_id) where admin_id is not null;

-- The entries of their reports.
create table import_entries (
    import_seq integer not null,
    -- 1 post, 2 page, 3 comment, 4 picture, 5 redirect, 6 person, 7 settings.
    kind integer not null check (kind between 1 and 7),
    -- The order in which they came.
    number integer not null,
    outcome text not null check (outcome in ('new', 'skipped', 'refused')),
    -- Whether something new was changed or lost.
    is_changed integer not null check (is_changed in (0, 1)),
    -- JSON, as in the file of the report.
    entry text not null,
    primary key (import_seq, kind, number)
) strict;
create index import_entries_outcome on import_entries (import_seq, outcome, kind, number);
create index import_entries_changed on import_entries (import_seq, kind, number) where is_changed = 1;
