//! The content of emails that people can end: about notices, digests and the newsletter.
//!
//! They go to verified addresses alone, and so may quote what others wrote.

use askama::Template;

use super::colours::MailColours;
use super::templates::{EmailTemplates, TemplateError};
use crate::domain::outgoing_email::EmailMessage;
use crate::domain::user::EmailAddress;

/// The longest quote of a comment, in characters, its ellipsis included.
const QUOTE_LENGTH_MAX: usize = 500;
/// The longest line of a list of email programs that is shown before the text.
const PREVIEW_LENGTH_MAX: usize = 140;

/// The content of an email.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListContent {
    /// The subject, one line.
    pub subject: String,
    /// The heading.
    pub title: String,
    /// A paragraph below it.
    pub text: Option<String>,
    /// The text of a comment, made by [`quote`].
    pub quote: Option<String>,
    /// The posts that it lists.
    pub posts: Vec<ListedPost>,
    /// The other events that it lists.
    pub also: Vec<Link>,
    /// The button.
    pub action: Option<Link>,
    /// Why the recipient gets it.
    pub reason: String,
    /// The link that ends emails of the kind.
    pub unsubscribe: Link,
    /// The URL of the recipient's mail settings; a subscriber has none.
    pub settings: Option<String>,
}

/// A post in an email.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPost {
    /// The title.
    pub title: String,
    /// The names of the authors.
    pub authors: String,
    /// The beginning of its text.
    pub excerpt: String,
    /// Its URL.
    pub link: String,
}

/// A link and its label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The label.
    pub label: String,
    /// The URL.
    pub link: String,
}

impl ListContent {
    /// Returns what email programs show of it before it is opened.
    fn preview(&self) -> String {
        let first_post = self.posts.first().map(|post| &post.title);
        let text = self.quote.as_ref().or(self.text.as_ref()).or(first_post);
        let text = text.map_or(self.title.as_str(), String::as_str);
        text.chars().take(PREVIEW_LENGTH_MAX).collect()
    }
}

#[derive(Template)]
#[template(path = "mail/templates/list.txt")]
struct ListText<'email> {
    mail: &'email ListContent,
    site: &'email str,
    address: &'email str,
}

#[derive(Template)]
#[template(path = "mail/templates/list.html")]
struct ListHtml<'email> {
    colours: MailColours,
    mail: &'email ListContent,
    site: &'email str,
    address: &'email str,
}

impl EmailTemplates {
    /// Renders an email that its recipient can end.
    pub fn list(&self, to: &EmailAddress, mail: &ListContent) -> Result<EmailMessage, TemplateError> {
        let settings = self.site();
        let (site, address) = (settings.name.as_str(), self.address());
        let colours = MailColours::of(&settings);
        Ok(EmailMessage {
            to: to.clone(),
            subject: mail.subject.clone(),
            text: ListText { mail, site, address }.render()?,
            html: ListHtml {
                colours,
                mail,
                site,
                address,
            }
            .render()?,
        })
    }
}

/// Returns the beginning of a comment, of at most 500 characters, cut at a word with `…` appended.
pub fn quote(text: &str) -> String {
    let text = text.trim();
    if text.chars().count() <= QUOTE_LENGTH_MAX {
        return text.to_owned();
    }
    let end = text
        .char_indices()
        .nth(QUOTE_LENGTH_MAX - 1)
        .map_or(text.len(), |(end, _)| end);
    let start = &text[..end];
    let cut = match start.rfind(char::is_whitespace) {
        Some(word_end) if word_end > 0 => &start[..word_end],
        _ => start,
    };
    format!("{}…", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::templates::sample_settings;
    use super::*;

    fn link(label: &str, path: &str) -> Link {
        Link {
            label: label.to_owned(),
            link: format!("https://blog.example.org{path}"),
        }
    }

    fn content() -> ListContent {
        ListContent {
            subject: "Re: Ownership & <borrowing>".to_owned(),
            title: "Bo replied to your comment".to_owned(),
            text: Some("On “Ownership & <borrowing>”:".to_owned()),
            quote: Some("I had the <b>same</b> question.\nThanks!".to_owned()),
            posts: Vec::new(),
            also: Vec::new(),
            action: Some(link("Show the reply", "/blog/ownership#comment-1")),
            reason: "You get this because you commented.".to_owned(),
            unsubscribe: link("Unsubscribe from replies", "/unsubscribe/abc"),
            settings: Some("https://blog.example.org/settings/mail".to_owned()),
        }
    }

    fn rendered(content: &ListContent) -> String {
        let to = EmailAddress::parse("ada@example.org").unwrap();
        let site = Arc::new(sample_settings("Bits & <Bytes>", None));
        let mail = EmailTemplates::new(site, "https://blog.example.org")
            .list(&to, content)
            .unwrap();
        format!("{}\n\n{}\n{}", mail.subject, mail.text, mail.html)
    }

    #[test]
    fn renders_a_quoted_comment() {
        insta::assert_snapshot!(rendered(&content()));
    }

    #[test]
    fn renders_a_list_of_posts_and_other_events() {
        let post = |number: u32| ListedPost {
            title: format!("Post {number}"),
            authors: "Ada, Bo".to_owned(),
            excerpt: format!("How <i>{number}</i> began…"),
            link: format!("https://blog.example.org/blog/post-{number}"),
        };
        insta::assert_snapshot!(rendered(&ListContent {
            subject: "This week".to_owned(),
            title: "This week".to_owned(),
            text: None,
            quote: None,
            posts: vec![post(1), post(2)],
            also: vec![link("Bo mentioned you", "/blog/post-1#comment-2")],
            action: None,
            settings: None,
            ..content()
        }));
    }

    #[test]
    fn quotes_at_most_500_characters_up_to_a_word() {
        assert_eq!(quote(" short \n"), "short");
        let exact = "é".repeat(500);
        assert_eq!(quote(&exact), exact);
        let long = quote(&"word ".repeat(101));
        assert!(long.ends_with("word…") && long.chars().count() <= 500, "{long}");
        let one_word = quote(&"é".repeat(501));
        assert_eq!(one_word, format!("{}…", "é".repeat(499)));
    }
}
