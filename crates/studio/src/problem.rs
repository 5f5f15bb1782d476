//! What can go wrong, said so that a person can mend it.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Why there is no studio.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudioError {
    /// The address is taken or not to be had.
    #[error(
        "cannot listen on {address}: {source}; --port names another port, --port 0 takes any that is free"
    )]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why not.
        source: io::Error,
    },
    /// A folder cannot be used.
    #[error("cannot use the folder {}: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The system has no random numbers, or no threads.
    #[error("cannot start: {0}")]
    System(String),
}

/// What a client is told when a request cannot be granted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The HTTP status.
    pub status: u16,
    /// What to do about it.
    pub text: String,
}

impl Refusal {
    /// The request makes no sense.
    pub fn bad(text: impl Into<String>) -> Refusal {
        Refusal { status: 400, text: text.into() }
    }

    /// There is no such thing.
    pub fn missing(text: impl Into<String>) -> Refusal {
        Refusal { status: 404, text: text.into() }
    }

    /// Others have taken everything there is.
    pub fn busy(text: impl Into<String>) -> Refusal {
        Refusal { status: 503, text: text.into() }
    }
}

impl From<String> for Refusal {
    fn from(text: String) -> Refusal {
        Refusal::bad(text)
    }
}
