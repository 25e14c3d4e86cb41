//! The home page as rendered by the server.

use crate::support::{Site, post};

const TRENDING: &str = "aria-label=\"Trending Posts\"";
const LATEST: &str = "aria-label=\"Latest Posts\"";
const CATEGORIES: &str = "aria-label=\"Categories\"";

async fn page_of(site: &Site) -> String {
    site.server.get("/").await.text()
}

/// Returns the titles of the cards between two parts of the page.
fn titles(page: &str, from: &str, to: &str) -> Vec<String> {
    let part = page.split_once(from).unwrap().1.split_once(to).unwrap().0;
    part.split("<h3 class=\"card-title\">")
        .skip(1)
        .map(|card| {
            card.split_once("\">")
                .unwrap()
                .1
                .split_once('<')
                .unwrap()
                .0
                .to_owned()
        })
        .collect()
}

#[tokio::test]
async fn lists_posts_without_likes_only_under_the_latest() {
    for count in [0, 1, 3, 10] {
        let posts: Vec<_> = (1..=count).map(post).collect();
        let page = page_of(&Site::with_posts(&posts)).await;
        let newest: Vec<String> = (1..=count)
            .rev()
            .take(3)
            .map(|number| format!("Post {number}"))
            .collect();
        assert_eq!(titles(&page, LATEST, CATEGORIES), newest);
        assert!(titles(&page, TRENDING, LATEST).is_empty());
        let note = if count == 0 {
            "No posts yet."
        } else {
            "Nothing stands out yet."
        };
        assert!(page.contains(note), "{count}: {note}");
    }
}

#[tokio::test]
async fn lists_a_liked_post_under_trending_as_well() {
    let site = Site::with_posts(&(1..=4).map(post).collect::<Vec<_>>());
    let reader = site.reader("Ada");
    site.post_as("/api/blogs/post-3/like", &reader.token)
        .await
        .assert_status_ok();
    let page = page_of(&site).await;
    assert_eq!(titles(&page, TRENDING, LATEST), ["Post 3"]);
    assert_eq!(titles(&page, LATEST, CATEGORIES), ["Post 4", "Post 3", "Post 2"]);
}

#[tokio::test]
async fn shows_the_description_and_links_to_other_pages() {
    let site = Site::configured(&[("SITE__DESCRIPTION", "What we <build>")]);
    let page = page_of(&site).await;
    for expected in [
        "<p class=\"home-description\">What we &#60;build&#62;</p>",
        "href=\"/treasure?category=DevOps+%26+Cloud\"",
        "<a href=\"/feed.xml\">",
        "<a href=\"/sitemap.xml\">Sitemap</a>",
        "<a href=\"/api/docs\">API</a>",
        "href=\"/signup\">Sign up</a>",
    ] {
        assert!(page.contains(expected), "{expected} is not in {page}");
    }
}
