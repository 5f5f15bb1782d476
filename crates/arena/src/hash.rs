//! Hashes that mean the same on every machine and in every version: they are written into results.

/// 64-bit FNV-1a over bytes, fed piece by piece.
#[derive(Debug, Clone)]
pub struct StableHash(u64);

impl Default for StableHash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl StableHash {
    /// Feeds bytes.
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        self
    }

    /// Feeds a text and its end, so that "ab" + "c" and "a" + "bc" differ.
    pub fn text(self, text: &str) -> Self {
        self.bytes(text.as_bytes()).bytes(&[0xff])
    }

    /// Feeds a number as eight little-endian bytes.
    pub fn number(self, number: u64) -> Self {
        self.bytes(&number.to_le_bytes())
    }

    /// Feeds eight bytes at once: faster than one by one, and another hash.
    pub fn word(self, word: u64) -> Self {
        Self(mix(self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3))
    }

    /// The hash, with SplitMix64's finaliser so that all bits depend on all input.
    pub fn finish(self) -> u64 {
        mix(self.0)
    }
}

/// The finaliser of SplitMix64.
pub fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The content hash of a game with one of its levels: 128-bit FNV-1a over both texts, as 32 hexadecimal digits. Line ends
/// are left out of account, since version control may rewrite them.
pub fn content_hash(game: &str, level: &str) -> String {
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for text in [game, level] {
        for byte in text.bytes().filter(|byte| *byte != b'\r').chain([0xff]) {
            hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
    format!("{hash:032x}")
}
