//! The search of posts: queries, the folded form of texts in which they are looked up, and where they match.

mod fold;
mod highlight;
mod query;
mod terms;
mod words;

pub use fold::{fold, fold_collapsed, is_double_quotation_mark};
pub use highlight::{Highlighter, Highlights, Piece, Snippet, TextRange, split_at_ranges};
pub use query::{Condition, SearchQuery, Term, is_phrase};
pub use terms::SearchTerms;
pub use words::SearchWords;
