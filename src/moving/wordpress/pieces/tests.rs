use std::io::{self, Read};

use super::*;

/// Reads a few bytes at a time, so that every mark is split somewhere.
struct Slowly<'bytes>(&'bytes [u8], usize);

impl Read for Slowly<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.1.min(self.0.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

fn pieces(xml: &[u8], step: usize) -> Vec<String> {
    let mut reader = Slowly(xml, step);
    let mut pieces = Pieces::new(&mut reader);
    let mut found = Vec::new();
    while let Some(piece) = pieces.next().unwrap() {
        match piece {
            Piece::Head(_) => {}
            Piece::Author(text) => found.push(format!("author {text}")),
            Piece::Item(text) => found.push(text.into_owned()),
            Piece::Broken { begin, reason } => found.push(format!("{reason}: {begin}")),
        }
    }
    assert_eq!(pieces.read(), xml.len() as u64);
    found
}

fn items(body: &str) -> Vec<String> {
    let xml = format!("<rss><channel>{body}</channel></rss>");
    let found = pieces(xml.as_bytes(), 1 << 16);
    assert_eq!(pieces(xml.as_bytes(), 7), found);
    found
}

#[test]
fn cuts_items_and_authors_out() {
    assert_eq!(
        items(
            "<!-- <item>no</item> --><description><![CDATA[<item>no</item>]]></description>\
             <wp:author><wp:author_id>1</wp:author_id></wp:author><items/>\
             <item><title>a</title></item><item rdf:about=\"x\"></item >"
        ),
        [
            "author <wp:author><wp:author_id>1</wp:author_id></wp:author>",
            "<item><title>a</title></item>",
            "<item rdf:about=\"x\"></item >",
        ]
    );
}

#[test]
fn leaves_what_is_well_formed_alone() {
    for item in [
        "<item><content:encoded><![CDATA[<item></item>]]></content:encoded></item>",
        "<item><title><![CDATA[a]]> b</title></item>",
        "<item><title><![CDATA[a]]> b <![CDATA[c]]></title></item>",
        "<item><title><![CDATA[a]]]]><![CDATA[>b]]>\n</title></item>",
    ] {
        assert_eq!(items(item), [item]);
    }
}

#[test]
fn repairs_cdata_and_bare_signs() {
    for (damaged, repaired) in [
        (
            "<item><content:encoded><![CDATA[a[b[0]]>1]]></p> ]]>\n</content:encoded></item>",
            "<item><content:encoded><![CDATA[a[b[0]]]]><![CDATA[>1]]]]><![CDATA[></p> ]]>\n</content:encoded></item>",
        ),
        (
            "<item><content:encoded><![CDATA[a</content:encoded><title><![CDATA[b]]></title></item>",
            "<item><content:encoded><![CDATA[a]]></content:encoded><title><![CDATA[b]]></title></item>",
        ),
        (
            "<item><title>1 < 2 & <3</title></item>",
            "<item><title>1 &lt; 2 & &lt;3</title></item>",
        ),
        (
            "<item><title>a\u{8}\u{0}b</title></item>",
            "<item><title>ab</title></item>",
        ),
    ] {
        assert_eq!(items(damaged), [repaired]);
    }
    assert_eq!(
        items("<item><title>a</title><item><title>b</title>"),
        ["<item><title>a</title>", "<item><title>b</title>"]
    );
}

#[test]
fn reports_where_the_file_ends_too_early() {
    let begin = "<item><content:encoded><![CDATA[text";
    let whole = "<item></item>";
    for (xml, expected) in [
        (
            format!("<rss><channel>{whole}{begin}"),
            vec![whole.to_owned(), format!("{TRUNCATED}: {begin}")],
        ),
        (
            format!("<rss><channel>{whole}\n<wp:te"),
            vec![whole.to_owned(), format!("{UNFINISHED}: ")],
        ),
    ] {
        assert_eq!(pieces(xml.as_bytes(), 5), expected);
    }
}

#[test]
fn refuses_an_item_without_bound_and_goes_on() {
    let mut xml = b"<rss><channel><item><title>x</title><content:encoded><![CDATA[".to_vec();
    xml.resize(ITEM_MAX + (1 << 20), b'x');
    xml.extend_from_slice(b"]]></content:encoded></item><item>y</item></channel></rss>");
    let found = pieces(&xml, 1 << 16);
    assert_eq!(found.len(), 2);
    assert!(found[0].starts_with(&format!("{TOO_LARGE}: <item><title>x")));
    assert_eq!(found[1], "<item>y</item>");
}

#[test]
fn repairs_a_bounded_number_of_places_and_goes_on() {
    let item = |count: usize| format!("<item>{}</item>", "< ".repeat(count));
    let xml = format!(
        "<channel>{}{}{}</channel>",
        item(REPAIRS_MAX + 1),
        item(REPAIRS_MAX),
        "<item>y</item>"
    );
    let found = pieces(xml.as_bytes(), 1 << 16);
    assert_eq!(found.len(), 3);
    assert!(found[0].starts_with(&format!("{DAMAGED}: <item>< ")));
    assert_eq!(found[1].matches("&lt; ").count(), REPAIRS_MAX);
    let ends = "]]> <".repeat(REPAIRS_MAX + 1);
    let xml = format!("<channel><item><title><![CDATA[{ends}]]></title></item></channel>");
    assert!(pieces(xml.as_bytes(), 1 << 16)[0].starts_with(DAMAGED));
}

#[test]
fn what_is_no_text_makes_no_item_grow() {
    let mut xml = b"<channel><item>".to_vec();
    xml.resize(1 << 20, 0xff);
    xml.extend_from_slice(b"</item></channel>");
    assert!(pieces(&xml, 1 << 16)[0].len() < (1 << 20));
}

#[test]
fn reads_iso_8859_1_where_the_file_says_so() {
    let xml = b"<?xml version='1.0' encoding='ISO-8859-1'?><channel><item>caf\xe9</item></channel>";
    assert_eq!(pieces(xml, 3), ["<item>caf\u{e9}</item>"]);
    let xml = b"<channel><item>caf\xe9</item></channel>";
    assert_eq!(pieces(xml, 3), ["<item>caf\u{fffd}</item>"]);
}
