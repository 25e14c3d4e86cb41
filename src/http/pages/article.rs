//! The page of a post.

use std::mem;
use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};

use super::{Answers, Head, Page, cover, drawn, frame, others, texts};
use crate::actions::previews::preview_path;
use crate::content::{Heading, Presented};
use crate::http::api::blogs::{self, BlogSummary, CommentBody};
use crate::http::extract::Reference;
use crate::http::response_budget::Reservation;
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;

/// Deeper sections do not stand in the table of contents.
const CONTENTS_LEVEL_MAX: u8 = 3;
/// An article of fewer sections is read without one.
const CONTENTS_LENGTH_MIN: usize = 3;
/// Related posts are shown from so many on: one alone is no choice.
const FEWEST_RELATED: usize = 2;

#[derive(Template)]
#[template(path = "http/pages/templates/article.html")]
struct Article<'site> {
    page: Page<'site>,
    blog: &'site BlogSummary,
    /// Of the article.
    html: &'site str,
    contents: Vec<Heading>,
    comments: &'site [CommentBody],
    related: &'site [BlogSummary],
}

/// A published post; 404 for what is none.
pub(in crate::http) async fn blog(
    State(state): State<AppState>,
    Reference(reference): Reference,
    reservation: Reservation,
) -> Result<Response, ApiError> {
    let pages = &state.pages;
    let mut opened = match blogs::reading(&state, reservation, reference.clone()).await {
        Err(ApiError::NotFound(_)) => return others::missing_blog(pages),
        opened => opened?,
    };
    // The client reads the text from the page.
    let without_text = Presented {
        html: String::new(),
        headings: opened.text.headings.clone(),
    };
    let text = mem::replace(&mut opened.text, Arc::new(without_text));
    let contents = contents(&text.headings);
    let preview = preview_path(&opened.post, &state.config.site.name);
    let shown = opened.shown();
    let answer = opened.answer(&state, &Marks::NONE);
    let head = Head::of_article(&pages.site, &answer.blog.summary, &preview);
    let page = pages.page(&pages.article, "", head);
    let answers = Answers::default().with(format!("/blogs/{reference}?fields=reading"), &answer)?;
    let document = drawn(
        StatusCode::OK,
        &Article {
            page: page.with(answers),
            blog: &answer.blog.summary,
            html: &text.html,
            contents,
            comments: &answer.blog.comments,
            related: &answer.blog.related,
        },
    )?;
    Ok((Extension(shown), document).into_response())
}

/// The sections beside the article; a short one needs none.
fn contents(headings: &[Heading]) -> Vec<Heading> {
    let listed: Vec<Heading> = headings
        .iter()
        .filter(|heading| heading.level <= CONTENTS_LEVEL_MAX)
        .cloned()
        .collect();
    if listed.len() < CONTENTS_LENGTH_MIN {
        return Vec::new();
    }
    listed
}
