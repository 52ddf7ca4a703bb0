//! SHA-256, in one go or in slices.

use sha2::{Digest as _, Sha256};

/// A SHA-256 digest.
pub type Digest = [u8; 32];

/// The digest of `bytes`.
pub fn sha256(bytes: &[u8]) -> Digest {
    Sha256::digest(bytes).into()
}

/// The digest of bytes that come in slices.
#[derive(Clone, Debug, Default)]
pub struct Sha256Slices(Sha256);

impl Sha256Slices {
    /// Takes the next slice.
    pub fn update(&mut self, slice: &[u8]) {
        self.0.update(slice);
    }

    /// The digest of all slices.
    pub fn finish(self) -> Digest {
        self.0.finalize().into()
    }
}

/// 64 lower-case hex digits.
pub fn hex(digest: &Digest) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
