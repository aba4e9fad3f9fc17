//! The lab over HTTP: the same answers as on the command line, jobs, and everything that strangers may
//! try. How it looks and feels is tested in a browser (`cargo xtask browser`).

mod answers;
mod client;
mod fields;
mod games;
mod interim;
mod jobs;
mod limits;
mod load;
mod mixed;
mod page;
#[path = "../commands/schema.rs"]
mod schema;
mod shapes;
mod strangers;
