use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::*;
use crate::content::sanitise;

type Side = Option<(Block, Vec<WordRange>)>;

fn later() -> Instant {
    Instant::now() + Duration::from_mins(1)
}

/// The change of each block, with its words: `[-removed-]` and `[+added+]`.
fn shown(from: &str, to: &str) -> Vec<(BlockChange, String)> {
    let marked = |side: &Side, sign: char| {
        let Some((block, ranges)) = side else {
            return String::new();
        };
        let units: Vec<u16> = block.text.encode_utf16().collect();
        let text = |range: std::ops::Range<usize>| String::from_utf16(&units[range]).unwrap();
        let (mut shown, mut end) = (format!("{}: ", block.tag), 0);
        for range in ranges {
            shown += &text(end..range.start);
            shown.extend(
                [
                    &format!("[{sign}"),
                    &text(range.start..range.end),
                    &format!("{sign}]"),
                ]
                .map(String::as_str),
            );
            end = range.end;
        }
        shown + &text(end..units.len())
    };
    diff(from, to, later())
        .iter()
        .map(|block| {
            let (from, to) = (marked(&block.from, '-'), marked(&block.to, '+'));
            let both = match (from.is_empty(), to.is_empty()) {
                (false, false) if from != to => format!("{from} > {to}"),
                (false, _) => from,
                _ => to,
            };
            (block.change, both)
        })
        .collect()
}

#[test]
fn marks_the_words_of_a_changed_paragraph() {
    assert_eq!(
        shown(
            "<p>The quick brown fox jumps.</p>",
            "<p>The quick red fox jumps 😀 high.</p>"
        ),
        [(
            BlockChange::Changed,
            "p: The quick [-brown-] fox jumps. > p: The quick [+red+] fox jumps[+ 😀 high+].".to_owned()
        )]
    );
}

#[test]
fn tells_added_and_removed_blocks_from_changed_ones() {
    use BlockChange::{Added, Changed, Removed, Same};
    let from = "<h2>Title</h2><p>One two three four.</p><p>This goes.</p><p>Last.</p>";
    let to = "<h2>Title</h2><p>New words here.</p><p>One two three five.</p><p>Last.</p>";
    let changes: Vec<BlockChange> = shown(from, to).into_iter().map(|(change, _)| change).collect();
    assert_eq!(changes, [Same, Added, Changed, Removed, Same]);
}

#[test]
fn an_element_of_another_kind_replaces_the_first() {
    use BlockChange::{Added, Removed};
    let changes: Vec<BlockChange> = shown("<p>Same words</p>", "<h2>Same words</h2>")
        .into_iter()
        .map(|(change, _)| change)
        .collect();
    assert_eq!(changes, [Removed, Added]);
}

#[test]
fn another_form_of_the_same_words_is_a_change_without_words() {
    let blocks = diff("<p>Same words</p>", "<p>Same <strong>words</strong></p>", later());
    let [block] = &blocks[..] else {
        panic!("{blocks:?}");
    };
    assert_eq!(block.change, BlockChange::Changed);
    assert!(block.from.as_ref().unwrap().1.is_empty() && block.to.as_ref().unwrap().1.is_empty());
}

#[test]
fn keeps_the_lines_of_code() {
    let blocks = diff("", "<pre><code>let a;\nlet b;\n</code></pre>", later());
    assert_eq!(blocks[0].to.as_ref().unwrap().0.text, "let a;\nlet b;\n");
}

#[test]
fn compares_text_outside_of_elements() {
    assert_eq!(
        shown("bare <em>words</em>", "bare <em>letters</em>"),
        [(
            BlockChange::Changed,
            "p: bare [-words-] > p: bare [+letters+]".to_owned()
        )]
    );
}

/// Asserts that the blocks are those of both texts, and that both say the same outside of the marked words.
fn assert_applies(from: &str, to: &str, blocks: &[BlockDiff]) {
    let side = |side: fn(&BlockDiff) -> &Side| {
        let of_side = blocks.iter().filter_map(|block| side(block).as_ref());
        of_side.map(|(block, _)| block.clone()).collect::<Vec<Block>>()
    };
    assert_eq!(side(|block| &block.from), block::blocks(from));
    assert_eq!(side(|block| &block.to), block::blocks(to));
    for block in blocks {
        let sides = (block.from.is_some(), block.to.is_some());
        let expected = match block.change {
            BlockChange::Same | BlockChange::Changed => (true, true),
            BlockChange::Removed => (true, false),
            BlockChange::Added => (false, true),
        };
        assert_eq!(sides, expected);
        if let (Some(from), Some(to)) = (&block.from, &block.to) {
            assert_eq!(from.0.html == to.0.html, block.change == BlockChange::Same);
            assert_eq!(unmarked(from), unmarked(to));
        }
    }
}

fn unmarked((block, ranges): &(Block, Vec<WordRange>)) -> String {
    let mut units: Vec<u16> = block.text.encode_utf16().collect();
    for range in ranges.iter().rev() {
        units.drain(range.start..range.end);
    }
    String::from_utf16(&units).unwrap()
}

fn html() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("one"),
        Just("two"),
        Just("drei"),
        Just("😀é"),
        Just("<b>five</b>"),
        Just("a&amp;b")
    ];
    let words = prop::collection::vec(word, 0..8).prop_map(|words| words.join(" "));
    let block = (words, 0..6).prop_map(|(words, kind)| match kind {
        0 => format!("<h2>{words}</h2>"),
        1 => format!("<pre><code>{words}\n</code></pre>"),
        2 => format!("<ul><li>{words}</li><li>x</li></ul>"),
        3 => words,
        _ => format!("<p>{words}</p>"),
    });
    prop::collection::vec(block, 0..10)
        .prop_map(|blocks| sanitise(&blocks.concat()).expect("a short text is not too complex"))
}

proptest! {
    #[test]
    fn the_blocks_give_both_texts_back(from in html(), to in html()) {
        assert_applies(&from, &to, &diff(&from, &to, later()));
        let past = Instant::now();
        assert_applies(&from, &to, &diff(&from, &to, past));
    }
}

/// A mebibyte of words, none of which the other text has, in one block or in as many as possible.
#[test]
fn ends_soon_after_the_deadline_for_the_largest_texts() {
    let words = |letter: char| (0..90_000).map(move |number| format!("{letter}{number} "));
    let paragraphs = |letter: char| {
        let all: Vec<String> = (0..60_000)
            .map(|number| format!("<p>{letter}{number}</p>"))
            .collect();
        all.concat()
    };
    let one = |letter: char| format!("<p>{}</p>", words(letter).collect::<String>());
    for (from, to) in [
        (one('a'), one('b')),
        (paragraphs('a'), paragraphs('b')),
        (one('a'), paragraphs('a')),
        ("<p>x</p>".repeat(90_000), "<p>x</p><p>y</p>".repeat(45_000)),
    ] {
        let start = Instant::now();
        let blocks = diff(&from, &to, start + Duration::from_millis(200));
        let elapsed = start.elapsed();
        assert!(elapsed < Duration::from_secs(30), "{elapsed:?}");
        assert_applies(&from, &to, &blocks);
    }
}
