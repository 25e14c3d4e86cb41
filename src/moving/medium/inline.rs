//! What stands within the blocks of a story.

use dom_query::NodeRef;
use url::Url;

use crate::moving::html::escape;

/// Returns the HTML within a block, without what is Medium's own.
pub(super) fn html(parent: &NodeRef<'_>) -> String {
    let mut written = String::new();
    write(parent, &mut written);
    written
}

/// The parser bounds how deep elements may be.
fn write(parent: &NodeRef<'_>, written: &mut String) {
    for node in parent.children_it(false) {
        if node.is_text() {
            written.push_str(&escape(&node.text()));
            continue;
        }
        let Some(name) = node.node_name() else {
            continue;
        };
        let tag = match &*name {
            "strong" | "em" | "code" | "s" | "u" | "sub" | "sup" | "mark" | "kbd" => &*name,
            "b" => "strong",
            "i" => "em",
            "del" | "strike" => "s",
            "br" => {
                written.push_str("<br>");
                continue;
            }
            "a" => {
                write_link(&node, written);
                continue;
            }
            // The picture of a letter, which stands beside it as text.
            "img" if node.has_class("graf-dropCapImage") => continue,
            "img" => {
                let source = node.attr("src").unwrap_or_default();
                let alt = node.attr("alt").unwrap_or_default();
                written.extend(["<img src=\"", &escape(&source), "\" alt=\"", &escape(&alt), "\">"]);
                continue;
            }
            "script" | "style" | "template" | "noscript" => continue,
            "p" | "li" | "div" => {
                if !written.is_empty() {
                    written.push_str("<br>");
                }
                write(&node, written);
                continue;
            }
            _ => {
                write(&node, written);
                continue;
            }
        };
        written.extend(["<", tag, ">"]);
        write(&node, written);
        written.extend(["</", tag, ">"]);
    }
}

fn write_link(node: &NodeRef<'_>, written: &mut String) {
    let Some(address) = address_of(node) else {
        write(node, written);
        return;
    };
    written.extend(["<a href=\"", &escape(&address), "\">"]);
    write(node, written);
    written.push_str("</a>");
}

/// Returns code with its line breaks, without colours.
pub(super) fn code(node: &NodeRef<'_>) -> String {
    let mut code = String::new();
    for inner in node.descendants_it() {
        if inner.is_text() {
            code.push_str(&inner.text());
        } else if inner.has_name("br") {
            code.push('\n');
        }
    }
    code.trim_matches('\n').to_owned()
}

/// Returns text with single spaces.
pub(super) fn plain(node: &NodeRef<'_>) -> String {
    node.text().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns where a link leads, beyond the address of Medium that some lead over.
pub(super) fn address_of(link: &NodeRef<'_>) -> Option<String> {
    let address = link.attr("href").filter(|address| !address.trim().is_empty())?;
    let target = Url::parse(&address).ok().filter(|url| {
        matches!(url.host_str(), Some("medium.com" | "www.medium.com"))
            && url.path().trim_end_matches('/') == "/r"
    });
    let target = target.and_then(|url| {
        let (_, target) = url.query_pairs().find(|(name, _)| name == "url")?;
        Some(target.into_owned())
    });
    Some(target.unwrap_or_else(|| address.to_string()))
}

/// Returns an address of the web, with its scheme.
pub(super) fn web_address(address: &str) -> Option<String> {
    let address = address.trim();
    let whole = match address.strip_prefix("//") {
        Some(rest) => format!("https://{rest}"),
        None => address.to_owned(),
    };
    let url = Url::parse(&whole).ok()?;
    matches!(url.scheme(), "http" | "https").then_some(whole)
}

/// Returns the address of what a frame shows: behind that of a service that embeds for others, and of a gist without its
/// script.
pub(super) fn embedded(address: &str) -> String {
    let Ok(url) = Url::parse(address) else {
        return address.to_owned();
    };
    let host = url.host_str().unwrap_or_default();
    if host.ends_with("embedly.com") || host.ends_with("embed.ly") {
        let inner = ["url", "src"]
            .iter()
            .find_map(|wanted| url.query_pairs().find(|(name, _)| name == wanted));
        if let Some(inner) = inner.and_then(|(_, inner)| web_address(&inner)) {
            return inner;
        }
    }
    if host == "gist.github.com" {
        return address
            .split(['?', '#'])
            .next()
            .unwrap_or(address)
            .trim_end_matches(".js")
            .to_owned();
    }
    address.to_owned()
}
