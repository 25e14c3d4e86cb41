//! Texts and names that would like to be markup.

use super::Commented;
use crate::support::Site;
use crate::support::corpus;

const MARKUP: &str =
    "</script><script>alert(1)</script><img src=x onerror=alert(1)>\" onload=\"alert(1)' {{ 7 * 7 }}";

#[tokio::test]
async fn a_text_is_never_markup() {
    let blog = Commented::new();
    let texts = corpus::odd_strings();
    let mut written = Vec::new();
    for text in [MARKUP].into_iter().chain(texts.iter().map(String::as_str)) {
        let text: String = text.chars().take(300).collect();
        if !text.trim().is_empty() && !text.contains('\0') {
            blog.comment(&text).await;
            written.push(text);
        }
    }
    for number in 1..=written.len().div_ceil(20) {
        let page = blog.page(&format!("?comments={number}&sort=oldest")).await;
        let shown = page.comments();
        assert!(!shown.is_empty(), "page {number}");
        let elements = page
            .all(".comment-text script, .comment-text img, .comment-text [style], .comment-text [onload]");
        assert!(elements.is_empty(), "page {number}");
        let scripts = page.all("script:not([src]):not([type='application/ld+json']):not(#bootstrap-data)");
        assert!(scripts.is_empty(), "page {number}");
        assert!(page.data().is_object(), "page {number}");
    }
}

#[tokio::test]
async fn a_name_is_never_markup_where_a_reply_names_it() {
    let blog = Commented::new();
    let name = "A <img src=x onerror=alert(1)> \"B\" & 'C'";
    let hostile = blog.site.reader(name).token;
    let mut parent = blog.comment_as(&hostile, "Root", None).await;
    for number in 1..=5 {
        parent = blog
            .comment_as(&hostile, &format!("Reply {number}"), Some(&parent))
            .await;
    }
    let page = blog.page(&format!("?comment={parent}")).await;
    let named = format!("in reply to {name}");
    assert_eq!(page.texts(".comment-reply-to"), [named.as_str(), named.as_str()]);
    assert_eq!(page.texts(".comment-author"), vec![name; 6]);
    assert!(
        page.all("[onerror], .comment-byline img, .comment-reply-to img")
            .is_empty()
    );
    let label = format!("Like the comment of {name}, 0 likes");
    assert_eq!(
        page.attributes(".comment-like", "aria-label"),
        vec![label.as_str(); 6]
    );
}

#[tokio::test]
async fn a_deep_reply_links_to_the_comment_that_it_answers_wherever_that_is() {
    let blog = Commented::new();
    let root = blog.comment("Root").await;
    let chain = blog.chain(&root, 5).await;
    for number in 1..=20 {
        blog.reply(&chain[4], &format!("Wide {number}")).await;
    }
    let page = blog.page(&format!("?comment={root}")).await;
    let same_page = page.attributes(".comment-reply-to a", "href");
    assert_eq!(same_page[0], format!("#comment-{}", chain[2]));
    assert!(
        same_page.iter().all(|address| address.starts_with("#comment-")),
        "{same_page:?}"
    );
    let second = blog.page(&format!("?comment={root}&replies=2&sort=oldest")).await;
    let other_page = format!("?comment={0}&sort=oldest#comment-{0}", chain[4]);
    assert_eq!(
        second.attributes(".comment-reply-to a", "href"),
        vec![other_page.as_str(); 5]
    );
    let query = other_page.split_once('#').unwrap().0;
    assert!(blog.page(query).await.has_anchor(&chain[4]));

    blog.delete(&chain[4]).await;
    let names = blog
        .page(&format!("?comment={root}"))
        .await
        .texts(".comment-reply-to");
    assert_eq!(names[0], "in reply to Bo Bell");
    assert_eq!(names[1..], vec!["in reply to Deleted User"; 15]);
}

#[tokio::test]
async fn the_policy_is_a_text_above_the_form() {
    let policy = "Be kind. <b>No</b> \"spam\" & no 'ads'</script>";
    let blog = Commented::on(Site::configured(&[("COMMENTS__POLICY", policy)]));
    let page = blog.page("").await;
    assert_eq!(page.texts(".comments-policy"), [policy]);
    assert!(page.all(".comments-policy b").is_empty());
    assert_eq!(page.attributes("meta[name=comment-policy]", "content"), [policy]);
    let before_form = page.all(".comments-policy + .comment-form");
    assert_eq!(before_form.len(), 1);
    let home = blog.site.server.get("/").await.text();
    assert!(
        home.contains("name=\"comment-policy\""),
        "the client shows it on every page"
    );
    let without = Commented::new().page("").await;
    assert!(
        without
            .all(".comments-policy, meta[name=comment-policy]")
            .is_empty()
    );
}
