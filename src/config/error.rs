//! Errors in the settings, on one line.

use std::fmt;
use std::path::PathBuf;

use thiserror::Error;

/// The origin of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The built-in defaults.
    Defaults,
    /// A line of a file, from 1.
    Line(PathBuf, usize),
    /// An environment variable.
    Variable(String),
    /// A command-line flag.
    Flag(&'static str),
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Defaults => formatter.write_str("built-in defaults"),
            Self::Line(file, line) => write!(formatter, "{}:{line}", file.display()),
            Self::Variable(name) => formatter.write_str(name),
            Self::Flag(name) => formatter.write_str(name),
        }
    }
}

/// An error that makes the settings unusable.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read {file}: {cause}; name another with --config")]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        cause: std::io::Error,
    },
    /// The file is not TOML.
    #[error("{origin}: {message}")]
    Syntax {
        /// The position of the error.
        origin: Origin,
        /// The message of the TOML parser.
        message: String,
    },
    /// The setting does not exist, or its value is invalid.
    #[error("{origin}: {key}: {message}")]
    Setting {
        /// The origin of the setting.
        origin: Origin,
        /// The name of the setting.
        key: String,
        /// The error, and the expected value or name.
        message: String,
    },
}
