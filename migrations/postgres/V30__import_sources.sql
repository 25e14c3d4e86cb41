-- As migrations/sqlite/V30__import_sources.sql.
create table import_sources (
    system text collate "C" not null,
    kind text collate "C" not null check (kind in ('post', 'page', 'comment')),
    source_id text collate "C" not null,
    -- The id of the post, the page or the comment.
    object text collate "C" not null,
    primary key (system, kind, source_id)
);
create index import_sources_object on import_sources (object);
