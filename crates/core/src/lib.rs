//! Rules of 2048-like games as values.
