//! The laboratory in the browser: a server for this machine only, over the same commands as the
//! command line.
//!
//! - Look-ups (`answer`) and moves of a game (`game`) are answered at once, in this process.
//! - Long work (`jobs`) runs in processes of its own, which can be watched and cancelled.
//! - The page (`assets`) is built in. Nothing is fetched from elsewhere.
//! - `guard` decides who may ask: the server's own pages, and programs of this machine.

mod about;
mod answer;
mod assets;
mod background;
mod config;
mod error;
mod events;
mod game;
mod guard;
mod jobs;
mod server;
mod stores;

pub use config::{Config, Limits};
pub use server::{Infallible, Server};
