//! The pictures of an export: found in it, in a folder beside it or on the web, checked as uploads are, and kept on the disk
//! until the text that shows them is stored.

use std::collections::{HashMap, VecDeque};
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;

use tempfile::{Builder, TempDir, TempPath};
use url::Url;

use super::addresses::AddressBook;
use super::paths::{Places, places};
use super::picture_folder::PictureFolder;
use crate::actions::embedded_pictures;
use crate::content::{self, ImageSizes, Size};
use crate::domain::Time;
use crate::media::{ImageVariant, StoredImage, UPLOAD_BYTES_MAX};
use crate::moving::item::Base;
use crate::moving::source::{Source, SourceError};
use crate::outgoing::{BlockingClient, OutgoingError};
use crate::store::media::{self, MediaFormat, NewMedia};
use crate::store::{StoreError, Tx};

/// The pictures that are remembered, since texts that follow each other often show the same.
const REMEMBERED: usize = 256;
/// The most bytes of memory that a picture takes while it is decoded: an import takes little, whatever is in it.
const MEMORY_MAX: u64 = 160 << 20;
/// The failures after which a host is not asked again.
const FAILURES_MAX: u32 = 3;

/// A checked picture in its stored forms.
#[derive(Debug)]
pub(super) struct Picture {
    large: Variant,
    small: Option<Variant>,
}

/// A form of a picture, whose bytes are in a file.
#[derive(Debug)]
struct Variant {
    hash: String,
    width: u32,
    height: u32,
    file: TempPath,
}

/// What was found of a picture.
#[derive(Debug, Clone)]
pub(super) enum Found {
    /// The picture, which is to be stored.
    Picture(Arc<Picture>),
    /// Nothing: the reason, and whether there is something that is no picture for this site.
    Nothing { reason: String, is_refused: bool },
}

/// What begins the names of folders in which pictures are kept until they are stored.
pub const TEMPORARY: &str = "blog-app-import-";

/// Makes the folder in which pictures are kept until they are stored, in this one or in that of the system. It goes with what
/// is returned.
pub(super) fn temporary_folder(within: Option<&Path>) -> io::Result<TempDir> {
    let mut builder = Builder::new();
    builder.prefix(TEMPORARY);
    match within {
        Some(folder) => builder.tempdir_in(folder),
        None => builder.tempdir(),
    }
}

/// Where pictures are looked for.
pub(super) struct Pictures<'a> {
    source: &'a Source,
    roots: Vec<String>,
    folder: Option<&'a PictureFolder>,
    client: Option<&'a BlockingClient>,
    files: &'a TempDir,
    remembered: VecDeque<(String, Found)>,
    failures: HashMap<String, u32>,
}

impl<'a> Pictures<'a> {
    pub(super) fn new(
        source: &'a Source,
        folder: Option<&'a PictureFolder>,
        client: Option<&'a BlockingClient>,
        files: &'a TempDir,
    ) -> Self {
        Self {
            roots: roots(source),
            source,
            folder,
            client,
            files,
            remembered: VecDeque::new(),
            failures: HashMap::new(),
        }
    }

    /// Finds the picture with this address in a text.
    pub(super) fn find(&mut self, address: &str, base: &Base, addresses: &AddressBook) -> Found {
        if content::is_data_url(address) {
            return match embedded_pictures::read_data_url_within(address, MEMORY_MAX) {
                Ok(picture) => self.keep(&picture),
                Err(error) => refused(error.to_string()),
            };
        }
        let places = places(address, base, &self.roots, |host| addresses.is_own_host(host));
        let key = format!("{:?} {:?}", places.web, places.export);
        if let Some((_, found)) = self.remembered.iter().find(|(known, _)| *known == key) {
            return found.clone();
        }
        let found = match self.bytes(&places) {
            Ok(bytes) => match StoredImage::read_within(&bytes, None, MEMORY_MAX) {
                Ok(picture) => self.keep(&picture),
                Err(error) => refused(error.to_string()),
            },
            Err(nothing) => nothing,
        };
        if self.remembered.len() == REMEMBERED {
            self.remembered.pop_front();
        }
        self.remembered.push_back((key, found.clone()));
        found
    }

    /// Returns the bytes of the first file at one of these places.
    fn bytes(&mut self, places: &Places) -> Result<Vec<u8>, Found> {
        for path in &places.export {
            let in_export = self.source.bytes(path, UPLOAD_BYTES_MAX as u64);
            let beside = |found: Option<Vec<u8>>| match found {
                Some(bytes) => Ok(Some(bytes)),
                None => self.source.beside(path, UPLOAD_BYTES_MAX as u64),
            };
            if let Some(bytes) = in_export.and_then(beside).map_err(|error| of_source(&error))? {
                return Ok(bytes);
            }
        }
        if let Some(folder) = self.folder {
            for path in &places.folder {
                if let Some(bytes) = folder.bytes(path).map_err(refused)? {
                    return Ok(bytes);
                }
            }
        }
        match (self.client, &places.web) {
            (Some(client), Some(url)) => self.fetch(client, url),
            _ => Err(nothing("It is not in the export")),
        }
    }

    fn fetch(&mut self, client: &BlockingClient, url: &Url) -> Result<Vec<u8>, Found> {
        let host = url.host_str().unwrap_or_default().to_owned();
        if self
            .failures
            .get(&host)
            .is_some_and(|count| *count >= FAILURES_MAX)
        {
            return Err(nothing("Its server did not respond before"));
        }
        let mut response = client.get(url);
        let mut encrypted = url.clone();
        if matches!(response, Err(OutgoingError::PlainText)) && encrypted.set_scheme("https").is_ok() {
            response = client.get(&encrypted);
        }
        match response {
            Ok(response) if response.status().as_u16() == 200 => Ok(response.into_body().to_vec()),
            Ok(response) => Err(nothing(&format!(
                "Its server answered with {}",
                response.status()
            ))),
            Err(error) => {
                if matches!(error, OutgoingError::TimedOut | OutgoingError::Unreachable(_)) {
                    *self.failures.entry(host).or_default() += 1;
                }
                Err(nothing(&format!("It could not be loaded: {error}")))
            }
        }
    }

    fn keep(&self, picture: &StoredImage) -> Found {
        match Picture::keep(self.files, picture) {
            Ok(picture) => Found::Picture(Arc::new(picture)),
            Err(error) => refused(format!("It cannot be kept until it is stored: {error}")),
        }
    }
}

impl Picture {
    /// Writes a picture to the disk, so that texts with many pictures need no memory.
    pub(super) fn keep(files: &TempDir, picture: &StoredImage) -> io::Result<Self> {
        Ok(Self {
            large: Variant::keep(files, &picture.large)?,
            small: picture
                .small
                .as_ref()
                .map(|small| Variant::keep(files, small))
                .transpose()?,
        })
    }

    /// The hash by which it is known.
    pub(super) fn hash(&self) -> &str {
        &self.large.hash
    }

    /// The hash of its small form.
    pub(super) fn small_hash(&self) -> Option<&str> {
        self.small.as_ref().map(|small| small.hash.as_str())
    }

    /// The address that it has once it is stored.
    pub(super) fn address(&self) -> String {
        format!("/media/{}.webp", self.large.hash)
    }

    /// Adds its size to those of the pictures of a text.
    pub(super) fn add_size(&self, sizes: &mut ImageSizes) {
        let Variant { width, height, .. } = self.large;
        sizes.insert(self.large.hash.clone(), Size { width, height });
    }

    /// Stores it.
    pub(super) fn store(&self, tx: &mut Tx<'_>, now: Time) -> Result<(), StoreError> {
        if let Some(small) = &self.small {
            small.store(tx, None, now)?;
        }
        self.large.store(tx, self.small_hash(), now)
    }
}

impl Variant {
    fn keep(files: &TempDir, variant: &ImageVariant) -> io::Result<Self> {
        let mut file = Builder::new().tempfile_in(files.path())?;
        file.write_all(&variant.bytes)?;
        Ok(Self {
            hash: variant.hash.clone(),
            width: variant.width,
            height: variant.height,
            file: file.into_temp_path(),
        })
    }

    fn store(&self, tx: &mut Tx<'_>, small_hash: Option<&str>, now: Time) -> Result<(), StoreError> {
        let bytes = fs::read(&self.file)
            .map_err(|error| StoreError::Corrupt(format!("{}: {error}", self.file.display())))?;
        let new = NewMedia {
            hash: &self.hash,
            width: self.width,
            height: self.height,
            format: MediaFormat::WebP,
            bytes: &bytes,
            small_hash,
        };
        media::insert(tx, &new, now)
    }
}

/// Returns the folders of an export that may be its root: the root, and the only folder in it.
fn roots(source: &Source) -> Vec<String> {
    let mut roots = vec![String::new()];
    let mut folders = source
        .files()
        .map(|(path, _)| path.split_once('/').map(|(folder, _)| folder.to_owned()));
    if let Some(Some(first)) = folders.next()
        && folders.all(|folder| folder.as_ref() == Some(&first))
    {
        roots.push(first);
    }
    roots
}

fn nothing(reason: &str) -> Found {
    Found::Nothing {
        reason: reason.to_owned(),
        is_refused: false,
    }
}

fn refused(reason: impl Into<String>) -> Found {
    Found::Nothing {
        reason: reason.into(),
        is_refused: true,
    }
}

fn of_source(error: &SourceError) -> Found {
    refused(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &[u8] = include_bytes!("../demo/covers/honest-baselines-480.webp");
    const OTHER: &[u8] = include_bytes!("../demo/covers/flaky-tests-are-bugs-480.webp");
    const LARGE: &[u8] = include_bytes!("../demo/covers/honest-baselines.webp");

    struct Export(TempDir);

    impl Export {
        fn with(files: &[(&str, &[u8])]) -> Self {
            let folder = tempfile::tempdir().unwrap();
            for (path, bytes) in files {
                let path = folder.path().join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, bytes).unwrap();
            }
            Self(folder)
        }

        fn source(&self) -> Source {
            Source::open(self.0.path()).unwrap()
        }
    }

    fn hash(found: &Found) -> Option<String> {
        match found {
            Found::Picture(picture) => Some(picture.hash().to_owned()),
            Found::Nothing { .. } => None,
        }
    }

    #[test]
    fn finds_pictures_in_the_export_and_in_the_folder() {
        let export = Export::with(&[("site/static/a.png", SMALL), ("site/posts/b.png", OTHER)]);
        let folder = Export::with(&[("2020/c.png", LARGE)]);
        let source = export.source();
        let pictures = PictureFolder::open(folder.0.path()).unwrap();
        let files = temporary_folder(None).unwrap();
        let mut pictures = Pictures::new(&source, Some(&pictures), None, &files);
        let addresses = AddressBook::default();
        let base = Base::Folder("site/posts".to_owned());
        let a = pictures.find("/a.png", &base, &addresses);
        let b = pictures.find("b.png", &base, &addresses);
        let c = pictures.find(
            "https://old.example/wp-content/uploads/2020/c-300x5.png",
            &base,
            &addresses,
        );
        assert!(hash(&a).is_some() && hash(&b).is_some() && hash(&a) != hash(&b));
        assert!(matches!(&c, Found::Picture(picture) if picture.small_hash().is_some()));
        assert_eq!(hash(&pictures.find("/a.png", &base, &addresses)), hash(&a));
        let missing = pictures.find("none.png", &base, &addresses);
        assert!(
            matches!(
                missing,
                Found::Nothing {
                    is_refused: false,
                    ..
                }
            ),
            "{missing:?}"
        );
    }

    #[test]
    fn checks_pictures_as_uploads() {
        let large = vec![0; UPLOAD_BYTES_MAX + 1];
        let export = Export::with(&[("large.png", &large), ("text.png", b"text")]);
        let source = export.source();
        let files = temporary_folder(None).unwrap();
        let mut pictures = Pictures::new(&source, None, None, &files);
        for path in ["/large.png", "/text.png", "data:image/png;base64,AAAA"] {
            let found = pictures.find(path, &Base::None, &AddressBook::default());
            assert!(
                matches!(found, Found::Nothing { is_refused: true, .. }),
                "{path}: {found:?}"
            );
        }
    }

    #[test]
    fn the_only_folder_of_an_export_may_be_its_root() {
        let one = Export::with(&[("blog/a.png", b"x"), ("blog/b/c.png", b"x")]);
        assert_eq!(roots(&one.source()), ["", "blog"]);
        let two = Export::with(&[("blog/a.png", b"x"), ("c.png", b"x")]);
        assert_eq!(roots(&two.source()), [""]);
    }
}
