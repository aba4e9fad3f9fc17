//! Nouns as strings and figures as objects, for the feature `serde`.
//!
//! ```
//! use twofold_core::{Board, Direction, Figure, Rules};
//!
//! let board: Board = "4 8 / 2 .".parse()?;
//! assert_eq!(serde_json::to_string(&board)?, r#""4 8 / 2 .""#);
//! assert_eq!(serde_json::from_str::<Board>("\"23/10\"")?, board);
//! assert_eq!(serde_json::to_string(&Direction::Up)?, r#""up""#);
//! let rules = Rules::classic("2x2".parse()?);
//! assert_eq!(serde_json::to_string(&rules)?, r#""classic on 2x2, spawning 2 or 4""#);
//! let figure = Figure::at_least(3);
//! assert_eq!(serde_json::to_string(&figure)?, r#"{"certainty":"at-least","value":3}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod figure;

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::notation::sequence::Step;
use crate::replay::Replay;
use crate::{
    Board, Cell, Chance, Direction, Packed, Placement, Rules, Shape, SpawnRule, SpawnTiles,
    Symmetry, Tile, TileSystem,
};

/// Reads a string with `FromStr`.
struct Text<T> {
    noun: &'static str,
    read: PhantomData<T>,
}

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} as text", self.noun)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! as_text {
    ($($type:ty: $noun:literal),* $(,)?) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(Text { noun: $noun, read: PhantomData })
            }
        }
    )*};
}

as_text! {
    Board: "a board",
    Cell: "a cell",
    Chance: "a probability",
    Direction: "a direction",
    Packed: "a board",
    Placement: "a placement",
    Replay: "a replay",
    Rules: "rules",
    Shape: "a shape",
    SpawnRule: "a spawn rule",
    SpawnTiles: "tiles with weights",
    Step: "a spawn or a slide",
    Symmetry: "a symmetry",
    Tile: "a tile",
    TileSystem: "a tile system",
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same<T>(value: T, text: &str)
    where
        T: Serialize + for<'de> Deserialize<'de> + PartialEq + fmt::Debug,
    {
        assert_eq!(serde_json::to_string(&value).unwrap(), text);
        assert_eq!(serde_json::from_str::<T>(text).unwrap(), value);
    }

    #[test]
    fn nouns_are_their_text() {
        same("4 8 / 2 .".parse::<Board>().unwrap(), r#""4 8 / 2 .""#);
        same("4 8 / 2 .".parse::<Packed>().unwrap(), r#""4 8 / 2 .""#);
        same(Cell::new(0, 2), r#""(1,3)""#);
        same(Chance::new(9, 10), r#""9/10""#);
        same(Direction::Left, r#""left""#);
        same(Placement::TrailingEdge, r#""trailing-edge""#);
        same("3x4".parse::<Shape>().unwrap(), r#""3x4""#);
        same("2 or 4".parse::<SpawnRule>().unwrap(), r#""2 or 4""#);
        same("2,4".parse::<SpawnTiles>().unwrap(), r#""2:9,4:1""#);
        same("(1,1)=4".parse::<Step>().unwrap(), r#""(1,1)=4""#);
        same(Symmetry::HalfTurn, r#""half-turn""#);
        same("512".parse::<Tile>().unwrap(), r#""512""#);
        same(TileSystem::Threes, r#""threes""#);
        let rules: Rules = "2x2, spawning 2:1,4:1".parse().unwrap();
        same(rules, r#""classic on 2x2, spawning 2 (1/2) or 4 (1/2)""#);
    }

    #[test]
    fn wrong_texts_say_what_is_wrong() {
        let error = serde_json::from_str::<Board>("\"2/4/8\"").unwrap_err();
        assert!(error.to_string().contains("two readings"), "{error}");
        let error = serde_json::from_str::<Shape>("4").unwrap_err();
        assert!(error.to_string().contains("a shape as text"), "{error}");
    }
}
