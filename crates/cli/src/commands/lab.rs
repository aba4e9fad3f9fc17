//! `twofold lab`: the laboratory in the browser.

use std::path::PathBuf;

use clap::Args;
use twofold_commands::{CommandError, Output, memory};
use twofold_lab::{Config, Limits, Server};

use crate::interrupt;

/// Open the laboratory in the browser
///
/// A server for this machine only, over the same commands as the command line: play, analyse, count,
/// prove, paint, and recompute published figures. Nothing is fetched from elsewhere, and nothing but the
/// named stores can be read. Ctrl-C ends it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold lab
  twofold lab --store three --store stores       with solved stores, for exact values while you play
  twofold lab --port 8080 --no-open
  curl 'http://127.0.0.1:2048/api/v1/answer/board?board=4+8+/+2+.'")]
pub(crate) struct Options {
    /// The port; if it is taken, the next free one is used
    #[arg(long, default_value_t = 2048)]
    port: u16,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// A store, or a directory of stores, to look into; may be given several times
    #[arg(long, value_name = "DIR")]
    store: Vec<PathBuf>,
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    for path in &options.store {
        if !path.is_dir() {
            return Err(CommandError::input(format!("there is no directory {}", path.display())));
        }
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let config = Config {
        port: options.port,
        program: std::env::current_exe()?,
        stores: options.store.clone(),
        limits: Limits::of_machine(memory::three_quarters(), cores),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::bind(config).await.map_err(|error| {
            CommandError::failed(&error).hint("choose another port with --port")
        })?;
        let address = server.address()?;
        if options.port != 0 && address.port() != options.port {
            output.remark(&format!("port {} is taken", options.port));
        }
        // Commands take a name for a file where there is one of that name. Here there is none.
        let before = std::env::current_dir()?;
        std::env::set_current_dir(server.directory())?;
        let url = format!("http://{address}/");
        output.say(&format!("{url}\n"))?;
        output.remark("Ctrl-C ends it");
        if !options.no_open && open::that_detached(&url).is_err() {
            output.remark("no browser was found; open the address yourself");
        }
        let ended = tokio::select! {
            ended = server.serve() => match ended {
                Ok(never) => match never {},
                Err(error) => Err(CommandError::failed(&error)),
            },
            () = interrupt::wait() => Ok(()),
        };
        // Some systems do not remove the directory that a process is in.
        std::env::set_current_dir(before)?;
        ended
    })
}
