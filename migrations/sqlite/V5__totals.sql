-- What lists and the dashboard say of how many there are, so that no list has to count all that it does
-- not show. Triggers keep the one row true in the transaction that changes what is counted, whatever
-- statement does it, the removal of a post with its comments as well.
create table totals (
    id integer primary key check (id = 1),
    posts integer not null,
    drafts integer not null,
    featured integer not null,
    views integer not null,
    likes integer not null,
    bookmarks integer not null,
    comments integer not null,
    users integer not null,
    banned_users integer not null,
    public_users integer not null
) strict;

insert into totals
select 1, count(*), coalesce(sum(status = 'draft'), 0),
       coalesce(sum(status = 'published' and is_featured = 1), 0), coalesce(sum(view_total), 0),
       coalesce(sum(like_count), 0), coalesce(sum(bookmark_count), 0),
       (select count(*) from comments), (select count(*) from users),
       (select count(*) from users where is_banned = 1),
       (select count(*) from users where verified_at is not null and is_banned = 0)
from posts;

create trigger posts_counted after insert on posts begin
    update totals set posts = posts + 1, drafts = drafts + (new.status = 'draft'),
        featured = featured + (new.status = 'published' and new.is_featured = 1),
        views = views + new.view_total, likes = likes + new.like_count,
        bookmarks = bookmarks + new.bookmark_count;
end;
create trigger posts_uncounted after delete on posts begin
    update totals set posts = posts - 1, drafts = drafts - (old.status = 'draft'),
        featured = featured - (old.status = 'published' and old.is_featured = 1),
        views = views - old.view_total, likes = likes - old.like_count,
        bookmarks = bookmarks - old.bookmark_count;
end;
create trigger posts_recounted
after update of status, is_featured, view_total, like_count, bookmark_count on posts begin
    update totals set drafts = drafts + (new.status = 'draft') - (old.status = 'draft'),
        featured = featured + (new.status = 'published' and new.is_featured = 1)
                            - (old.status = 'published' and old.is_featured = 1),
        views = views + new.view_total - old.view_total, likes = likes + new.like_count - old.like_count,
        bookmarks = bookmarks + new.bookmark_count - old.bookmark_count;
end;

create trigger comments_counted after insert on comments begin
    update totals set comments = comments + 1;
end;
create trigger comments_uncounted after delete on comments begin
    update totals set comments = comments - 1;
end;

create trigger users_counted after insert on users begin
    update totals set users = users + 1, banned_users = banned_users + new.is_banned,
        public_users = public_users + (new.verified_at is not null and new.is_banned = 0);
end;
create trigger users_uncounted after delete on users begin
    update totals set users = users - 1, banned_users = banned_users - old.is_banned,
        public_users = public_users - (old.verified_at is not null and old.is_banned = 0);
end;
create trigger users_recounted after update of verified_at, is_banned on users begin
    update totals set banned_users = banned_users + new.is_banned - old.is_banned,
        public_users = public_users + (new.verified_at is not null and new.is_banned = 0)
                                    - (old.verified_at is not null and old.is_banned = 0);
end;
