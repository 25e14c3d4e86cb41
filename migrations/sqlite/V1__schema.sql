-- Times are integer milliseconds since 1970-01-01 UTC, ids are UUIDv7 text, flags are 0 or 1.
-- `posts.seq` is the row's own number: it breaks ties of time, and keys what is as large as the
-- posts themselves (contents, search), where 36 bytes of id for each row would be felt.

create table avatars (
    slug text primary key not null,
    position integer not null unique,
    name text not null unique,
    description text not null,
    url text not null
) strict;

create table admins (
    id text primary key not null,
    username text not null unique check (length(username) between 1 and 100),
    email text not null unique,
    password_hash text not null,
    -- Tokens carry it: raising it ends all earlier ones.
    token_epoch integer not null default 0,
    created_at integer not null
) strict;

create table users (
    id text primary key not null,
    name text not null,
    username text not null unique,
    email text not null unique,
    pending_email text,
    password_hash text not null,
    verified_at integer,
    onboarded integer not null default 0 check (onboarded in (0, 1)),
    bio text not null default '' check (length(bio) <= 500),
    avatar text references avatars (slug) on update cascade on delete set null,
    website text,
    github text,
    linkedin text,
    x text,
    is_banned integer not null default 0 check (is_banned in (0, 1)),
    ban_reason text not null default '' check (length(ban_reason) <= 500),
    token_epoch integer not null default 0,
    created_at integer not null,
    updated_at integer not null
) strict;
create index users_public on users (created_at) where verified_at is not null and is_banned = 0;
create index users_newest on users (created_at);
create index users_unverified on users (created_at) where verified_at is null;

-- Who a post says it is by: an administrator, or a name that an import gave.
create table authors (
    id text primary key not null,
    admin_id text unique references admins (id) on delete cascade,
    name text,
    check ((admin_id is null) <> (name is null))
) strict;
create unique index authors_name on authors (name) where name is not null;

-- Pictures, named by the hash of their bytes. The small form of a picture is a row of its own.
create table media (
    hash text primary key not null,
    width integer not null check (width > 0),
    height integer not null check (height > 0),
    bytes blob not null,
    small_hash text references media (hash),
    created_at integer not null
) strict;
create index media_small on media (small_hash) where small_hash is not null;

create table posts (
    seq integer primary key,
    id text not null unique,
    slug text not null unique,
    title text not null check (length(title) between 1 and 200),
    excerpt text not null,
    read_minutes integer not null,
    category text not null,
    -- A JSON array in the order of the author; post_tags holds the same, to be found by.
    tags text not null default '[]',
    cover_url text,
    cover_media text references media (hash),
    author_id text references authors (id) on delete set null,
    status text not null check (status in ('draft', 'published')),
    is_featured integer not null default 0 check (is_featured in (0, 1)),
    like_count integer not null default 0 check (like_count >= 0),
    bookmark_count integer not null default 0 check (bookmark_count >= 0),
    comment_count integer not null default 0 check (comment_count >= 0),
    view_total integer not null default 0 check (view_total >= 0),
    view_unique integer not null default 0 check (view_unique >= 0),
    -- likes x 2 + comments x 3 (product.md §9), and the trending value made from it.
    popularity integer not null default 0,
    trending real not null,
    created_at integer not null,
    updated_at integer not null,
    check (cover_url is null or cover_media is null)
) strict;

-- Each order of a list is an index read backwards: the row number that ends every index breaks ties.
create index posts_newest on posts (created_at) where status = 'published';
create index posts_trending on posts (trending, created_at) where status = 'published';
create index posts_popular on posts (popularity, created_at) where status = 'published';
-- likes + comments x 2: what the personal score adds for every reader alike (product.md §9), times ten.
create index posts_appeal on posts (like_count + comment_count * 2, created_at) where status = 'published';
create index posts_category_appeal on posts (category, like_count + comment_count * 2, created_at)
    where status = 'published';
create index posts_viewed on posts (view_total, created_at) where status = 'published';
create index posts_read on posts (view_unique, created_at) where status = 'published';
create index posts_liked on posts (like_count, created_at) where status = 'published';
create index posts_commented on posts (comment_count, created_at) where status = 'published';
create index posts_category_newest on posts (category, created_at) where status = 'published';
create index posts_category_viewed on posts (category, view_total, created_at) where status = 'published';
create index posts_category_read on posts (category, view_unique, created_at) where status = 'published';
create index posts_category_liked on posts (category, like_count, created_at) where status = 'published';
create index posts_category_commented on posts (category, comment_count, created_at) where status = 'published';
create index posts_featured on posts (created_at) where status = 'published' and is_featured = 1;
create index posts_drafts on posts (created_at) where status = 'draft';
create index posts_all on posts (created_at);
create index posts_author on posts (author_id);
create index posts_cover on posts (cover_media) where cover_media is not null;

-- Apart from `posts`, so that no list reads past the text of an article.
create table post_contents (
    post_seq integer primary key references posts (seq) on delete cascade,
    html text not null
) strict;

create table post_tags (
    post_seq integer not null references posts (seq) on delete cascade,
    tag text not null,
    primary key (tag, post_seq)
) strict, without rowid;
create index post_tags_post on post_tags (post_seq);

create table post_media (
    post_seq integer not null references posts (seq) on delete cascade,
    hash text not null references media (hash),
    primary key (post_seq, hash)
) strict, without rowid;
create index post_media_hash on post_media (hash);

-- The number of published posts in each category, so that no list has to count.
create table category_totals (
    category text primary key not null,
    published integer not null check (published >= 0)
) strict;

create table comments (
    id text primary key not null,
    post_id text not null references posts (id) on delete cascade,
    -- Null once the account is gone: the comment stays and shows 'Deleted User'.
    user_id text references users (id) on delete set null,
    content text not null check (length(content) between 1 and 5000),
    like_count integer not null default 0 check (like_count >= 0),
    created_at integer not null
) strict;
create index comments_post on comments (post_id, created_at, id);
create index comments_user on comments (user_id, created_at);
create index comments_newest on comments (created_at);

create table post_likes (
    post_id text not null references posts (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    created_at integer not null,
    primary key (post_id, user_id)
) strict, without rowid;
create index post_likes_user on post_likes (user_id, created_at);

create table post_bookmarks (
    post_id text not null references posts (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    created_at integer not null,
    primary key (post_id, user_id)
) strict, without rowid;
create index post_bookmarks_user on post_bookmarks (user_id, created_at);

create table comment_likes (
    comment_id text not null references comments (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    created_at integer not null,
    primary key (comment_id, user_id)
) strict, without rowid;
create index comment_likes_user on comment_likes (user_id);

-- Who has seen what: the session is kept as a hash, and only to tell a new reader from a known one.
create table post_sessions (
    post_id text not null references posts (id) on delete cascade,
    session integer not null,
    last_seen_at integer not null,
    primary key (post_id, session)
) strict, without rowid;
create index post_sessions_seen on post_sessions (last_seen_at);

-- One row a UTC day (days since 1970-01-01) and kind of device.
create table daily_views (
    day integer not null,
    device text not null check (device in ('mobile', 'desktop')),
    views integer not null default 0,
    uniques integer not null default 0,
    primary key (day, device)
) strict, without rowid;

create table one_time_codes (
    id text primary key not null,
    user_id text not null references users (id) on delete cascade,
    purpose text not null check (purpose in ('verify_email', 'reset_password', 'change_email')),
    -- Where it was sent, and so what it proves.
    email text not null,
    code_hash text not null,
    wrong_tries integer not null default 0,
    created_at integer not null,
    -- Set when the code was used, or killed by a newer one.
    spent_at integer
) strict;
create index one_time_codes_user on one_time_codes (user_id, created_at);
create index one_time_codes_email on one_time_codes (email, purpose, created_at);
create index one_time_codes_created on one_time_codes (created_at);

-- Mails are written in the transaction that causes them, and sent afterwards. The bodies are emptied
-- once a mail has gone: they may hold a code.
create table outbox (
    id text primary key not null,
    recipient text not null,
    subject text not null,
    text_body text not null,
    html_body text not null,
    created_at integer not null,
    next_try_at integer not null,
    tries integer not null default 0,
    last_error text,
    -- Set when it was sent, or given up.
    done_at integer,
    was_sent integer not null default 0 check (was_sent in (0, 1))
) strict;
create index outbox_due on outbox (next_try_at) where done_at is null;
create index outbox_done on outbox (done_at) where done_at is not null;
