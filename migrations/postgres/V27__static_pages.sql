-- As migrations/sqlite/V27__static_pages.sql.
create table static_pages (
    id text collate "C" primary key not null,
    slug text collate "C" not null unique,
    title text collate "C" not null check (length(title) between 1 and 200),
    -- For search engines and link previews; empty for the excerpt.
    description text collate "C" not null check (length(description) <= 300),
    excerpt text collate "C" not null,
    html text collate "C" not null,
    status text collate "C" not null check (status in ('draft', 'published')),
    -- The number of the revision that is the page as it is now.
    version bigint not null,
    -- The HTML as its page displays it, the headings in it (JSON) and the version of the renderer; null for an HTML with
    -- pictures of which the size is not known.
    rendered text collate "C",
    headings text collate "C",
    renderer_version bigint not null default 0,
    created_at bigint not null,
    updated_at bigint not null
);
create index static_pages_updated on static_pages (updated_at, id);
create index static_pages_published on static_pages (slug) where status = 'published';

-- Numbers begin with 1 and have gaps where old revisions were removed.
create table static_page_revisions (
    page_id text collate "C" not null references static_pages (id) on delete cascade,
    number bigint not null,
    title text collate "C" not null,
    description text collate "C" not null,
    slug text collate "C" not null,
    -- Compressed HTML, and its bytes before that.
    html bytea not null,
    html_size bigint not null,
    admin_id text collate "C" references admins (id) on delete set null,
    reason text collate "C" not null check (reason in ('save', 'publish', 'unpublish', 'restore', 'conflict')),
    created_at bigint not null,
    primary key (page_id, number)
);
-- Already compressed.
alter table static_page_revisions alter column html set storage external;
create index static_page_revisions_admin on static_page_revisions (admin_id) where admin_id is not null;

-- The pictures and drawings that they show.
create table static_page_media (
    page_id text collate "C" not null,
    number bigint not null,
    hash text collate "C" not null references media (hash),
    primary key (page_id, number, hash),
    foreign key (page_id, number) references static_page_revisions (page_id, number) on delete cascade
);
create index static_page_media_hash on static_page_media (hash);

-- A link by which anybody may read a draft. The token itself is in the link alone.
create table static_page_preview_links (
    page_id text collate "C" primary key not null references static_pages (id) on delete cascade,
    token_hash text collate "C" not null unique,
    created_at bigint not null,
    expires_at bigint not null
);
create index static_page_preview_links_expires on static_page_preview_links (expires_at);

-- The stored picture that is the logo of the site.
create table site_media (
    hash text collate "C" primary key not null references media (hash)
);

-- The icon of the site in each form that programs ask for, as PNG.
create table site_icons (
    name text collate "C" primary key not null,
    bytes bytea not null
);
