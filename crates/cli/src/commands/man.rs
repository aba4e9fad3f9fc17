//! `twofold man`: the manual page.

use std::io::{self, Write as _};

use clap::{Args, CommandFactory};
use twofold_commands::CommandError;

use crate::arguments::Arguments;

/// Print the manual page of the program or of a command
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold man | man -l -
  twofold man perft > twofold-perft.1")]
pub(crate) struct Options {
    /// A command; the whole program if left out
    command: Option<String>,
}

pub(crate) fn run(options: &Options) -> Result<(), CommandError> {
    let mut program = Arguments::command();
    program.build();
    let command = match &options.command {
        None => program,
        Some(name) => {
            let known = program.find_subcommand(name).cloned();
            let unknown = || {
                CommandError::input(format!("there is no command `{name}`"))
                    .hint("`twofold --help` lists the commands")
            };
            let name: &'static str = Box::leak(format!("twofold-{name}").into_boxed_str());
            known.ok_or_else(unknown)?.name(name)
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(command).render(&mut text)?;
    Ok(io::stdout().write_all(&text)?)
}
