use image::ImageFormat;

use super::fonts::Fonts;
use super::text::{self, Block};
use super::{HEIGHT, Preview, WIDTH};

const COLUMN: f32 = 1_040.0;
const HEADLINE_HEIGHT: f32 = 350.0;
/// Titles in the scripts that the fonts support.
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

fn drawable(title: &str) -> Option<String> {
    text::drawable(&mut Fonts::embedded(), title)
}

fn headline(title: &str) -> Block {
    text::headline(&mut Fonts::embedded(), title, COLUMN, HEADLINE_HEIGHT)
}

fn line_count(block: &Block) -> usize {
    block.lines.layout_runs().count()
}

#[test]
fn draws_a_deterministic_png_of_the_documented_size() {
    let bytes = preview("SQLite is enough").draw().unwrap();
    assert!(bytes.len() < 120_000, "{}", bytes.len());
    let picture = image::load_from_memory_with_format(&bytes, ImageFormat::Png).unwrap();
    assert_eq!((picture.width(), picture.height()), (WIDTH, HEIGHT));
    assert_eq!(bytes, preview("SQLite is enough").draw().unwrap());
}

#[test]
fn name_changes_with_every_drawn_text() {
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
fn draws_every_script_of_the_fonts_completely() {
    for title in SCRIPTS {
        assert_eq!(drawable(title).as_deref(), Some(title));
        let block = headline(title);
        let mut glyphs = block.lines.layout_runs().flat_map(|line| line.glyphs);
        assert!(glyphs.all(|glyph| glyph.glyph_id != 0), "{title}");
    }
}

#[test]
fn detects_the_direction_of_text_from_its_beginning() {
    assert!(headline("كيف تبني Rust").is_right_to_left);
    assert!(headline("איך בונים").is_right_to_left);
    assert!(!headline("Rust על Linux").is_right_to_left);
}

#[test]
fn omits_undrawable_and_invisible_characters() {
    assert_eq!(
        drawable("🚀 Ship it 🎉 on\tFriday\r\n").as_deref(),
        Some("Ship it on Friday")
    );
    assert_eq!(
        drawable("a\u{7}b \u{202e}c\u{202c}\u{feff}").as_deref(),
        Some("a b c")
    );
    let stacked_marks = format!("Z{}algo", "\u{300}\u{301}\u{323}".repeat(9));
    assert_eq!(
        drawable(&stacked_marks).as_deref(),
        Some("Z\u{300}\u{301}\u{323}algo")
    );
}

#[test]
fn draws_an_image_for_a_title_that_the_fonts_lack() {
    let without_title = preview("").draw().unwrap();
    for title in [
        "如何构建一个快速的技术博客",
        "🚀🔥🎉",
        "\u{202e}\u{200d}",
        "Rust 入門の手引き",
    ] {
        assert_eq!(drawable(title), None, "{title}");
        let picture = preview(title).draw().unwrap();
        assert!(picture.len() > without_title.len() / 2, "{title}");
    }
    let undrawable = Preview {
        title: "博客",
        category: "",
        author: None,
        site: "社区",
    };
    assert!(undrawable.draw().is_ok());
}

#[test]
fn sizes_a_headline_by_its_length() {
    let short = headline("Async");
    let long = headline(&"A title of many words ".repeat(9));
    assert!(short.height > 100.0 && line_count(&short) == 1);
    assert!(line_count(&long) > 3 && long.height <= HEADLINE_HEIGHT && long.width <= COLUMN);
}

#[test]
fn balances_the_lines_of_a_headline() {
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
fn ends_a_too_long_headline_with_an_ellipsis() {
    for (title, is_cut) in [
        ("W".repeat(200), true),
        ("LOUD WORDS ".repeat(18), true),
        ("i".repeat(200), false),
        (format!("https://example.org/{}", "a-long-path/".repeat(7)), false),
    ] {
        let block = headline(title.trim());
        let line = block.lines.layout_runs().last().unwrap();
        assert_eq!(line.text.ends_with('…'), is_cut, "{title}");
        assert!(
            line_count(&block) <= 5 && block.height <= HEADLINE_HEIGHT,
            "{title}"
        );
        assert!(
            block.lines.layout_runs().all(|line| line.line_w <= COLUMN),
            "{title}"
        );
    }
}

#[test]
fn seed_equals_that_of_the_client() {
    assert_eq!(super::design::seed("SQLite is enough"), 110_015_495);
    assert_eq!(super::design::seed("日本語 🚀"), 454_585_554);
}
