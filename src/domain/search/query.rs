//! The query of a search of posts: words, phrases, exclusions and operators.

use std::cmp::Reverse;
use std::fmt;

use super::fold::is_double_quotation_mark;
use super::words::{validate_characters, validate_word_count};
use super::{fold, fold_collapsed};
use crate::domain::category::CATEGORIES;
use crate::domain::{Category, Time, ValidationError, tag};

const OPERATORS_MAX: usize = 8;

/// The distinct terms of a query. A match meets all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchQuery(Vec<Term>);

/// A condition, or its opposite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// The condition.
    pub condition: Condition,
    /// Whether a match must not meet it.
    pub is_excluded: bool,
}

/// A condition that posts meet or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// The title or the text has this word or phrase, folded. Words of a phrase are separated by one space each.
    Text(String),
    /// The title has this word or phrase.
    Title(String),
    /// The name of an author has this part, folded.
    Author(String),
    /// One of the tags has this key.
    Tag(String),
    /// The name of the category has this part, folded.
    Category(String),
    /// The post is older than this time.
    Before(Time),
    /// The post is of this time or later.
    After(Time),
}

impl SearchQuery {
    /// Parses a typed query of at most 200 characters, 16 words and 8 operators.
    ///
    /// Terms are separated by white space. A term in double quotation marks is a phrase, a hyphen before a term excludes
    /// it, and `author:`, `tag:`, `category:`, `title:`, `before:` and `after:` are operators, whose values may be in
    /// quotation marks as well. An operator with another name or with an impossible value is a word like any other.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        validate_characters(text)?;
        let mut terms: Vec<Term> = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let (term, after) = Term::parse_first(rest);
            if !term.condition.is_blank() && !terms.contains(&term) {
                terms.push(term);
            }
            rest = after.trim_start();
        }
        let query = Self(terms);
        validate_word_count(query.all_words().count())?;
        let operators = query.0.iter().filter(|term| term.condition.text().is_none());
        if operators.count() > OPERATORS_MAX {
            return ValidationError::reject("search", "The search must have at most 8 operators");
        }
        Ok(query)
    }

    /// Whether the query is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The terms, in their order.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        self.0.iter()
    }

    /// The words alone, without those of phrases, that the title or the text must have, each with its position among
    /// the terms.
    pub fn plain_words(&self) -> impl Iterator<Item = (usize, &str)> {
        self.0.iter().enumerate().filter_map(|(position, term)| {
            let text = term.condition.text_anywhere()?;
            (!term.is_excluded && !is_phrase(text)).then_some((position, text))
        })
    }

    /// All words that the title or the text must have, those of phrases too.
    pub fn words(&self) -> Vec<&str> {
        let texts = self.0.iter().filter(|term| !term.is_excluded);
        let texts = texts.filter_map(|term| term.condition.text_anywhere());
        texts.flat_map(|text| text.split(' ')).collect()
    }

    /// Those of [`SearchQuery::words`] that are not part of another one, longest first: a text with these contains all,
    /// and the longest are mostly the rarest.
    pub fn essential_words(&self) -> Vec<&str> {
        let mut words = self.words();
        words.sort_unstable();
        words.dedup();
        let is_essential = |word: &&str| !words.iter().any(|other| other != word && other.contains(*word));
        let mut essential: Vec<&str> = words.iter().copied().filter(is_essential).collect();
        essential.sort_by_key(|word| Reverse(word.len()));
        essential
    }

    /// Returns the same query with the words at some positions replaced.
    #[must_use]
    pub fn with_replaced(&self, replacements: &[(usize, &str)]) -> Self {
        let mut terms = self.0.clone();
        for (position, word) in replacements {
            if let Some(term) = terms.get_mut(*position) {
                term.condition = Condition::Text((*word).to_owned());
            }
        }
        Self(terms)
    }

    fn all_words(&self) -> impl Iterator<Item = &str> {
        let texts = self.0.iter().filter_map(|term| match &term.condition {
            Condition::Text(text) | Condition::Title(text) => Some(text),
            _ => None,
        });
        texts.flat_map(|text| text.split(' '))
    }
}

/// Formats the query so that it can be parsed again.
impl fmt::Display for SearchQuery {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, term) in self.0.iter().enumerate() {
            let separator = if position > 0 { " " } else { "" };
            write!(formatter, "{separator}{term}")?;
        }
        Ok(())
    }
}

impl Term {
    /// Parses the first term of a text that begins with no white space, and returns it with what follows.
    fn parse_first(text: &str) -> (Self, &str) {
        let is_term =
            |excluded: &&str| excluded.starts_with(|next: char| next != '-' && !next.is_whitespace());
        let excluded = text.strip_prefix('-').filter(is_term);
        let (condition, rest) = Condition::parse_first(excluded.unwrap_or(text));
        let term = Self {
            condition,
            is_excluded: excluded.is_some(),
        };
        (term, rest)
    }
}

impl fmt::Display for Term {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_excluded { "-" } else { "" };
        write!(formatter, "{sign}{}", self.condition)
    }
}

impl Condition {
    /// The word or phrase that the title or the text has, or the title alone.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) | Self::Title(text) => Some(text),
            _ => None,
        }
    }

    /// The categories whose names have the part.
    pub fn categories(part: &str) -> impl Iterator<Item = Category> {
        CATEGORIES
            .into_iter()
            .filter(move |category| fold(category.name()).contains(part))
    }

    fn text_anywhere(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether nothing is left of its value, which was of white space and quotation marks.
    fn is_blank(&self) -> bool {
        match self {
            Self::Text(value)
            | Self::Title(value)
            | Self::Author(value)
            | Self::Tag(value)
            | Self::Category(value) => value.is_empty(),
            Self::Before(_) | Self::After(_) => false,
        }
    }

    fn parse_first(text: &str) -> (Self, &str) {
        if let Some((name, value)) = text.split_once(':')
            && !value.is_empty()
            && !value.starts_with(char::is_whitespace)
        {
            let (value, rest) = first_value(value);
            if let Some(condition) = Self::of_operator(name, value) {
                return (condition, rest);
            }
        }
        let (word, rest) = first_value(text);
        (Self::Text(normalised(word)), rest)
    }

    /// Returns nothing for an unknown operator or an impossible value.
    fn of_operator(name: &str, value: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "title" => Some(Self::Title(normalised(value))),
            "author" => Some(Self::Author(normalised(value))),
            "tag" => Some(Self::Tag(tag::key(value))),
            "category" => Some(Self::Category(normalised(value))),
            "before" => midnight(value).map(Self::Before),
            "after" => midnight(value).map(Self::After),
            _ => None,
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (operator, value) = match self {
            Self::Text(text) => ("", text),
            Self::Title(text) => ("title:", text),
            Self::Author(name) => ("author:", name),
            Self::Tag(key) => ("tag:", key),
            Self::Category(name) => ("category:", name),
            Self::Before(time) => return write!(formatter, "before:{}", day(*time)),
            Self::After(time) => return write!(formatter, "after:{}", day(*time)),
        };
        // A word that was a phrase of one word could be taken for an operator or an exclusion.
        let is_ambiguous = operator.is_empty() && (value.starts_with('-') || value.contains(':'));
        if is_ambiguous || value.contains(char::is_whitespace) {
            write!(formatter, "{operator}\"{value}\"")
        } else {
            write!(formatter, "{operator}{value}")
        }
    }
}

/// Whether a word or phrase is a phrase.
pub fn is_phrase(text: &str) -> bool {
    text.contains(' ')
}

/// Splits a text after its first value: what stands in quotation marks, to the end where they do not end, or all up to
/// the next white space.
fn first_value(text: &str) -> (&str, &str) {
    if let Some(quoted) = text.strip_prefix(is_double_quotation_mark) {
        return quoted
            .split_once(is_double_quotation_mark)
            .unwrap_or((quoted, ""));
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    text.split_at(end)
}

fn normalised(text: &str) -> String {
    let mut folded = fold_collapsed(text);
    folded.truncate(folded.trim_end().len());
    folded
}

/// Returns the midnight (UTC) at which a day, a month or a year begins: `2026-11-09`, `2026-11`, `2026`.
fn midnight(text: &str) -> Option<Time> {
    let is_digits = |part: &str, count| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = text.split('-');
    let (year, month, day) = (
        parts.next()?,
        parts.next().unwrap_or("01"),
        parts.next().unwrap_or("01"),
    );
    let is_date = is_digits(year, 4) && is_digits(month, 2) && is_digits(day, 2) && parts.next().is_none();
    is_date.then(|| Time::parse(&format!("{year}-{month}-{day}T00:00:00Z")))?
}

fn day(time: Time) -> String {
    time.to_string()
        .chars()
        .take_while(|character| *character != 'T')
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(text: &str) -> SearchQuery {
        SearchQuery::parse(text).unwrap()
    }

    fn parsed(text: &str) -> Vec<String> {
        let describe = |term: &Term| {
            format!(
                "{}{:?}",
                if term.is_excluded { "not " } else { "" },
                term.condition
            )
        };
        parse(text).terms().map(describe).collect()
    }

    fn texts(text: &str) -> Vec<String> {
        let query = parse(text);
        query
            .terms()
            .filter_map(|term| term.condition.text().map(str::to_owned))
            .collect()
    }

    #[test]
    fn folds_words_and_drops_duplicates() {
        assert_eq!(
            texts("  Rust RUST  C++ \u{a0}Ünïcode ΟΔΟΣ don’t"),
            ["rust", "c++", "unicode", "οδοσ", "dont"]
        );
        assert!(parse(" \t\n").is_empty());
    }

    #[test]
    fn parses_operators_with_values_in_quotation_marks_and_without() {
        let day = "Time(2026-11-09T00:00:00Z)";
        for (text, expected) in [
            ("author:Ada", "Author(\"ada\")".to_owned()),
            ("AUTHOR:\"Ada  Lovelace\"", "Author(\"ada lovelace\")".to_owned()),
            ("tag:“Machine Learning”", "Tag(\"machine learning\")".to_owned()),
            ("tag:C++", "Tag(\"c++\")".to_owned()),
            ("category:Web", "Category(\"web\")".to_owned()),
            ("title:Été", "Title(\"ete\")".to_owned()),
            ("title:\"a phrase", "Title(\"a phrase\")".to_owned()),
            ("before:2026-11-09", format!("Before({day})")),
            ("-after:2026-11-09", format!("not After({day})")),
            ("after:2026", "After(Time(2026-01-01T00:00:00Z))".to_owned()),
            (
                "before:\"2026-11\"",
                "Before(Time(2026-11-01T00:00:00Z))".to_owned(),
            ),
            ("-tag:rust", "not Tag(\"rust\")".to_owned()),
        ] {
            assert_eq!(parsed(text), [expected], "{text}");
        }
    }

    #[test]
    fn takes_unknown_operators_and_impossible_values_for_words() {
        for word in [
            "std::vector",
            "https://example.org",
            "size:10",
            "before:yesterday",
            "before:2026-13",
            "after:2026-02-30",
            "before:26",
            "after:2026-1-1",
            "author:",
            "tag:",
            ":tag",
            "-",
            "--release",
        ] {
            assert_eq!(parsed(word), [format!("Text({word:?})")], "{word}");
        }
        assert_eq!(texts("title: rust"), ["title:", "rust"]);
    }

    #[test]
    fn parses_phrases_and_exclusions() {
        for (text, expected) in [
            ("\"rust async\"", vec!["Text(\"rust async\")"]),
            ("“Rust  async” x", vec!["Text(\"rust async\")", "Text(\"x\")"]),
            ("«à propos»", vec!["Text(\"a propos\")"]),
            ("\" rust \"", vec!["Text(\"rust\")"]),
            ("\"one two\"three", vec!["Text(\"one two\")", "Text(\"three\")"]),
            ("\"still typing", vec!["Text(\"still typing\")"]),
            (
                "'rust' 5\" x",
                vec!["Text(\"rust\")", "Text(\"5\")", "Text(\"x\")"],
            ),
            (
                "-go -\"not this\"",
                vec!["not Text(\"go\")", "not Text(\"not this\")"],
            ),
            ("rust -rust", vec!["Text(\"rust\")", "not Text(\"rust\")"]),
            ("\"-x\" \"tag:x\"", vec!["Text(\"-x\")", "Text(\"tag:x\")"]),
            ("\"\" '' -\"\" tag:\"\" author:'", vec![]),
        ] {
            assert_eq!(parsed(text), expected, "{text}");
        }
    }

    #[test]
    fn essential_words_omit_words_within_other_words() {
        assert_eq!(
            parse("a java script javascript go a -javascripts title:typescript").essential_words(),
            ["javascript", "go"]
        );
        assert_eq!(parse("as \"rust async\"").essential_words(), ["async", "rust"]);
    }

    #[test]
    fn rejects_queries_beyond_the_limits() {
        assert!(SearchQuery::parse(&"é".repeat(200)).is_ok());
        assert!(SearchQuery::parse(&"é".repeat(201)).is_err());
        assert!(SearchQuery::parse("a\0b").is_err());
        let many: Vec<String> = (0..17).map(|number| number.to_string()).collect();
        assert!(SearchQuery::parse(&many.join(" ")).is_err());
        assert!(SearchQuery::parse(&format!("\"{}\"", many.join(" "))).is_err());
        assert!(SearchQuery::parse(&format!("-{}", many.join(" -"))).is_err());
        let tags = |count: usize| many[..count].join(" tag:");
        assert!(SearchQuery::parse(&format!("tag:{}", tags(8))).is_ok());
        assert!(SearchQuery::parse(&format!("tag:{}", tags(9))).is_err());
    }

    #[test]
    fn replaces_words_and_keeps_the_other_terms() {
        let query = parse("kubernets \"one two\" -go tag:\"a b\" before:2026");
        let words: Vec<(usize, &str)> = query.plain_words().collect();
        assert_eq!(words, [(0, "kubernets")]);
        assert_eq!(
            query.with_replaced(&[(0, "kubernetes")]).to_string(),
            "kubernetes \"one two\" -go tag:\"a b\" before:2026-01-01"
        );
    }

    #[test]
    fn finds_categories_by_a_part_of_their_names() {
        let names = |part| {
            Condition::categories(part)
                .map(Category::name)
                .collect::<Vec<_>>()
        };
        assert_eq!(names("development"), ["Web Development", "Mobile Development"]);
        assert_eq!(names("devops & cloud"), ["DevOps & Cloud"]);
        assert!(names("cooking").is_empty());
    }

    proptest! {
        #[test]
        fn a_formatted_query_is_parsed_to_the_same_terms(
            text in "((-|)(title:|author:|tag:|category:|before:|after:|x:|)(\"|“|)[-a-cÀ-ü0-9:. ]{0,9}(\"|”|) ?){0,6}"
        ) {
            if let Ok(query) = SearchQuery::parse(&text) {
                prop_assert_eq!(SearchQuery::parse(&query.to_string()).unwrap(), query);
            }
        }

        #[test]
        fn any_text_is_parsed_or_rejected_and_bounded(text in any::<String>()) {
            if let Ok(query) = SearchQuery::parse(&text) {
                prop_assert!(query.terms().count() <= 24);
                for term in query.terms() {
                    if let Some(text) = term.condition.text() {
                        prop_assert!(!text.is_empty() && text == text.trim());
                    }
                }
            }
        }

        #[test]
        fn words_without_operators_mean_what_they_mean_in_the_panel(text in "[a-zà-ü ']{0,60}") {
            let words = super::super::SearchWords::parse(&text);
            let query = SearchQuery::parse(&text);
            prop_assert_eq!(
                words.map(|words| words.iter().map(str::to_owned).collect::<Vec<_>>()),
                query.map(|query| query.words().into_iter().map(str::to_owned).collect::<Vec<_>>())
            );
        }
    }
}
