//! The DTO of the places at which a search points.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::search::{Highlights, Piece, TextRange, split_at_ranges};

/// The places in a blog at which a search points. A place is a pair of its start and its length in UTF-16 code units.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Highlights)]
pub(in crate::http) struct HighlightsBody {
    /// The places in the title.
    title: Vec<[usize; 2]>,
    text: SnippetBody,
}

/// The part of the text around the first hit, and the places in it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Snippet)]
struct SnippetBody {
    /// Plain text of at most 200 UTF-16 code units; the beginning of the text if there is no hit in it.
    snippet: String,
    ranges: Vec<[usize; 2]>,
}

impl HighlightsBody {
    pub(super) fn new(highlights: Highlights) -> Self {
        Self {
            title: pairs(&highlights.title),
            text: SnippetBody {
                ranges: pairs(&highlights.text.ranges),
                snippet: highlights.text.text,
            },
        }
    }

    /// Returns the title in pieces.
    pub(in crate::http) fn title_pieces<'title>(&self, title: &'title str) -> Vec<Piece<'title>> {
        split_at_ranges(title, &ranges(&self.title))
    }

    /// Returns the part of the text in pieces.
    pub(in crate::http) fn snippet_pieces(&self) -> Vec<Piece<'_>> {
        split_at_ranges(&self.text.snippet, &ranges(&self.text.ranges))
    }
}

fn pairs(ranges: &[TextRange]) -> Vec<[usize; 2]> {
    ranges.iter().map(|range| [range.start, range.length]).collect()
}

fn ranges(pairs: &[[usize; 2]]) -> Vec<TextRange> {
    let range = |[start, length]: &[usize; 2]| TextRange {
        start: *start,
        length: *length,
    };
    pairs.iter().map(range).collect()
}
