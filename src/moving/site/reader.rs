//! Reading an export: one file after the other, each within its bounds, and none of them trusted.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read};

use sha2::{Digest as _, Sha256};

use super::{HTML, MANIFEST, MARKDOWN, Manifest};
use crate::domain::post::CONTENT_BYTES_MAX;
use crate::moving::ReadError;
use crate::moving::source::{Source, SourceError};

/// The most bytes of the manifest: those of as many files as an export may have.
const MANIFEST_BYTES_MAX: u64 = 64 << 20;
/// The most bytes of a line: a comment with all texts that it had, every character escaped.
const LINE_BYTES_MAX: u64 = 2 << 20;
/// The most bytes of front matter and Markdown together: Markdown escapes rarely double a text.
const MARKDOWN_BYTES_MAX: u64 = 4 * CONTENT_BYTES_MAX as u64;
const BUFFER_BYTES: usize = 64 << 10;

/// The folder of a post or a static page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFolder {
    /// Its path in the export, which names it in the report.
    pub path: String,
    /// The names of its files.
    pub files: Vec<String>,
}

/// A line of a file with a record on each.
#[derive(Debug)]
pub struct Line<'a> {
    /// The number, from 1.
    pub number: u64,
    /// What it says, or why that cannot be read.
    pub text: Result<&'a str, &'static str>,
}

/// An export of a site.
pub struct SiteExport<'a> {
    source: &'a Source,
    /// What stands before all paths: nothing, or the only folder.
    root: String,
    /// Whether it holds mail addresses and password hashes.
    pub with_accounts: bool,
    /// The files that are not as they were exported.
    changed: HashSet<String>,
    /// The files of the manifest that are not there.
    missing: Vec<String>,
}

impl<'a> SiteExport<'a> {
    /// Reads the manifest, and compares all files with it. `on_read` learns the bytes that were read, and may end the reading.
    ///
    /// # Errors
    /// If there is none, it is one of a newer version, or a file cannot be read; or the error of `on_read`.
    pub fn open(
        source: &'a Source,
        mut on_read: impl FnMut(u64) -> Result<(), ReadError>,
    ) -> Result<Self, ReadError> {
        let root = root(source)?;
        let manifest = manifest(source, &root)?;
        let mut changed = HashSet::new();
        let mut read = 0;
        for (path, size) in source.files() {
            let Some(name) = path.strip_prefix(&root).filter(|name| *name != MANIFEST) else {
                continue;
            };
            let expected = manifest.files.get(name).map(|file| file.sha256.as_str());
            if expected != Some(hash(source, path)?.as_str()) {
                changed.insert(name.to_owned());
            }
            read += size;
            on_read(read)?;
        }
        let names = manifest.files.into_keys();
        let missing = names.filter(|name| !source.contains(&format!("{root}{name}")));
        Ok(Self {
            source,
            with_accounts: manifest.with_accounts,
            changed,
            missing: missing.collect(),
            root,
        })
    }

    /// The files of the manifest that are not there, in the order of their paths.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// Whether a file differs from what was exported.
    pub fn is_changed(&self, path: &str) -> bool {
        self.changed.contains(path)
    }

    /// The folders below `posts` or `pages`, in the order of the paths of their files.
    pub fn folders(&self, of: &'static str) -> impl Iterator<Item = TextFolder> {
        let below = format!("{}{of}/", self.root);
        let within = self.source.files().filter_map(move |(path, _)| {
            let (folder, file) = path.strip_prefix(&below)?.split_once('/')?;
            Some((folder, file))
        });
        // What begins with the same folder stands together.
        let mut files = within.peekable();
        std::iter::from_fn(move || {
            let (name, file) = files.next()?;
            let mut names = vec![file.to_owned()];
            while let Some((_, file)) = files.next_if(|(folder, _)| *folder == name) {
                names.push(file.to_owned());
            }
            Some(TextFolder {
                path: format!("{of}/{name}"),
                files: names,
            })
        })
    }

    /// The bytes of all files in a folder.
    pub fn size(&self, folder: &TextFolder) -> u64 {
        let below = format!("{}{}/", self.root, folder.path);
        let files = folder.files.iter();
        files
            .filter_map(|file| self.source.size_of(&format!("{below}{file}")))
            .sum()
    }

    /// Returns the front matter and the Markdown of a text, and its HTML.
    ///
    /// # Errors
    /// Says which file is not there or cannot be read.
    pub fn text(&self, folder: &TextFolder) -> Result<(String, String), String> {
        let markdown = self.string(&folder.path, MARKDOWN, MARKDOWN_BYTES_MAX)?;
        let html = self.string(&folder.path, HTML, CONTENT_BYTES_MAX as u64)?;
        Ok((markdown, html))
    }

    fn string(&self, folder: &str, name: &str, size_max: u64) -> Result<String, String> {
        let path = format!("{folder}/{name}");
        let bytes = self.bytes(&path, size_max)?;
        let bytes = bytes.ok_or_else(|| format!("{name} is not there"))?;
        String::from_utf8(bytes).map_err(|_| format!("{name} is not in UTF-8"))
    }

    /// Returns a file of at most `size_max` bytes; `None` if it is not there.
    ///
    /// # Errors
    /// Says why it cannot be read.
    pub fn bytes(&self, path: &str, size_max: u64) -> Result<Option<Vec<u8>>, String> {
        let bytes = self.source.bytes(&format!("{}{path}", self.root), size_max);
        bytes.map_err(|error| error.to_string())
    }

    /// Calls `take` with each line of a file, if it is there. No other file can be read meanwhile.
    ///
    /// # Errors
    /// If the file cannot be read to its end, or the error of `take`.
    pub fn lines(
        &self,
        path: &str,
        mut take: impl FnMut(Line<'_>) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        let whole = format!("{}{path}", self.root);
        if !self.source.contains(&whole) {
            return Ok(());
        }
        let unreadable = |cause| {
            ReadError::Source(SourceError::Unreadable {
                path: whole.clone(),
                cause,
            })
        };
        self.source.with_reader(&whole, |reader| {
            let mut reader = BufReader::with_capacity(BUFFER_BYTES, reader);
            let mut line = Vec::new();
            for number in 1.. {
                line.clear();
                let mut limited = Read::take(&mut reader, LINE_BYTES_MAX);
                if limited.read_until(b'\n', &mut line).map_err(unreadable)? == 0 {
                    break;
                }
                let is_whole = line.ends_with(b"\n") || (line.len() as u64) < LINE_BYTES_MAX;
                if !is_whole {
                    reader.skip_until(b'\n').map_err(unreadable)?;
                }
                let text = match str::from_utf8(&line) {
                    _ if !is_whole => Err("The line is longer than 2 MiB"),
                    Err(_) => Err("The line is not in UTF-8"),
                    Ok(text) if text.trim().is_empty() => continue,
                    Ok(text) => Ok(text),
                };
                take(Line { number, text })?;
            }
            Ok(())
        })?
    }
}

/// Finds the manifest: at the top, or in the only folder, as programs that unpack archives make one.
fn root(source: &Source) -> Result<String, ReadError> {
    let mut roots = source.files().filter_map(|(path, _)| {
        let root = path.strip_suffix(MANIFEST)?;
        (root.is_empty() || root.find('/') == Some(root.len() - 1)).then(|| root.to_owned())
    });
    let no_export = || {
        let reason = "It has no manifest.json, which every export of a site of this kind has";
        ReadError::Form(reason.to_owned())
    };
    let first = roots.next().ok_or_else(no_export)?;
    Ok(if roots.any(|root| root.is_empty()) {
        String::new()
    } else {
        first
    })
}

fn manifest(source: &Source, root: &str) -> Result<Manifest, ReadError> {
    let path = format!("{root}{MANIFEST}");
    // It may be long, and is not held beside what it says.
    let read = source.with_reader(&path, |reader| {
        let reader = BufReader::with_capacity(BUFFER_BYTES, reader.take(MANIFEST_BYTES_MAX));
        serde_json::from_reader::<_, Manifest>(reader)
    })?;
    let manifest = read.map_err(|error| ReadError::Form(format!("manifest.json cannot be read: {error}")))?;
    match manifest.refusal() {
        Some(reason) => Err(ReadError::Form(reason)),
        None => Ok(manifest),
    }
}

/// Returns the SHA-256 of a file in hexadecimal.
fn hash(source: &Source, path: &str) -> Result<String, SourceError> {
    let hashed = source.with_reader(path, |reader| {
        let mut hash = Sha256::new();
        let mut buffer = vec![0; BUFFER_BYTES];
        loop {
            match reader.read(&mut buffer)? {
                0 => return Ok(hex::encode(hash.finalize())),
                length => hash.update(&buffer[..length]),
            }
        }
    })?;
    hashed.map_err(|cause| SourceError::Unreadable {
        path: path.to_owned(),
        cause,
    })
}
