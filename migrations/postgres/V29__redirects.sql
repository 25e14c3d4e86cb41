-- As migrations/sqlite/V29__redirects.sql.
create table redirects (
    -- In the one form in which it is looked up: percent-encodings in capitals and no slash at the end; with the parameter
    -- p or page_id if it has one, as WordPress has.
    path text collate "C" primary key not null check (length(path) between 2 and 2000),
    id text collate "C" not null unique,
    -- A path of the site or an absolute address; null for what is gone for good.
    target text collate "C" check (length(target) between 1 and 2000),
    status bigint not null check (status in (301, 302, 410)),
    -- Where it comes from: 'panel', 'file', or the name of the system that it was imported from.
    source text collate "C" not null,
    -- What a search looks for: path and target as people read them, folded.
    folded text collate "C" not null,
    hits bigint not null default 0,
    last_at bigint,
    check ((status = 410) = (target is null))
);
