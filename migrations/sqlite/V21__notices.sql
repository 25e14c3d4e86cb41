-- Notices: what people follow, what they are told in the site and by mail, and the newsletter.

-- What readers follow. `target` is the id of an author (as posts name them), a tag, or the id of a post.
create table follows (
    user_id text not null references users (id) on delete cascade,
    kind text not null check (kind in ('author', 'tag', 'post')),
    target text not null,
    at integer not null,
    primary key (user_id, kind, target)
) strict, without rowid;
create index follows_target on follows (kind, target, user_id);

-- What a person is told in the site. `account` is the id of a reader or of a member of the staff, and `actor` of the one
-- whose act it is.
create table notifications (
    id text primary key not null,
    account text not null,
    kind text not null
        check (kind in ('reply', 'mention', 'thread', 'comment', 'post', 'moderation', 'review')),
    actor text,
    post_id text references posts (id) on delete cascade,
    -- The newest one of those that it folds.
    comment_id text references comments (id) on delete cascade,
    -- The events that it folds.
    count integer not null default 1 check (count > 0),
    -- What a review came to; empty for other kinds.
    detail text not null default '',
    at integer not null,
    read_at integer,
    -- When its mail is to be written; null if there is none, or it was written.
    mail_at integer
) strict;
create index notifications_account on notifications (account, at, id);
create index notifications_unread on notifications (account, at, id) where read_at is null;
create unique index notifications_comment on notifications (account, comment_id) where comment_id is not null;
create unique index notifications_folded on notifications (account, post_id)
    where kind = 'thread' and read_at is null;
create index notifications_at on notifications (at);
create index notifications_moderation on notifications (at) where kind = 'moderation';
create index notifications_of_comment on notifications (comment_id) where comment_id is not null;
create index notifications_of_post on notifications (post_id) where post_id is not null;
create index notifications_mail on notifications (mail_at, id) where mail_at is not null;

-- The unread notices of each account; triggers keep it.
alter table users add column unread_notices integer not null default 0 check (unread_notices >= 0);
alter table admins add column unread_notices integer not null default 0 check (unread_notices >= 0);

-- How a person wants the mails of a kind, where that is not the default.
create table mail_preferences (
    account text not null,
    kind text not null
        check (kind in ('reply', 'mention', 'thread', 'comment', 'post', 'moderation', 'review')),
    how text not null check (how in ('off', 'each', 'daily', 'weekly')),
    primary key (account, kind)
) strict, without rowid;

-- Readers of the newsletter without an account. Without `confirmed_at` the address has not agreed yet.
create table subscribers (
    id text primary key not null,
    email text not null unique,
    how text not null check (how in ('each', 'daily', 'weekly')),
    created_at integer not null,
    confirmed_at integer
) strict;
create index subscribers_confirmed on subscribers (confirmed_at, id) where confirmed_at is not null;
create index subscribers_unconfirmed on subscribers (created_at) where confirmed_at is null;

-- Who was sent what: `recipient` is the id of an account or a subscriber.
create table deliveries (
    kind text not null,
    period text not null,
    recipient text not null,
    at integer not null,
    primary key (kind, period, recipient)
) strict, without rowid;
create index deliveries_at on deliveries (at);

-- Addresses that refused a mail for good. They are sent what concerns their account, and nothing else.
create table suppressed (
    email text primary key not null,
    reason text not null,
    at integer not null
) strict, without rowid;
create index suppressed_at on suppressed (at, email);

-- Events of which many people are to be told, in steps: those up to `after` have been told.
create table announcements (
    id text primary key not null,
    kind text not null check (kind in ('post', 'comment', 'moderation')),
    post_id text references posts (id) on delete cascade,
    comment_id text references comments (id) on delete cascade,
    due_at integer not null,
    after text not null default ''
) strict;
create index announcements_due on announcements (due_at, id);
create index announcements_post on announcements (post_id) where post_id is not null;
create index announcements_comment on announcements (comment_id) where comment_id is not null;

-- The digests of a day or a week, in steps as the announcements.
create table digests (
    how text not null check (how in ('daily', 'weekly')),
    period text not null,
    starts_at integer not null,
    ends_at integer not null,
    after text not null default '',
    finished_at integer,
    primary key (how, period)
) strict, without rowid;

-- Whether the followers are told when the post is first published, and when they were.
alter table posts add column announce integer not null default 1 check (announce in (0, 1));
alter table posts add column announced_at integer;
update posts set announced_at = created_at where status = 'published';
create index posts_announced on posts (announced_at, id) where announced_at is not null and status = 'published';

-- `account` is the kind of the mails with codes and of all others that go first.
alter table outbox add column kind text not null default 'account';
-- The event that causes the mail for its recipient: it is sent once.
alter table outbox add column dedupe_key text;
-- The address that ends mails of this kind.
alter table outbox add column list_unsubscribe text;
-- What the mail belongs to, for mail programs that show conversations.
alter table outbox add column thread text;
-- The comment that it quotes: without it the mail is not sent.
alter table outbox add column comment_id text;
drop index outbox_due;
create index outbox_due on outbox (next_try_at, created_at, id) where done_at is null and kind = 'account';
create index outbox_notices_due on outbox (next_try_at, created_at, id) where done_at is null and kind <> 'account';
create index outbox_notices_sent on outbox (done_at) where done_at is not null and kind <> 'account';
create unique index outbox_once on outbox (dedupe_key) where dedupe_key is not null;
create index outbox_comment on outbox (comment_id) where comment_id is not null and done_at is null;

create trigger notifications_counted after insert on notifications when new.read_at is null begin
    update users set unread_notices = unread_notices + 1 where id = new.account;
    update admins set unread_notices = unread_notices + 1 where id = new.account;
end;
create trigger notifications_uncounted after delete on notifications when old.read_at is null begin
    update users set unread_notices = unread_notices - 1 where id = old.account;
    update admins set unread_notices = unread_notices - 1 where id = old.account;
end;
create trigger notifications_recounted after update of read_at on notifications
when (new.read_at is null) <> (old.read_at is null) begin
    update users set unread_notices = unread_notices + (new.read_at is null) - (old.read_at is null)
    where id = new.account;
    update admins set unread_notices = unread_notices + (new.read_at is null) - (old.read_at is null)
    where id = new.account;
end;

-- What belongs to an account that is removed, or is about what is removed.
create trigger users_notices_removed after delete on users begin
    delete from notifications where account = old.id;
    delete from mail_preferences where account = old.id;
end;
create trigger admins_notices_removed after delete on admins begin
    delete from notifications where account = old.id;
    delete from mail_preferences where account = old.id;
end;
create trigger posts_follows_removed after delete on posts begin
    delete from follows where kind = 'post' and target = old.id;
end;
create trigger authors_follows_removed after delete on authors begin
    delete from follows where kind = 'author' and target = old.id;
end;
