-- As migrations/sqlite/V21__notices.sql.

-- What readers follow. `target` is the id of an author (as posts name them), a tag, or the id of a post.
create table follows (
    user_id text collate "C" not null references users (id) on delete cascade,
    kind text collate "C" not null check (kind in ('author', 'tag', 'post')),
    target text collate "C" not null,
    at bigint not null,
    primary key (user_id, kind, target)
);
create index follows_target on follows (kind, target, user_id);

-- What a person is told in the site. `account` is the id of a reader or of a member of the staff, and `actor` of the one
-- whose act it is.
create table notifications (
    id text collate "C" primary key not null,
    account text collate "C" not null,
    kind text collate "C" not null
        check (kind in ('reply', 'mention', 'thread', 'comment', 'post', 'moderation', 'review')),
    actor text collate "C",
    post_id text collate "C" references posts (id) on delete cascade,
    -- The newest one of those that it folds.
    comment_id text collate "C" references comments (id) on delete cascade,
    -- The events that it folds.
    count bigint not null default 1 check (count > 0),
    -- What a review came to; empty for other kinds.
    detail text collate "C" not null default '',
    at bigint not null,
    read_at bigint,
    -- When its mail is to be written; null if there is none, or it was written.
    mail_at bigint
);
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
alter table users add column unread_notices bigint not null default 0 check (unread_notices >= 0);
alter table admins add column unread_notices bigint not null default 0 check (unread_notices >= 0);

-- How a person wants the mails of a kind, where that is not the default.
create table mail_preferences (
    account text collate "C" not null,
    kind text collate "C" not null
        check (kind in ('reply', 'mention', 'thread', 'comment', 'post', 'moderation', 'review')),
    how text collate "C" not null check (how in ('off', 'each', 'daily', 'weekly')),
    primary key (account, kind)
);

-- Readers of the newsletter without an account. Without `confirmed_at` the address has not agreed yet.
create table subscribers (
    id text collate "C" primary key not null,
    email text collate "C" not null unique,
    how text collate "C" not null check (how in ('each', 'daily', 'weekly')),
    created_at bigint not null,
    confirmed_at bigint
);
create index subscribers_confirmed on subscribers (confirmed_at, id) where confirmed_at is not null;
create index subscribers_unconfirmed on subscribers (created_at) where confirmed_at is null;

-- Who was sent what: `recipient` is the id of an account or a subscriber.
create table deliveries (
    kind text collate "C" not null,
    period text collate "C" not null,
    recipient text collate "C" not null,
    at bigint not null,
    primary key (kind, period, recipient)
);
create index deliveries_at on deliveries (at);

-- Addresses that refused a mail for good. They are sent what concerns their account, and nothing else.
create table suppressed (
    email text collate "C" primary key not null,
    reason text collate "C" not null,
    at bigint not null
);
create index suppressed_at on suppressed (at, email);

-- Events of which many people are to be told, in steps: those up to `after` have been told.
create table announcements (
    id text collate "C" primary key not null,
    kind text collate "C" not null check (kind in ('post', 'comment', 'moderation')),
    post_id text collate "C" references posts (id) on delete cascade,
    comment_id text collate "C" references comments (id) on delete cascade,
    due_at bigint not null,
    after text collate "C" not null default ''
);
create index announcements_due on announcements (due_at, id);
create index announcements_post on announcements (post_id) where post_id is not null;
create index announcements_comment on announcements (comment_id) where comment_id is not null;

-- The digests of a day or a week, in steps as the announcements.
create table digests (
    how text collate "C" not null check (how in ('daily', 'weekly')),
    period text collate "C" not null,
    starts_at bigint not null,
    ends_at bigint not null,
    after text collate "C" not null default '',
    finished_at bigint,
    primary key (how, period)
);

-- Whether the followers are told when the post is first published, and when they were.
alter table posts add column announce bigint not null default 1 check (announce in (0, 1));
alter table posts add column announced_at bigint;
update posts set announced_at = created_at where status = 'published';
create index posts_announced on posts (announced_at, id) where announced_at is not null and status = 'published';

-- `account` is the kind of the mails with codes and of all others that go first.
alter table outbox add column kind text collate "C" not null default 'account';
-- The event that causes the mail for its recipient: it is sent once.
alter table outbox add column dedupe_key text collate "C";
-- The address that ends mails of this kind.
alter table outbox add column list_unsubscribe text collate "C";
-- What the mail belongs to, for mail programs that show conversations.
alter table outbox add column thread text collate "C";
-- The comment that it quotes: without it the mail is not sent.
alter table outbox add column comment_id text collate "C";
drop index outbox_due;
create index outbox_due on outbox (next_try_at, created_at, id) where done_at is null and kind = 'account';
create index outbox_notices_due on outbox (next_try_at, created_at, id) where done_at is null and kind <> 'account';
create index outbox_notices_sent on outbox (done_at) where done_at is not null and kind <> 'account';
create unique index outbox_once on outbox (dedupe_key) where dedupe_key is not null;
create index outbox_comment on outbox (comment_id) where comment_id is not null and done_at is null;

create function notifications_counted() returns trigger language plpgsql as $$ declare difference bigint; begin
    if tg_op = 'INSERT' then
        difference := (new.read_at is null)::int;
    elsif tg_op = 'DELETE' then
        difference := -(old.read_at is null)::int;
    else
        difference := (new.read_at is null)::int - (old.read_at is null)::int;
    end if;
    if difference <> 0 then
        update users set unread_notices = unread_notices + difference where id = coalesce(new.account, old.account);
        update admins set unread_notices = unread_notices + difference where id = coalesce(new.account, old.account);
    end if;
    return null;
end $$;
create trigger notifications_counted after insert or delete or update of read_at on notifications
    for each row execute function notifications_counted();

-- What belongs to an account that is removed, or is about what is removed.
create function account_notices_removed() returns trigger language plpgsql as $$ begin
    delete from notifications where account = old.id;
    delete from mail_preferences where account = old.id;
    return null;
end $$;
create trigger users_notices_removed after delete on users
    for each row execute function account_notices_removed();
create trigger admins_notices_removed after delete on admins
    for each row execute function account_notices_removed();
create function follows_removed() returns trigger language plpgsql as $$ begin
    delete from follows where kind = tg_argv[0] and target = old.id;
    return null;
end $$;
create trigger posts_follows_removed after delete on posts
    for each row execute function follows_removed('post');
create trigger authors_follows_removed after delete on authors
    for each row execute function follows_removed('author');
