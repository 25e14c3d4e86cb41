use image::ImageFormat;

use super::fonts::Fonts;
use super::text::{self, Block};
use super::{HEIGHT, Preview, WIDTH};

const COLUMN: f32 = 1_040.0;
const ROOM: f32 = 350.0;
/// Titles of the scripts that the fonts have.
const SCRIPTS: [&str; 9] = [
    "SQLite is enough, “really”: 5 → 3 ms",
    "Tiếng Việt có dấu, Łódź, Þingvellir",
    "Vie\u{323}\u{302}t, e\u{301}\u{302}",
    "Как мы перенесли монолит",
    "Γιατί η SQLite είναι αρκετή",
    "كيف تبني مدونة تقنية سريعة",
    "می\u{200c}خواهم بنویسم",
    "איך בונים בְּלוֹג טכני",
    "क्षत्रिय और विद्यार्थी",
];

fn preview(title: &str) -> Preview<'_> {
    Preview {
        title,
        category: "System Design",
        author: Some("Ada"),
        site: "Community Blog",
    }
}

fn drawn(title: &str) -> Option<String> {
    text::drawable(&mut Fonts::embedded(), title)
}

fn headline(title: &str) -> Block {
    text::headline(&mut Fonts::embedded(), title, COLUMN, ROOM)
}

fn line_count(block: &Block) -> usize {
    block.lines.layout_runs().count()
}

#[test]
fn a_preview_is_a_png_of_the_promised_size_and_the_same_every_time() {
    let bytes = preview("SQLite is enough").draw().unwrap();
    assert!(bytes.len() < 120_000, "{}", bytes.len());
    let picture = image::load_from_memory_with_format(&bytes, ImageFormat::Png).unwrap();
    assert_eq!((picture.width(), picture.height()), (WIDTH, HEIGHT));
    assert_eq!(bytes, preview("SQLite is enough").draw().unwrap());
}

#[test]
fn the_name_changes_with_everything_that_is_seen() {
    let first = preview("One");
    let others = [
        preview("Two"),
        Preview {
            category: "Other",
            ..first.clone()
        },
        Preview {
            author: Some("Grace"),
            ..first.clone()
        },
        Preview {
            author: None,
            ..first.clone()
        },
        Preview {
            site: "Another site",
            ..first.clone()
        },
    ];
    assert_eq!(first.name().len(), 12);
    for other in others {
        assert_ne!(other.name(), first.name(), "{other:?}");
        assert_ne!(other.draw().unwrap(), first.draw().unwrap(), "{other:?}");
    }
}

#[test]
fn every_script_of_the_fonts_is_drawn_whole() {
    for title in SCRIPTS {
        assert_eq!(drawn(title).as_deref(), Some(title));
        let block = headline(title);
        let mut glyphs = block.lines.layout_runs().flat_map(|line| line.glyphs);
        assert!(glyphs.all(|glyph| glyph.glyph_id != 0), "{title}");
    }
}

#[test]
fn text_is_read_from_the_side_on_which_it_begins() {
    assert!(headline("كيف تبني Rust").is_right_to_left);
    assert!(headline("איך בונים").is_right_to_left);
    assert!(!headline("Rust על Linux").is_right_to_left);
}

#[test]
fn what_cannot_be_drawn_or_seen_is_left_out() {
    assert_eq!(
        drawn("🚀 Ship it 🎉 on\tFriday\r\n").as_deref(),
        Some("Ship it on Friday")
    );
    assert_eq!(
        drawn("a\u{7}b \u{202e}c\u{202c}\u{feff}").as_deref(),
        Some("a b c")
    );
    let piled = format!("Z{}algo", "\u{300}\u{301}\u{323}".repeat(9));
    assert_eq!(drawn(&piled).as_deref(), Some("Z\u{300}\u{301}\u{323}algo"));
}

#[test]
fn a_title_that_the_fonts_lack_still_gives_a_picture() {
    let site_alone = preview("").draw().unwrap();
    for title in [
        "如何构建一个快速的技术博客",
        "🚀🔥🎉",
        "\u{202e}\u{200d}",
        "Rust 入門の手引き",
    ] {
        assert_eq!(drawn(title), None, "{title}");
        let picture = preview(title).draw().unwrap();
        assert!(picture.len() > site_alone.len() / 2, "{title}");
    }
    let nothing = Preview {
        title: "博客",
        category: "",
        author: None,
        site: "社区",
    };
    assert!(nothing.draw().is_ok());
}

#[test]
fn a_headline_is_as_large_as_its_length_lets_it_be() {
    let short = headline("Async");
    let long = headline(&"A title of many words ".repeat(9));
    assert!(short.height > 100.0 && line_count(&short) == 1);
    assert!(line_count(&long) > 3 && long.height <= ROOM && long.width <= COLUMN);
}

#[test]
fn the_lines_of_a_headline_are_about_equally_long() {
    let block = headline("Ownership is a design tool, not a tax that the compiler levies");
    let widths: Vec<f32> = block.lines.layout_runs().map(|line| line.line_w).collect();
    let (shortest, longest) = widths
        .iter()
        .fold((f32::MAX, 0.0_f32), |(shortest, longest), width| {
            (shortest.min(*width), longest.max(*width))
        });
    assert!(shortest > longest * 0.6, "{widths:?}");
}

#[test]
fn a_headline_that_is_too_long_ends_in_an_ellipsis() {
    for (title, is_cut) in [
        ("W".repeat(200), true),
        ("LOUD WORDS ".repeat(18), true),
        ("i".repeat(200), false),
        (format!("https://example.org/{}", "a-long-path/".repeat(7)), false),
    ] {
        let block = headline(title.trim());
        let line = block.lines.layout_runs().last().unwrap();
        assert_eq!(line.text.ends_with('…'), is_cut, "{title}");
        assert!(line_count(&block) <= 5 && block.height <= ROOM, "{title}");
        assert!(
            block.lines.layout_runs().all(|line| line.line_w <= COLUMN),
            "{title}"
        );
    }
}

#[test]
fn the_hue_is_the_one_that_the_client_gives_the_title() {
    assert_eq!(super::design::seed("SQLite is enough"), 110_015_495);
    assert_eq!(super::design::seed("日本語 🚀"), 454_585_554);
}
