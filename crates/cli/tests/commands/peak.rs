//! The most memory that a program has ever held, from the kernel's books.

use std::process::Child;

/// How a program ended, and the bytes of memory that it held at its peak.
pub(crate) struct Peak {
    pub(crate) code: Option<i32>,
    pub(crate) bytes: u64,
}

/// Waits for the end of a program.
#[allow(unsafe_code)]
pub(crate) fn peak(child: Child) -> Peak {
    let id = i32::try_from(child.id()).expect("a process id");
    let mut status = 0;
    // SAFETY: the structure is plain numbers, for which zero is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: both pointers are to variables that outlive the call. The child is waited for by
        // nobody else: it was moved here.
        let waited = unsafe { libc::wait4(id, &raw mut status, 0, &raw mut usage) };
        if waited == id {
            break;
        }
        let error = std::io::Error::last_os_error();
        assert_eq!(error.kind(), std::io::ErrorKind::Interrupted, "{error}");
    }
    let code = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
    // Linux counts kibibytes.
    Peak { code, bytes: usage.ru_maxrss as u64 * 1024 }
}

/// What `--memory` promises: no more than was given, a tenth of it, and 50 MB for the program.
pub(crate) fn promised(given: u64) -> u64 {
    given + given / 10 + 50_000_000
}
