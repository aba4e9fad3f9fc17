//! Floats shared by threads, and mapped files: the only module of this crate with unsafe code.
//!
//! Large tables are mapped anonymously with huge pages: a network is a quarter of a gigabyte, read at
//! random, and with small pages most of the time would be spent on TLB misses.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use memmap2::{Mmap, MmapMut, MmapRaw};

/// Floats that all threads may read and write at any time.
///
/// Accesses are relaxed: there is no order between different floats. Parallel training needs no more.
pub(crate) struct SharedFloats {
    memory: MmapRaw,
    length: usize,
}

impl SharedFloats {
    /// Zeros, on huge pages where the system has them.
    pub(crate) fn zeros(length: usize) -> io::Result<SharedFloats> {
        let floats = SharedFloats::sparse_zeros(length)?;
        #[cfg(target_os = "linux")]
        {
            // A hint: without huge pages everything works, slower.
            let _ = floats.memory.advise(memmap2::Advice::HugePage);
        }
        Ok(floats)
    }

    /// Zeros on ordinary pages, each of which takes memory when it is first written: for tables of which
    /// little is used.
    pub(crate) fn sparse_zeros(length: usize) -> io::Result<SharedFloats> {
        let bytes = length.checked_mul(4).ok_or(io::ErrorKind::OutOfMemory)?;
        let memory = MmapMut::map_anon(bytes.max(4))?;
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

/// Reads a float.
#[inline(always)]
pub(crate) fn load(word: &AtomicU32) -> f32 {
    f32::from_bits(word.load(Ordering::Relaxed))
}

/// Writes a float.
#[inline(always)]
pub(crate) fn store(word: &AtomicU32, value: f32) {
    word.store(value.to_bits(), Ordering::Relaxed);
}

/// A file mapped for reading.
pub(crate) struct MappedFile {
    memory: Mmap,
}

impl MappedFile {
    pub(crate) fn open(file: &File) -> io::Result<MappedFile> {
        // SAFETY: only bytes are read from the map, and every content is valid. If another program
        // changes the file meanwhile, numbers change, or the process ends with a signal if the file
        // is truncated; docs/formats/weights.md forbids both, and this program replaces such files
        // by renaming, which leaves the mapped file as it was.
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

    /// The float at an index of a range of little-endian floats.
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
