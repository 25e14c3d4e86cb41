-- As migrations/sqlite/V33__tags_authors_series.sql.

-- The tags that posts have or had, by the form in which tags are compared (`post_tags.tag`). Those of older posts are added
-- when the database is opened: a slug is derived by the program.
create table tags (
    key text collate "C" primary key not null,
    slug text collate "C" not null unique,
    -- How it is written.
    name text collate "C" not null check (length(name) > 0),
    description text collate "C" not null default '' check (length(description) <= 500),
    cover_url text collate "C",
    cover_media text collate "C" references media (hash),
    -- The published posts that have it.
    post_count bigint not null default 0 check (post_count >= 0),
    -- What a search looks for.
    name_folded text collate "C" not null,
    check (cover_url is null or cover_media is null)
);
create index tags_most_used on tags (post_count desc, key);
create index tags_named on tags (name_folded, key) where post_count > 0;
create index tags_cover on tags (cover_media) where cover_media is not null;

-- What authors say of themselves, and the last part of the address of their page, which is also derived by the program.
alter table authors add column slug text collate "C";
alter table authors add column bio text collate "C" not null default '' check (length(bio) <= 500);
alter table authors add column website text collate "C";
alter table authors add column github text collate "C";
alter table authors add column linkedin text collate "C";
alter table authors add column x text collate "C";
create unique index authors_slug on authors (slug) where slug is not null;

-- Posts that are read one after the other.
create table series (
    id text collate "C" primary key not null,
    slug text collate "C" not null unique,
    title text collate "C" not null check (length(title) between 1 and 200),
    description text collate "C" not null default '' check (length(description) <= 500),
    -- The author whose it is; null if they have left.
    author_id text collate "C" references authors (id) on delete set null,
    -- The published posts in it.
    post_count bigint not null default 0 check (post_count >= 0),
    created_at bigint not null,
    updated_at bigint not null
);
create index series_latest on series (updated_at, id);
create index series_shown on series (updated_at, id) where post_count > 0;
create index series_author on series (author_id, updated_at, id) where author_id is not null;

-- A post is in one series at most. Positions ascend, and may have gaps.
create table series_posts (
    post_seq bigint primary key references posts (seq) on delete cascade,
    series_id text collate "C" not null references series (id) on delete cascade,
    position bigint not null
);
create index series_posts_order on series_posts (series_id, position, post_seq);

-- The slugs that tags, authors and series had before, by which their pages are still found. No other one of the kind gets
-- them. `target` is the key of a tag, or an id.
create table former_slugs (
    kind text collate "C" not null check (kind in ('tag', 'author', 'series')),
    slug text collate "C" not null,
    target text collate "C" not null,
    primary key (kind, slug)
);
create index former_slugs_target on former_slugs (kind, target);

-- Readers follow series as well.
alter table follows drop constraint follows_kind_check;
alter table follows add constraint follows_kind_check check (kind in ('author', 'tag', 'post', 'series'));

create function former_slugs_removed() returns trigger language plpgsql as $$ begin
    delete from former_slugs where kind = tg_argv[0] and target = old.id;
    return null;
end $$;
create trigger authors_former_slugs_removed after delete on authors
    for each row execute function former_slugs_removed('author');
create trigger series_follows_removed after delete on series
    for each row execute function follows_removed('series');
create trigger series_former_slugs_removed after delete on series
    for each row execute function former_slugs_removed('series');

-- Reports of imports count tags and series as well: 8 is a tag, 9 a series.
alter table import_entries drop constraint import_entries_kind_check;
alter table import_entries add constraint import_entries_kind_check check (kind between 1 and 9);
