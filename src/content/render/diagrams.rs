//! Diagrams: each is replaced by its drawings, with its source below.
//!
//! A reader can choose another theme than that of the system, so that a `<source media="(prefers-color-scheme: dark)">`
//! would show light ink on light paper. There is a `<picture>` for each theme instead, of which the style sheet displays
//! one by the `data-theme` of the page; the other one, which loads lazily, is not fetched. Without the style sheet
//! `hidden` leaves the light one, and without scripts the page is light.

use dom_query::NodeRef;

use super::failures::Failures;
use super::{Size, ancestor, element, label_of, named};
use crate::content::diagrams::source;

/// The drawings of a diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiagramPictures {
    /// The URL for light paper.
    pub light: String,
    /// The URL for dark paper.
    pub dark: String,
    /// The size of both.
    pub size: Size,
}

/// Returns the drawings of a diagram by its source, or the reason why there are none.
pub type FindPictures<'a> = dyn FnMut(&str) -> Result<DiagramPictures, String> + 'a;

/// Replaces every diagram that has drawings; the source of others stays code.
pub(super) fn prepare(elements: &[NodeRef<'_>], pictures: &mut FindPictures<'_>, failures: Failures) {
    let mut displayed = 0;
    for (pre, source) in sources(elements) {
        match pictures(&source) {
            Ok(pictures) => {
                displayed += 1;
                replace(&pre, &source, &pictures, displayed);
            }
            Err(reason) => failures.show(&pre, &format!("The diagram cannot be shown: {reason}")),
        }
    }
}

/// Replaces every diagram that has drawings by the light one, for feed readers.
pub(super) fn prepare_for_feed(elements: &[NodeRef<'_>], pictures: &mut FindPictures<'_>) {
    for (pre, source) in sources(elements) {
        if let Ok(pictures) = pictures(&source) {
            let figure = element(&pre, "figure", &[]);
            figure.append_child(&image(
                &pre,
                &pictures.light,
                pictures.size,
                &description(&source),
            ));
            pre.replace_with(&figure);
        }
    }
}

/// Returns the elements that are diagrams. Within a link they stay code, since a button cannot stand there.
fn sources<'tree>(elements: &[NodeRef<'tree>]) -> Vec<(NodeRef<'tree>, String)> {
    let blocks = named(elements, "pre").filter(|pre| ancestor(pre, &["a", "button", "summary"]).is_none());
    blocks.filter_map(|pre| Some((*pre, source(pre)?))).collect()
}

fn replace(pre: &NodeRef<'_>, source: &str, pictures: &DiagramPictures, number: usize) {
    let description = description(source);
    let figure = element(pre, "figure", &[("class", "diagram")]);
    pre.insert_before(&figure);
    let label = format!("Diagram {number}");
    let scroller = element(pre, "div", &[("class", "scroller"), ("data-label", &label)]);
    figure.append_child(&scroller);
    for (class, address) in [
        ("picture diagram-light", &pictures.light),
        ("picture diagram-dark", &pictures.dark),
    ] {
        let label = format!("Open image: {description}");
        let attributes = [
            ("type", "button"),
            ("class", class),
            ("aria-haspopup", "dialog"),
            ("aria-label", &*label),
        ];
        let button = element(pre, "button", &attributes);
        if class.ends_with("dark") {
            button.set_attr("hidden", "");
        }
        let picture = element(pre, "picture", &[]);
        picture.append_child(&image(pre, address, pictures.size, &description));
        button.append_child(&picture);
        scroller.append_child(&button);
    }
    let details = element(pre, "details", &[]);
    let summary = element(pre, "summary", &[]);
    summary.append_child(&pre.tree.new_text("Source of the diagram"));
    details.append_child(&summary);
    details.append_child(pre);
    figure.append_child(&details);
}

fn image<'tree>(sibling: &NodeRef<'tree>, address: &str, size: Size, description: &str) -> NodeRef<'tree> {
    let Size { width, height } = size;
    let (width, height) = (width.to_string(), height.to_string());
    let attributes = [
        ("src", address),
        ("alt", description),
        ("width", &width),
        ("height", &height),
        ("loading", "lazy"),
        ("decoding", "async"),
    ];
    element(sibling, "img", &attributes)
}

/// Returns what the author says about a diagram: its title for screen readers, else its title.
fn description(source: &str) -> String {
    let lines = || source.lines().map(str::trim);
    let accessible = lines().find_map(|line| line.strip_prefix("accTitle")?.trim_start().strip_prefix(':'));
    let title = || {
        lines().find_map(|line| {
            let line = line.strip_prefix("pie").unwrap_or(line).trim_start();
            let line = line.strip_prefix("showData").unwrap_or(line).trim_start();
            line.strip_prefix("title")
                .and_then(|title| title.strip_prefix([' ', ':']))
        })
    };
    let description = accessible.or_else(title).unwrap_or_default();
    match label_of(description.trim().trim_matches('"')) {
        "" => "Diagram".to_owned(),
        description => description.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{render_article, render_for_feed, render_preview};
    use super::*;
    use crate::content::{ImageSizes, drawing_hashes};

    const HTML: &str =
        "<p>a</p><pre><code class=\"language-mermaid\">pie title Pets\n\"a\": 1\n</code></pre>";
    const SIZE: Size = Size {
        width: 300,
        height: 200,
    };

    fn sizes() -> ImageSizes {
        drawing_hashes(HTML)
            .into_iter()
            .map(|hash| (hash, SIZE))
            .collect()
    }

    #[test]
    fn shows_the_stored_drawings_with_the_source_below() {
        let [light, dark] = <[String; 2]>::try_from(drawing_hashes(HTML)).unwrap();
        let rendered = super::super::render_with_images(HTML, &sizes()).html;
        let image = |hash: &str| {
            format!(
                "<picture><img src=\"/media/{hash}.svg\" alt=\"Pets\" width=\"300\" height=\"200\" loading=\"lazy\" \
                 decoding=\"async\"></picture></button>"
            )
        };
        let button = |class: &str, hidden: &str| {
            format!(
                "<button type=\"button\" class=\"picture diagram-{class}\" aria-haspopup=\"dialog\" \
                 aria-label=\"Open image: Pets\"{hidden}>"
            )
        };
        let expected = format!(
            "<p>a</p><figure class=\"diagram\"><div class=\"scroller\" data-label=\"Diagram 1\">{}{}{}{}</div>\
             <details><summary>Source of the diagram</summary><div class=\"code-block\">",
            button("light", ""),
            image(&light),
            button("dark", " hidden=\"\""),
            image(&dark)
        );
        assert!(rendered.starts_with(&expected), "{rendered}\n{expected}");
        assert!(
            rendered.ends_with("\"a\": 1\n</code></pre></div></details></figure>"),
            "{rendered}"
        );
    }

    #[test]
    fn shows_the_source_unless_both_drawings_are_stored() {
        let code = render_article(HTML, &|_| None).html;
        assert!(
            code.contains("<div class=\"code-block\">") && !code.contains("figure"),
            "{code}"
        );
        for hash in drawing_hashes(HTML) {
            let mut one = sizes();
            one.remove(&hash);
            assert_eq!(super::super::render_with_images(HTML, &one).html, code);
        }
    }

    #[test]
    fn shows_feed_readers_the_light_drawing_alone() {
        let light = &drawing_hashes(HTML)[0];
        assert_eq!(
            render_for_feed(HTML, &sizes()),
            format!(
                "<p>a</p><figure><img src=\"/media/{light}.svg\" alt=\"Pets\" width=\"300\" height=\"200\" \
                 loading=\"lazy\" decoding=\"async\"></figure>"
            )
        );
        assert_eq!(render_for_feed(HTML, &ImageSizes::new()), HTML);
    }

    #[test]
    fn says_in_a_preview_why_a_diagram_cannot_be_shown() {
        let preview = render_preview(HTML, &|_| None, &mut |source| {
            Err(format!("It is {}.", source.len()))
        });
        let note = "<p class=\"render-error\" role=\"note\">The diagram cannot be shown: It is 21.</p>";
        assert!(preview.html.contains(note), "{}", preview.html);
    }

    #[test]
    fn describes_a_diagram_by_its_title() {
        for (source, expected) in [
            ("flowchart LR\n  accTitle: Two steps\n title a", "Two steps"),
            ("pie showData title Pets", "Pets"),
            ("gantt\n    title A plan", "A plan"),
            ("---\ntitle: \"Named\"\n---\nflowchart LR", "Named"),
            ("flowchart LR\nA[titles] --> B", "Diagram"),
            ("gantt\n    title ", "Diagram"),
        ] {
            assert_eq!(description(source), expected, "{source}");
        }
    }
}
