//! The `twofold` command line: one file per command in `commands/`; nothing else in the workspace
//! prints, exits, reads the environment or looks at the clock.

mod amount;
mod arguments;
mod commands;
mod error;
mod input_file;
mod interrupt;
mod layer_bar;
mod layer_error;
mod memory;
mod output;
mod players;
mod progress;
mod question;
mod store_error;
mod write_lock;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::Arguments;
use crate::output::Output;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut output = Output::new(&arguments.global);
    interrupt::listen();
    let result = arguments.global.set_up_threads().and_then(|()| {
        commands::run(arguments.command, &mut output)?;
        Ok(output.flush()?)
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            error.tell(&output);
            error.exit_code()
        }
    }
}
