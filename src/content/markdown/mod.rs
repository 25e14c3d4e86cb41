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
use comrak::options::{Extension, ListStyleType, Parse, Render};

pub use from_html::{Markdown, html_to_markdown};
pub use to_html::markdown_to_html;

/// The class of quotes that are callouts.
const CALLOUT: &str = "callout";
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
