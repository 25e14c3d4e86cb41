//! Drawing the diagrams of a text, and storing the drawings as media.

use std::time::{Duration, Instant};

use crate::content::{self, DIAGRAMS_MAX, ImageSizes, Size};
use crate::domain::Time;
use crate::domain::diagram::{ColourScheme, drawing_hash};
use crate::media::diagram::{Drawing, draw};
use crate::store::media::{self, MediaFormat, NewMedia};
use crate::store::{StoreError, Tx};

/// The time for the diagrams of one text; the source of those that are left then stays.
const TIME_MAX: Duration = Duration::from_secs(5);

/// A drawn diagram, in the order of [`ColourScheme::ALL`].
#[derive(Debug, Clone)]
pub struct DrawnDiagram([(String, Drawing); 2]);

impl DrawnDiagram {
    /// The SVG for light paper and that for dark paper.
    pub fn svgs(&self) -> [&str; 2] {
        let [(_, light), (_, dark)] = &self.0;
        [&light.svg, &dark.svg]
    }

    /// The size in pixels.
    pub fn size(&self) -> Size {
        let [(_, drawing), _] = &self.0;
        let (width, height) = (drawing.width, drawing.height);
        Size { width, height }
    }
}

/// Draws the diagrams of one text, within limits on their number and time.
#[derive(Debug)]
pub struct Drawer {
    left: usize,
    ends_at: Instant,
}

impl Default for Drawer {
    fn default() -> Self {
        Self {
            left: DIAGRAMS_MAX,
            ends_at: Instant::now() + TIME_MAX,
        }
    }
}

impl Drawer {
    /// Draws a diagram, or returns the reason why it is not drawn. Blocks the thread.
    pub fn draw(&mut self, source: &str) -> Result<DrawnDiagram, String> {
        self.left = self
            .left
            .checked_sub(1)
            .ok_or_else(|| format!("A post shows at most {DIAGRAMS_MAX} diagrams."))?;
        if Instant::now() > self.ends_at {
            return Err("The diagrams before it took too long.".to_owned());
        }
        let drawn = |scheme| match draw(source, scheme) {
            Ok(drawing) => Ok((drawing_hash(source, scheme), drawing)),
            Err(reason) => Err(reason.to_string()),
        };
        Ok(DrawnDiagram([
            drawn(ColourScheme::Light)?,
            drawn(ColourScheme::Dark)?,
        ]))
    }
}

/// Draws the diagrams of sanitised HTML. Those that cannot be drawn are left out. Blocks the thread.
pub fn draw_all(html: &str) -> Vec<DrawnDiagram> {
    let mut drawer = Drawer::default();
    let sources = content::diagrams(html);
    sources
        .iter()
        .filter_map(|source| drawer.draw(source).ok())
        .collect()
}

/// Adds the sizes of drawings that are about to be stored.
pub fn add_sizes(sizes: &mut ImageSizes, drawn: &[DrawnDiagram]) {
    for diagram in drawn {
        let [(light, _), (dark, _)] = &diagram.0;
        sizes.insert(light.clone(), diagram.size());
        sizes.insert(dark.clone(), diagram.size());
    }
}

/// Stores drawings.
pub fn store(tx: &mut Tx<'_>, drawn: &[DrawnDiagram], now: Time) -> Result<(), StoreError> {
    for (hash, drawing) in drawn.iter().flat_map(|diagram| &diagram.0) {
        let new = NewMedia {
            hash,
            width: drawing.width,
            height: drawing.height,
            format: MediaFormat::Svg,
            bytes: drawing.svg.as_bytes(),
            small_hash: None,
        };
        media::insert(tx, &new, now)?;
    }
    Ok(())
}
