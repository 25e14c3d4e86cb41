//! Formulas: TeX that becomes MathML, with the TeX in an annotation.
//!
//! The text is sanitised by then, so that nothing checks the MathML later. It is therefore parsed like any other HTML,
//! and only the elements and attributes that are named here are copied into the article.

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use dom_query::NodeRef;
use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};
use thiserror::Error;

use super::failures::Failures;
use super::{element, named};
use crate::content::diagrams::lone_code;
use crate::content::parse;

/// The class of code that is TeX.
pub(super) const CLASS: &str = "language-math";
/// The most characters of a formula (beyond.md §3.5).
const CHARACTERS_MAX: usize = 2_000;
/// The most groups, arguments and commands in each other. The converter calls itself for each of them.
const DEPTH_MAX: usize = 60;
const ELEMENTS: [&str; 35] = [
    "annotation",
    "b",
    "code",
    "em",
    "i",
    "math",
    "menclose",
    "mfrac",
    "mi",
    "mmultiscripts",
    "mn",
    "mo",
    "mover",
    "mpadded",
    "mphantom",
    "mprescripts",
    "mroot",
    "mrow",
    "ms",
    "mspace",
    "msqrt",
    "mstyle",
    "msub",
    "msubsup",
    "msup",
    "mtable",
    "mtd",
    "mtext",
    "mtr",
    "munder",
    "munderover",
    "s",
    "semantics",
    "span",
    "u",
];
const ATTRIBUTES: [&str; 25] = [
    "accent",
    "accentunder",
    "class",
    "columnspan",
    "depth",
    "display",
    "displaystyle",
    "encoding",
    "form",
    "height",
    "largeop",
    "linethickness",
    "lspace",
    "mathvariant",
    "maxsize",
    "minsize",
    "movablelimits",
    "notation",
    "rspace",
    "rowspan",
    "scriptlevel",
    "stretchy",
    "style",
    "symmetric",
    "width",
];
/// Commands that the converter does not have, in terms of those that it has. Authors cannot define any.
const MACROS: [(&str, &str); 6] = [
    ("boxed", r"\begin{array}{|c|}\hline #1 \\ \hline\end{array}"),
    ("dotsb", r"\cdots"),
    ("dotsc", r"\ldots"),
    ("pmb", r"\boldsymbol{#1}"),
    ("substack", r"\begin{matrix}#1\end{matrix}"),
    ("textcolor", r"{\color{#1}#2}"),
];
/// Environments that the converter does not have, each with one that looks alike.
const ENVIRONMENTS: [(&str, &str); 2] = [("{split}", "{aligned}"), ("{smallmatrix}", "{matrix}")];

/// The reason why a formula is displayed as its source.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
enum MathError {
    /// Too many characters.
    #[error("It is longer than 2,000 characters.")]
    Long,
    /// Too many groups in each other.
    #[error("It is nested too deeply.")]
    Deep,
    /// TeX that the converter does not know, with its reason.
    #[error("{0}")]
    Invalid(String),
    /// MathML with an element that is not allowed, such as a link.
    #[error("It has a part that is not allowed in formulas, such as a link.")]
    NotAllowed,
}

static CONVERTER: LazyLock<Option<LatexToMathML>> = LazyLock::new(|| {
    let config = MathCoreConfig {
        annotation: true,
        macros: MACROS.map(|(name, tex)| (name.to_owned(), tex.to_owned())).into(),
        ..MathCoreConfig::default()
    };
    // Fails for wrong macros alone.
    LatexToMathML::new(config).ok()
});

/// Replaces every formula by MathML; one that cannot be converted stays code. Those in `pre` are displayed, and scroll.
pub(super) fn prepare(elements: &[NodeRef<'_>], failures: Failures) {
    let mut displayed = 0;
    for code in named(elements, "code").filter(|code| code.has_class(CLASS)) {
        let tex = code.text();
        if let Some(pre) = code.parent().filter(|parent| parent.has_name("pre")) {
            if lone_code(&pre).is_none() {
                continue;
            }
            displayed += 1;
            match mathml(code, tex.trim(), MathDisplay::Block) {
                Ok(math) => {
                    let label = format!("Formula {displayed}");
                    let scroller =
                        element(&pre, "div", &[("class", "math scroller"), ("data-label", &label)]);
                    scroller.append_child(&math);
                    pre.replace_with(&scroller);
                }
                Err(error) => failures.show(&pre, &reason(&error)),
            }
        } else if code.children_it(false).all(|child| child.is_text()) {
            match mathml(code, tex.trim(), MathDisplay::Inline) {
                Ok(math) => code.replace_with(&math),
                Err(error) => failures.show(code, &reason(&error)),
            }
        }
    }
}

fn reason(error: &MathError) -> String {
    format!("The formula cannot be shown: {error}")
}

/// Converts TeX to a `math` element in the tree of `sibling`.
fn mathml<'tree>(
    sibling: &NodeRef<'tree>,
    tex: &str,
    display: MathDisplay,
) -> Result<NodeRef<'tree>, MathError> {
    if tex.chars().nth(CHARACTERS_MAX).is_some() {
        return Err(MathError::Long);
    }
    if depth(tex) > DEPTH_MAX {
        return Err(MathError::Deep);
    }
    let converter = CONVERTER.as_ref().ok_or(MathError::NotAllowed)?;
    let known = ENVIRONMENTS
        .iter()
        .fold(tex.to_owned(), |tex, (name, known)| tex.replace(name, known));
    let math = converter
        .convert_with_local_state(&known, display)
        .map_err(|error| MathError::Invalid(error.error_message()))?;
    let document = parse::parse(&math.mathml).map_err(|_| MathError::Deep)?;
    let root = document.html_root();
    let math = root.children_it(false).find(NodeRef::is_element);
    math.and_then(|math| copy(&math, sibling, tex))
        .ok_or(MathError::NotAllowed)
}

/// Returns an upper bound of the depth of a formula: open groups and environments, and commands in a row, each of which
/// can be the argument of the one before.
fn depth(tex: &str) -> usize {
    let mut rest = tex.chars().peekable();
    // The commands before each open group, and all that is open.
    let (mut before, mut open) = (Vec::new(), 0);
    let (mut in_a_row, mut deepest) = (0, 0);
    while let Some(character) = rest.next() {
        let (opens, closes) = match character {
            '\\' => {
                let mut name: String = rest.next().into_iter().collect();
                while name.starts_with(char::is_alphabetic)
                    && rest.peek().is_some_and(|next| next.is_alphabetic())
                {
                    name.extend(rest.next());
                }
                in_a_row += 1;
                (
                    matches!(&*name, "left" | "begin"),
                    matches!(&*name, "right" | "end"),
                )
            }
            _ => (matches!(character, '{' | '['), matches!(character, '}' | ']')),
        };
        if opens {
            before.push(in_a_row);
            open += in_a_row + 1;
            in_a_row = 0;
        } else if closes {
            open -= before.pop().map_or(0, |commands| commands + 1);
            in_a_row = 0;
        } else if matches!(character, '^' | '_') {
            in_a_row += 1;
        } else if character != '\\' && !character.is_whitespace() {
            in_a_row = 0;
        }
        deepest = deepest.max(open + in_a_row);
    }
    deepest
}

/// Copies what is allowed, with the TeX as the annotation; `None` when an element is not. Attributes that are not
/// allowed are left out.
fn copy<'tree>(node: &NodeRef<'_>, sibling: &NodeRef<'tree>, tex: &str) -> Option<NodeRef<'tree>> {
    if node.is_text() {
        return Some(sibling.tree.new_text(node.text()));
    }
    let name = node.qual_name_ref()?.local.to_string();
    if !ELEMENTS.contains(&name.as_str()) {
        return None;
    }
    let copied = element(sibling, &name, &[]);
    for attribute in node.attrs() {
        let (name, value) = (&*attribute.name.local, &*attribute.value);
        if ATTRIBUTES.contains(&name) && is_plain(value) {
            copied.set_attr(name, value);
        }
    }
    if name == "annotation" {
        copied.append_child(&sibling.tree.new_text(tex));
        return Some(copied);
    }
    for child in node.children_it(false) {
        copied.append_child(&copy(&child, sibling, tex)?);
    }
    Some(copied)
}

/// Returns `true` for values of words, numbers and units only, without URLs and functions.
fn is_plain(value: &str) -> bool {
    value
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b" .:;%#-/".contains(&byte))
}
