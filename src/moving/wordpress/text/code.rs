//! Blocks of code, in the many forms that plugins give them.

use crate::moving::html;
use crate::moving::wordpress::entities::decode;
use crate::moving::wordpress::tags::{Tag, Token, Tokens, first};

/// Returns the block of code that a `<pre>` is.
pub(super) fn preformatted(pre: &Tag<'_>, inner: &str) -> String {
    let code = first(inner, &["code"]);
    let language = language_of(pre)
        .or_else(|| code.as_ref().and_then(language_of))
        .unwrap_or_default();
    block(&language, &text(inner))
}

/// Returns a block of code; the line breaks around it are no part of it.
pub(super) fn block(language: &str, code: &str) -> String {
    let code = code.trim_start_matches('\n').trim_end();
    html::code_block(language_name(language), code)
}

/// Returns the text of code that is HTML: highlighted, with line breaks as elements.
pub(super) fn text(inner: &str) -> String {
    let mut text = String::with_capacity(inner.len());
    for token in Tokens::new(inner) {
        match token {
            Token::Text(part) => text.push_str(part),
            Token::Tag(tag) if tag.begins("br") => text.push('\n'),
            Token::Tag(tag) if is_markup(&tag) => {}
            // Nobody masks `<` within `<pre>` by hand.
            Token::Tag(tag) => text.push_str(tag.raw),
            Token::Comment(comment) => text.push_str(comment),
        }
    }
    decode(&text)
}

/// Returns the text of code in a short code, which the visual editor masks and the other one does not.
pub(super) fn text_of_shortcode(content: &str) -> String {
    let has_code_tags = Tokens::new(content).any(|token| match token {
        Token::Tag(tag) => !tag.is_one_of(&["br", "p"]),
        Token::Text(text) => text.contains('<'),
        Token::Comment(_) => true,
    });
    if has_code_tags {
        return content.to_owned();
    }
    let mut text = String::with_capacity(content.len());
    let mut is_after_break = false;
    for token in Tokens::new(content) {
        match token {
            // The editor writes both for a line break.
            Token::Text(part) if is_after_break => text.push_str(part.strip_prefix('\n').unwrap_or(part)),
            Token::Text(part) => text.push_str(part),
            Token::Tag(tag) if tag.begins("br") || (tag.is("p") && tag.is_end) => text.push('\n'),
            Token::Tag(_) | Token::Comment(_) => {}
        }
        is_after_break = matches!(token, Token::Tag(tag) if tag.begins("br"));
    }
    decode(&text)
}

/// Whether a tag in code colours it, as opposed to being the code.
fn is_markup(tag: &Tag<'_>) -> bool {
    let is_coloured = || tag.is_end || tag.attribute("class").is_some() || tag.attribute("style").is_some();
    tag.is_one_of(&["code", "mark", "b", "strong", "em"])
        || (tag.is_one_of(&["span", "i", "a", "div", "p", "font", "u"]) && is_coloured())
}

/// Returns the language that a tag names: `lang="php"`, `class="brush: php; …"`, `class="lang:php decode:true"`,
/// `class="language-php"`, `data-enlighter-language="php"`.
pub(super) fn language_of(tag: &Tag<'_>) -> Option<String> {
    let attributes = ["data-enlighter-language", "data-language", "data-lang", "lang"];
    let named = attributes.into_iter().find_map(|name| tag.attribute(name));
    named
        .or_else(|| {
            tag.attribute("class")
                .and_then(|classes| language_of_classes(&classes))
        })
        .filter(|language| !language.trim().is_empty())
}

fn language_of_classes(classes: &str) -> Option<String> {
    if let Some((_, brush)) = classes.split_once("brush:") {
        let name = brush.trim_start().split([';', ' ']).next()?;
        return Some(name.to_owned());
    }
    let mut classes = classes.split_whitespace();
    classes.find_map(|class| {
        let prefixes = ["language-", "lang-", "lang:", "brush-"];
        let language = prefixes
            .into_iter()
            .find_map(|prefix| class.strip_prefix(prefix))?;
        Some(language.to_owned())
    })
}

/// Returns the name that this site has for a language of a plugin; empty if it says that there is none.
fn language_name(name: &str) -> &str {
    let name = name.trim();
    let is_name = |names: &[&str]| names.iter().any(|other| name.eq_ignore_ascii_case(other));
    if is_name(&[
        "default",
        "generic",
        "raw",
        "auto",
        "no-highlight",
        "text",
        "plain",
        "plaintext",
        "none",
    ]) {
        ""
    } else if is_name(&["jscript"]) {
        "javascript"
    } else if is_name(&["py3"]) {
        "python"
    } else if is_name(&["ps"]) {
        "powershell"
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(html: &str) -> String {
        let pre = first(html, &["pre"]).unwrap();
        let inner = crate::moving::wordpress::tags::inner(html, "pre").unwrap();
        preformatted(&pre, inner)
    }

    #[test]
    fn finds_the_language_of_every_plugin() {
        for html in [
            "<pre lang=\"php\">x</pre>",
            "<pre class=\"brush: php; title: ; notranslate\" title=\"\">x</pre>",
            "<pre class=\"lang:php decode:true \">x</pre>",
            "<pre class=\"wp-block-code\"><code lang=\"php\" class=\"language-php\">x</code></pre>",
            "<pre class=\"prettyprint lang-php\">x</pre>",
            "<pre class=\"EnlighterJSRAW\" data-enlighter-language=\"php\">x</pre>",
        ] {
            assert_eq!(
                converted(html),
                "<pre><code class=\"language-php\">x</code></pre>",
                "{html}"
            );
        }
        assert_eq!(
            converted("<pre class=\"brush: plain\">x</pre>"),
            "<pre><code>x</code></pre>"
        );
        assert_eq!(
            converted("<pre class='lang:jscript'>x</pre>"),
            "<pre><code class=\"language-javascript\">x</code></pre>"
        );
    }

    #[test]
    fn takes_highlighted_code_as_text() {
        assert_eq!(
            converted("<pre><code>\n<span class=\"k\">if</span> a &lt; b {<br>  <b>x</b> }\n</code></pre>"),
            "<pre><code>if a &lt; b {\n  x }</code></pre>"
        );
        assert_eq!(
            converted("<pre>Vec<u8> <html></pre>"),
            "<pre><code>Vec&lt;u8&gt; &lt;html&gt;</code></pre>"
        );
    }

    #[test]
    fn decodes_code_of_the_visual_editor_alone() {
        assert_eq!(text_of_shortcode("a &lt; b<br />\nc"), "a < b\nc");
        assert_eq!(text_of_shortcode("<a href='x'>&lt;</a>"), "<a href='x'>&lt;</a>");
        assert_eq!(text_of_shortcode("if (a<b) &amp;"), "if (a<b) &amp;");
    }
}
