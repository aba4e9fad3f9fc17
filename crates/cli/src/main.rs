//! The `twofold` command line: it reads arguments, shows results, and passes Ctrl-C on. The commands
//! themselves are in `twofold-commands`.

mod arguments;
mod commands;
mod environment;
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

/// Lets everything else on the machine go first, and ends with the process that started this one.
#[cfg(unix)]
fn make_way() {
    use rustix::process::{Signal, getpid, getppid, kill_process, nice};
    // A process may always ask for less; if not, it runs as others do.
    let _ = nice(10);
    let parent = getppid();
    std::thread::spawn(move || {
        while getppid() == parent {
            std::thread::sleep(std::time::Duration::from_millis(500));
        }
        // As if somebody had asked for it, so that what is stored can be resumed.
        let _ = kill_process(getpid(), Signal::TERM);
    });
}

/// Lets everything else on the machine go first, where that is known how.
#[cfg(not(unix))]
fn make_way() {}
