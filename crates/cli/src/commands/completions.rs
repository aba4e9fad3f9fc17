//! `twofold completions`: completions for a shell.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::error::CommandError;
use crate::output::Output;

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

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let mut text = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "twofold", &mut text);
    Ok(output.raw(&text)?)
}
