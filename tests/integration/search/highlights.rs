//! The places at which a search points, in the API and on the page.

use blog_app::domain::search::fold;
use serde_json::{Value, json};
use url::form_urlencoded::byte_serialize;

use crate::support::{Site, corpus, post_with_changes};

/// Returns what the places point at, by JavaScript's counting.
fn marked(text: &str, ranges: &Value) -> Vec<String> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let ranges = ranges.as_array().unwrap().iter();
    ranges
        .map(|range| {
            let (start, length) = (number(&range[0]), number(&range[1]));
            String::from_utf16(&units[start..start + length]).unwrap()
        })
        .collect()
}

/// Returns the marked parts of the title and of the snippet of a post.
fn hits(post: &Value) -> (Vec<String>, Vec<String>) {
    let highlights = &post["highlights"];
    let snippet = highlights["text"]["snippet"].as_str().unwrap();
    (
        marked(post["title"].as_str().unwrap(), &highlights["title"]),
        marked(snippet, &highlights["text"]["ranges"]),
    )
}

fn site() -> Site {
    Site::with_posts(&[post_with_changes(
        1,
        json!({
            "title": "Straße & <Café>",
            "contentHtml": format!("<p>{}</p><p>Im “Café” <b>&lt;script&gt;</b> 😀 кафе.</p>", "Lorem ipsum ".repeat(40)),
        }),
    )])
}

async fn search(site: &Site, search: &str) -> Value {
    let search: String = byte_serialize(search.as_bytes()).collect();
    site.get(&format!("/api/blogs?search={search}&limit=9")).await
}

#[tokio::test]
async fn points_at_words_phrases_and_similar_words() {
    let site = site();
    for (query, title, snippet) in [
        ("cafe", vec!["Café"], vec!["Café"]),
        ("strasse", vec!["Straße"], vec![]),
        ("\"im cafe\" кафе", vec![], vec!["Im “Café", "кафе"]),
        ("title:cafe", vec!["Café"], vec![]),
        ("caffe -nothing", vec!["Café"], vec!["Café"]),
        ("category:other", vec![], vec![]),
    ] {
        let list = search(&site, query).await;
        let expected = |texts: Vec<&str>| texts.into_iter().map(str::to_owned).collect::<Vec<_>>();
        let (in_title, in_text) = hits(&list["blogs"][0]);
        assert_eq!(in_text, expected(snippet), "{query}: {list}");
        assert_eq!(in_title, expected(title), "{query}: {list}");
        let snippet = list["blogs"][0]["highlights"]["text"]["snippet"]
            .as_str()
            .unwrap();
        assert!(snippet.encode_utf16().count() <= 200, "{snippet}");
    }
}

#[tokio::test]
async fn only_the_results_of_a_search_have_places() {
    let site = site();
    for (path, has_places) in [
        ("/api/blogs?search=cafe&limit=9", true),
        ("/api/blogs?search=cafe&page=1&fields=content", true),
        ("/api/blogs/public?search=cafe&page=1", true),
        ("/api/blogs?search=cafe", true),
        ("/api/blogs?page=1", false),
        ("/api/blogs?tag=sample&page=1", false),
    ] {
        let list = site.get(path).await;
        assert_eq!(list["blogs"][0].get("highlights").is_some(), has_places, "{path}");
    }
}

#[tokio::test]
async fn long_lists_have_no_places_and_streamed_pages_do() {
    let long = format!("<p>Word {}</p>", "lorem ipsum ".repeat(20_000));
    let posts: Vec<Value> = (1..=101)
        .map(|number| {
            let html = if number <= 6 {
                long.as_str()
            } else {
                "<p>Word.</p>"
            };
            let slug = format!("post-{number}");
            post_with_changes(1, json!({"slug": slug, "title": slug, "contentHtml": html}))
        })
        .collect();
    let site = Site::with_posts(&posts);
    let all = site.get("/api/blogs?search=word").await;
    assert_eq!(all["total"], 101);
    assert!(
        all["blogs"]
            .as_array()
            .unwrap()
            .iter()
            .all(|post| post.get("highlights").is_none())
    );
    // Six texts together are longer than what is built at once.
    let streamed = site
        .get("/api/blogs?search=word+lorem&fields=content&limit=20")
        .await;
    let posts = streamed["blogs"].as_array().unwrap();
    assert_eq!(posts.len(), 6);
    for post in posts {
        assert_eq!(hits(post).1[0], "Word");
        assert!(post["content"].as_str().unwrap().len() > 200_000);
    }
}

#[tokio::test]
async fn the_page_marks_hits_without_a_script_and_escapes_the_rest() {
    let site = site();
    let page = site.server.get("/treasure?search=cafe+script").await.text();
    assert!(
        page.contains("Straße &#38; &#60;<mark>Café</mark>&#62;</a>"),
        "{page}"
    );
    assert!(
        page.contains("Im “<mark>Café</mark>” &#60;<mark>script</mark>&#62; 😀 кафе.</p>"),
        "{page}"
    );
    let page = site.server.get("/treasure").await.text();
    assert!(!page.contains("<mark>"), "{page}");
}

/// Each post is searched by some of its words, in whichever language and with whatever marks it has.
#[tokio::test]
async fn points_at_the_words_of_every_post_of_the_corpus() {
    let posts = corpus::posts();
    let site = Site::with_posts(&posts);
    let mut compared = 0;
    for post in &posts {
        let text = blog_app::content::plain_text(
            &blog_app::content::sanitise(post["contentHtml"].as_str().unwrap()).unwrap(),
        );
        let words: Vec<&str> = text.split_whitespace().collect();
        for place in [0, words.len() / 3, words.len() / 2, words.len() - 1] {
            let word = words[place];
            let folded = fold(word);
            if folded.is_empty()
                || folded.contains(':')
                || folded.starts_with('-')
                || word.chars().count() > 60
            {
                continue;
            }
            let list = search(&site, &folded).await;
            let found = list["blogs"].as_array().unwrap();
            assert!(!found.is_empty(), "{word}");
            for post in found {
                let (in_title, in_text) = hits(post);
                assert!(!in_title.is_empty() || !in_text.is_empty(), "{word}: {post}");
                for hit in in_title.iter().chain(&in_text) {
                    assert!(fold(hit).contains(&folded), "{word}: {hit}");
                    compared += 1;
                }
            }
        }
    }
    println!("{compared} places compared");
    assert!(compared > posts.len());
}
