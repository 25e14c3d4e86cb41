-- Where the readers of a post come from, and how many of them read it to its end.

-- Views by post, day and the site that led to them; those of sites beyond the most that a post has in a day are 'other'.
create table post_referrers (
    post_seq integer not null references posts (seq) on delete cascade,
    -- Days since 1970-01-01 UTC.
    day integer not null,
    -- Without 'www.'.
    host text not null,
    views integer not null default 0,
    primary key (post_seq, day, host)
) strict, without rowid;
create index post_referrers_day on post_referrers (day);

-- Readers by post and day who have read it to its end.
create table post_reads (
    post_seq integer not null references posts (seq) on delete cascade,
    day integer not null,
    readers integer not null default 0,
    primary key (post_seq, day)
) strict, without rowid;
create index post_reads_day on post_reads (day);

-- 1 if the session counted as a reader and has not read the post to its end: it can do so once.
alter table post_sessions add column may_finish integer not null default 0;

-- The bookmarks of a span of time, as there is one of likes: new rows come at its end, so that it costs writes little.
create index post_bookmarks_latest on post_bookmarks (created_at, post_id);
