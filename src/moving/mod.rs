//! The forms in which other systems hand out what was written on them, and that of this site's own export.
//!
//! Each system has one file here, which maps its form to the neutral one of [`item`]: a function `read` that walks through
//! a [`Source`] and hands every item to a [`Sink`], in the order in which it finds them and without keeping them. What is
//! the same for all of them comes after that, in `actions::moving`: pictures, links, the sanitiser, slugs, the report.

pub mod archive;
mod code;
#[cfg(test)]
mod collected;
mod commento;
mod devto;
mod disqus;
mod front_fields;
mod ghost;
mod hashnode;
pub mod html;
pub mod item;
mod json;
mod lists;
mod markdown;
mod marks;
mod medium;
pub mod public_names;
pub mod redirect_file;
pub mod reply_order;
pub mod site;
pub mod source;
mod text_stream;
mod threads;
mod times;
mod wordpress;

use thiserror::Error;

use item::Item;
use source::{Source, SourceError};

/// A system that posts or comments can come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum System {
    /// Ghost, versions 1 to 6.
    Ghost,
    /// WordPress, by its extended RSS (WXR 1.0 to 1.2).
    Wordpress,
    /// Medium's archive of an account.
    Medium,
    /// dev.to (Forem).
    Devto,
    /// Hashnode.
    Hashnode,
    /// Folders of Markdown: Jekyll, Hugo, Astro, Eleventy.
    Markdown,
    /// The comments of Disqus.
    Disqus,
    /// The comments of Commento.
    Commento,
    /// The export of another site of this kind.
    Site,
}

impl System {
    /// All systems, in the order of the documentation.
    pub const ALL: [Self; 9] = [
        Self::Ghost,
        Self::Wordpress,
        Self::Medium,
        Self::Devto,
        Self::Hashnode,
        Self::Markdown,
        Self::Disqus,
        Self::Commento,
        Self::Site,
    ];

    /// The name on the command line, in the API, in the database and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ghost => "ghost",
            Self::Wordpress => "wordpress",
            Self::Medium => "medium",
            Self::Devto => "devto",
            Self::Hashnode => "hashnode",
            Self::Markdown => "markdown",
            Self::Disqus => "disqus",
            Self::Commento => "commento",
            Self::Site => "site",
        }
    }

    /// Returns the system with exactly this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|system| system.name() == name)
    }
}

/// Reads an export, and hands every item of it to `sink`.
///
/// # Errors
/// If it is no export of the system, or cannot be read to its end; what was handed on before that stays.
pub fn read(system: System, source: &Source, sink: &mut dyn Sink) -> Result<(), ReadError> {
    match system {
        System::Ghost => ghost::read(source, sink),
        System::Wordpress => wordpress::read(source, sink),
        System::Medium => medium::read(source, sink),
        System::Devto => devto::read(source, sink),
        System::Hashnode => hashnode::read(source, sink),
        System::Markdown => markdown::read(source, sink),
        System::Disqus => disqus::read(source, sink),
        System::Commento => commento::read(source, sink),
        System::Site => site::read(source, sink),
    }
}

/// The error that an export cannot be read at all, or no further. A single wrong item is no such error: it is handed on as
/// refused.
#[derive(Debug, Error)]
pub enum ReadError {
    /// A file of it cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// It is not an export of the system.
    #[error("{0}")]
    Form(String),
    /// Whoever takes the items wants no more of them.
    #[error("the import was stopped")]
    Stopped,
}

/// What takes the items of an export, one by one.
pub trait Sink {
    /// Takes an item.
    ///
    /// # Errors
    /// [`ReadError::Stopped`] if it wants no more: the importer returns it at once.
    fn take(&mut self, item: Item) -> Result<(), ReadError>;

    /// Learns how many bytes of the source have been read by now, for a display of the progress.
    fn read(&mut self, bytes: u64);
}
