//! Blocks of codes: coded, and compressed or not.

use std::sync::Arc;

use super::codec::Codec;
use crate::layers::LayerError;

/// How much effort goes into files: the fastest levels already reach most of what there is.
const FILE_LEVEL: i32 = 3;

const PLAIN: u8 = 0;
const COMPRESSED: u8 = 1;

/// Packs the codes of one layer into bytes.
#[derive(Clone)]
pub(in crate::layers) struct Packing {
    codec: Arc<Codec>,
    sum: u64,
}

impl Packing {
    pub(in crate::layers) fn new(codec: Arc<Codec>, sum: u64) -> Packing {
        Packing { codec, sum }
    }

    /// The tile sum of the layer.
    pub(in crate::layers) fn sum(&self) -> u64 {
        self.sum
    }

    /// Packs codes, strictly ascending; small for files, or fast for memory.
    pub(in crate::layers) fn pack(&self, codes: &[u64], compress: bool) -> Vec<u8> {
        let mut bytes = vec![PLAIN];
        self.codec.encode(codes, &mut bytes);
        if compress { compressed(&bytes) } else { bytes }
    }

    /// Appends the codes of a packed block.
    pub(in crate::layers) fn unpack(
        &self,
        bytes: &[u8],
        codes: &mut Vec<u64>,
    ) -> Result<(), LayerError> {
        let nonsense = |what: &str| LayerError::Blocks { sum: self.sum, what: what.to_owned() };
        match bytes.split_first() {
            Some((&PLAIN, coded)) => self.codec.decode(self.sum, coded, codes),
            Some((&COMPRESSED, rest)) => {
                let coded =
                    zstd::decode_all(rest).map_err(|_| nonsense("it cannot be decompressed"))?;
                self.codec.decode(self.sum, &coded, codes)
            }
            _ => Err(nonsense("it is packed in an unknown way")),
        }
    }
}

/// A plain block, compressed.
pub(in crate::layers) fn compressed(block: &[u8]) -> Vec<u8> {
    if block.first() != Some(&PLAIN) {
        return block.to_vec();
    }
    let mut bytes = vec![COMPRESSED];
    zstd::stream::copy_encode(&block[1..], &mut bytes, FILE_LEVEL)
        .expect("compression from memory to memory does not fail");
    bytes
}
