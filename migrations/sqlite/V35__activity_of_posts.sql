-- What readers did with posts in the last days.

-- Views by post, day and kind of device. Those of days before this migration are not known.
create table post_days (
    post_seq integer not null references posts (seq) on delete cascade,
    -- Days since 1970-01-01 UTC.
    day integer not null,
    device text not null check (device in ('mobile', 'desktop')),
    views integer not null default 0,
    uniques integer not null default 0,
    primary key (post_seq, day, device)
) strict, without rowid;
create index post_days_day on post_days (day, post_seq, uniques);

create index post_likes_latest on post_likes (created_at, post_id);
