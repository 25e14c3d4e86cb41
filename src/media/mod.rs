//! Layer 1: images. Uploads are decoded within limits, rotated upright, stripped of metadata, scaled down and
//! encoded as WebP. Preview images of posts and their diagrams are drawn.

mod decode;
pub mod diagram;
mod icon;
pub mod preview;
#[cfg(test)]
mod tests;
mod variants;

pub use decode::{STORED_BYTES_MAX, UPLOAD_BYTES_MAX, UploadError, UploadFormat, dimensions};
pub use icon::IconSet;
pub use variants::{ImageVariant, StoredImage};
