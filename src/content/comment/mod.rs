//! The texts of comments: light Markdown, of which a few elements are drawn, and everything else stays text.
//!
//! A parser of its own, since Markdown means more than this: it swallows definitions of links, decodes entities, and
//! makes HTML and pictures of what is text here. All steps take linear time, and the number of links and of nested
//! elements is limited.

mod addresses;
mod blocks;
mod emphasis;
mod from_html;
mod inline;
mod output;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

pub use from_html::text_of_html;
use output::Output;

/// The most people whom a comment mentions; further names stay text.
pub const MENTIONS_MAX: usize = 10;

/// The paths of the pages of people by their names, as they are written or in lower case.
pub type Mentions = HashMap<String, String>;

/// Returns a text as HTML: paragraphs, code, bold, italic, quotes, lists, links and mentions of the people in `people`.
pub fn render(text: &str, people: &Mentions) -> String {
    output(text, people).html
}

/// Returns the names that a text mentions as they are written, each once, at most [`MENTIONS_MAX`].
pub fn mentioned_names(text: &str) -> Vec<String> {
    output(text, &Mentions::new()).names
}

/// Returns the names that a text mentions as they are written, each once, also those that [`render`] leaves as text; at
/// most ten times as many.
pub fn all_mentioned_names(text: &str) -> Vec<String> {
    let Output {
        mut names,
        further_names,
        ..
    } = output(text, &Mentions::new());
    names.extend(further_names);
    names
}

/// Returns the host of each link that [`render`] draws to another site, in lower case and without a final dot.
pub fn link_hosts(text: &str) -> Vec<String> {
    output(text, &Mentions::new()).hosts
}

fn output<'people>(text: &str, people: &'people Mentions) -> Output<'people> {
    let mut output = Output::new(people, text.len());
    let lines: Vec<&str> = text.split(['\n', '\r']).collect();
    blocks::draw(&mut output, &lines, 0, false);
    output
}
