//! Floor 0: the HTML of posts. Pure functions: what is let in, and what is made from it.

mod excerpt;
mod sanitise;
mod tokens;

pub use excerpt::{excerpt, read_minutes};
pub use sanitise::sanitise;
pub use tokens::{first_image, plain_text};
