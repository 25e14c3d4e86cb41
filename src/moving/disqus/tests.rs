//! Tests of the importer for Disqus, on an export made for them.

use std::fs;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;

use super::*;
use crate::domain::Time;
use crate::moving::System;
use crate::moving::collected::{damaged, fixture, items, left_out, read_all, read_files};

fn comment(
    id: &str,
    on: &str,
    parent: Option<&str>,
    author: &str,
    html: &str,
    at: Option<&str>,
) -> ForeignComment {
    ForeignComment {
        source_id: id.to_owned(),
        on: CommentedText::Address(on.to_owned()),
        parent: parent.map(str::to_owned),
        author: author.to_owned(),
        text: CommentContent::Html(html.to_owned()),
        created_at: at.map(|at| Time::parse(at).unwrap()),
        is_approved: true,
    }
}

fn refused(id: &str, reason: &str) -> Item {
    Item::Refused(RefusedItem {
        kind: Kind::Comment,
        source_id: id.to_owned(),
        title: String::new(),
        reason: reason.to_owned(),
    })
}

fn expected() -> Vec<Item> {
    let page = "https://old.example.org/2019/03/borrowing/";
    let taken = |comment| Item::Comment(Box::new(comment));
    vec![
        taken(comment(
            "2001",
            page,
            None,
            "Grace Hopper",
            "<p>First! <b>Borrow</b> &amp; return, see <a href=\"https://example.com/a\" rel=\"nofollow\">example.com/a</a></p>\
             <p></post> 😀</p>",
            Some("2019-03-02T09:30:00Z"),
        )),
        taken(comment(
            "2002",
            page,
            Some("2001"),
            "",
            "<p>A reply</p>",
            Some("2019-03-02T10:00:00Z"),
        )),
        left_out("2003", DELETED),
        taken(comment(
            "2004",
            page,
            Some("2002"),
            "linus",
            "<p>To the one that is gone</p>",
            Some("2019-03-02T10:00:00Z"),
        )),
        left_out("2005", SPAM),
        taken(ForeignComment {
            is_approved: false,
            ..comment(
                "2006",
                "/about/",
                None,
                "Alan",
                "<p>Who are you?</p>",
                Some("2019-04-01T00:00:00Z"),
            )
        }),
        left_out("2007", "The thread of the comment was deleted"),
        refused("2008", "Its thread has no address"),
        refused("2009", "It has no text"),
        refused("2010", "Its thread is not in the export"),
    ]
}

#[test]
fn reads_an_export() {
    assert_eq!(items(System::Disqus, &fixture("disqus/export.xml")), expected());
}

#[test]
fn reads_an_export_as_it_is_mailed() {
    let xml = fs::read(fixture("disqus/export.xml")).unwrap();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&xml).unwrap();
    let packed = encoder.finish().unwrap();
    let (items, outcome) = read_files(System::Disqus, &[("old-blog-2020.xml.gz", &packed)]);
    outcome.unwrap();
    assert_eq!(items, expected());
    let half = packed.len() / 2;
    let (items, outcome) = read_files(System::Disqus, &[("old-blog-2020.xml.gz", &packed[..half])]);
    outcome.unwrap();
    let Some(Item::Refused(last)) = items.last() else {
        panic!("{items:?}");
    };
    assert!(
        last.reason.starts_with("The rest of the file was not read"),
        "{}",
        last.reason
    );
}

#[test]
fn keeps_no_mail_addresses() {
    let items = items(System::Disqus, &fixture("disqus/export.xml"));
    assert!(!format!("{items:?}").contains("@example.com"));
}

#[test]
fn a_damaged_post_costs_itself_alone() {
    let xml = fs::read_to_string(fixture("disqus/export.xml")).unwrap();
    let damaged = xml.replacen(
        "</post>\n\n<post dsq:id=\"2002\">",
        "\n\n<post dsq:id=\"2002\">",
        1,
    );
    let (items, outcome) = read_files(System::Disqus, &[("export.xml", damaged.as_bytes())]);
    outcome.unwrap();
    assert_eq!(items[0], refused("2001", "It has no end in the file"));
    assert_eq!(items.len(), expected().len());
}

#[test]
fn expands_no_entities() {
    let xml = "<!DOCTYPE disqus [<!ENTITY a \"aaaa\"><!ENTITY b SYSTEM \"file:///etc/passwd\">]><disqus>\
               <thread dsq:id=\"1\"><link>/a</link></thread>\
               <post dsq:id=\"2\"><message>&a;&b; R&D</message><thread dsq:id=\"1\"/></post></disqus>";
    let (items, outcome) = read_files(System::Disqus, &[("export.xml", xml.as_bytes())]);
    outcome.unwrap();
    let expected = comment("2", "/a", None, "", "&a;&b; R&D", None);
    assert_eq!(items, [Item::Comment(Box::new(expected))]);
}

#[test]
fn refuses_what_is_no_export() {
    for xml in ["", "<rss></rss>", "{}", "\u{1f}\u{8b}"] {
        let (items, outcome) = read_files(System::Disqus, &[("export.xml", xml.as_bytes())]);
        assert!(matches!(outcome, Err(ReadError::Form(_))), "{xml}");
        assert!(items.is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn survives_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        let _ = read_files(System::Disqus, &[("export.xml", &bytes)]);
    }

    #[test]
    fn survives_damage(bytes in damaged(fs::read(fixture("disqus/export.xml")).unwrap())) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("export.xml");
        fs::write(&path, &bytes).unwrap();
        let (items, _) = read_all(System::Disqus, &path);
        prop_assert!(items.len() <= 12);
    }
}
