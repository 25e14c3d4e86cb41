-- The text of each post as its page displays it, rendered when the post is saved, so that no reading has to. A row of another
-- version of the renderer is ignored, and renewed in the background. A text has no row while an image of this site that it
-- shows is not stored. Apart from `posts`, so that no list reads past it.
create table rendered_posts (
    post_seq integer primary key references posts (seq) on delete cascade,
    renderer_version integer not null,
    html text not null,
    -- JSON: an array of objects with `id`, `text` and `level`.
    headings text not null
) strict;
