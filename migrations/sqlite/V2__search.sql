-- What the search reads, by the row number of the post; only published posts are in it.
-- Both tables hold folded text and each word of a post once: words are searched for, never phrases.

-- Words of three characters and more, as trigrams.
create virtual table post_words using fts5 (
    title, text,
    content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);

-- Every run of one or two characters, for words too short to be a trigram.
create virtual table post_grams using fts5 (
    title, text,
    content = '', contentless_delete = 1, detail = column, tokenize = 'ascii'
);

-- An import fills the index in portions of 16 MiB instead of 1 MiB: each portion costs a sort and a merge.
insert into post_words (post_words, rank) values ('hashsize', 16777216);
insert into post_grams (post_grams, rank) values ('hashsize', 16777216);
