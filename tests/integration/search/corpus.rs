//! Compares the search with a scan of every post.

use std::collections::BTreeSet;

use blog_app::content::{plain_text, sanitise};
use blog_app::domain::Paging;
use blog_app::domain::search::{SearchQuery, fold};
use blog_app::store::posts::{self, Filter};
use memchr::memmem;
use serde_json::Value;

use crate::support::{Site, corpus};

struct Post {
    slug: String,
    title: String,
    text: String,
}

fn texts(posts: &[Value]) -> Vec<Post> {
    posts
        .iter()
        .map(|post| Post {
            slug: post["slug"].as_str().unwrap().to_owned(),
            title: fold(post["title"].as_str().unwrap()),
            text: fold(&plain_text(
                &sanitise(post["contentHtml"].as_str().unwrap()).unwrap(),
            )),
        })
        .collect()
}

/// Returns words of the corpus itself, whole and in parts, rare and common, alone and combined, and odd strings.
fn queries(texts: &[Post], odd: &[String]) -> BTreeSet<String> {
    let mut queries: BTreeSet<String> = [
        "the",
        "a",
        "go",
        "of",
        "rust",
        "c++",
        "react native",
        "%",
        "_",
        "\"",
        "fn(",
        "→",
        "é",
    ]
    .map(str::to_owned)
    .into();
    for (number, text) in texts.iter().enumerate() {
        let words: Vec<&str> = text.text.split_whitespace().collect();
        let word = words[(number * 37) % words.len()];
        let other = words[(number * 101) % words.len()];
        let part: String = word.chars().skip(1).take(1 + number % 6).collect();
        queries.extend([
            word.to_owned(),
            format!("{word} {other}"),
            part,
            format!("{other} {}", &text.title),
        ]);
    }
    queries.extend(odd.iter().cloned());
    queries
}

/// `str::contains`, from a crate that is optimised in tests as well.
fn contains(text: &str, word: &str) -> bool {
    memmem::find(text.as_bytes(), word.as_bytes()).is_some()
}

#[test]
fn finds_exactly_the_posts_that_contain_all_words() {
    let (lines, odd) = (corpus::posts(), corpus::odd_strings());
    let site = Site::with_posts(&lines);
    let texts = texts(&lines);
    let mut compared = 0;
    for query in queries(&texts, &odd) {
        // A quotation mark begins a phrase, which is more than its words.
        let Ok(words) = SearchQuery::parse(&query.replace('"', " ")) else {
            continue;
        };
        if words.terms().count() != words.plain_words().count() {
            continue;
        }
        if words.is_empty() {
            continue;
        }
        let expected: BTreeSet<&str> = texts
            .iter()
            .filter(|text| {
                let mut words = words.plain_words();
                words.all(|(_, word)| contains(&text.title, word) || contains(&text.text, word))
            })
            .map(|text| text.slug.as_str())
            .collect();
        if expected.is_empty() {
            // What its words may mean instead is compared in `brute_force`.
            continue;
        }
        let searched = words.clone();
        let found = site
            .store
            .read_blocking(move |tx| {
                posts::search(tx, &searched, &Filter::default(), None, Paging::first(1_000))
            })
            .unwrap()
            .page;
        let slugs: Vec<&str> = found.items.iter().map(|post| post.slug.as_str()).collect();
        assert_eq!(
            slugs.iter().copied().collect::<BTreeSet<_>>(),
            expected,
            "{query:?}"
        );
        assert_eq!(found.total, expected.len() as u64, "{query:?}");
        let in_title = |slug: &&str| {
            let text = texts.iter().find(|text| text.slug == **slug).unwrap();
            words.plain_words().all(|(_, word)| contains(&text.title, word))
        };
        assert!(
            slugs
                .iter()
                .map(in_title)
                .is_sorted_by(|before, after| before >= after),
            "{query:?}"
        );
        compared += 1;
    }
    println!("{compared} searches compared");
    assert!(compared > 3 * texts.len());
}
