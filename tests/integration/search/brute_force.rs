//! Compares 500 searches, most of them with operators, with a reading of every post.

use blog_app::domain::Time;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use url::form_urlencoded::byte_serialize;

use super::model::{Condition, Model, Post, Term};
use crate::support::{Site, post_with_changes};

const POSTS: u32 = 80;
const SEARCHES: usize = 500;
/// 1 January 2024.
const FIRST: i64 = 1_704_067_200_000;
const DAY: i64 = 86_400_000;

const WORDS: [&str; 40] = [
    "Rust",
    "rusty",
    "trust",
    "async",
    "Async",
    "await",
    "kubernetes",
    "Kubernetes,",
    "container",
    "containers",
    "database",
    "databases",
    "(index)",
    "query",
    "queries",
    "café",
    "naïve",
    "Straße",
    "ΟΔΟΣ",
    "Привет",
    "мир",
    "検索",
    "エンジン",
    "검색",
    "don’t",
    "state",
    "machine",
    "machines",
    "of",
    "the",
    "a",
    "in",
    "c++",
    "go",
    "gopher",
    "production",
    "productive",
    "compiler",
    "“quoted”",
    "İstanbul",
];
const AUTHORS: [&str; 6] = [
    "Ada Lovelace",
    "Grace Hopper",
    "Zoë Ünal",
    "Alan Turing",
    "Barbara Liskov",
    "Anita Borg",
];
const TAGS: [&str; 5] = ["Rust", "machine learning", "go", "Databases", "c++"];
const CATEGORIES: [&str; 4] = ["Web Development", "Mobile Development", "DevOps & Cloud", "Other"];

fn sentence(random: &mut StdRng, words: usize) -> String {
    // The first words of the list are the most frequent.
    let mut word = || {
        WORDS[random
            .random_range(0..WORDS.len())
            .min(random.random_range(0..WORDS.len()))]
    };
    (0..words).map(|_| word()).collect::<Vec<_>>().join(" ")
}

fn posts(random: &mut StdRng) -> Vec<Post> {
    (0..POSTS)
        .map(|number| {
            let (title_words, text_words) = (random.random_range(1..5), random.random_range(3..30));
            Post {
                slug: format!("post-{number}"),
                title: sentence(random, title_words),
                text: sentence(random, text_words),
                author: AUTHORS.choose(random).unwrap(),
                tags: TAGS.into_iter().filter(|_| random.random_bool(0.3)).collect(),
                category: CATEGORIES.choose(random).unwrap(),
                created_at: FIRST + i64::from(number) * 9 * DAY,
            }
        })
        .collect()
}

fn line(number: u32, post: &Post) -> Value {
    // The text is in two paragraphs, with elements within words of one of them.
    let words: Vec<&str> = post.text.split(' ').collect();
    let (first, second) = words.split_at(words.len() / 2);
    let html = format!("<p>{}</p><p><b>{}</b></p>", first.join(" "), second.join(" "));
    post_with_changes(
        1 + number % 28,
        json!({
            "slug": post.slug, "title": post.title, "author": post.author, "tags": post.tags,
            "category": post.category, "contentHtml": html,
            "createdAt": Time::from_milliseconds(post.created_at).to_string(),
        }),
    )
}

/// Returns a word of the posts, a part of one, one with wrong letters, a part of an author's name, or two or three words
/// in a row.
fn text(random: &mut StdRng, posts: &[Post], may_be_phrase: bool) -> String {
    let post = &posts[random.random_range(0..posts.len())];
    let words: Vec<&str> = if random.random_bool(0.3) {
        post.title.split(' ').collect()
    } else {
        post.text.split(' ').collect()
    };
    let at = random.random_range(0..words.len());
    let mut letters: Vec<char> = words[at]
        .chars()
        .filter(|letter| !"“”".contains(*letter))
        .collect();
    match random.random_range(0..10) {
        0..=2 => letters.iter().collect(),
        3 => letters[..=random.random_range(0..letters.len())].iter().collect(),
        4..=5 => {
            for _ in 0..random.random_range(1..4) {
                let place = random.random_range(0..letters.len());
                match random.random_range(0..3) {
                    0 => letters[place] = 'x',
                    1 => letters.insert(place, 'e'),
                    _ if letters.len() > 1 => {
                        letters.remove(place);
                    }
                    _ => {}
                }
            }
            letters.iter().collect()
        }
        6 => AUTHORS
            .choose(random)
            .unwrap()
            .split(' ')
            .next_back()
            .unwrap()
            .to_owned(),
        _ if may_be_phrase => {
            let end = words.len().min(at + random.random_range(2..4));
            words[at..end].join(" ").replace(['“', '”'], "")
        }
        _ => letters.iter().collect(),
    }
}

fn term(random: &mut StdRng, posts: &[Post]) -> Term {
    let time = FIRST + random.random_range(0..i64::from(POSTS) * 9) * DAY;
    let condition = match random.random_range(0..16) {
        0..=7 => Condition::Text(text(random, posts, true)),
        8..=9 => Condition::Title(text(random, posts, true)),
        10 => Condition::Author(
            AUTHORS
                .choose(random)
                .unwrap()
                .chars()
                .take(random.random_range(1..13))
                .collect(),
        ),
        11..=12 => Condition::Tag((*TAGS.choose(random).unwrap()).to_uppercase()),
        13 => Condition::Category(
            (*["Development", "cloud", "other", "none"].choose(random).unwrap()).to_owned(),
        ),
        14 => Condition::Before(time),
        _ => Condition::After(time),
    };
    Term {
        condition,
        is_excluded: random.random_bool(0.2),
    }
}

#[tokio::test]
async fn five_hundred_searches_find_what_a_reading_of_every_post_finds() {
    let mut random = StdRng::seed_from_u64(53);
    let posts = posts(&mut random);
    let lines: Vec<Value> = (0..)
        .zip(&posts)
        .map(|(number, post)| line(number, post))
        .collect();
    let site = Site::with_posts(&lines);
    let (mut found_some, mut found_similar) = (0, 0);
    for number in 0..SEARCHES {
        let count = random.random_range(1..5);
        let terms: Vec<Term> = (0..count).map(|_| term(&mut random, &posts)).collect();
        let search: Vec<String> = terms.iter().map(Term::to_string).collect();
        let search = search.join(" ");
        let encoded: String = byte_serialize(search.as_bytes()).collect();
        let list = site.get(&format!("/api/blogs?search={encoded}&limit=100")).await;
        let model = Model { posts: &posts, terms };
        let expected = model.found();
        let slugs: Vec<&str> = list["blogs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|post| post["slug"].as_str().unwrap())
            .collect();
        assert_eq!(slugs, expected, "search {number}: {search}");
        assert_eq!(list["total"], expected.len(), "search {number}: {search}");
        found_some += usize::from(!expected.is_empty());
        found_similar += usize::from(list["hasSimilarWords"] == true);
    }
    println!("{SEARCHES} searches compared, {found_some} with results, {found_similar} with similar words");
    assert!(found_some > SEARCHES / 3 && found_similar > SEARCHES / 50);
}
