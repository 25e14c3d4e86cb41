//! The diagrams in the HTML of a post: `pre` elements whose only content is Mermaid code.

use dom_query::NodeRef;

use super::{image_hashes, parse, plain_text};
use crate::domain::diagram::{ColourScheme, drawing_hash};

/// The class of code that is the source of a diagram.
const CLASS: &str = "language-mermaid";
/// The most diagrams of a post that are drawn; the source of further ones stays.
pub const DIAGRAMS_MAX: usize = 50;

/// Returns the sources of the diagrams to draw: different ones, in their order, and at most [`DIAGRAMS_MAX`].
pub fn diagrams(html: &str) -> Vec<String> {
    let mut sources = Vec::new();
    if !has_diagrams(html) {
        return sources;
    }
    let Ok(document) = parse::parse(html) else {
        return sources;
    };
    for node in document.html_root().descendants_it() {
        if let Some(source) = source(&node)
            && !sources.contains(&source)
        {
            sources.push(source);
            if sources.len() == DIAGRAMS_MAX {
                break;
            }
        }
    }
    sources
}

/// Returns the hashes of the drawings of all diagrams to draw, in both colour schemes.
pub fn drawing_hashes(html: &str) -> Vec<String> {
    let sources = diagrams(html);
    let hashes = sources
        .iter()
        .flat_map(|source| ColourScheme::ALL.map(|scheme| drawing_hash(source, scheme)));
    hashes.collect()
}

/// Returns the hashes of the images of this site in HTML, and of the drawings of its diagrams.
pub fn media_hashes(html: &str) -> Vec<String> {
    let mut hashes = image_hashes(html);
    hashes.extend(drawing_hashes(html));
    hashes
}

/// Returns `false` if HTML has no diagram for certain, without parsing it.
pub(super) fn has_diagrams(html: &str) -> bool {
    html.contains(CLASS)
}

/// Returns the source of the diagram that an element is.
pub(super) fn source(pre: &NodeRef<'_>) -> Option<String> {
    if !pre.has_name("pre") {
        return None;
    }
    let code = lone_code(pre).filter(|code| code.has_class(CLASS))?;
    Some(code.text().trim().to_owned()).filter(|source| !source.is_empty())
}

/// Returns the `code` that is all of a `pre`, if it has nothing but text.
pub(super) fn lone_code<'tree>(pre: &NodeRef<'tree>) -> Option<NodeRef<'tree>> {
    let mut children = pre.children_it(false);
    let only = children.next().filter(|_| children.next().is_none())?;
    (only.has_name("code") && only.children_it(false).all(|child| child.is_text())).then_some(only)
}

/// Returns the plain text of HTML without the sources of its diagrams.
pub(super) fn text_without_diagrams(html: &str) -> String {
    if has_diagrams(html)
        && let Ok(document) = parse::parse(html)
    {
        let root = document.html_root();
        let all: Vec<NodeRef<'_>> = root.descendants_it().collect();
        for node in all.iter().filter(|node| source(node).is_some()) {
            node.remove_from_parent();
        }
        return plain_text(&parse::html_of(&root));
    }
    plain_text(html)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(source: &str) -> String {
        format!("<pre><code class=\"language-mermaid\">{source}\n</code></pre>")
    }

    #[test]
    fn finds_different_diagrams_in_their_order() {
        let html = diagram("pie") + "<p>a</p>" + &diagram("flowchart LR\nA --&gt; B") + &diagram("pie");
        assert_eq!(diagrams(&html), ["pie", "flowchart LR\nA --> B"]);
        assert_eq!(drawing_hashes(&html).len(), 4);
        let many: String = (0..60)
            .map(|number| diagram(&format!("pie\n\"a\": {number}")))
            .collect();
        assert_eq!(diagrams(&many).len(), DIAGRAMS_MAX);
    }

    #[test]
    fn takes_nothing_else_for_a_diagram() {
        for html in [
            "<p><code class=\"language-mermaid\">pie</code></p>",
            "<pre class=\"language-mermaid\">pie</pre>",
            "<pre><code class=\"language-mermaid\">pie <b>a</b></code></pre>",
            "<pre>a<code class=\"language-mermaid\">pie</code></pre>",
            "<pre><code class=\"language-mermaid\"> \n</code></pre>",
            "<pre><code>language-mermaid</code></pre>",
        ] {
            assert_eq!(diagrams(html), Vec::<String>::new(), "{html}");
        }
    }

    #[test]
    fn leaves_sources_out_of_the_text() {
        let html = format!("<p>One</p>{}<pre><code>two</code></pre>", diagram("pie"));
        assert_eq!(text_without_diagrams(&html), "One two");
        assert_eq!(plain_text(&html), "One pie two");
    }
}
