//! Things that threads use one after the other.

use std::sync::Mutex;

/// As many things as threads ever need at once. Tasks can then be small without making their own.
pub(super) struct Pool<T, F> {
    idle: Mutex<Vec<T>>,
    make: F,
}

impl<T, F: Fn() -> T> Pool<T, F> {
    /// An empty pool, with a way to make things.
    pub(super) fn new(make: F) -> Pool<T, F> {
        Pool { idle: Mutex::new(Vec::new()), make }
    }

    /// Does something with a thing that nobody else is using.
    pub(super) fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        let idle = || self.idle.lock().expect("no thread panics with the lock");
        let taken = idle().pop();
        let mut thing = taken.unwrap_or_else(&self.make);
        let result = work(&mut thing);
        idle().push(thing);
        result
    }
}
