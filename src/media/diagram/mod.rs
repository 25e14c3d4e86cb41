//! Drawings of diagrams: Mermaid code that becomes SVG.
//!
//! One diagram is drawn at a time, on a thread with a large stack, within limits on its source, its parts and the time.
//! The result is not trusted: [`svg`] rewrites it with what is allowed.

mod gantt;
mod painter;
mod svg;
#[cfg(test)]
mod tests;
mod text_width;

use std::sync::LazyLock;
use std::thread;

use parking_lot::Mutex;
use thiserror::Error;

use crate::domain::diagram::ColourScheme;
use painter::Painter;

/// The most bytes of a source (beyond.md §3.5).
const SOURCE_BYTES_MAX: usize = 20_000;
/// The stack of the drawing thread in bytes. The deepest diagram within the limits takes a tenth of it in a debug build.
const STACK_BYTES: usize = 64 << 20;
/// The most characters of a reason that the drawing library gives.
const REASON_LENGTH_MAX: usize = 300;

/// A drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// The SVG document.
    pub svg: String,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
}

/// The reason why a diagram is not drawn, for its author.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DrawError {
    /// Too many bytes.
    #[error("It is longer than 20 kB.")]
    Long,
    /// Too many nodes, or another limit on its parts.
    #[error("It has too many parts.")]
    Large,
    /// The time is over.
    #[error("Drawing it takes too long.")]
    Slow,
    /// A plan with excluded days whose length cannot be foreseen.
    #[error("A plan that excludes days has at most 50 lines, within ten years.")]
    LongPlan,
    /// The library does not understand it.
    #[error("{0}")]
    Invalid(String),
    /// The library failed, or drew what is not allowed.
    #[error("It cannot be drawn.")]
    Failed,
}

/// The painters, behind the lock that lets one diagram be drawn at a time.
static PAINTERS: LazyLock<Mutex<[Option<Painter>; 2]>> =
    LazyLock::new(|| Mutex::new(ColourScheme::ALL.map(Painter::new)));

/// Draws a diagram. Takes some 10 ms of CPU time, at most some 200 ms, and waits for other diagrams: do not call on
/// async threads. The drawing is transparent, and the same each time.
pub fn draw(source: &str, scheme: ColourScheme) -> Result<Drawing, DrawError> {
    if source.len() > SOURCE_BYTES_MAX {
        return Err(DrawError::Long);
    }
    if !gantt::is_bounded(source) {
        return Err(DrawError::LongPlan);
    }
    let painters = PAINTERS.lock();
    let [light, dark] = &*painters;
    let painter = match scheme {
        ColourScheme::Light => light,
        ColourScheme::Dark => dark,
    };
    let painter = painter.as_ref().ok_or(DrawError::Failed)?;
    // A thread of its own: a panic of the library costs one diagram, and deep recursion has room.
    let drawn = thread::scope(|scope| {
        let builder = thread::Builder::new()
            .name("diagram".to_owned())
            .stack_size(STACK_BYTES);
        let thread = builder.spawn_scoped(scope, || svg::clean(&painter.draw(source)?));
        thread.map(thread::ScopedJoinHandle::join)
    });
    match drawn {
        Ok(Ok(result)) => result,
        _ => Err(DrawError::Failed),
    }
}
