-- Work of a team on posts: review, versions and unsaved texts, planned publication, previews, several authors.

alter table posts add column review text not null default 'none'
    check (review in ('none', 'submitted', 'changesRequested'));
create index posts_submitted on posts (created_at, seq) where review = 'submitted';

-- When a draft is to be published.
alter table posts add column publish_at integer;
create index posts_scheduled on posts (publish_at, seq) where publish_at is not null;

-- The number of the newest revision that is the text of the post; 0 until one is stored.
alter table posts add column revision integer not null default 0;

-- Whether `post_authors` has rows of the post.
alter table posts add column has_co_authors integer not null default 0 check (has_co_authors in (0, 1));

-- The authors of a post after the first one, who is `posts.author_id`.
create table post_authors (
    post_seq integer not null references posts (seq) on delete cascade,
    author_id text not null references authors (id) on delete cascade,
    position integer not null check (position between 2 and 5),
    primary key (post_seq, author_id),
    unique (post_seq, position)
) strict, without rowid;
create index post_authors_author on post_authors (author_id, post_seq);

-- What the staff say to each other about a post. `event` is the step of the review that a note came with, if any.
create table post_notes (
    id text primary key not null,
    post_id text not null references posts (id) on delete cascade,
    admin_id text references admins (id) on delete set null,
    event text check (event in ('submitted', 'changesRequested', 'approved')),
    text text not null check (length(text) <= 2000),
    created_at integer not null
) strict, without rowid;
create index post_notes_post on post_notes (post_id, created_at, id);
create index post_notes_admin on post_notes (admin_id) where admin_id is not null;

-- The texts that a post had. Numbers begin with 1 and have gaps where old revisions were removed.
create table revisions (
    post_id text not null references posts (id) on delete cascade,
    number integer not null,
    title text not null,
    -- Compressed HTML, and its bytes before that.
    html blob not null,
    html_size integer not null,
    category text not null,
    -- JSON: an array of strings.
    tags text not null,
    cover_url text,
    cover_media text references media (hash),
    slug text not null,
    admin_id text references admins (id) on delete set null,
    reason text not null check (reason in ('save', 'publish', 'unpublish', 'restore', 'conflict', 'import')),
    name text check (length(name) between 1 and 100),
    created_at integer not null,
    primary key (post_id, number)
) strict;
create index revisions_cover on revisions (cover_media) where cover_media is not null;
create index revisions_admin on revisions (admin_id) where admin_id is not null;

-- The pictures that the texts of revisions show.
create table revision_media (
    post_id text not null,
    number integer not null,
    hash text not null references media (hash),
    primary key (post_id, number, hash),
    foreign key (post_id, number) references revisions (post_id, number) on delete cascade
) strict, without rowid;
create index revision_media_hash on revision_media (hash);

-- What members of the staff write and have not saved yet. `key` is the id of the post, or a UUID for a new one.
create table autosaves (
    admin_id text not null references admins (id) on delete cascade,
    key text not null,
    post_id text references posts (id) on delete cascade,
    -- The revision that the writing began with.
    base_revision integer not null,
    title text not null,
    -- JSON: the fields of the form.
    fields text not null,
    saved_at integer not null,
    primary key (admin_id, key)
) strict;
create index autosaves_post on autosaves (post_id, saved_at) where post_id is not null;

-- The pictures that they show, in the text or as the cover.
create table autosave_media (
    admin_id text not null,
    key text not null,
    hash text not null references media (hash),
    primary key (admin_id, key, hash),
    foreign key (admin_id, key) references autosaves (admin_id, key) on delete cascade
) strict, without rowid;
create index autosave_media_hash on autosave_media (hash);

-- A link by which anybody may read a draft. The token itself is in the link alone.
create table preview_links (
    post_id text primary key not null references posts (id) on delete cascade,
    token_hash text not null unique,
    created_at integer not null,
    expires_at integer not null
) strict, without rowid;
create index preview_links_expires on preview_links (expires_at);
