-- Searches by operators and phrases, with the places that they point at.

-- The plain texts of published posts, in which phrases are looked up and from which the parts around hits are taken.
create table search_texts (
    post_seq integer primary key references posts (seq) on delete cascade,
    text text not null
) strict;

-- Words that no post has any more are removed, and their ids are not given again: the index in memory knows words by
-- them. Words keep their ids here, since nodes and commands of the version before go on reading.
create table new_search_words (
    id integer primary key autoincrement,
    word text not null unique
) strict;
insert into new_search_words (id, word) select id, word from search_words;
drop table search_words;
alter table new_search_words rename to search_words;

-- The program indexes all posts anew when it opens the database (src/store/derived/search/write.rs): with their texts, and
-- with words that begin another word.
delete from search_posts;

-- The name of an author without accents, capitals, apostrophes and quotation marks. The program writes it with the name,
-- and here when it opens the database.
alter table authors add column name_folded text not null default '';
create index authors_name_folded on authors (name_folded, id);
