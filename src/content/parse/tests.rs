use super::{DEPTH_MAX, NODES_MAX, TooComplex, parse};
use crate::content::sanitise;

fn parse_error(html: &str) -> Option<TooComplex> {
    parse(html).err()
}

#[test]
fn accepts_128_levels_and_rejects_129() {
    for name in [
        "div",
        "b",
        "ul",
        "blockquote",
        "font",
        "unknown",
        "svg",
        "math",
        "template",
    ] {
        let nested = |levels: usize| format!("<{name}>").repeat(levels);
        assert_eq!(parse_error(&nested(DEPTH_MAX)), None, "{name}");
        assert_eq!(
            parse_error(&nested(DEPTH_MAX + 1)),
            Some(TooComplex::Deep),
            "{name}"
        );
    }
}

#[test]
fn counts_levels_of_the_tree_instead_of_tags() {
    for html in [
        "<p>a".repeat(1_000),
        "<br><img><hr>".repeat(1_000),
        "<ul>".to_owned() + &"<li>a".repeat(1_000),
        "<a href=x>a".repeat(1_000),
        "<table><tr><td>a".to_owned() + &"<td>b<tr>".repeat(1_000),
        "<h2>a".repeat(1_000),
        "</div></b>".repeat(1_000),
    ] {
        assert_eq!(parse_error(&html), None, "{}", &html[..30]);
    }
    // Elements closed in the wrong order end up deeper than they were opened.
    let moved: Vec<String> = (0..120).map(|number| format!("<b id=x{number}>")).collect();
    let moved = moved.concat();
    let html = format!("{moved}<div>{}{}", "<i><u>".repeat(3), "</b>".repeat(120));
    assert!(matches!(parse_error(&html), None | Some(TooComplex::Deep)));
}

#[test]
fn rejects_more_than_200_000_nodes() {
    assert_eq!(parse_error(&"<br>".repeat(NODES_MAX)), None);
    assert_eq!(
        parse_error(&"<br>".repeat(NODES_MAX + 1)),
        Some(TooComplex::Large)
    );
    assert_eq!(
        parse_error(&"<!-->".repeat(NODES_MAX + 1)),
        Some(TooComplex::Large)
    );
    assert_eq!(parse_error(&"a<br>".repeat(NODES_MAX)), Some(TooComplex::Large));
    assert_eq!(parse_error(&"&".repeat(NODES_MAX * 2)), None);
}

#[test]
fn rejects_an_element_with_more_than_500_attributes() {
    let element = |attributes: usize| {
        let names: Vec<String> = (0..attributes).map(|number| format!(" a{number}=1")).collect();
        let names = names.concat();
        format!("<p{names}>text</p>")
    };
    assert_eq!(parse_error(&element(500)), None);
    assert_eq!(parse_error(&element(501)), Some(TooComplex::Attributes));
}

#[test]
fn rejects_attributes_that_the_parser_would_copy_repeatedly() {
    let html = format!("<p><b title={}>{}", "x".repeat(100_000), "<p>a".repeat(100));
    assert_eq!(parse_error(&html), Some(TooComplex::CopiedAttributes));
    let html = format!("<p><b title={}>{}", "x".repeat(100), "<p>a".repeat(10));
    assert_eq!(parse_error(&html), None);
}

#[test]
fn splitting_a_long_text_for_the_sanitiser_does_not_change_it() {
    for text in [
        "é&amp;\u{a0}".repeat(20_000),
        "a b ".repeat(20_000),
        "日本語".repeat(20_000),
    ] {
        let text = text.replace('\u{a0}', "&nbsp;");
        for html in [format!("<p>{text}</p>"), format!("<pre>{text}</pre>"), text] {
            assert_eq!(sanitise(&html).unwrap(), html);
        }
    }
}

#[test]
fn omits_a_long_attribute() {
    let long = "°".repeat(5_000);
    assert_eq!(
        sanitise(&format!("<p title=\"{long}\">a</p>")).unwrap(),
        "<p>a</p>"
    );
    let picture = format!("<img src=\"data:image/png;base64,{}\">", "A".repeat(100_000));
    assert_eq!(sanitise(&picture).unwrap(), picture);
}
