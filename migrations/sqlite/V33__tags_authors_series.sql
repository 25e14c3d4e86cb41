-- Pages of tags, authors and series.

-- The tags that posts have or had, by the form in which tags are compared (`post_tags.tag`). Those of older posts are added
-- when the database is opened: a slug is derived by the program.
create table tags (
    key text primary key not null,
    slug text not null unique,
    -- How it is written.
    name text not null check (length(name) > 0),
    description text not null default '' check (length(description) <= 500),
    cover_url text,
    cover_media text references media (hash),
    -- The published posts that have it.
    post_count integer not null default 0 check (post_count >= 0),
    -- What a search looks for.
    name_folded text not null,
    check (cover_url is null or cover_media is null)
) strict;
create index tags_most_used on tags (post_count desc, key);
create index tags_named on tags (name_folded, key) where post_count > 0;
create index tags_cover on tags (cover_media) where cover_media is not null;

-- What authors say of themselves, and the last part of the address of their page, which is also derived by the program.
alter table authors add column slug text;
alter table authors add column bio text not null default '' check (length(bio) <= 500);
alter table authors add column website text;
alter table authors add column github text;
alter table authors add column linkedin text;
alter table authors add column x text;
create unique index authors_slug on authors (slug) where slug is not null;

-- Posts that are read one after the other.
create table series (
    id text primary key not null,
    slug text not null unique,
    title text not null check (length(title) between 1 and 200),
    description text not null default '' check (length(description) <= 500),
    -- The author whose it is; null if they have left.
    author_id text references authors (id) on delete set null,
    -- The published posts in it.
    post_count integer not null default 0 check (post_count >= 0),
    created_at integer not null,
    updated_at integer not null
) strict;
create index series_latest on series (updated_at, id);
create index series_shown on series (updated_at, id) where post_count > 0;
create index series_author on series (author_id, updated_at, id) where author_id is not null;

-- A post is in one series at most. Positions ascend, and may have gaps.
create table series_posts (
    post_seq integer primary key references posts (seq) on delete cascade,
    series_id text not null references series (id) on delete cascade,
    position integer not null
) strict;
create index series_posts_order on series_posts (series_id, position, post_seq);

-- The slugs that tags, authors and series had before, by which their pages are still found. No other one of the kind gets
-- them. `target` is the key of a tag, or an id.
create table former_slugs (
    kind text not null check (kind in ('tag', 'author', 'series')),
    slug text not null,
    target text not null,
    primary key (kind, slug)
) strict, without rowid;
create index former_slugs_target on former_slugs (kind, target);

-- Readers follow series as well. The triggers name the table, which is replaced; they are created again below.
drop trigger posts_follows_removed;
drop trigger authors_follows_removed;
create table new_follows (
    user_id text not null references users (id) on delete cascade,
    kind text not null check (kind in ('author', 'tag', 'post', 'series')),
    target text not null,
    at integer not null,
    primary key (user_id, kind, target)
) strict, without rowid;
insert into new_follows (user_id, kind, target, at) select user_id, kind, target, at from follows;
drop table follows;
alter table new_follows rename to follows;
create index follows_target on follows (kind, target, user_id);

create trigger posts_follows_removed after delete on posts begin
    delete from follows where kind = 'post' and target = old.id;
end;
create trigger authors_follows_removed after delete on authors begin
    delete from follows where kind = 'author' and target = old.id;
    delete from former_slugs where kind = 'author' and target = old.id;
end;
create trigger series_follows_removed after delete on series begin
    delete from follows where kind = 'series' and target = old.id;
    delete from former_slugs where kind = 'series' and target = old.id;
end;

-- Reports of imports count tags and series as well.
create table new_import_entries (
    import_seq integer not null,
    -- 1 post, 2 page, 3 comment, 4 picture, 5 redirect, 6 person, 7 settings, 8 tag, 9 series.
    kind integer not null check (kind between 1 and 9),
    -- The order in which they came.
    number integer not null,
    outcome text not null check (outcome in ('new', 'skipped', 'refused')),
    -- Whether something new was changed or lost.
    is_changed integer not null check (is_changed in (0, 1)),
    -- JSON, as in the file of the report.
    entry text not null,
    primary key (import_seq, kind, number)
) strict;
insert into new_import_entries (import_seq, kind, number, outcome, is_changed, entry)
select import_seq, kind, number, outcome, is_changed, entry from import_entries;
drop table import_entries;
alter table new_import_entries rename to import_entries;
create index import_entries_outcome on import_entries (import_seq, outcome, kind, number);
create index import_entries_changed on import_entries (import_seq, kind, number) where is_changed = 1;
