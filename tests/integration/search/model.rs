//! A model of the search that reads every post. It knows what was asked for, and nothing of how searches are parsed or
//! indexed.

use std::collections::BTreeSet;
use std::fmt;

use blog_app::domain::Time;
use blog_app::domain::search::fold;

pub(super) struct Post {
    pub(super) slug: String,
    pub(super) title: String,
    pub(super) text: String,
    pub(super) author: &'static str,
    pub(super) tags: Vec<&'static str>,
    pub(super) category: &'static str,
    pub(super) created_at: i64,
}

#[derive(Debug, Clone)]
pub(super) enum Condition {
    Text(String),
    Title(String),
    Author(String),
    Tag(String),
    Category(String),
    Before(i64),
    After(i64),
}

#[derive(Debug, Clone)]
pub(super) struct Term {
    pub(super) condition: Condition,
    pub(super) is_excluded: bool,
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

pub(super) struct Model<'posts> {
    pub(super) posts: &'posts [Post],
    pub(super) terms: Vec<Term>,
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
    pub(super) fn found(&self) -> Vec<&str> {
        let words = self.words();
        let exact = self.ranked(Post::meets, |post| {
            words.iter().all(|word| normalised(&post.title).contains(word))
        });
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
