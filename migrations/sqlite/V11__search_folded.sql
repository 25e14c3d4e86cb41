-- Words are folded in another way: without accents, apostrophes and quotation marks. The program reads the posts
-- once more when it opens the database (src/store/engine/search/write.rs).
delete from search_posts;
delete from search_words;
