//! What may go wrong.

/// Why a symbolic computation ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SymbolicError {
    /// The diagrams have outgrown the memory that was given.
    #[error(
        "the diagrams need more than the {nodes} nodes that {bytes} bytes of memory hold \
         ({live} of them are in use)"
    )]
    Memory {
        /// Nodes for which there was room.
        nodes: usize,
        /// Nodes that are still needed after all garbage is gone.
        live: usize,
        /// The memory that was given.
        bytes: u64,
    },
    /// Somebody asked to stop.
    #[error("stopped on request")]
    Stopped,
}
