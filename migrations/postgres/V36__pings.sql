-- What other servers are to be told: hubs (WebSub) of the feeds that have changed, and search engines (IndexNow) of the pages.
create table pings (
    kind text collate "C" not null check (kind in ('feed', 'page')),
    -- The path of a feed without the end that says the format; the id and the slug of the post of a page.
    subject text collate "C" not null,
    queued_at bigint not null,
    -- Rises with each change, so that one during a call is told as well.
    changes bigint not null default 1,
    tries bigint not null default 0,
    next_try_at bigint not null,
    -- Somebody tells of it until then.
    claimed_until bigint not null default 0,
    primary key (kind, subject)
);
create index pings_due on pings (kind, next_try_at, subject);
