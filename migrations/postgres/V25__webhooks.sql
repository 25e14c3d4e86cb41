-- As migrations/sqlite/V25__webhooks.sql.

-- The addresses that are told of events. The keys that sign what they are told follow from the site's secret.
create table webhooks (
    id text collate "C" primary key not null,
    url text collate "C" not null,
    -- The names of the events, separated by spaces.
    events text collate "C" not null,
    created_at bigint not null,
    -- The tries that failed since the last one that succeeded.
    failures bigint not null default 0,
    -- When it was switched off; null while it is on.
    off_at bigint
);
create index webhooks_created on webhooks (created_at, id);

-- The events for each of them, stored with what caused them.
create table webhook_deliveries (
    id text collate "C" primary key not null,
    webhook_id text collate "C" not null references webhooks (id) on delete cascade,
    -- The same for all webhooks, and also if the event is sent again.
    event_id text collate "C" not null,
    event text collate "C" not null,
    at bigint not null,
    -- What it is about, as it was then.
    post_id text collate "C",
    post_slug text collate "C",
    post_title text collate "C",
    comment_id text collate "C",
    user_id text collate "C",
    created_at bigint not null,
    tries bigint not null default 0,
    next_try_at bigint not null,
    -- Somebody tries it until then.
    claimed_until bigint not null default 0,
    done_at bigint,
    was_delivered bigint not null default 0 check (was_delivered in (0, 1)),
    -- Of the last try.
    status bigint,
    error text collate "C"
);
create index webhook_deliveries_due on webhook_deliveries (next_try_at, id) where done_at is null;
create index webhook_deliveries_claimed on webhook_deliveries (webhook_id, claimed_until) where done_at is null;
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, id);
