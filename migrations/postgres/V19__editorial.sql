-- As migrations/sqlite/V19__editorial.sql.

alter table posts add column review text collate "C" not null default 'none'
    check (review in ('none', 'submitted', 'changesRequested'));
create index posts_submitted on posts (created_at, seq) where review = 'submitted';

alter table posts add column publish_at bigint;
create index posts_scheduled on posts (publish_at, seq) where publish_at is not null;

alter table posts add column revision bigint not null default 0;

alter table posts add column has_co_authors bigint not null default 0 check (has_co_authors in (0, 1));

create table post_authors (
    post_seq bigint not null references posts (seq) on delete cascade,
    author_id text collate "C" not null references authors (id) on delete cascade,
    position bigint not null check (position between 2 and 5),
    primary key (post_seq, author_id),
    unique (post_seq, position)
);
create index post_authors_author on post_authors (author_id, post_seq);

create table post_notes (
    id text collate "C" primary key not null,
    post_id text collate "C" not null references posts (id) on delete cascade,
    admin_id text collate "C" references admins (id) on delete set null,
    event text collate "C" check (event in ('submitted', 'changesRequested', 'approved')),
    text text collate "C" not null check (length(text) <= 2000),
    created_at bigint not null
);
create index post_notes_post on post_notes (post_id, created_at, id);
create index post_notes_admin on post_notes (admin_id) where admin_id is not null;

create table revisions (
    post_id text collate "C" not null references posts (id) on delete cascade,
    number bigint not null,
    title text collate "C" not null,
    html bytea not null,
    html_size bigint not null,
    category text collate "C" not null,
    tags text collate "C" not null,
    cover_url text collate "C",
    cover_media text collate "C" references media (hash),
    slug text collate "C" not null,
    admin_id text collate "C" references admins (id) on delete set null,
    reason text collate "C" not null check (reason in ('save', 'publish', 'unpublish', 'restore', 'conflict', 'import')),
    name text collate "C" check (length(name) between 1 and 100),
    created_at bigint not null,
    primary key (post_id, number)
);
-- Already compressed.
alter table revisions alter column html set storage external;
create index revisions_cover on revisions (cover_media) where cover_media is not null;
create index revisions_admin on revisions (admin_id) where admin_id is not null;

create table revision_media (
    post_id text collate "C" not null,
    number bigint not null,
    hash text collate "C" not null references media (hash),
    primary key (post_id, number, hash),
    foreign key (post_id, number) references revisions (post_id, number) on delete cascade
);
create index revision_media_hash on revision_media (hash);

create table autosaves (
    admin_id text collate "C" not null references admins (id) on delete cascade,
    key text collate "C" not null,
    post_id text collate "C" references posts (id) on delete cascade,
    base_revision bigint not null,
    title text collate "C" not null,
    fields text collate "C" not null,
    saved_at bigint not null,
    primary key (admin_id, key)
);
create index autosaves_post on autosaves (post_id, saved_at) where post_id is not null;

create table autosave_media (
    admin_id text collate "C" not null,
    key text collate "C" not null,
    hash text collate "C" not null references media (hash),
    primary key (admin_id, key, hash),
    foreign key (admin_id, key) references autosaves (admin_id, key) on delete cascade
);
create index autosave_media_hash on autosave_media (hash);

create table preview_links (
    post_id text collate "C" primary key not null references posts (id) on delete cascade,
    token_hash text collate "C" not null unique,
    created_at bigint not null,
    expires_at bigint not null
);
create index preview_links_expires on preview_links (expires_at);
