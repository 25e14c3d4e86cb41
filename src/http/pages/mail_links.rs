//! The pages of links in mails: they end mails, or confirm a subscription. Nobody has to sign in for them, and no script
//! is needed. Opening one changes nothing, since programs that look for viruses open every link of a mail.

use askama::Template;
use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};

use super::{frame, render};
use crate::actions::newsletter;
use crate::auth::mail_links::Unsubscription;
use crate::domain::notice::{NoticeKind, Recipient};
use crate::domain::site::{Palette, SiteSettings};
use crate::http::api::posts::shared_preview::hidden;
use crate::http::extract::IdOrSlug;
use crate::http::{ApiError, AppState};
use crate::store::subscribers;

/// What is read of a body. Mail programs send `List-Unsubscribe=One-Click`, and the page's second button `all=1`.
const BODY_BYTES_READ: usize = 1024;
/// A longer body is not received to its end.
const BODY_BYTES_MAX: usize = 64 * 1024;

#[derive(Template)]
#[template(path = "http/pages/templates/mail_link.html")]
struct MailLink<'page> {
    site: &'page str,
    /// The style with the accent of the site; empty for the usual one.
    accent: &'page str,
    title: &'page str,
    text: &'page str,
    buttons: &'page [Button],
}

/// A button that sends a form to the page's own address.
struct Button {
    label: &'static str,
    /// The name of the field that the form sends, if any.
    field: Option<&'static str>,
    is_primary: bool,
}

/// Returns the page with the button that ends the mails of a link.
pub(in crate::http) async fn unsubscribe(
    State(state): State<AppState>,
    IdOrSlug(token): IdOrSlug,
) -> Response {
    let page = match state.newsletter.ended_by(&token) {
        Some(mails) => {
            let text = question(&mails);
            let buttons = [
                Button {
                    label: "Unsubscribe",
                    field: None,
                    is_primary: true,
                },
                Button {
                    label: "Stop all mail",
                    field: Some("all"),
                    is_primary: false,
                },
            ];
            page(&state, StatusCode::OK, "Unsubscribe", &text, &buttons)
        }
        None => invalid(&state),
    };
    hidden(page.into_response())
}

/// Ends the mails of a link: for a mail program (RFC 8058), or by a button of the page.
pub(in crate::http) async fn end_mails(
    State(state): State<AppState>,
    IdOrSlug(token): IdOrSlug,
    body: Body,
) -> Response {
    let Some(mails) = state.newsletter.ended_by(&token) else {
        return hidden(invalid(&state).into_response());
    };
    let all = has_field(body, "all").await;
    let ended = state
        .write(move |tx| newsletter::unsubscribe(tx, &mails, all).map_err(ApiError::from))
        .await;
    let page = match ended {
        Ok(()) => page(
            &state,
            StatusCode::OK,
            "You are unsubscribed",
            &outcome(&mails, all),
            &[],
        ),
        Err(error) => Err(error),
    };
    hidden(page.into_response())
}

/// Returns the page with the button that confirms a subscription.
pub(in crate::http) async fn confirmation(
    State(state): State<AppState>,
    IdOrSlug(token): IdOrSlug,
) -> Response {
    let page = match state.newsletter.confirmed_by(&token, state.clock.now()) {
        Some(_) => {
            let button = Button {
                label: "Confirm",
                field: None,
                is_primary: true,
            };
            page(
                &state,
                StatusCode::OK,
                "Confirm your subscription",
                "Do you want to get the newsletter at this address? Each mail has a link that ends it.",
                &[button],
            )
        }
        None => invalid(&state),
    };
    hidden(page.into_response())
}

/// Confirms a subscription.
pub(in crate::http) async fn confirm(State(state): State<AppState>, IdOrSlug(token): IdOrSlug) -> Response {
    let now = state.clock.now();
    let confirmed = match state.newsletter.confirmed_by(&token, now) {
        Some(id) => {
            state
                .write(move |tx| subscribers::confirm(tx, id, now).map_err(ApiError::from))
                .await
        }
        None => Ok(false),
    };
    let page = match confirmed {
        Ok(true) => page(
            &state,
            StatusCode::OK,
            "You are subscribed",
            "The next newsletter comes to your inbox.",
            &[],
        ),
        Ok(false) => invalid(&state),
        Err(error) => Err(error),
    };
    hidden(page.into_response())
}

/// Returns a page that only says something.
pub(super) fn message(
    state: &AppState,
    status: StatusCode,
    title: &str,
    text: &str,
) -> Result<Response, ApiError> {
    page(state, status, title, text, &[])
}

fn page(
    state: &AppState,
    status: StatusCode,
    title: &str,
    text: &str,
    buttons: &[Button],
) -> Result<Response, ApiError> {
    let site = state.site();
    let accent = style(&site);
    render(
        status,
        &MailLink {
            site: &site.name,
            accent: &accent,
            title,
            text,
            buttons,
        },
    )
}

/// Returns the style with the accent of the site, for browsers that no script tells the scheme.
fn style(site: &SiteSettings) -> String {
    let Some(Palette { light, dark, .. }) = &site.palette else {
        return String::new();
    };
    format!(
        ":root {{ --accent: {}; --on-accent: {}; }} \
         @media (prefers-color-scheme: dark) {{ :root {{ --accent: {}; --on-accent: {}; }} }}",
        light.accent, light.on_accent, dark.accent, dark.on_accent
    )
}

fn invalid(state: &AppState) -> Result<Response, ApiError> {
    let text =
        "It may have expired, or the address may be incomplete. Open the link from the mail once more.";
    page(state, StatusCode::NOT_FOUND, "This link is not valid", text, &[])
}

/// What mails are about.
fn subject(mails: &Unsubscription) -> &'static str {
    match (mails.recipient, mails.kind, mails.post) {
        (Recipient::Subscriber(_), ..) => "the newsletter",
        (_, NoticeKind::Reply, _) => "mails about replies to your comments",
        (_, NoticeKind::Mention, _) => "mails about comments that mention you",
        (_, NoticeKind::Thread, Some(_)) => "mails about new comments on this post",
        (_, NoticeKind::Thread, None) => "mails about comments on posts that you follow",
        (_, NoticeKind::Comment, _) => "mails about comments on your posts",
        (_, NoticeKind::Post, _) => "mails about new posts",
        (_, NoticeKind::Moderation, _) => "mails for moderators",
        (_, NoticeKind::Review, _) => "mails about reviews",
    }
}

fn question(mails: &Unsubscription) -> String {
    format!("Do you want to stop {}?", subject(mails))
}

fn outcome(mails: &Unsubscription, all: bool) -> String {
    let what = if all && matches!(mails.recipient, Recipient::Account(_)) {
        "mails, except those about your account"
    } else {
        subject(mails)
    };
    format!("You will not get {what} any more. A mail that is on its way already may still arrive.")
}

/// Whether the form of a body has a field. A body that cannot be read has none: the mails of the link end all the same.
async fn has_field(body: Body, name: &str) -> bool {
    !frame::parameter(&form(body).await, name).is_empty()
}

/// Returns the first kilobyte of a form; empty if it cannot be read.
pub(super) async fn form(body: Body) -> String {
    let bytes = axum::body::to_bytes(body, BODY_BYTES_MAX)
        .await
        .unwrap_or_default();
    let read = &bytes[..bytes.len().min(BODY_BYTES_READ)];
    String::from_utf8_lossy(read).into_owned()
}
