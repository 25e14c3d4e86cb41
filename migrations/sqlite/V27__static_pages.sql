-- Static pages, the texts that they had, and the pictures of the site itself.
create table static_pages (
    id text primary key not null,
    slug text not null unique,
    title text not null check (length(title) between 1 and 200),
    -- For search engines and link previews; empty for the excerpt.
    description text not null check (length(description) <= 300),
    excerpt text not null,
    html text not null,
    status text not null check (status in ('draft', 'published')),
    -- The number of the revision that is the page as it is now.
    version integer not null,
    -- The HTML as its page displays it, the headings in it (JSON) and the version of the renderer; null for an HTML with
    -- pictures of which the size is not known.
    rendered text,
    headings text,
    renderer_version integer not null default 0,
    created_at integer not null,
    updated_at integer not null
) strict;
create index static_pages_updated on static_pages (updated_at, id);
create index static_pages_published on static_pages (slug) where status = 'published';

-- Numbers begin with 1 and have gaps where old revisions were removed.
create table static_page_revisions (
    page_id text not null references static_pages (id) on delete cascade,
    number integer not null,
    title text not null,
    description text not null,
    slug text not null,
    -- Compressed HTML, and its bytes before that.
    html blob not null,
    html_size integer not null,
    admin_id text references admins (id) on delete set null,
    reason text not null check (reason in ('save', 'publish', 'unpublish', 'restore', 'conflict')),
    created_at integer not null,
    primary key (page_id, number)
) strict;
create index static_page_revisions_admin on static_page_revisions (admin_id) where admin_id is not null;

-- The pictures and drawings that they show.
create table static_page_media (
    page_id text not null,
    number integer not null,
    hash text not null references media (hash),
    primary key (page_id, number, hash),
    foreign key (page_id, number) references static_page_revisions (page_id, number) on delete cascade
) strict, without rowid;
create index static_page_media_hash on static_page_media (hash);

-- A link by which anybody may read a draft. The token itself is in the link alone.
create table static_page_preview_links (
    page_id text primary key not null references static_pages (id) on delete cascade,
    token_hash text not null unique,
    created_at integer not null,
    expires_at integer not null
) strict, without rowid;
create index static_page_preview_links_expires on static_page_preview_links (expires_at);

-- The stored picture that is the logo of the site.
create table site_media (
    hash text primary key not null references media (hash)
) strict, without rowid;

-- The icon of the site in each form that programs ask for, as PNG.
create table site_icons (
    name text primary key not null,
    bytes blob not null
) strict;
