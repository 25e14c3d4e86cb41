-- The search works in memory (src/store/engine/search): here is what it is made from, and only what is
-- published. The posts that are already there are read by the program, once, when it opens the database.
drop table post_words;
drop table post_grams;

-- Every word of every post, folded, once and for ever: nothing is taken out, so that what was read of it
-- stays true.
create table search_words (
    id integer primary key,
    word text not null unique
) strict;

-- A row is written anew with each change of its post, so that what is new has the highest ids. `words`
-- holds the ids of its words, `title` those of the words of its title, ascending, as differences in base
-- 128; both are null when the post is no longer to be found. The row outlives its post: without it nobody
-- would learn that the post has gone.
create table search_posts (
    id integer primary key autoincrement,
    post_seq integer not null unique,
    words blob,
    title blob,
    check ((words is null) = (title is null))
) strict;
