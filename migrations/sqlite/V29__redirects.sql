-- Old addresses, and where they lead now.
create table redirects (
    path text primary key not null,
    -- Empty where `status` is 410.
    target text not null,
    status integer not null check (status in (301, 302, 410)),
    source text not null,
    hits integer not null default 0,
    last_at integer
) strict, without rowid;
