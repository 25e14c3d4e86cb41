-- As migrations/sqlite/V18__dates_and_addresses.sql.

alter table posts add column first_published_at bigint;
update posts set first_published_at = created_at where status = 'published';

alter table posts add column canonical_url text collate "C";

create table slug_history (
    slug text collate "C" primary key not null,
    post_id text collate "C" not null references posts (id) on delete cascade
);
create index slug_history_post on slug_history (post_id);
