//! What is wrong with the settings, in one line.

use std::fmt;
use std::path::PathBuf;

use thiserror::Error;

/// Where a setting was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The built-in defaults.
    Defaults,
    /// A line, from 1, of a file.
    Line(PathBuf, usize),
    /// A variable of the environment.
    Variable(String),
    /// A flag of the command line.
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

/// Why the settings cannot be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read {file}: {cause}; name another with --config")]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// The file is not TOML.
    #[error("{origin}: {message}")]
    Syntax {
        /// Where it stops being TOML.
        origin: Origin,
        /// What was met there.
        message: String,
    },
    /// There is no such setting.
    #[error("{origin}: {key}: {hint}")]
    UnknownKey {
        /// Where it was set.
        origin: Origin,
        /// Its name.
        key: String,
        /// What may have been meant.
        hint: String,
    },
    /// The value of a setting cannot be used.
    #[error("{origin}: {key}: {message}")]
    WrongValue {
        /// Where it was set.
        origin: Origin,
        /// Its name.
        key: String,
        /// What is wrong, and what is expected.
        message: String,
    },
}
