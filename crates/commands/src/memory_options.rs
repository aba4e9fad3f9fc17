//! How much memory a command may take.

use clap::Args;

use crate::error::CommandError;
use crate::output::Output;
use crate::{amount, memory};

/// The memory for what a command computes with.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct MemoryOptions {
    /// Memory for data, such as 800M or 16G [default: 75 % of what the machine has]
    #[arg(long, value_name = "BYTES", value_parser = amount::parse_bytes)]
    pub(crate) memory: Option<u64>,
}

impl MemoryOptions {
    /// Bytes that data may take.
    pub(crate) fn bytes(self) -> u64 {
        self.memory.unwrap_or_else(memory::three_quarters)
    }

    /// Refuses the option where it has no meaning: nothing but the given option takes much memory.
    pub(crate) fn only_for(self, option: &str) -> Result<(), CommandError> {
        match self.memory {
            None => Ok(()),
            Some(_) => {
                let error = format!("--memory is for {option}; nothing else here takes much of it");
                Err(CommandError::input(error).hint("leave --memory out"))
            }
        }
    }

    /// A limit on things of so many bytes each, lowered to those that fit; says so.
    pub(crate) fn lowered(self, limit: u64, bytes: u64, what: &str, output: &Output) -> u64 {
        let fit = self.bytes() / bytes.max(1);
        if fit >= limit {
            return limit;
        }
        let allowed = amount::bytes(self.bytes() as f64);
        let count = amount::count(fit as f64);
        output.remark(&format!(
            "{allowed} of memory hold about {count} {what}: no more are looked at"
        ));
        fit
    }
}
