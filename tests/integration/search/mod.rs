//! The search of posts.

mod authors;
mod brute_force;
mod corpus;
mod highlights;
mod model;
mod operators;
mod spelling;
mod suggestions;
mod unused_words;
