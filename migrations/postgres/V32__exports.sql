-- As migrations/sqlite/V32__exports.sql.
create table personal_exports (
    user_id text collate "C" primary key not null references users (id) on delete cascade,
    at bigint not null
);

create index outbox_recipient on outbox (recipient, created_at, id);
create index deliveries_recipient on deliveries (recipient, at);
