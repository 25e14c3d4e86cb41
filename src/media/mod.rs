//! Floor 1: pictures that people bring, made fit to be shown: decoded within limits, turned upright,
//! stripped of everything but their pixels, scaled down, and written as WebP. And pictures that are made here.

mod decode;
mod forms;
pub mod preview;
#[cfg(test)]
mod tests;

pub use decode::{Kind, PictureError, dimensions};
pub use forms::{Form, Picture};
