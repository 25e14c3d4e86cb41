-- The addresses that are told of events. The keys that sign what they are told follow from the site's secret.
create table webhooks (
    id text primary key not null,
    url text not null,
    -- The names of the events, separated by spaces.
    events text not null,
    created_at integer not null,
    -- The tries that failed since the last one that succeeded.
    failures integer not null default 0,
    -- When it was switched off; null while it is on.
    off_at integer
) strict, without rowid;
create index webhooks_created on webhooks (created_at, id);

-- The events for each of them, stored with what caused them.
create table webhook_deliveries (
    id text primary key not null,
    webhook_id text not null references webhooks (id) on delete cascade,
    -- The same for all webhooks, and also if the event is sent again.
    event_id text not null,
    event text not null,
    at integer not null,
    -- What it is about, as it was then.
    post_id text,
    post_slug text,
    post_title text,
    comment_id text,
    user_id text,
    created_at integer not null,
    tries integer not null default 0,
    next_try_at integer not null,
    -- Somebody tries it until then.
    claimed_until integer not null default 0,
    done_at integer,
    was_delivered integer not null default 0 check (was_delivered in (0, 1)),
    -- Of the last try.
    status integer,
    error text
) strict, without rowid;
create index webhook_deliveries_due on webhook_deliveries (next_try_at, id) where done_at is null;
create index webhook_deliveries_claimed on webhook_deliveries (webhook_id, claimed_until) where done_at is null;
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, id);
