-- The pictures that stand for posts without a cover where somebody shares their address, each made when it
-- was first asked for. `hash` names what it was made from.
create table post_previews (
    post_id text primary key not null references posts (id) on delete cascade,
    hash text not null,
    bytes blob not null,
    created_at integer not null
) strict;
