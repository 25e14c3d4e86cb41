//! The list of the files of an export.

use std::collections::BTreeMap;
use std::fmt::{self, Formatter};

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::{FORMAT, VERSION};

/// The most files that are named: those that an archive may have.
pub(super) const FILES_MAX: usize = 200_000;

/// What an export is and holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// [`FORMAT`].
    pub format: String,
    /// The version of the form.
    pub version: u32,
    /// When the export was made: the one thing in which two exports of the same content differ.
    pub created_at: String,
    /// Whether it holds mail addresses and password hashes.
    pub with_accounts: bool,
    /// How much there is of each kind.
    #[serde(default)]
    pub counts: Counts,
    /// All other files by their paths.
    #[serde(deserialize_with = "bounded_files")]
    pub files: BTreeMap<String, FileEntry>,
}

impl Manifest {
    /// Returns why an export with this manifest cannot be imported.
    pub fn refusal(&self) -> Option<String> {
        if self.format != FORMAT {
            return Some("It is no export of a site of this kind".to_owned());
        }
        let is_known = (1..=VERSION).contains(&self.version);
        (!is_known).then(|| {
            format!(
                "It is in the version {} of its form, and this program knows those up to {VERSION}; use a newer one",
                self.version
            )
        })
    }
}

/// Reads the files, of which there may be only so many that they fit into the memory.
fn bounded_files<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, FileEntry>, D::Error> {
    struct Files;

    impl<'de> Visitor<'de> for Files {
        type Value = BTreeMap<String, FileEntry>;

        fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
            formatter.write_str("files by their paths")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut files = BTreeMap::new();
            while let Some((path, entry)) = map.next_entry()? {
                files.insert(path, entry);
                if files.len() > FILES_MAX {
                    return Err(A::Error::custom(format!("it names more than {FILES_MAX} files")));
                }
            }
            Ok(files)
        }
    }

    deserializer.deserialize_map(Files)
}

/// How much there is of each kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counts {
    /// Posts, drafts included.
    pub posts: u64,
    /// Static pages, drafts included.
    pub pages: u64,
    /// Comments of every state.
    pub comments: u64,
    /// Readers, members of the staff and the names of other authors.
    pub people: u64,
    /// Series.
    pub series: u64,
    /// Tags.
    pub tags: u64,
    /// Redirects.
    pub redirects: u64,
    /// Pictures, each counted with each text that shows it, and once for all tags.
    pub pictures: u64,
}

/// A file as it was exported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// The bytes, unpacked.
    pub size: u64,
    /// Their SHA-256 in hexadecimal.
    pub sha256: String,
}
