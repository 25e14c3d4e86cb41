-- What other servers are to be told: hubs (WebSub) of the feeds that have changed, and search engines (IndexNow) of the pages.
create table pings (
    kind text not null check (kind in ('feed', 'page')),
    -- The path of a feed without the end that says the format; the id and the slug of the post of a page.
    subject text not null,
    queued_at integer not null,
    -- Rises with each change, so that one during a call is told as well.
    changes integer not null default 1,
    tries integer not null default 0,
    next_try_at integer not null,
    -- Somebody tells of it until then.
    claimed_until integer not null default 0,
    primary key (kind, subject)
) strict, without rowid;
create index pings_due on pings (kind, next_try_at, subject);
