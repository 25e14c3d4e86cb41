-- The published posts of an author, newest first, come from the index of the reference to authors.
drop index posts_author;
create index posts_author on posts (author_id, status, created_at);
