use std::io::Write as _;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;

fn archive(files: &[(&str, &[u8])]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("export.zip");
    let mut writer = ZipWriter::new(File::create(&path).unwrap());
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap();
    (folder, path)
}

#[test]
fn a_file_a_folder_and_an_archive_have_the_same_files() {
    let hidden = [(".hidden", &b"three"[..]), ("__MACOSX/a.md", b"four")];
    let files = [("a.md", &b"one"[..]), ("b/c.md", b"two")];
    let (folder, path) = archive(&[&files[..], &hidden[..]].concat());
    let zip = Source::open(&path).unwrap();
    let root = folder.path().join("unpacked");
    for (name, bytes) in files.iter().chain(&hidden) {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let unpacked = Source::open(&root).unwrap();
    for source in [&zip, &unpacked] {
        assert_eq!(source.files().collect::<Vec<_>>(), [("a.md", 3), ("b/c.md", 3)]);
        assert_eq!(source.bytes("b/c.md", 3).unwrap().unwrap(), b"two");
        assert_eq!(source.bytes("b/d.md", 3).unwrap(), None);
        assert!(source.bytes("a.md", 2).is_err());
    }
    let file = Source::open(&root.join("a.md")).unwrap();
    assert_eq!(file.files().collect::<Vec<_>>(), [("a.md", 3)]);
    assert_eq!(file.beside("b/c.md", 3).unwrap().unwrap(), b"two");
    assert_eq!(file.beside("../export.zip", 1 << 20).unwrap(), None);
}

#[test]
fn a_text_is_no_archive_because_of_its_first_letters() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pk.md");
    fs::write(&path, "PK is short for Phil Katz").unwrap();
    assert!(Source::open(&path).unwrap().is_file());
}

#[test]
fn follows_no_links_out_of_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/etc/passwd", folder.path().join("a.md")).unwrap();
    std::os::unix::fs::symlink("/etc", folder.path().join("etc")).unwrap();
    assert_eq!(Source::open(folder.path()).unwrap().files().count(), 0);
}
