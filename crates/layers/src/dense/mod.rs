//! Layers as matrices of bits: for boards that are many among all that there could be.
//!
//! The board is cut at a row boundary. A layer is a matrix of bits with a row for each upper half and
//! a column for each lower half (`halves`); a mirror image of the columns mirrors both halves, so
//! only rows of upper halves up to mirror images are stored. What follows from that:
//!
//! - positions are pulled from afterstates: a tile that appeared in the upper half means that whole
//!   rows are united; one that appeared in the lower half, that columns are;
//! - a slide to the left acts on both halves separately, so it maps rows to rows and columns to
//!   columns; columns are handled for 64 rows at a time with every word (`transpose`);
//! - slides to the right are mirror images; slides up and down are, on a square board, transposed
//!   slides to the left, and only the boards after a slide have to be transposed one by one;
//! - boards are counted as bits, and up to symmetry by Burnside's lemma (`fixed`).
//!
//! Nothing is sorted, no code is stored, and positions exist only 64 rows at a time.

mod boards;
mod close;
mod columns;
mod engine;
mod fixed;
mod geometry;
mod halves;
mod layer;
mod matrix;
mod orbits;
mod rank_counts;
mod transpose;
mod words;

pub use boards::DenseBoards;
pub use engine::DenseEngine;
