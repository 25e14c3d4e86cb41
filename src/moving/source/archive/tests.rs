//! Archives that were made to do harm, or by careless programs.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;
use crate::moving::source::Source;

/// Writes an archive, whose names may be of any kind.
fn archive(files: &[(&str, &[u8])]) -> (TempDir, PathBuf) {
    let (folder, path) = new_path();
    let mut writer = ZipWriter::new(File::create(&path).unwrap());
    for (name, bytes) in files {
        // The writer mends names: others of the same length are written, and put in their place.
        let placeholder = placeholder(name);
        let safe = if is_changed(name) { &placeholder } else { *name };
        writer.start_file(safe, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap();
    for (name, _) in files.iter().filter(|(name, _)| is_changed(name)) {
        replace(&path, placeholder(name).as_bytes(), name.as_bytes());
    }
    (folder, path)
}

fn new_path() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("export.zip");
    (folder, path)
}

fn is_changed(name: &str) -> bool {
    name.starts_with('/')
        || name.contains('\\')
        || name.split('/').any(|part| matches!(part, "" | "." | ".."))
}

fn placeholder(name: &str) -> String {
    "Q".repeat(name.len())
}

/// Replaces bytes in a file by as many others.
fn replace(path: &Path, from: &[u8], to: &[u8]) {
    let mut bytes = fs::read(path).unwrap();
    let places: Vec<usize> = memmem::find_iter(&bytes, from).collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at..at + from.len()].copy_from_slice(to);
    }
    fs::write(path, bytes).unwrap();
}

fn refusal(path: &Path) -> String {
    Source::open(path).err().unwrap().to_string()
}

#[test]
fn refuses_archives_that_lead_out_or_fill_the_disk() {
    let deep = "a/".repeat(DEPTH_MAX) + "a.md";
    for name in [
        "../a.md",
        "/a.md",
        "b/../../a.md",
        "b/../a.md",
        "a\\..\\b.md",
        "\\a.md",
        "..",
        &deep,
    ] {
        let (_folder, path) = archive(&[(name, b"x")]);
        assert!(refusal(&path).contains("leads out of it"), "{name}");
    }
    let zeros = vec![0; 8 << 20];
    let (_folder, path) = archive(&[("zeros", &zeros)]);
    assert!(refusal(&path).contains("packed more than 200 times"));
    let (_folder, path) = archive(&[("a", b"x")]);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 8]).unwrap();
    assert!(refusal(&path).contains("cannot be read"));
}

#[test]
fn an_upload_unpacks_to_less_than_what_the_command_line_may_name() {
    let (_folder, path) = archive(&[("a", b"x"), ("b", b"x")]);
    let mut bytes = fs::read(&path).unwrap();
    let entries: Vec<usize> = memmem::find_iter(&bytes, b"PK\x01\x02").collect();
    assert_eq!(entries.len(), 2);
    for at in entries {
        // 16 MiB packed, less a byte, and 3 GiB unpacked.
        bytes[at + 20..at + 24].copy_from_slice(&0x00ff_ffff_u32.to_le_bytes());
        bytes[at + 24..at + 28].copy_from_slice(&(3_u32 << 30).to_le_bytes());
    }
    fs::write(&path, &bytes).unwrap();
    for limits in [Limits::SITE_UPLOAD, Limits::FOREIGN] {
        let refused = Source::open_upload(&path, "site.zip", limits).err().unwrap();
        assert!(
            refused
                .to_string()
                .contains("larger than 4 GiB when they are unpacked"),
            "{refused}"
        );
    }
    // So much more is allowed there that it fails for what the archive has made up.
    let refused = Source::open_within(&path, Limits::SITE).err().unwrap();
    assert!(refused.to_string().contains("lie over each other"), "{refused}");
}

#[test]
fn takes_a_bounded_number_of_files() {
    let names: Vec<String> = (0..=Limits::FOREIGN.archive_files)
        .map(|number| number.to_string())
        .collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let (_folder, path) = archive(&files);
    assert!(refusal(&path).contains("more than 20000 files"));
    let (_folder, path) = archive(&files[1..]);
    assert_eq!(
        Source::open(&path).unwrap().files().count(),
        Limits::FOREIGN.archive_files
    );
}

#[test]
fn believes_no_number_that_would_fill_the_memory() {
    let (_folder, path) = archive(&[("a", b"x")]);
    let bytes = fs::read(&path).unwrap();
    let end = bytes.len() - END_LENGTH;
    // 60,000 files in the record at the end.
    let mut many = bytes.clone();
    many[end + 8..end + 12].copy_from_slice(&[0x60, 0xea, 0x60, 0xea]);
    fs::write(&path, &many).unwrap();
    assert!(refusal(&path).contains("more than 20000 files"));
    // As many as 64 bits can say, in the larger record.
    let mut large = LARGE_END.to_vec();
    large.extend(44_u64.to_le_bytes());
    large.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    for number in [u64::MAX / 64, u64::MAX / 64, u64::MAX / 2, 0] {
        large.extend(number.to_le_bytes());
    }
    assert_eq!(large.len(), LARGE_END_LENGTH);
    large.extend(LOCATOR);
    large.extend([0; 4]);
    large.extend((end as u64).to_le_bytes());
    large.extend([1, 0, 0, 0]);
    let mut whole = [&bytes[..end], &large, &bytes[end..]].concat();
    let record = end + large.len();
    whole[record + 8..record + 20].fill(0xff);
    fs::write(&path, &whole).unwrap();
    assert!(refusal(&path).contains("more than 20000 files"));
}

#[test]
fn the_list_of_files_is_bounded() {
    let (_folder, path) = new_path();
    let mut writer = ZipWriter::new(File::create(&path).unwrap());
    for number in 0..300 {
        let name = format!("{number}{}", "x".repeat(60_000));
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
    }
    writer.finish().unwrap();
    assert!(
        refusal(&path).contains("larger than 16 MiB"),
        "{}",
        refusal(&path)
    );
}

#[test]
fn refuses_links() {
    let (_folder, path) = new_path();
    let mut writer = ZipWriter::new(File::create(&path).unwrap());
    writer
        .add_symlink("a.md", "/etc/passwd", SimpleFileOptions::default())
        .unwrap();
    writer.finish().unwrap();
    assert!(refusal(&path).contains("is a link"));
}

#[test]
fn reads_names_of_old_programs() {
    let (_folder, path) = archive(&[
        ("posts\\one.md", b"1"),
        ("./two.md", b"2"),
        ("a//b.md", b"3"),
        ("cafQ.md", b"4"),
    ]);
    // Not in UTF-8, but in the code page of DOS.
    replace(&path, b"cafQ", b"caf\x82");
    let source = Source::open(&path).unwrap();
    let names: Vec<&str> = source.files().map(|(name, _)| name).collect();
    assert_eq!(names, ["a/b.md", "café.md", "posts/one.md", "two.md"]);
    for (name, text) in [
        ("posts/one.md", b"1"),
        ("two.md", b"2"),
        ("a/b.md", b"3"),
        ("café.md", b"4"),
    ] {
        assert_eq!(source.bytes(name, 1).unwrap().unwrap(), text);
    }
}

#[test]
fn a_file_yields_no_more_than_the_archive_says_and_nothing_damaged() {
    let text = b"a text that is long enough not to be packed, as it has nothing that repeats";
    let (_folder, path) = archive(&[("a.md", text)]);
    let bytes = fs::read(&path).unwrap();
    let list = memmem::rfind(&bytes, b"PK\x01\x02").unwrap();
    // The unpacked size in the list of files.
    let mut shorter = bytes.clone();
    shorter[list + 24..list + 28].copy_from_slice(&9_u32.to_le_bytes());
    fs::write(&path, &shorter).unwrap();
    let source = Source::open(&path).unwrap();
    assert!(source.bytes("a.md", 100).is_err());
    // A byte of the file itself.
    let mut damaged = bytes.clone();
    damaged[30 + "a.md".len() + 9] ^= 0x55;
    fs::write(&path, &damaged).unwrap();
    let source = Source::open(&path).unwrap();
    assert!(source.bytes("a.md", 100).is_err());
    // A packed size beyond the file.
    let mut longer = bytes;
    longer[list + 20..list + 24].copy_from_slice(&0x00ff_ffff_u32.to_le_bytes());
    fs::write(&path, &longer).unwrap();
    assert!(refusal(&path).contains("lie over each other"));
}
