-- When readers had their data exported last, which they may once an hour.
create table personal_exports (
    user_id text primary key not null references users (id) on delete cascade,
    at integer not null
) strict, without rowid;

-- The mails of a person, for the export of what is stored about them.
create index outbox_recipient on outbox (recipient, created_at, id);
create index deliveries_recipient on deliveries (recipient, at);
