//! Starting the other processes of this machine.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use twofold_cluster::{ClusterError, Hosts, Token};

use super::options::{ADDRESSES, ClusterOptions, PROCESS, Place, TOKEN};
use super::tell;
use crate::error::CommandError;
use crate::face::Face;

/// The other processes, which do not outlive this one.
pub(super) struct Others {
    children: Vec<Child>,
    patience: Duration,
}

/// Starts all processes but the first, which is this one.
pub(super) fn start(
    options: &ClusterOptions,
    hosts: &Hosts,
    processes: usize,
    face: &dyn Face,
) -> Result<(Place, Others), CommandError> {
    let Some(again) = face.command_line() else {
        return Err(CommandError::input("only a command line can start processes").about("hosts"));
    };
    let listen = || TcpListener::bind("127.0.0.1:0");
    let failed = |source| tell(ClusterError::Listen { address: "127.0.0.1".to_owned(), source });
    let listeners: Vec<TcpListener> =
        (0..processes).map(|_| listen()).collect::<Result<_, _>>().map_err(failed)?;
    let addresses: Vec<String> = listeners
        .iter()
        .map(|listener| listener.local_addr().map(|address| address.to_string()))
        .collect::<Result<_, _>>()
        .map_err(failed)?;
    // The first one is used; the others are free again for their processes.
    let listener = listeners.into_iter().next().expect("there is one process at least");
    let secret = Token::random_text();
    let token = Token::from_text(&secret).expect("it is long enough");
    let members = options.members(hosts, addresses.clone(), 0, token);
    let mut others = Others { children: Vec::new(), patience: members.patience };
    let (program, arguments) = again.split_first().expect("a command line names its program");
    for process in 1..processes {
        let child = Command::new(program)
            .args(arguments)
            .env(TOKEN, &secret)
            .env(PROCESS, process.to_string())
            .env(ADDRESSES, addresses.join(","))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn();
        let failed = |source| ClusterError::Start {
            program: program.to_string_lossy().into_owned(),
            source,
        };
        others.children.push(child.map_err(|error| tell(failed(error)))?);
    }
    Ok((Place { members, listener, token_file: None }, others))
}

impl Drop for Others {
    fn drop(&mut self) {
        // They notice the end of this process' work by themselves.
        let start = Instant::now();
        while start.elapsed() < self.patience {
            let is_done = |child: &mut Child| !matches!(child.try_wait(), Ok(None));
            if self.children.iter_mut().all(is_done) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        for child in &mut self.children {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
