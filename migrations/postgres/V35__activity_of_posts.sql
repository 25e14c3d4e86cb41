-- What readers did with posts in the last days.

-- Views by post, day and kind of device. Those of days before this migration are not known.
create table post_days (
    post_seq bigint not null references posts (seq) on delete cascade,
    -- Days since 1970-01-01 UTC.
    day bigint not null,
    device text collate "C" not null check (device in ('mobile', 'desktop')),
    views bigint not null default 0,
    uniques bigint not null default 0,
    primary key (post_seq, day, device)
);
create index post_days_day on post_days (day, post_seq, uniques);

create index post_likes_latest on post_likes (created_at, post_id);
