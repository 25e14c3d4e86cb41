//! The texts of a dataset: random paragraphs of real posts, so that no two posts are equal and the word frequencies
//! are realistic.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use anyhow::{Context as _, Result};
use blog_app::content;
use blog_app::domain::Time;
use blog_app::domain::category::CATEGORIES;
use blog_app::domain::comment::CommentText;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{Rng, RngExt as _};
use scraper::Html;
use serde_json::{Value, json};

use crate::zipf::zipf;

const COMMENT_CHARACTERS: std::ops::Range<usize> = 40..400;
/// The minimum length of searched words.
const WORD_CHARACTERS_MIN: usize = 3;
/// The time of the last post, 1 November 2026, in milliseconds; the first one is ten years older.
pub const LATEST: i64 = 1_793_491_200_000;
const YEARS_10: i64 = 10 * 365 * 86_400_000;

/// The tags of posts made of the sample posts, which have none, in the order of their frequency.
const TAGS: [&str; 24] = [
    "rust",
    "web",
    "python",
    "javascript",
    "databases",
    "linux",
    "security",
    "testing",
    "async",
    "career",
    "css",
    "git",
    "docker",
    "networks",
    "algorithms",
    "compilers",
    "machine-learning",
    "mobile",
    "accessibility",
    "performance",
    "design",
    "open-source",
    "api",
    "teaching",
];
const TAGS_PER_POST_MAX: usize = 3;

/// Real posts and their paragraphs.
pub struct Texts {
    originals: Vec<Original>,
    paragraphs: Vec<String>,
    /// The paragraphs without markup.
    plain: Vec<String>,
}

struct Original {
    post: Value,
    title: String,
    length: usize,
}

impl Texts {
    /// Reads the posts in the folder named by the variable CORPUS, or else the sample posts.
    pub fn read() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let posts = match std::env::var_os("CORPUS") {
            Some(folder) => corpus_posts(&Path::new(&folder).join("posts.jsonl"))?,
            None => sample_posts(&root.join("src/actions/demo/posts"))?,
        };
        let mut texts = Self {
            originals: Vec::with_capacity(posts.len()),
            paragraphs: Vec::new(),
            plain: Vec::new(),
        };
        for post in posts {
            texts.add(post);
        }
        texts.plain = texts
            .paragraphs
            .iter()
            .map(|html| content::plain_text(html))
            .collect();
        Ok(texts)
    }

    fn add(&mut self, post: Value) {
        let html = post["contentHtml"].as_str().unwrap_or_default();
        let first = self.paragraphs.len();
        let fragment = Html::parse_fragment(html);
        self.paragraphs.extend(
            fragment
                .root_element()
                .child_elements()
                .map(|element| element.html()),
        );
        self.originals.push(Original {
            title: post["title"]
                .as_str()
                .unwrap_or_default()
                .chars()
                .take(180)
                .collect(),
            length: self.paragraphs.len() - first,
            post,
        });
    }

    /// Returns post `number` of `posts` as a line of an import, with as many paragraphs as a real post.
    pub fn post(&self, number: usize, posts: usize, random: &mut StdRng) -> String {
        let original = &self.originals[number % self.originals.len()];
        let html: Vec<&str> = (0..original.length.max(1))
            .map(|_| self.paragraph(random))
            .collect();
        let since_first =
            YEARS_10 / i64::try_from(posts).unwrap_or(i64::MAX) * i64::try_from(number).unwrap_or(0);
        let mut post = original.post.clone();
        post["slug"] = json!(format!("post-{number}"));
        post["title"] = json!(format!("{} {number}", original.title));
        post["createdAt"] = json!(Time::from_milliseconds(LATEST - YEARS_10 + since_first).to_string());
        post["contentHtml"] = json!(html.concat());
        if post["category"].is_null() {
            let tags: BTreeSet<&str> = (0..TAGS_PER_POST_MAX)
                .map(|_| TAGS[zipf(random, TAGS.len())])
                .collect();
            post["tags"] = json!(tags);
            post["category"] = json!(CATEGORIES[random.random_range(..CATEGORIES.len())].name());
        }
        post.to_string()
    }

    /// Returns a random comment.
    pub fn comment(&self, random: &mut StdRng) -> Result<CommentText> {
        let length = random.random_range(COMMENT_CHARACTERS);
        let text = self.plain.choose(random).map_or("", String::as_str);
        let text: String = text.trim().chars().take(length).collect();
        let text = if text.trim().is_empty() {
            "Thank you!"
        } else {
            &text
        };
        Ok(CommentText::parse(text)?)
    }

    /// Returns up to `count` different searches, half of them for one word, the others for two adjacent words.
    pub fn searches(&self, count: usize, random: &mut StdRng) -> Vec<String> {
        let words: Vec<Vec<&str>> = self.plain.iter().map(|text| words(text)).collect();
        let singles: HashSet<&str> = words.iter().flatten().copied().collect();
        let pairs: HashSet<String> = words
            .iter()
            .flat_map(|words| words.windows(2))
            .map(|pair| format!("{}+{}", pair[0], pair[1]))
            .collect();
        let mut singles: Vec<String> = singles.into_iter().map(str::to_owned).collect();
        let mut pairs: Vec<String> = pairs.into_iter().collect();
        for searches in [&mut singles, &mut pairs] {
            searches.sort_unstable();
            searches.shuffle(random);
        }
        singles.truncate(count / 2);
        pairs.truncate(count - singles.len());
        singles.append(&mut pairs);
        singles.shuffle(random);
        singles
    }

    /// Returns a random paragraph as HTML.
    pub fn paragraph(&self, random: &mut impl Rng) -> &str {
        self.paragraphs
            .choose(random)
            .map_or("<p>Nothing.</p>", String::as_str)
    }
}

fn words(text: &str) -> Vec<&str> {
    text.split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|word| word.len() >= WORD_CHARACTERS_MIN)
        .collect()
}

fn corpus_posts(file: &Path) -> Result<Vec<Value>> {
    let lines = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(lines
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?)
}

fn sample_posts(folder: &Path) -> Result<Vec<Value>> {
    let mut files = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()?;
    files.sort();
    files
        .iter()
        .map(|file| {
            Ok(json!({
                "title": "Sample", "author": "Ada",
                "contentHtml": std::fs::read_to_string(file)?,
            }))
        })
        .collect()
}
