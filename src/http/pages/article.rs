//! The page of a post.

use askama::Template;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::{Answers, Head, Page, cover, drawn, frame, others, texts};
use crate::http::api::blogs::{self, BlogSummary, CommentBody};
use crate::http::extract::{MaybeReader, Reference};
use crate::http::{ApiError, AppState};

#[derive(Template)]
#[template(path = "http/pages/templates/article.html")]
struct Article<'site> {
    page: Page<'site>,
    blog: &'site BlogSummary,
    html: &'site str,
    comments: &'site [CommentBody],
    related: &'site [BlogSummary],
}

/// A published post; 404 for what is none.
pub(in crate::http) async fn blog(
    State(state): State<AppState>,
    Reference(reference): Reference,
) -> Result<Response, ApiError> {
    let pages = &state.pages;
    let asked = Reference(reference.clone());
    let answer = blogs::detail(State(state.clone()), MaybeReader(None), asked).await;
    let Json(answer) = match answer {
        Err(ApiError::NotFound(_)) => return others::missing_blog(pages),
        answer => answer?,
    };
    let head = Head::of_article(&pages.site, &answer.blog.summary);
    let page = pages.page(&pages.article, "", head);
    let answers = Answers::default().with(format!("/blogs/{reference}?fields=reading"), &answer)?;
    drawn(
        StatusCode::OK,
        &Article {
            page: page.with(&answers),
            blog: &answer.blog.summary,
            html: &answer.blog.content,
            comments: &answer.blog.comments,
            related: &answer.blog.related,
        },
    )
}
