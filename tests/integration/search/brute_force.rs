//! Compares 500 searches, most of them with operators, with a reading of every post. The model knows what was asked for,
//! and nothing of how searches are parsed or indexed.

use std::collections::BTreeSet;
use std::fmt;

use blog_app::domain::Time;
use blog_app::domain::search::fold;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use url::form_urlencoded::byte_serialize;

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

struct Post {
    slug: String,
    title: String,
    text: String,
    author: &'static str,
    tags: Vec<&'static str>,
    category: &'static str,
    created_at: i64,
}

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
                created_at: FIRST + i64::from(number) * 10 * DAY,
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

#[derive(Debug, Clone)]
enum Condition {
    Text(String),
    Title(String),
    Author(String),
    Tag(String),
    Category(String),
    Before(i64),
    After(i64),
}

#[derive(Debug, Clone)]
struct Term {
    condition: Condition,
    is_excluded: bool,
}

/// As a person types it.
impl fmt::Display for Term {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| {
            if text.contains(' ') {
                format!("\"{text}\"")
            } else {
                text.to_owned()
            }
        };
        let day = |time| Time::from_milliseconds(time).to_string()[..10].to_owned();
        let sign = if self.is_excluded { "-" } else { "" };
        match &self.condition {
            Condition::Text(text) => write!(formatter, "{sign}{}", quoted(text)),
            Condition::Title(text) => write!(formatter, "{sign}title:{}", quoted(text)),
            Condition::Author(name) => write!(formatter, "{sign}author:{}", quoted(name)),
            Condition::Tag(tag) => write!(formatter, "{sign}tag:{}", quoted(tag)),
            Condition::Category(name) => write!(formatter, "{sign}category:{}", quoted(name)),
            Condition::Before(time) => write!(formatter, "{sign}before:{}", day(*time)),
            Condition::After(time) => write!(formatter, "{sign}after:{}", day(*time)),
        }
    }
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
                    _ if letters.len() > 1 => drop(letters.remove(place)),
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
    let time = FIRST + random.random_range(0..i64::from(POSTS) * 10) * DAY;
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

/// The texts as they are compared.
fn normalised(text: &str) -> String {
    fold(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Post {
    fn has(&self, text: &str) -> bool {
        normalised(&self.title).contains(text) || normalised(&self.text).contains(text)
    }

    fn meets(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Text(text) => self.has(&normalised(text)),
            Condition::Title(text) => normalised(&self.title).contains(&normalised(text)),
            Condition::Author(name) => normalised(self.author).contains(&normalised(name)),
            Condition::Tag(tag) => self
                .tags
                .iter()
                .any(|own| own.to_lowercase() == tag.to_lowercase()),
            Condition::Category(name) => normalised(self.category).contains(&normalised(name)),
            Condition::Before(time) => self.created_at < *time,
            Condition::After(time) => self.created_at >= *time,
        }
    }
}

fn bare(word: &str) -> &str {
    word.trim_matches(|letter: char| !letter.is_alphanumeric())
}

fn bare_words(text: &str) -> BTreeSet<String> {
    normalised(text)
        .split(' ')
        .map(|word| bare(word).to_owned())
        .collect()
}

/// The number of missing, added, replaced and exchanged letters.
fn differences(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut table = vec![vec![0; other.len() + 1]; one.len() + 1];
    for row in 0..=one.len() {
        for column in 0..=other.len() {
            table[row][column] = if row == 0 || column == 0 {
                row + column
            } else {
                let replaced = usize::from(one[row - 1] != other[column - 1]);
                let mut least = (table[row - 1][column] + 1)
                    .min(table[row][column - 1] + 1)
                    .min(table[row - 1][column - 1] + replaced);
                if row > 1
                    && column > 1
                    && one[row - 1] == other[column - 2]
                    && one[row - 2] == other[column - 1]
                {
                    least = least.min(table[row - 2][column - 2] + 1);
                }
                least
            };
        }
    }
    table[one.len()][other.len()]
}

/// What stands for a word that finds nothing: posts of authors with this name, or words with one or two wrong letters.
struct Meaning {
    word: String,
    by_author: bool,
    similar: BTreeSet<String>,
}

impl Meaning {
    fn is_in(&self, text: &str) -> bool {
        normalised(text).contains(&self.word) || !bare_words(text).is_disjoint(&self.similar)
    }

    fn matches(&self, post: &Post) -> bool {
        self.is_in(&post.title)
            || self.is_in(&post.text)
            || (self.by_author && normalised(post.author).contains(&self.word))
    }
}

struct Model<'posts> {
    posts: &'posts [Post],
    terms: Vec<Term>,
}

impl Model<'_> {
    /// The words that are no phrases, of which a match has each.
    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        for term in self.terms.iter().filter(|term| !term.is_excluded) {
            if let Condition::Text(text) = &term.condition {
                let word = normalised(text);
                if !word.contains(' ') && !words.contains(&word) {
                    words.push(word);
                }
            }
        }
        words
    }

    fn meanings(&self, words: Vec<String>) -> Vec<Meaning> {
        let has_author = |word: &str| {
            self.posts
                .iter()
                .any(|post| normalised(post.author).contains(word))
        };
        let is_unknown = |word: &str| !has_author(word) && !self.posts.iter().any(|post| post.has(word));
        let unknown = words.iter().filter(|word| is_unknown(word)).count();
        words
            .into_iter()
            .map(|word| Meaning {
                by_author: has_author(&word),
                similar: if is_unknown(&word) && unknown <= 2 {
                    self.similar(&word)
                } else {
                    BTreeSet::new()
                },
                word,
            })
            .collect()
    }

    fn similar(&self, word: &str) -> BTreeSet<String> {
        let word = bare(word);
        let most = match word.chars().count() {
            4..=7 => 1,
            8.. => 2,
            _ => return BTreeSet::new(),
        };
        let texts = self.posts.iter().flat_map(|post| [&post.title, &post.text]);
        texts
            .flat_map(|text| bare_words(text))
            .filter(|other| differences(word, other) <= most)
            .collect()
    }

    /// Returns the slugs in the order of the best match: those with everything in the title first, then by time.
    fn found(&self) -> Vec<&str> {
        let words = self.words();
        let exact = self.ranked(
            |post, condition| post.meets(condition),
            |post| words.iter().all(|word| normalised(&post.title).contains(word)),
        );
        if !exact.is_empty() || words.is_empty() || words.len() > 5 {
            return exact;
        }
        let meanings = self.meanings(words);
        let meaning_of = |condition: &Condition| match condition {
            Condition::Text(text) => meanings.iter().find(|meaning| meaning.word == normalised(text)),
            _ => None,
        };
        self.ranked(
            |post, condition| {
                meaning_of(condition).map_or_else(|| post.meets(condition), |meaning| meaning.matches(post))
            },
            |post| meanings.iter().all(|meaning| meaning.is_in(&post.title)),
        )
    }

    fn ranked(
        &self,
        meets: impl Fn(&Post, &Condition) -> bool,
        has_words_in_title: impl Fn(&Post) -> bool,
    ) -> Vec<&str> {
        let is_match = |post: &&Post| {
            self.terms.iter().all(|term| {
                // Nothing stands for an excluded word but itself.
                let is_met = if term.is_excluded {
                    post.meets(&term.condition)
                } else {
                    meets(post, &term.condition)
                };
                is_met != term.is_excluded
            })
        };
        let has_phrases_in_title = |post: &Post| {
            self.terms
                .iter()
                .filter(|term| !term.is_excluded)
                .all(|term| match &term.condition {
                    Condition::Text(text) if normalised(text).contains(' ') => {
                        normalised(&post.title).contains(&normalised(text))
                    }
                    _ => true,
                })
        };
        let mut found: Vec<&Post> = self.posts.iter().filter(is_match).collect();
        found.sort_by_key(|post| {
            let is_in_title = has_words_in_title(post) && has_phrases_in_title(post);
            (!is_in_title, -post.created_at)
        });
        found.iter().map(|post| post.slug.as_str()).collect()
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
