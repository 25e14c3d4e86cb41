//! The search of posts: queries, the folded form of texts in which they are looked up, and where they match.

mod fold;
mod highlight;
mod query;
mod terms;
mod words;

pub use fold::{fold, fold_collapsed};
pub use highlight::{Highlighter, Highlights, Snippet, TextRange, split_at_ranges};
pub use query::{Condition, SearchQuery, Term};
pub use terms::SearchTerms;
pub use words::SearchWords;
