//! The `twofold` command line: it reads arguments, shows results, and passes Ctrl-C on. The commands
//! themselves are in `twofold-commands`.

mod arguments;
mod commands;
mod interrupt;
mod terminal;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::Arguments;
use crate::terminal::Terminal;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let terminal = Terminal::new(&arguments.global);
    let mut output = terminal.output(&arguments.global);
    interrupt::listen();
    let result = arguments.global.set_up_threads().and_then(|()| {
        commands::run(arguments.command, &mut output)?;
        Ok(output.flush()?)
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            terminal.tell(&error);
            ExitCode::from(error.kind().code())
        }
    }
}
