//! Pictures of boards.
//!
//! A [`Scene`] says what is to be seen: boards with coloured tiles, arrows, paths, labels. An
//! exporter turns it into one form and knows nothing of the others: [`terminal`] into text,
//! [`svg`] into an SVG document, [`png`](mod@png) an SVG document into pixels. Plots of numbers
//! ([`plot`]) are SVG documents too. Fonts are compiled in, so that pictures are the same on
//! every machine. Nothing in this crate prints, reads a file, a clock or the environment.
//!
//! ```
//! use twofold_core::{TileSystem, notation};
//! use twofold_studio::{Panel, Scene, svg, terminal};
//!
//! let board = notation::ranks::parse("12/03")?;
//! let scene = Scene::from(Panel::board(&board, TileSystem::Classic));
//!
//! let text = terminal::write(&scene, &terminal::Options::default());
//! assert_eq!(text, "┌───┬───┐\n│ 2 │ 4 │\n├───┼───┤\n│   │ 8 │\n└───┴───┘\n");
//! assert!(svg::write(&scene).starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod animation;
mod color;
pub mod decision;
pub mod graph;
pub mod mosaic;
pub mod palette;
pub mod plot;
pub mod png;
mod scene;
pub mod stereogram;
pub mod svg;
pub mod terminal;

pub use color::{Color, UnknownColor};
pub use scene::{Arrow, Face, Panel, Path, Scene};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
