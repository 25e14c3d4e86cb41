-- What posts, static pages and comments were in the system that they came from, so that a second import knows them.
create table import_sources (
    system text not null,
    kind text not null check (kind in ('post', 'page', 'comment')),
    source_id text not null,
    -- The id of the post, the page or the comment.
    object text not null,
    primary key (system, kind, source_id)
) strict, without rowid;
create index import_sources_object on import_sources (object);
