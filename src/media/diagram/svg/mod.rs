//! The last pass over a drawing: the SVG is parsed strictly, and rewritten with the elements and attributes that are
//! allowed. So no script, no handler, no link and no address of another site can be in it, whatever the library does.

#[cfg(test)]
mod tests;

use quick_xml::events::{BytesEnd, BytesStart, Event};
use quick_xml::{Reader, Writer, XmlVersion};

use super::{DrawError, Drawing};

const ELEMENTS: [&str; 28] = [
    "circle",
    "clipPath",
    "defs",
    "desc",
    "ellipse",
    "feDropShadow",
    "feFlood",
    "feGaussianBlur",
    "feOffset",
    "filter",
    "g",
    "line",
    "linearGradient",
    "marker",
    "mask",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "style",
    "svg",
    "symbol",
    "text",
    "tspan",
    "use",
];
/// Elements that are replaced by their content.
const UNWRAPPED: [&str; 2] = ["a", "switch"];
/// The element of the root that names the drawing.
const TITLE: &str = "title";
const ATTRIBUTES: [&str; 86] = [
    "alignment-baseline",
    "class",
    "clip-path",
    "clip-rule",
    "clipPathUnits",
    "color",
    "cx",
    "cy",
    "d",
    "display",
    "dominant-baseline",
    "dx",
    "dy",
    "fill",
    "fill-opacity",
    "fill-rule",
    "filter",
    "filterUnits",
    "flood-color",
    "flood-opacity",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "fx",
    "fy",
    "gradientTransform",
    "gradientUnits",
    "height",
    "href",
    "id",
    "in",
    "lengthAdjust",
    "letter-spacing",
    "marker-end",
    "marker-mid",
    "marker-start",
    "markerHeight",
    "markerUnits",
    "markerWidth",
    "mask",
    "offset",
    "opacity",
    "orient",
    "overflow",
    "paint-order",
    "pathLength",
    "patternUnits",
    "points",
    "preserveAspectRatio",
    "r",
    "refX",
    "refY",
    "result",
    "role",
    "rotate",
    "rx",
    "ry",
    "stdDeviation",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "style",
    "text-anchor",
    "text-decoration",
    "textLength",
    "transform",
    "transform-origin",
    "viewBox",
    "visibility",
    "width",
    "x",
    "x1",
    "x2",
    "xlink:href",
    "xml:space",
    "y",
    "y1",
    "y2",
];
const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";
/// The largest width and height in pixels.
const SIDE_MAX: f64 = 30_000.0;

/// Returns the SVG with what is allowed, and with the size of its `viewBox`.
pub(super) fn clean(svg: &str) -> Result<Drawing, DrawError> {
    let mut cleaner = Cleaner {
        written: Writer::new(Vec::new()),
        open: Vec::new(),
        size: None,
    };
    let mut reader = Reader::from_str(svg);
    loop {
        let event = reader.read_event().map_err(|_| DrawError::Failed)?;
        if matches!(event, Event::Eof) {
            break;
        }
        cleaner.take(event)?;
    }
    let (width, height) = cleaner.size.ok_or(DrawError::Failed)?;
    if !cleaner.open.is_empty() {
        return Err(DrawError::Failed);
    }
    let svg = String::from_utf8(cleaner.written.into_inner()).map_err(|_| DrawError::Failed)?;
    Ok(Drawing { svg, width, height })
}

/// The treatment of an open element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Written,
    Unwrapped,
    Removed,
    Style,
}

struct Cleaner {
    written: Writer<Vec<u8>>,
    open: Vec<Open>,
    size: Option<(u32, u32)>,
}

impl Cleaner {
    fn take(&mut self, event: Event<'_>) -> Result<(), DrawError> {
        match event {
            Event::Start(start) => {
                let open = self.start(&start, false)?;
                self.open.push(open);
            }
            Event::Empty(start) => {
                self.start(&start, true)?;
            }
            Event::End(end) => {
                let open = self.open.pop().ok_or(DrawError::Failed)?;
                if matches!(open, Open::Written | Open::Style) {
                    let name = end.name().as_ref().to_owned();
                    self.write(Event::End(BytesEnd::new(name)))?;
                }
            }
            Event::Text(text) => match self.open.last() {
                Some(Open::Style) => {
                    if !is_harmless(&text) {
                        return Err(DrawError::Failed);
                    }
                    self.write(Event::Text(text))?;
                }
                Some(Open::Removed) | None => {}
                Some(_) => self.write(Event::Text(text))?,
            },
            Event::GeneralRef(reference) => match self.open.last() {
                // Written instead of `>` between selectors.
                Some(Open::Style) if &*reference != "gt" => return Err(DrawError::Failed),
                Some(Open::Removed) | None => {}
                Some(_) => self.write(Event::GeneralRef(reference))?,
            },
            Event::Decl(_) | Event::Comment(_) => {}
            // No drawing needs character data, instructions or a document type.
            _ => return Err(DrawError::Failed),
        }
        Ok(())
    }

    fn start(&mut self, start: &BytesStart<'_>, is_empty: bool) -> Result<Open, DrawError> {
        let qualified = start.name();
        let name: &str = qualified.as_ref();
        let is_root = self.open.is_empty();
        if is_root && (name != "svg" || self.size.is_some()) {
            return Err(DrawError::Failed);
        }
        if self.open.last() == Some(&Open::Removed) {
            return Ok(Open::Removed);
        }
        // A style with an element in it is none.
        if self.open.last() == Some(&Open::Style) {
            return Err(DrawError::Failed);
        }
        if UNWRAPPED.contains(&name) {
            return Ok(Open::Unwrapped);
        }
        let is_allowed = ELEMENTS.contains(&name) || (self.open.len() == 1 && name == TITLE);
        if !is_allowed {
            return Ok(Open::Removed);
        }
        let mut written = BytesStart::new(name.to_owned());
        if is_root {
            written.push_attribute(("xmlns", SVG));
            written.push_attribute(("xmlns:xlink", XLINK));
        }
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|_| DrawError::Failed)?;
            let name: &str = attribute.key.as_ref();
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|_| DrawError::Failed)?;
            if is_root && matches!(name, "width" | "height" | "style") {
                continue;
            }
            if is_root && name == "viewBox" {
                let (width, height) = size(&value)?;
                self.size = Some((width, height));
                written.push_attribute(("width", &*width.to_string()));
                written.push_attribute(("height", &*height.to_string()));
            }
            if is_allowed_attribute(name, &value) {
                written.push_attribute((name, &*value.replace("overflow:hidden", "overflow:visible")));
            }
        }
        if is_root && self.size.is_none() {
            return Err(DrawError::Failed);
        }
        let open = if name == "style" {
            Open::Style
        } else {
            Open::Written
        };
        self.write(if is_empty {
            Event::Empty(written)
        } else {
            Event::Start(written)
        })?;
        Ok(open)
    }

    fn write(&mut self, event: Event<'_>) -> Result<(), DrawError> {
        self.written.write_event(event).map_err(|_| DrawError::Failed)
    }
}

fn is_allowed_attribute(name: &str, value: &str) -> bool {
    let is_link = matches!(name, "href" | "xlink:href");
    ATTRIBUTES.contains(&name) && is_harmless(value) && (!is_link || value.starts_with('#'))
}

/// Whether a style or another value loads nothing: `url(…)` names a part of the drawing, and nothing is written in
/// another way.
fn is_harmless(value: &str) -> bool {
    let value = value.to_ascii_lowercase();
    let loads_nothing = value
        .split("url(")
        .skip(1)
        .all(|address| address.trim_start_matches([' ', '"', '\'']).starts_with('#'));
    let forbidden = [
        "\\",
        "@import",
        "@font-face",
        "@namespace",
        "image-set",
        "image(",
        "src(",
        "expression",
        "javascript:",
        "<",
    ];
    loads_nothing && !forbidden.iter().any(|part| value.contains(part))
}

/// Returns the size of a `viewBox` in whole pixels.
fn size(view_box: &str) -> Result<(u32, u32), DrawError> {
    let numbers: Vec<f64> = view_box
        .split([' ', ','])
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().map_err(|_| DrawError::Failed))
        .collect::<Result<_, _>>()?;
    let [_, _, width, height] = numbers[..] else {
        return Err(DrawError::Failed);
    };
    Ok((side(width)?, side(height)?))
}

fn side(length: f64) -> Result<u32, DrawError> {
    if !(0.0..=SIDE_MAX).contains(&length) {
        return Err(DrawError::Large);
    }
    // Within the limits, a whole number is written without a point.
    let pixels = length.ceil().max(1.0).to_string();
    pixels.parse().map_err(|_| DrawError::Failed)
}
