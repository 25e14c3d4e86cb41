//! The pictures of a site, whose bytes stay as they are.

use std::sync::Arc;

use super::preparer::Preparer;
use crate::actions::moving::entries::UsedPicture;
use crate::actions::moving::pictures::Picture;
use crate::actions::moving::report::ReportItem;
use crate::domain::post::{IMAGE_WIDTH_MAX, SMALL_IMAGE_WIDTH};
use crate::media::{ImageVariant, STORED_BYTES_MAX, StoredImage};
use crate::moving::item::Kind;
use crate::moving::site::{TextFolder, picture_hash, picture_name, small_picture_name};

/// The pictures that are remembered.
const REMEMBERED: usize = 64;

impl Preparer<'_> {
    /// Returns the pictures of a folder, and the entries of those that are refused.
    pub(super) fn pictures(&mut self, folder: &TextFolder) -> (Vec<UsedPicture>, Vec<ReportItem>) {
        let (mut pictures, mut refused) = (Vec::new(), Vec::new());
        for hash in folder.files.iter().filter_map(|name| picture_hash(name)) {
            let address = format!("{}/{}", folder.path, picture_name(hash));
            match self.picture(folder, hash) {
                Ok(picture) => pictures.push(UsedPicture { address, picture }),
                Err(reason) => refused.push(ReportItem::new(Kind::Picture, address, "").refused(reason)),
            }
        }
        (pictures, refused)
    }

    /// Reads a picture and its small form, and keeps them on the disk until they are stored.
    pub(super) fn picture(&mut self, folder: &TextFolder, hash: &str) -> Result<Arc<Picture>, String> {
        if let Some((_, picture)) = self.remembered.iter().find(|(known, _)| known == hash) {
            return Ok(Arc::clone(picture));
        }
        let large = self.variant(folder, &picture_name(hash), IMAGE_WIDTH_MAX)?;
        let large = large.ok_or("The file is not there")?;
        if large.hash != hash {
            return Err("Its bytes are not those after which it is named".to_owned());
        }
        let small = self.variant(folder, &small_picture_name(hash), SMALL_IMAGE_WIDTH)?;
        let kept = Picture::keep(self.files, &StoredImage { large, small });
        let kept = kept.map_err(|error| format!("It cannot be kept until it is stored: {error}"))?;
        let picture = Arc::new(kept);
        if self.remembered.len() == REMEMBERED {
            self.remembered.pop_front();
        }
        self.remembered.push_back((hash.to_owned(), Arc::clone(&picture)));
        Ok(picture)
    }

    fn variant(
        &self,
        folder: &TextFolder,
        name: &str,
        width_max: u32,
    ) -> Result<Option<ImageVariant>, String> {
        let path = format!("{}/{name}", folder.path);
        let Some(bytes) = self.archive.bytes(&path, STORED_BYTES_MAX as u64)? else {
            return Ok(None);
        };
        let variant = ImageVariant::from_stored(bytes, width_max).map_err(|error| error.to_string())?;
        Ok(Some(variant))
    }
}
