//! Which process a board belongs to.

/// Boards by hash of their canonical code, in a number of partitions that does not depend on how many
/// processes there are. Each process owns a contiguous range of partitions.
///
/// ```
/// use twofold_layers::Partitions;
///
/// let partitions = Partitions::new(4096, 3);
/// assert_eq!(partitions.of_process(0), 0..1366);
/// assert_eq!(partitions.of_process(2), 2731..4096);
/// let code = 0x0123_4567;
/// let own = partitions.of_process(partitions.owner(code));
/// assert!(own.contains(&partitions.of(code)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partitions {
    count: u32,
    processes: u32,
}

impl Partitions {
    /// So many partitions, spread over so many processes.
    ///
    /// # Panics
    /// If there are no partitions, or fewer than processes, or no processes.
    pub fn new(count: u32, processes: u32) -> Partitions {
        assert!(processes > 0 && count >= processes);
        Partitions { count, processes }
    }

    /// How many partitions there are.
    pub fn count(self) -> u32 {
        self.count
    }

    /// How many processes there are.
    pub fn processes(self) -> usize {
        self.processes as usize
    }

    /// The partition of a canonical code.
    #[inline]
    pub fn of(self, code: u64) -> u32 {
        // Tables and filters use the golden ratio: boards of one partition must not be neighbours there.
        let mixed = (code ^ code >> 29).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        scaled(mixed >> 32, self.count)
    }

    /// The process that a canonical code belongs to.
    #[inline]
    pub fn owner(self, code: u64) -> usize {
        scaled_process(self.of(code), self.count, self.processes)
    }

    /// The partitions of a process.
    pub fn of_process(self, process: usize) -> std::ops::Range<u32> {
        let first = |process: u64| {
            (process * u64::from(self.count)).div_ceil(u64::from(self.processes)) as u32
        };
        first(process as u64)..first(process as u64 + 1)
    }
}

/// A number below 2³² as one below `count`.
#[inline]
fn scaled(number: u64, count: u32) -> u32 {
    ((number * u64::from(count)) >> 32) as u32
}

#[inline]
fn scaled_process(partition: u32, count: u32, processes: u32) -> usize {
    (u64::from(partition) * u64::from(processes) / u64::from(count)) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_code_has_one_owner(code: u64, count in 1_u32..5000, processes in 1_u32..200) {
            let processes = processes.min(count);
            let partitions = Partitions::new(count, processes);
            let partition = partitions.of(code);
            prop_assert!(partition < count);
            let owners: Vec<usize> = (0..partitions.processes())
                .filter(|&process| partitions.of_process(process).contains(&partition))
                .collect();
            prop_assert_eq!(owners, vec![partitions.owner(code)]);
            // The partition is the same for any number of processes.
            prop_assert_eq!(Partitions::new(count, 1).of(code), partition);
        }
    }

    #[test]
    fn boards_spread_evenly() {
        let partitions = Partitions::new(4096, 7);
        let mut owned = [0_u32; 7];
        // Small codes, as those of small boards.
        for code in 0..700_000_u64 {
            owned[partitions.owner(code)] += 1;
        }
        assert!(owned.iter().all(|&owned| (95_000..105_000).contains(&owned)), "{owned:?}");
    }
}
