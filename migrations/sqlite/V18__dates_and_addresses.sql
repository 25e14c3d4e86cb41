-- When a post was published first, the slugs that it had before, and the canonical address of a text from elsewhere.

-- Null until then. Whether a draft of an earlier version was published once is not known: it counts as unpublished.
alter table posts add column first_published_at integer;
update posts set first_published_at = created_at where status = 'published';

-- An https address.
alter table posts add column canonical_url text;

-- No post has one of these slugs, and none but its own gets it again while that lives.
create table slug_history (
    slug text primary key not null,
    post_id text not null references posts (id) on delete cascade
) strict, without rowid;
-- For the deletion of a post.
create index slug_history_post on slug_history (post_id);
