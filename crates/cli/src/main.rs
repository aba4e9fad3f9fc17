//! The `twofold` command line: it reads arguments, shows results, and passes Ctrl-C on. The commands
//! themselves are in `twofold-commands`.

mod arguments;
mod commands;
mod interrupt;
mod machine;
mod terminal;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Arguments, ProgressName};
use crate::terminal::Terminal;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let terminal = Terminal::new(&arguments.global);
    let mut output = terminal.output(&arguments.global);
    interrupt::listen();
    if arguments.global.background {
        make_way();
    }
    let is_for_programs = arguments.global.progress == ProgressName::Json;
    let result = arguments.global.set_up_threads().and_then(|()| {
        commands::run(arguments.command, &mut output)?;
        Ok(output.flush()?)
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            match is_for_programs {
                true => machine::tell(&error),
                false => terminal.tell(&error),
            }
            ExitCode::from(error.kind().code())
        }
    }
}

/// Lets everything else on the machine go first.
#[cfg(unix)]
fn make_way() {
    // A process may always ask for less; if not, it runs as others do.
    let _ = rustix::process::nice(10);
}

/// Lets everything else on the machine go first, where that is known how.
#[cfg(not(unix))]
fn make_way() {}
