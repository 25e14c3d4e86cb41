-- How many unique readers each client network has added to a post on a day: one network is counted with at most 20.
-- The network is kept as a keyed hash that changes every day, so that no address can be read from it.
create table post_networks (
    post_id text not null references posts (id) on delete cascade,
    network integer not null,
    -- Days since 1970-01-01 UTC.
    day integer not null,
    uniques integer not null,
    primary key (post_id, network)
) strict, without rowid;
create index post_networks_day on post_networks (day);
