//! The connections that carry boards.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::error::PeerFailure;
use crate::failure::Failure;

/// A connection to another process that counts bytes and never fails: an error is noted, and whoever
/// reads then waits for the end of this process. The engine would panic.
#[derive(Debug)]
pub(crate) struct Wire {
    stream: TcpStream,
    process: usize,
    failure: Arc<Failure>,
    sent: Arc<AtomicU64>,
}

impl Wire {
    pub(crate) fn new(
        stream: TcpStream,
        process: usize,
        failure: Arc<Failure>,
        sent: Arc<AtomicU64>,
    ) -> Wire {
        Wire { stream, process, failure, sent }
    }
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.stream.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => self.read(buffer),
            Ok(read) if read > 0 || buffer.is_empty() => Ok(read),
            _ => {
                self.failure.note(self.process, PeerFailure::Ended);
                loop {
                    std::thread::park();
                }
            }
        }
    }
}

impl Write for Wire {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self.stream.write(buffer) {
            Ok(written) if written > 0 || buffer.is_empty() => {
                self.sent.fetch_add(written as u64, Ordering::Relaxed);
                Ok(written)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => self.write(buffer),
            _ => {
                self.failure.note(self.process, PeerFailure::Ended);
                Ok(buffer.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Wire> {
        let (failure, sent) = (Arc::clone(&self.failure), Arc::clone(&self.sent));
        Ok(Wire::new(self.stream.try_clone()?, self.process, failure, sent))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
