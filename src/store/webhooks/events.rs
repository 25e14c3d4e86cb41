//! Events, stored for each webhook that is told of them in the transaction that causes them.

use crate::domain::webhook::{Subject, WebhookEvent, WebhookEvents, delivery_id, event_id};
use crate::domain::{CommentId, PostId, Time, UserId, WebhookId};
use crate::store::Tx;
use crate::store::engine::{Row, StoreError, params};

/// Tells webhooks of a post.
pub fn post_event(tx: &mut Tx<'_>, event: WebhookEvent, post: PostId, now: Time) -> Result<(), StoreError> {
    let webhooks = told_of(tx, event)?;
    if webhooks.is_empty() {
        return Ok(());
    }
    let found = tx.query_one(
        "select id, slug, title from posts where id = ?1",
        params![post],
        of_post,
    )?;
    match found {
        Some(subject) => queue(tx, &webhooks, event, (&post.to_string(), &subject), now),
        None => Ok(()),
    }
}

/// Tells webhooks of a comment on a public post.
pub fn comment_event(
    tx: &mut Tx<'_>,
    event: WebhookEvent,
    comment: CommentId,
    now: Time,
) -> Result<(), StoreError> {
    let webhooks = told_of(tx, event)?;
    if webhooks.is_empty() {
        return Ok(());
    }
    let found = tx.query_one(
        "select p.id, p.slug, p.title from comments c join posts p on p.id = c.post_id
         where c.id = ?1 and p.status = 'published'",
        params![comment],
        of_post,
    )?;
    let Some(of_post) = found else {
        return Ok(());
    };
    let subject = Subject {
        comment: Some(comment),
        ..of_post
    };
    queue(tx, &webhooks, event, (&comment.to_string(), &subject), now)
}

/// Tells webhooks of a reader who has verified their address.
pub fn user_joined(tx: &mut Tx<'_>, user: UserId, now: Time) -> Result<(), StoreError> {
    let event = WebhookEvent::UserJoined;
    let webhooks = told_of(tx, event)?;
    let subject = Subject {
        user: Some(user),
        ..Subject::default()
    };
    queue(tx, &webhooks, event, (&user.to_string(), &subject), now)
}

/// Returns the webhooks that are told of an event. There are few.
fn told_of(tx: &Tx<'_>, event: WebhookEvent) -> Result<Vec<WebhookId>, StoreError> {
    let webhooks: Vec<(WebhookId, WebhookEvents)> = tx.query_all(
        "select id, events from webhooks where off_at is null",
        params![],
        |row| Ok((row.get("id")?, row.get("events")?)),
    )?;
    let told = webhooks.into_iter().filter(|(_, events)| events.contains(event));
    Ok(told.map(|(id, _)| id).collect())
}

fn of_post(row: &Row<'_>) -> Result<Subject, StoreError> {
    Ok(Subject {
        post: Some((row.get("id")?, row.get("slug")?, row.get("title")?)),
        ..Subject::default()
    })
}

fn queue(
    tx: &mut Tx<'_>,
    webhooks: &[WebhookId],
    event: WebhookEvent,
    (object, subject): (&str, &Subject),
    now: Time,
) -> Result<(), StoreError> {
    let event_id = event_id(now, event, object);
    let post = subject.post.as_ref();
    for webhook in webhooks {
        tx.execute(
            "insert into webhook_deliveries (id, webhook_id, event_id, event, at, post_id, post_slug, post_title,
                                             comment_id, user_id, created_at, next_try_at)
             values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?5, ?5)
             on conflict (id) do nothing",
            params![
                delivery_id(now, *webhook, event_id),
                webhook,
                event_id,
                event,
                now,
                post.map(|(id, _, _)| *id),
                post.map(|(_, slug, _)| slug.as_str()),
                post.map(|(_, _, title)| title.as_str()),
                subject.comment,
                subject.user
            ],
        )?;
    }
    Ok(())
}
