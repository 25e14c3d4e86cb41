//! The comments on the page of a post: a page of threads, of which one can be open.

use super::frame::{page_number_in, parameter, with_query};
use super::labels::{COMMENTS, Sort};
use super::{ApiError, BootstrapData};
use crate::domain::comment::{CommentState, ThreadOrder};
use crate::domain::page::LIMIT_DEFAULT;
use crate::domain::{CommentId, Paging, PostId};
use crate::http::api::comments::dto::{CommentBody, RepliedToBody, ThreadBody};
use crate::http::api::comments::list::{self, ThreadsResponse};
use crate::http::api::comments::replies::{self, RepliesResponse};
use crate::http::api::comments::single::{self, SingleCommentResponse};
use crate::store::Tx;

/// The depth from which comments are indented alike, and name the one that they reply to.
const LEVEL_MAX: u32 = 3;

/// The part of the comments that the query of an address names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct View {
    order: ThreadOrder,
    page: u32,
    /// The comment whose thread is open.
    comment: Option<CommentId>,
    /// The page of the replies in that thread; `None` for the one with the comment.
    replies_page: Option<u32>,
}

impl View {
    /// Reads a query. Invalid values are as good as none.
    pub(super) fn of(query: &str) -> Self {
        let comment = parameter(query, "comment");
        let has_replies_page = !parameter(query, "replies").is_empty();
        Self {
            order: ThreadOrder::parse(&parameter(query, "sort")).unwrap_or_default(),
            page: page_number_in(query, "comments"),
            // The client asks for the comment as it is in the address.
            comment: CommentId::parse(&comment).filter(|id| id.to_string() == comment),
            replies_page: has_replies_page.then(|| page_number_in(query, "replies")),
        }
    }

    /// Reads the comments on a published post.
    pub(super) fn read(self, tx: &Tx<'_>, post: PostId) -> Result<Conversation, ApiError> {
        let post = post.to_string();
        let place = match self.comment {
            Some(comment) => known(single::read(tx, None, comment, self.order))?,
            None => None,
        };
        let place = place.filter(|place| place.post.id == post);
        let page = match &place {
            Some(place) => u32::try_from(place.page).unwrap_or(u32::MAX),
            None => self.page,
        };
        let threads = list::read_threads(tx, None, &post, self.order, of_page(page))?;
        let opened = match place {
            Some(place) => self.open(tx, place)?,
            None => None,
        };
        Ok(Conversation {
            order: self.order,
            threads,
            opened,
        })
    }

    fn open(self, tx: &Tx<'_>, place: SingleCommentResponse) -> Result<Option<Opened>, ApiError> {
        let of_comment = place.replies_page.unwrap_or(1);
        let page = self
            .replies_page
            .unwrap_or(u32::try_from(of_comment).unwrap_or(u32::MAX));
        let Some(root) = CommentId::parse(&place.root) else {
            return Ok(None);
        };
        Ok(Some(Opened {
            replies: replies::read(tx, None, root, of_page(page))?,
            place,
            page: page.into(),
        }))
    }
}

fn of_page(page: u32) -> Paging {
    Paging {
        page,
        limit: LIMIT_DEFAULT,
    }
}

fn known<T>(loaded: Result<T, ApiError>) -> Result<Option<T>, ApiError> {
    match loaded {
        Err(ApiError::NotFound(_)) => Ok(None),
        loaded => loaded.map(Some),
    }
}

/// The thread that is open, with a page of its replies.
struct Opened {
    place: SingleCommentResponse,
    page: u64,
    replies: RepliesResponse,
}

/// The loaded comments, as the template reads them.
pub(super) struct Conversation {
    order: ThreadOrder,
    pub(super) threads: ThreadsResponse,
    opened: Option<Opened>,
}

impl Conversation {
    /// Adds the responses from which the client draws the same.
    pub(super) fn add_to(
        &self,
        data: BootstrapData,
        id_or_slug: &str,
    ) -> Result<BootstrapData, serde_json::Error> {
        let (order, page) = (self.order.name(), self.threads.page);
        let list = format!("/blogs/{id_or_slug}/comments?view=threads&sort={order}&page={page}");
        let mut data = data.with(list, &self.threads)?;
        if let Some(Opened { place, page, replies }) = &self.opened {
            data = data
                .with(
                    format!("/blogs/comments/{}?sort={order}", place.comment.id),
                    place,
                )?
                .with(
                    format!("/blogs/comments/{}/replies?page={page}", place.root),
                    replies,
                )?;
        }
        Ok(data)
    }

    /// The replies that are shown of a thread.
    pub(super) fn replies<'all>(&'all self, thread: &'all ThreadBody) -> &'all [CommentBody] {
        self.opened(thread)
            .map_or(&thread.replies, |opened| &opened.replies.replies)
    }

    /// The link that opens a thread of which not all replies are shown: its address and text.
    pub(super) fn more_replies(&self, thread: &ThreadBody) -> Option<(String, String)> {
        if self.opened(thread).is_some() {
            return None;
        }
        let visible = CommentState::Visible.name();
        let shown = thread
            .replies
            .iter()
            .filter(|reply| reply.state == visible)
            .count();
        let text = match thread.root.reply_count.saturating_sub(shown as u64) {
            0 => return None,
            1 => "Show 1 more reply".to_owned(),
            more => format!("Show {more} more replies"),
        };
        Some((self.comment_address(&thread.root.id, None, &thread.root.id), text))
    }

    /// The addresses of the pages of replies before and after the one that is shown of an open thread, if there are such
    /// pages.
    pub(super) fn replies_pages(&self, thread: &ThreadBody) -> Option<(Option<String>, Option<String>)> {
        let opened = self.opened(thread)?;
        neighbours(opened.page, opened.replies.total_pages, |page| {
            self.comment_address(&opened.place.comment.id, Some(page), &thread.root.id)
        })
    }

    /// The addresses of the pages of threads before and after this one, if there are such pages.
    pub(super) fn pages(&self) -> Option<(Option<String>, Option<String>)> {
        neighbours(self.threads.page.into(), self.threads.total_pages, |page| {
            let parameters = [
                ("comments", page.to_string()),
                ("sort", self.order_in_address().to_owned()),
            ];
            address(&parameters, "comments")
        })
    }

    /// The comment that another one names as that to which it replies, with its address and name.
    pub(super) fn replied_to<'all>(
        &'all self,
        comment: &'all CommentBody,
        thread: &ThreadBody,
    ) -> Option<(String, &'all str)> {
        let RepliedToBody { id, name } = comment
            .in_reply_to
            .as_ref()
            .filter(|_| comment.depth > LEVEL_MAX)?;
        let is_shown = thread.root.id == *id || self.replies(thread).iter().any(|reply| reply.id == *id);
        let address = if is_shown {
            format!("#comment-{id}")
        } else {
            self.comment_address(id, None, id)
        };
        Some((address, name.as_deref().unwrap_or(COMMENTS.deleted_user)))
    }

    pub(super) fn is_order(&self, sort: &Sort) -> bool {
        sort.value == self.order.name()
    }

    fn opened(&self, thread: &ThreadBody) -> Option<&Opened> {
        let opened = self.opened.as_ref();
        opened.filter(|opened| opened.place.root == thread.root.id)
    }

    /// Returns the address of the page on which a comment is found, at the comment `anchor`.
    fn comment_address(&self, comment: &str, replies_page: Option<u64>, anchor: &str) -> String {
        let parameters = [
            ("comment", comment.to_owned()),
            (
                "replies",
                replies_page.map_or_else(String::new, |page| page.to_string()),
            ),
            ("sort", self.order_in_address().to_owned()),
        ];
        address(&parameters, &format!("comment-{anchor}"))
    }

    /// The order as a parameter; empty for the usual one.
    fn order_in_address(&self) -> &'static str {
        match self.order {
            ThreadOrder::Newest => "",
            order => order.name(),
        }
    }
}

/// The indentation of a comment.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "templates pass references")]
pub(super) fn level(depth: &u32) -> u32 {
    LEVEL_MAX.min(*depth)
}

fn address(parameters: &[(&str, String)], anchor: &str) -> String {
    let parameters: Vec<(&str, &str)> = parameters
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    format!("{}#{anchor}", with_query("", &parameters))
}

/// Returns the addresses of the pages before and after a page; `None` if it is the only one. The page before one past the
/// end is the last.
fn neighbours(
    page: u64,
    total: u64,
    address: impl Fn(u64) -> String,
) -> Option<(Option<String>, Option<String>)> {
    if page == 1 && total <= 1 {
        return None;
    }
    let previous = (page - 1).min(total);
    Some((
        (previous > 0).then(|| address(previous)),
        (page < total).then(|| address(page + 1)),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "01a1fcb0-b5b0-7156-81ed-654973130318";

    #[test]
    fn an_address_names_a_page_of_threads_or_a_comment() {
        let usual = View {
            order: ThreadOrder::Newest,
            page: 1,
            comment: None,
            replies_page: None,
        };
        let comment = CommentId::parse(ID);
        for (query, expected) in [
            (String::new(), usual),
            (
                "a=b&comments=3&sort=mostLiked".to_owned(),
                View {
                    order: ThreadOrder::MostLiked,
                    page: 3,
                    ..usual
                },
            ),
            (format!("comment={ID}"), View { comment, ..usual }),
            (
                format!("replies=2&comment={ID}"),
                View {
                    comment,
                    replies_page: Some(2),
                    ..usual
                },
            ),
        ] {
            assert_eq!(View::of(&query), expected, "{query}");
        }
    }

    #[test]
    fn invalid_values_are_as_good_as_none() {
        let usual = View::of("");
        for query in [
            "comments=0",
            "comments=-1",
            "comments=1e3",
            "comments=99999999999",
            "sort=worst",
            "sort=Newest",
            "comment=",
            "comment=1",
            "comment=01A1FCB0-B5B0-7156-81ED-654973130318",
            "replies=",
        ] {
            assert_eq!(View::of(query), usual, "{query}");
        }
        assert_eq!(View::of("replies=x").replies_page, Some(1));
    }

    #[test]
    fn a_page_past_the_end_leads_to_the_last_one() {
        let pages = |page, total| neighbours(page, total, |page| page.to_string());
        let both = |previous: &str, next: &str| {
            let address = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
            Some((address(previous), address(next)))
        };
        assert_eq!(pages(1, 0), None);
        assert_eq!(pages(1, 1), None);
        assert_eq!(pages(1, 2), both("", "2"));
        assert_eq!(pages(2, 3), both("1", "3"));
        assert_eq!(pages(3, 3), both("2", ""));
        assert_eq!(pages(9, 3), both("3", ""));
        assert_eq!(pages(2, 1), both("1", ""));
        assert_eq!(pages(2, 0), both("", ""));
    }
}
