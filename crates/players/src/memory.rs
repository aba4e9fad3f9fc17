//! Numbers in memory that threads share: the only module of this crate with unsafe code.
//!
//! Large tables are mapped anonymously, so that the system can be asked for large pages: a table of a
//! network is a quarter of a gigabyte, read in random places, and with small pages most of the time
//! would go into finding the pages. Files are mapped to be read.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use memmap2::{Mmap, MmapMut, MmapRaw};

/// Floating-point numbers that all threads may read and write at any time, each by itself.
///
/// There is no order between different numbers: a thread may see some changes of another thread
/// before others. That is all that learning in parallel asks for.
pub(crate) struct SharedFloats {
    memory: MmapRaw,
    length: usize,
}

impl SharedFloats {
    /// Zeros.
    pub(crate) fn zeros(length: usize) -> io::Result<SharedFloats> {
        let memory = MmapMut::map_anon((length * 4).max(4))?;
        #[cfg(target_os = "linux")]
        {
            // Only a wish: without large pages everything works, slower.
            let _ = memory.advise(memmap2::Advice::HugePage);
        }
        Ok(SharedFloats { memory: memory.into(), length })
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// The numbers as atomic words.
    #[inline(always)]
    pub(crate) fn words(&self) -> &[AtomicU32] {
        // SAFETY: the map is at least `4 * length` bytes long, was zeroed by the system, starts at a
        // page and so is aligned for words, and lives as long as `self`. Nobody else has the memory:
        // it is reached through this function alone, always as atomic words, which any number of
        // threads may read and write through shared references; the map is writable.
        unsafe { std::slice::from_raw_parts(self.memory.as_mut_ptr().cast(), self.length) }
    }

    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> f32 {
        load(&self.words()[index])
    }

    #[inline(always)]
    pub(crate) fn set(&self, index: usize, value: f32) {
        store(&self.words()[index], value);
    }
}

/// Reads a number.
#[inline(always)]
pub(crate) fn load(word: &AtomicU32) -> f32 {
    f32::from_bits(word.load(Ordering::Relaxed))
}

/// Writes a number.
#[inline(always)]
pub(crate) fn store(word: &AtomicU32, value: f32) {
    word.store(value.to_bits(), Ordering::Relaxed);
}

/// A file that was mapped to be read.
pub(crate) struct MappedFile {
    memory: Mmap,
}

impl MappedFile {
    pub(crate) fn open(file: &File) -> io::Result<MappedFile> {
        // SAFETY: what is read from the map is bytes, for which every content is valid. Should
        // another program change the file meanwhile, numbers change, or the process ends with a
        // signal if the file is cut short; the documentation of weights files forbids both, and this
        // program replaces such files by renaming, which leaves the mapped one as it was.
        let memory = unsafe { Mmap::map(file)? };
        #[cfg(target_os = "linux")]
        {
            let _ = memory.advise(memmap2::Advice::HugePage);
        }
        Ok(MappedFile { memory })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.memory
    }

    /// The number at a place of a range that holds little-endian numbers.
    #[inline(always)]
    pub(crate) fn float(&self, range: &Range<usize>, index: usize) -> f32 {
        let start = range.start + 4 * index;
        let bytes: [u8; 4] = self.memory[start..start + 4].try_into().expect("four bytes");
        f32::from_le_bytes(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shared() {
        let floats = SharedFloats::zeros(1000).unwrap();
        assert_eq!(floats.len(), 1000);
        std::thread::scope(|scope| {
            for thread in 0..2 {
                let floats = &floats;
                scope.spawn(move || {
                    (0..500).for_each(|i| floats.set(2 * i + thread, (i + thread) as f32));
                });
            }
        });
        assert!(
            (0..500)
                .all(|i| floats.get(2 * i) == i as f32 && floats.get(2 * i + 1) == i as f32 + 1.0)
        );
    }
}
