//! Markdown as authors type it and read it back: CommonMark with GFM's tables, strikethrough, task lists, autolinks and
//! footnotes, callouts (`> [!NOTE]`) and math (`$…$`, `$$…$$`). Posts are stored as HTML; both directions use the parser
//! and the writer of one library.

mod escape;
mod from_html;
mod same;
#[cfg(test)]
mod tests;
mod to_html;

use comrak::Options;
use comrak::nodes::AlertType;
use comrak::options::{Extension, ListStyleType, Parse, Render};

pub use from_html::{Markdown, html_to_markdown};
pub use to_html::{markdown_to_html, markdown_to_unsanitised_html};

/// The class of quotes that are callouts; each has the class of its kind as well.
const CALLOUT: &str = "callout";
const CALLOUT_KINDS: [(AlertType, &str); 5] = [
    (AlertType::Note, "callout-note"),
    (AlertType::Tip, "callout-tip"),
    (AlertType::Important, "callout-important"),
    (AlertType::Warning, "callout-warning"),
    (AlertType::Caution, "callout-caution"),
];
/// The class of the code of a formula, in TeX.
const MATH: &str = "language-math";

fn options() -> Options<'static> {
    Options {
        extension: Extension {
            strikethrough: true,
            table: true,
            autolink: true,
            tasklist: true,
            footnotes: true,
            alerts: true,
            math_dollars: true,
            ..Extension::default()
        },
        parse: Parse::default(),
        render: Render {
            // The sanitiser decides.
            r#unsafe: true,
            list_style: ListStyleType::Dash,
            prefer_fenced: true,
            ..Render::default()
        },
    }
}

/// Returns a text with one space for each run of white space, and none at its ends.
fn single_spaced(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the alignment that the style of a table's cell sets.
fn aligned_by(style: &str) -> Option<&str> {
    Some(style.strip_prefix("text-align: ")?.trim_end_matches(';'))
}
