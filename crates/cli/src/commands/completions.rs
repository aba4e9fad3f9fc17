//! `twofold completions`: completions for a shell.

use std::io::{self, Write as _};

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use twofold_commands::CommandError;

use crate::arguments::Arguments;

/// Print completions for a shell
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold completions bash > ~/.local/share/bash-completion/completions/twofold
  twofold completions fish > ~/.config/fish/completions/twofold.fish")]
pub(crate) struct Options {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(options: &Options) -> Result<(), CommandError> {
    let mut text = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "twofold", &mut text);
    Ok(io::stdout().write_all(&text)?)
}
