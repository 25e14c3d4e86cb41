-- The orders of lists are kept in memory (src/store/engine/rankings), made from the counts: a like that had to
-- put a post into its place in six indexes wrote a dozen pages.
drop index posts_trending;
drop index posts_popular;
drop index posts_appeal;
drop index posts_category_appeal;
drop index posts_viewed;
drop index posts_read;
drop index posts_liked;
drop index posts_commented;
drop index posts_category_viewed;
drop index posts_category_read;
drop index posts_category_liked;
drop index posts_category_commented;
alter table posts drop column popularity;
alter table posts drop column trending;
