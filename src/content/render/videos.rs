//! Videos of the known players; all other frames are removed.

use dom_query::NodeRef;

use super::named;
use crate::content::sanitise::is_player;

/// Turns frames into videos. The stylesheet sets their aspect ratio.
pub(super) fn prepare(elements: &[NodeRef<'_>]) {
    for frame in named(elements, "iframe") {
        if !frame.attr("src").is_some_and(|source| is_player(&source)) {
            frame.remove_from_parent();
            continue;
        }
        frame.add_class("video");
        frame.set_attr("loading", "lazy");
        frame.set_attr("allow", "fullscreen; picture-in-picture; encrypted-media");
        if frame.attr("title").is_none_or(|title| title.is_empty()) {
            frame.set_attr("title", "Video");
        }
    }
}
