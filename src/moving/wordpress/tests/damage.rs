//! Exports that are damaged, or hostile.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

const DAMAGED: &str = include_str!("../../../../tests/fixtures/moving/wordpress/damaged.xml");

#[test]
fn takes_what_is_whole_of_a_damaged_file() {
    let found = items(DAMAGED);
    let texts: Vec<(String, String)> = texts(DAMAGED)
        .iter()
        .map(|text| (text.title.clone(), html_of(text)))
        .collect();
    let expected = [
        (
            "Bare & lonely < signs",
            "<p>if (a[b[0]]>1) &amp; more]]></p><p>end</p>",
        ),
        ("No end of CDATA", "<p>kept</p>"),
        ("No item end", "<p>masked</p>"),
    ];
    assert_eq!(
        texts,
        expected.map(|(title, html)| (title.to_owned(), html.to_owned()))
    );
    assert_eq!(
        refusals(&found),
        [
            (Kind::Post, "export.xml", "", "Its element title is not closed"),
            (
                Kind::Post,
                "damaged.example/?p=5",
                "Cut",
                "The file ends in the middle of it"
            ),
        ]
    );
}

#[test]
fn expands_no_entities_and_reads_no_definitions() {
    let laughs: Vec<String> = (1..10)
        .map(|level| {
            format!(
                "<!ENTITY a{level} \"{}\">",
                format!("&a{};", level - 1).repeat(10)
            )
        })
        .collect();
    let laughs = laughs.concat();
    let xml = format!(
        "<!DOCTYPE rss [<!ENTITY a0 \"lol\">{laughs}<!ENTITY f SYSTEM \"file:///etc/passwd\">\
         <!ENTITY % p SYSTEM \"http://127.0.0.1/x.dtd\"> %p;]>{}",
        post("<wp:status>publish</wp:status><excerpt:encoded>&a9;&f;</excerpt:encoded>")
    );
    assert_eq!(text_with_id(&xml, "1").summary.as_deref(), Some("&a9;&f;"));
}

#[test]
fn holds_a_bounded_number_of_what_an_item_has() {
    let many = "<wp:comment></wp:comment>".repeat(entry::COMMENTS_MAX + 1);
    let found = items(&post(&format!("<wp:status>publish</wp:status>{many}")));
    assert_eq!(refusals(&found)[0].3, "It has more than 100000 comments");
    let many: Vec<String> = (0..2_000)
        .map(|number| format!("<category domain=\"post_tag\">x{number}</category>"))
        .collect();
    let many = many.concat();
    let text = text_with_id(&post(&format!("<wp:status>publish</wp:status>{many}")), "1");
    assert_eq!(text.tags.len(), 1_000);
}

#[test]
fn stops_when_nobody_wants_more() {
    struct One(usize);
    impl Sink for One {
        fn take(&mut self, _item: Item) -> Result<(), ReadError> {
            self.0 += 1;
            if self.0 > 5 {
                Err(ReadError::Stopped)
            } else {
                Ok(())
            }
        }

        fn read(&mut self, _bytes: u64) {}
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("export.xml");
    fs::write(&path, GARDEN).unwrap();
    let mut sink = One(0);
    let result = read(&Source::open(&path).unwrap(), &mut sink);
    assert!(matches!(result, Err(ReadError::Stopped)));
    assert_eq!(sink.0, 6);
}

#[test]
fn breaks_circles_of_replies() {
    let comment = |id: &str, parent: &str| {
        format!(
            "<wp:comment><wp:comment_id>{id}</wp:comment_id><wp:comment_parent>{parent}</wp:comment_parent>\
             <wp:comment_content>x</wp:comment_content><wp:comment_approved>1</wp:comment_approved></wp:comment>"
        )
    };
    let comments = comment("1", "2") + &comment("2", "1") + &comment("3", "3") + &comment("4", "9");
    let found = items(&post(&format!("<wp:status>publish</wp:status>{comments}")));
    let mut seen = Vec::new();
    for item in found {
        if let Item::Comment(comment) = item {
            assert!(comment.parent.is_none_or(|parent| seen.contains(&parent)));
            seen.push(comment.source_id);
        }
    }
    assert_eq!(seen.len(), 4);
}

proptest! {
    #[test]
    fn arbitrary_bytes_never_panic(bytes in vec(any::<u8>(), 0..2_000), is_export: bool) {
        let mut file = if is_export { b"<rss><wp:x/><item>".to_vec() } else { Vec::new() };
        file.extend(bytes);
        let _ = try_read(&[("export.xml", &file)]);
    }

    #[test]
    fn damage_yields_items_or_refusals(
        cuts in vec((0_usize..GARDEN.len(), 0_usize..40, vec(any::<u8>(), 0..4)), 1..6),
    ) {
        let mut file = GARDEN.as_bytes().to_vec();
        for (at, length, bytes) in cuts {
            let start = at.min(file.len());
            let end = (start + length).min(file.len());
            file.splice(start..end, bytes);
        }
        let collected = try_read(&[("export.xml", &file)]);
        if file.get(..2_000).is_some_and(|head| String::from_utf8_lossy(head).contains("<wp:")) {
            prop_assert!(!collected.unwrap().items.is_empty());
        }
    }
}
