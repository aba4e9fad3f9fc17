//! Where figures are printed.

use std::fmt;

use serde::Deserialize;

/// A document that publishes figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Luc Edixhoven, *Checkerboard Patterns and Binary Decision Diagrams for the Game 2048*,
    /// master's thesis, Leiden 2019.
    #[serde(rename = "edixhoven-2019")]
    Edixhoven2019,
    /// John Lees-Miller, *The Mathematics of 2048: Counting States by Exhaustive Enumeration*, 2017.
    #[serde(rename = "lees-miller-2017")]
    LeesMiller2017,
    /// Ethan Catania and Tucker Raymond, *Martin Gardner Exploration Project: 2048*, Worcester 2024.
    #[serde(rename = "catania-raymond-2024")]
    CataniaRaymond2024,
    /// Elze de Vink, *Solving Breakthrough Using BDDs and Retrograde Analysis*, bachelor's thesis,
    /// Leiden 2021.
    #[serde(rename = "de-vink-2021")]
    DeVink2021,
    /// David Eppstein, *Making Change in 2048*, FUN 2018.
    #[serde(rename = "eppstein-2018")]
    Eppstein2018,
    /// Other published figures; the row's place names the publication.
    #[serde(rename = "literature")]
    Literature,
}

impl Source {
    /// Every source.
    pub const ALL: [Source; 6] = [
        Source::Edixhoven2019,
        Source::LeesMiller2017,
        Source::CataniaRaymond2024,
        Source::DeVink2021,
        Source::Eppstein2018,
        Source::Literature,
    ];

    /// The name that rows and commands use.
    pub const fn key(self) -> &'static str {
        match self {
            Source::Edixhoven2019 => "edixhoven-2019",
            Source::LeesMiller2017 => "lees-miller-2017",
            Source::CataniaRaymond2024 => "catania-raymond-2024",
            Source::DeVink2021 => "de-vink-2021",
            Source::Eppstein2018 => "eppstein-2018",
            Source::Literature => "literature",
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}
