//! The source of randomness.

use rand::TryRng as _;

/// A source of unpredictable bytes; tests supply a deterministic one.
pub trait Entropy: Send + Sync {
    /// Fills `bytes` with random values.
    fn fill(&self, bytes: &mut [u8]);
}

/// The operating system's source.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    #[expect(
        clippy::expect_used,
        reason = "a system without randomness can create neither ids nor secrets; no caller could continue"
    )]
    fn fill(&self, bytes: &mut [u8]) {
        rand::rngs::SysRng
            .try_fill_bytes(bytes)
            .expect("the operating system gives random bytes");
    }
}
