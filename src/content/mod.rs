//! Floor 0: the HTML of posts. Pure functions: what is let in, and what is made from it.

mod absolute;
mod article;
mod beginning;
mod excerpt;
mod parse;
mod present;
mod sanitise;
mod tokens;

pub use absolute::with_whole_addresses;
pub use article::{article, shows_nothing};
pub use beginning::beginning;
pub use excerpt::{excerpt, read_minutes};
pub use parse::TooComplex;
pub use present::{Heading, Presented, Size, present};
pub use sanitise::{Unsafe, sanitise};
pub use tokens::{first_image, media_hash, media_hashes, plain_text};
