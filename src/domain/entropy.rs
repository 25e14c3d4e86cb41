//! Where randomness comes from.

use rand::TryRng as _;

/// A source of unpredictable bytes; tests give a counted one.
pub trait Entropy: Send + Sync {
    /// Fills `bytes`.
    fn fill(&self, bytes: &mut [u8]);
}

/// The operating system's source.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    #[expect(
        clippy::expect_used,
        reason = "a system without randomness can make neither ids nor secrets; no caller could go on"
    )]
    fn fill(&self, bytes: &mut [u8]) {
        rand::rngs::SysRng
            .try_fill_bytes(bytes)
            .expect("the operating system gives random bytes");
    }
}
