//! The files, folders and archives in which an export may lie, and those that hold none.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::super::read;
use super::{fixture, items_of_json, read_path};
use crate::moving::item::Item;
use crate::moving::source::Source;
use crate::moving::{ReadError, Sink};

/// Writes the export as an archive whose files are in a folder.
fn zip_of_site() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("export.zip");
    let mut writer = ZipWriter::new(fs::File::create(&path).unwrap());
    let source = Source::open(&fixture("site")).unwrap();
    for (file, _) in source.files() {
        writer
            .start_file(format!("backup/{file}"), SimpleFileOptions::default())
            .unwrap();
        writer
            .write_all(&source.bytes(file, 1 << 20).unwrap().unwrap())
            .unwrap();
    }
    writer.finish().unwrap();
    (folder, path)
}

#[test]
fn reads_an_archive_whose_pictures_are_wanted_meanwhile() {
    struct Pictures<'source>(&'source Source, Vec<Vec<u8>>);

    impl Sink for Pictures<'_> {
        fn take(&mut self, item: Item) -> Result<(), ReadError> {
            if let Item::Text(text) = item
                && let Some(path) = text.cover.as_deref().and_then(|path| path.strip_prefix('/'))
            {
                self.1.extend(self.0.bytes(path, 1 << 20)?);
            }
            Ok(())
        }

        fn read(&mut self, _bytes: u64) {}
    }

    let (_folder, path) = zip_of_site();
    // An archive reads one file at a time: pictures come from it once more.
    let (source, again) = (Source::open(&path).unwrap(), Source::open(&path).unwrap());
    let mut pictures = Pictures(&again, Vec::new());
    read(&source, &mut pictures).unwrap();
    assert_eq!(pictures.1.len(), 1);
    assert!(pictures.1[0].starts_with(b"\x89PNG"));
}

#[test]
fn tells_what_is_no_export() {
    for json in [
        &b"{}"[..],
        b"[]",
        b"",
        b"{\"data\": {\"posts\": 1}}",
        b"\xff\xfe{\x00",
    ] {
        let (items, result) = items_of_json(json);
        assert!(matches!(result, Err(ReadError::Form(_))), "{json:?}");
        assert!(items.items.is_empty());
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("package.json"), "{\"name\": \"theme\"}").unwrap();
    let error = read_path(folder.path()).1.unwrap_err().to_string();
    assert_eq!(error, "there is no export of Ghost in it: a JSON file with posts");
}
