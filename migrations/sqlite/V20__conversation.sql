-- Conversation: threads, changes by authors, reports, moderation, and the rules that hold comments back.

-- `path` is the ids of the comments from the root to this one, without hyphens, so that its order is that of the thread.
-- An erased text is a blank, which no comment can have, since the first schema demands a character.
alter table comments add column parent_id text references comments (id) on delete cascade
    deferrable initially deferred;
alter table comments add column root_id text not null default '';
alter table comments add column path text not null default '';
alter table comments add column depth integer not null default 0 check (depth between 0 and 20);
alter table comments add column state text not null default 'visible'
    check (state in ('visible', 'held', 'removed', 'deleted'));
-- The rules that held it back. JSON: an array of strings.
alter table comments add column held_for text not null default '[]';
-- The visible comments below it, at any depth.
alter table comments add column reply_count integer not null default 0 check (reply_count >= 0);
-- The reports that nobody has resolved yet; triggers keep it.
alter table comments add column report_count integer not null default 0 check (report_count >= 0);
alter table comments add column edited_at integer;
-- The member of the staff who wrote it with their own account.
alter table comments add column admin_id text references admins (id) on delete set null;
-- The name that came with an imported comment.
alter table comments add column imported_name text;
-- When a moderator removed it. The text is kept for 30 days.
alter table comments add column removed_at integer;
-- A hash of the folded text, by which repetitions are found; null once the text is erased, and for older comments.
alter table comments add column text_hash integer;

update comments set root_id = id, path = replace(id, '-', '');

create index comments_roots on comments (post_id, created_at, id)
    where parent_id is null and (state = 'visible' or reply_count > 0);
create index comments_roots_liked on comments (post_id, like_count, created_at, id)
    where parent_id is null and (state = 'visible' or reply_count > 0);
create index comments_thread on comments (root_id, path) where state = 'visible' or reply_count > 0;
create index comments_parent on comments (parent_id) where parent_id is not null;
create index comments_held on comments (created_at, id) where state = 'held';
create index comments_held_of_user on comments (user_id, post_id, created_at, id) where state = 'held';
create index comments_reported on comments (report_count, created_at, id)
    where report_count > 0 and state in ('visible', 'held');
create index comments_removed on comments (removed_at, id) where state = 'removed';
create index comments_staff on comments (admin_id, created_at) where admin_id is not null;
create index comments_text on comments (text_hash, created_at) where text_hash is not null;

-- The roots of the threads that readers see: visible comments, and those with visible replies.
alter table posts add column thread_count integer not null default 0 check (thread_count >= 0);
update posts set thread_count = comment_count;
alter table posts add column comments_closed integer not null default 0 check (comments_closed in (0, 1));

-- The texts that a comment had, oldest first.
create table comment_edits (
    comment_id text not null references comments (id) on delete cascade,
    number integer not null,
    content text not null,
    at integer not null,
    primary key (comment_id, number)
) strict, without rowid;

create table comment_reports (
    comment_id text not null references comments (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    reason text not null check (reason in ('spam', 'abuse', 'offtopic', 'other')),
    note text not null check (length(note) <= 500),
    at integer not null,
    resolved_at integer,
    primary key (comment_id, user_id)
) strict, without rowid;
create index comment_reports_user on comment_reports (user_id);

-- Reports of readers; `reporter_id` is the reader who made one.
create table user_reports (
    user_id text not null references users (id) on delete cascade,
    reporter_id text not null references users (id) on delete cascade,
    reason text not null check (reason in ('spam', 'abuse', 'offtopic', 'other')),
    note text not null check (length(note) <= 500),
    at integer not null,
    resolved_at integer,
    primary key (user_id, reporter_id)
) strict, without rowid;
create index user_reports_reporter on user_reports (reporter_id);

-- Readers whose comments another reader does not want to see.
create table user_mutes (
    user_id text not null references users (id) on delete cascade,
    muted_id text not null references users (id) on delete cascade,
    at integer not null,
    primary key (user_id, muted_id)
) strict, without rowid;
create index user_mutes_muted on user_mutes (muted_id);

alter table users add column silenced_until integer;
alter table users add column banned_until integer;
alter table users add column is_trusted integer not null default 0 check (is_trusted in (0, 1));
-- The reports of the reader that nobody has resolved yet; triggers keep it.
alter table users add column report_count integer not null default 0 check (report_count >= 0);

-- Settings that the staff change in the panel. `version` grows with each change.
create table settings (
    name text primary key not null,
    -- JSON.
    value text not null,
    version integer not null,
    changed_at integer not null
) strict, without rowid;

alter table totals add column held_comments integer not null default 0;
alter table totals add column reported_comments integer not null default 0;
alter table totals add column removed_comments integer not null default 0;

-- `totals.comments` counts visible comments.
drop trigger comments_counted;
drop trigger comments_uncounted;
create trigger comments_counted after insert on comments begin
    update totals set comments = comments + (new.state = 'visible'),
        held_comments = held_comments + (new.state = 'held'),
        removed_comments = removed_comments + (new.state = 'removed'),
        reported_comments = reported_comments + (new.report_count > 0 and new.state in ('visible', 'held'));
end;
create trigger comments_uncounted after delete on comments begin
    update totals set comments = comments - (old.state = 'visible'),
        held_comments = held_comments - (old.state = 'held'),
        removed_comments = removed_comments - (old.state = 'removed'),
        reported_comments = reported_comments - (old.report_count > 0 and old.state in ('visible', 'held'));
end;
create trigger comments_recounted after update of state, report_count on comments begin
    update totals set comments = comments + (new.state = 'visible') - (old.state = 'visible'),
        held_comments = held_comments + (new.state = 'held') - (old.state = 'held'),
        removed_comments = removed_comments + (new.state = 'removed') - (old.state = 'removed'),
        reported_comments = reported_comments + (new.report_count > 0 and new.state in ('visible', 'held'))
                                              - (old.report_count > 0 and old.state in ('visible', 'held'));
end;

create trigger comment_reports_counted after insert on comment_reports when new.resolved_at is null begin
    update comments set report_count = report_count + 1 where id = new.comment_id;
end;
create trigger comment_reports_uncounted after delete on comment_reports when old.resolved_at is null begin
    update comments set report_count = report_count - 1 where id = old.comment_id;
end;
create trigger comment_reports_recounted after update of resolved_at on comment_reports begin
    update comments set report_count = report_count + (new.resolved_at is null) - (old.resolved_at is null)
    where id = new.comment_id;
end;

create trigger user_reports_counted after insert on user_reports when new.resolved_at is null begin
    update users set report_count = report_count + 1 where id = new.user_id;
end;
create trigger user_reports_uncounted after delete on user_reports when old.resolved_at is null begin
    update users set report_count = report_count - 1 where id = old.user_id;
end;
create trigger user_reports_recounted after update of resolved_at on user_reports begin
    update users set report_count = report_count + (new.resolved_at is null) - (old.resolved_at is null)
    where id = new.user_id;
end;
