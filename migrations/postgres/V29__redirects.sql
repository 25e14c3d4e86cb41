-- As migrations/sqlite/V29__redirects.sql.
create table redirects (
    path text collate "C" primary key not null,
    -- Empty where `status` is 410.
    target text collate "C" not null,
    status bigint not null check (status in (301, 302, 410)),
    source text collate "C" not null,
    hits bigint not null default 0,
    last_at bigint
);
