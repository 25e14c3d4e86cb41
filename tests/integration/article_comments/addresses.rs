//! Addresses that name a page of the comments, or one comment.

use super::{Commented, RenderedPage};

#[tokio::test]
async fn a_link_to_a_comment_leads_to_it_on_any_page_and_at_any_depth() {
    let blog = Commented::new();
    let mut roots = Vec::new();
    for number in 1..=45 {
        roots.push(blog.comment(&format!("Number {number}")).await);
    }
    let deep = blog.chain(&roots[2], 22).await;
    let mut wide = Vec::new();
    for number in 1..=45 {
        wide.push(blog.reply(&roots[22], &format!("Reply {number}")).await);
    }
    let targets = [&roots[..1], &roots[22..23], &roots[44..], &deep, &wide].concat();
    for sort in ["", "&sort=oldest", "&sort=mostLiked"] {
        for comment in targets.iter().step_by(if sort.is_empty() { 1 } else { 7 }) {
            let page = blog.page(&format!("?comment={comment}{sort}")).await;
            assert!(page.has_anchor(comment), "{comment}{sort}: {:?}", page.comments());
            assert_eq!(page.all(&format!("[id='comment-{comment}']")).len(), 1);
        }
    }
    let page = blog.page(&format!("?comment={}", wide[20])).await;
    assert_eq!(page.texts(".comments-pages span"), ["Page 2 of 3"]);
    assert_eq!(page.texts(".comment-replies .comment-text")[0], "Reply 21");
    assert!(
        page.all(".comment-more").is_empty(),
        "{:?}",
        page.texts(".comment-more")
    );
    let root = &roots[22];
    let pages = |number: u32| format!("?comment={}&replies={number}#comment-{root}", wide[20]);
    assert_eq!(page.address(".comment-replies-pages [rel=prev]"), pages(1));
    assert_eq!(page.address(".comment-replies-pages [rel=next]"), pages(3));
    let last = blog.page(pages(3).split_once('#').unwrap().0).await;
    assert_eq!(last.texts(".comment-replies .comment-text").len(), 5);
    assert_eq!(last.texts(".comment-replies-pages a"), ["Earlier replies"]);
}

#[tokio::test]
async fn an_address_that_names_nothing_shows_the_first_page() {
    let blog = Commented::new();
    for number in 1..=21 {
        blog.comment(&format!("Number {number}")).await;
    }
    let elsewhere = blog
        .send("/api/blogs/post-2/comments", &blog.token, "Elsewhere", None)
        .await;
    let usual = blog.page("").await;
    for query in [
        "?comments=0".to_owned(),
        "?comments=-1".to_owned(),
        "?comments=two".to_owned(),
        "?comments=99999999999999999999".to_owned(),
        "?sort=best".to_owned(),
        "?comment=".to_owned(),
        "?comment=nonsense".to_owned(),
        "?comment=%00".to_owned(),
        "?comment=01a1fcb0-b5b0-7156-81ed-654973130318&replies=7".to_owned(),
        format!("?comment={elsewhere}"),
        "?replies=3".to_owned(),
        "?unknown=1&comments=1".to_owned(),
    ] {
        let page = blog.page(&query).await;
        assert_eq!(page.comments(), usual.comments(), "{query}");
        assert_eq!(page.data(), usual.data(), "{query}");
    }
    let second = blog
        .page("?comments=2&comment=01a1fcb0-b5b0-7156-81ed-654973130318")
        .await;
    assert_eq!(second.comments(), ["Number 1"]);
}

#[tokio::test]
async fn a_page_past_the_end_leads_back_to_the_last_one() {
    let blog = Commented::new();
    let first = blog.comment("First").await;
    let page = blog.page("?comments=7").await;
    assert!(page.comments().is_empty());
    assert_eq!(page.address(".comments-pages [rel=prev]"), "?comments=1#comments");
    assert_eq!(page.texts(".comments-pages span"), ["Page 7 of 1"]);
    blog.reply(&first, "Reply").await;
    let page = blog.page(&format!("?comment={first}&replies=9")).await;
    assert_eq!(page.comments(), ["First"]);
    let back = format!("?comment={first}&replies=1#comment-{first}");
    assert_eq!(page.address(".comment-replies-pages [rel=prev]"), back);
    assert_eq!(
        blog.page("?comments=2147483648").await.comments(),
        Vec::<String>::new()
    );
}

#[tokio::test]
async fn every_part_of_the_comments_has_the_canonical_address_of_the_post() {
    let blog = Commented::new();
    let comment = blog.comment("First").await;
    for query in [
        "",
        "?comments=2",
        "?sort=oldest",
        &format!("?comment={comment}&replies=2"),
    ] {
        let page = blog.page(query).await;
        assert_eq!(
            page.address("link[rel=canonical]"),
            "http://127.0.0.1:8080/blog/post-1",
            "{query}"
        );
        assert!(page.all("meta[name=robots]").is_empty(), "{query}");
    }
}

#[tokio::test]
async fn every_part_of_the_comments_shows_what_was_written_just_now() {
    let blog = Commented::new();
    let first = blog.comment("First").await;
    let queries = [
        String::new(),
        "?sort=oldest".to_owned(),
        format!("?comment={first}"),
    ];
    let mut expected = vec!["First".to_owned()];
    for number in 1..=3 {
        for query in &queries {
            for _ in 0..2 {
                assert_eq!(blog.page(query).await.comments(), expected, "{query}");
            }
        }
        let text = format!("Reply {number}");
        blog.reply(&first, &text).await;
        expected.push(text);
    }
    blog.delete(&first).await;
    expected[0] = "This comment was deleted".to_owned();
    for query in &queries {
        assert_eq!(blog.page(query).await.comments(), expected, "{query}");
    }
}

#[tokio::test]
async fn a_comment_is_found_below_the_id_of_its_post_as_well() {
    let blog = Commented::new();
    let comment = blog.comment("First").await;
    let detail = blog.site.get("/api/blogs/post-1").await;
    let id = detail["blog"]["_id"].as_str().unwrap();
    let page = RenderedPage::load(&blog.site, &format!("/blog/{id}?comment={comment}")).await;
    assert!(page.has_anchor(&comment));
    let list = format!("/blogs/{id}/comments?view=threads&sort=newest&page=1");
    assert!(page.data()[list].is_object());
}
