//! The names of a post's authors in one line: "Ada", "Ada and Bo", "Ada, Bo and 2 others". The client writes the same
//! line.

/// The separator of two names.
const BETWEEN: &str = ", ";
/// The separator before the last name, or before the number of the others.
const BEFORE_LAST: &str = " and ";
/// The word after the number of the authors who are not named.
const OTHERS: &str = "others";

/// The most authors whom a short byline names all.
const NAMED_MAX: usize = 3;
/// The authors whom it names when there are more.
const NAMED_OF_MANY: usize = 2;

/// The parts of a byline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Byline<'authors, A> {
    /// Each author who is named, after the text that separates them from the one before.
    pub named: Vec<(&'static str, &'authors A)>,
    /// The text after the last name, empty when all are named.
    pub rest: String,
}

impl<'authors, A> Byline<'authors, A> {
    /// Names up to three authors; from four on, the first two and the number of the others.
    pub fn short(authors: &'authors [A]) -> Self {
        let named = if authors.len() > NAMED_MAX {
            NAMED_OF_MANY
        } else {
            authors.len()
        };
        Self::naming(authors, named)
    }

    /// Names all authors.
    pub fn full(authors: &'authors [A]) -> Self {
        Self::naming(authors, authors.len())
    }

    fn naming(authors: &'authors [A], named: usize) -> Self {
        let others = authors.len() - named;
        let separator = |index| match index {
            0 => "",
            _ if index + 1 == authors.len() => BEFORE_LAST,
            _ => BETWEEN,
        };
        let rest = match others {
            0 => String::new(),
            _ => format!("{BEFORE_LAST}{others} {OTHERS}"),
        };
        Self {
            named: (0..).map(separator).zip(&authors[..named]).collect(),
            rest,
        }
    }

    /// Returns the byline as one text; `name` returns that of an author.
    pub fn text<'name>(&'name self, name: impl Fn(&'authors A) -> &'name str) -> String {
        let mut text = String::new();
        for (separator, author) in &self.named {
            text.push_str(separator);
            text.push_str(name(author));
        }
        text + &self.rest
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn names_the_authors_as_the_client_does() {
        let cases: Vec<Value> =
            serde_json::from_str(include_str!("../../tests/fixtures/bylines.json")).unwrap();
        assert_eq!(cases.len(), 5);
        for case in cases {
            let authors: Vec<String> = serde_json::from_value(case["authors"].clone()).unwrap();
            assert_eq!(Byline::short(&authors).text(|name| name), case["short"], "{case}");
            assert_eq!(Byline::full(&authors).text(|name| name), case["full"], "{case}");
        }
    }

    #[test]
    fn uses_the_words_of_the_client() {
        let labels: Value =
            serde_json::from_str(include_str!("../../web/src/shared/labels/authors.json")).unwrap();
        assert_eq!(labels["between"], BETWEEN);
        assert_eq!(labels["beforeLast"], BEFORE_LAST);
        assert_eq!(labels["others"], OTHERS);
    }
}
