//! Colours that an author chose on a white background must be readable on a dark one too: the stylesheet receives
//! them as custom properties, keeps the hue and takes the lightness from the theme. Text with both a colour and a
//! background stays unchanged.

use dom_query::NodeRef;

use super::declare;

/// Passes single colours to the stylesheet.
pub(super) fn prepare(elements: &[NodeRef<'_>]) {
    for element in elements {
        let Some(style) = element.attr("style") else {
            continue;
        };
        match (value(&style, "color"), value(&style, "background-color")) {
            (Some(colour), None) => {
                element.set_attr("style", &without(&style, "color"));
                declare(element, "--written-colour", colour);
                element.add_class("is-coloured");
            }
            (None, Some(marker)) => {
                declare(element, "--marker-colour", marker);
                element.add_class("is-marked");
            }
            _ => {}
        }
    }
}

fn declarations(style: &str) -> impl Iterator<Item = (&str, &str)> {
    style.split(';').filter_map(|declaration| {
        let (property, value) = declaration.split_once(':')?;
        Some((property.trim(), value.trim()))
    })
}

fn value<'style>(style: &'style str, property: &str) -> Option<&'style str> {
    let values = declarations(style).filter(|(name, _)| *name == property);
    values.last().map(|(_, value)| value)
}

fn without(style: &str, property: &str) -> String {
    let remaining: Vec<String> = declarations(style)
        .filter(|(name, _)| *name != property)
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    remaining.join("; ")
}
