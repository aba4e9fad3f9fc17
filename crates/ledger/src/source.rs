//! Where figures are printed.

use std::fmt;

use serde::Deserialize;

/// A document that publishes figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub enum Source {
    /// A thesis on patterns and decision diagrams.
    #[serde(rename = "edixhoven-2019")]
    Edixhoven2019,
    /// An article that counts positions.
    #[serde(rename = "lees-miller-2017")]
    LeesMiller2017,
    /// A student project: painting, chain paths, a player.
    #[serde(rename = "catania-raymond-2024")]
    CataniaRaymond2024,
    /// A thesis on Breakthrough.
    #[serde(rename = "de-vink-2021")]
    DeVink2021,
    /// A paper on the abstract game.
    #[serde(rename = "eppstein-2018")]
    Eppstein2018,
    /// A paper on tiles that can be forced.
    #[serde(rename = "slizkov-2023")]
    Slizkov2023,
    /// Values of small boards that solvers publish.
    #[serde(rename = "small-boards")]
    SmallBoards,
    /// An encyclopedia; the row's place names the sequence.
    #[serde(rename = "oeis")]
    Oeis,
}

/// A source in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Who wrote it.
    pub authors: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// When it appeared, if it did at one moment.
    pub year: Option<u16>,
    /// Where it appeared.
    pub place: &'static str,
}

/// Authors, *title*, place, year.
impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}. {}", self.authors, self.title, self.place)?;
        match self.year {
            Some(year) => write!(f, ", {year}"),
            None => Ok(()),
        }
    }
}

impl Source {
    /// Every source.
    pub const ALL: [Source; 8] = [
        Source::Edixhoven2019,
        Source::LeesMiller2017,
        Source::CataniaRaymond2024,
        Source::DeVink2021,
        Source::Eppstein2018,
        Source::Slizkov2023,
        Source::SmallBoards,
        Source::Oeis,
    ];

    /// The name that rows and commands use.
    pub const fn key(self) -> &'static str {
        match self {
            Source::Edixhoven2019 => "edixhoven-2019",
            Source::LeesMiller2017 => "lees-miller-2017",
            Source::CataniaRaymond2024 => "catania-raymond-2024",
            Source::DeVink2021 => "de-vink-2021",
            Source::Eppstein2018 => "eppstein-2018",
            Source::Slizkov2023 => "slizkov-2023",
            Source::SmallBoards => "small-boards",
            Source::Oeis => "oeis",
        }
    }

    /// Authors, title, year and place.
    pub const fn reference(self) -> Reference {
        let (authors, title, year, place) = match self {
            Source::Edixhoven2019 => (
                "Luc Edixhoven",
                "Checkerboard Patterns and Binary Decision Diagrams for the Game 2048",
                Some(2019),
                "Master's thesis, Leiden University",
            ),
            Source::LeesMiller2017 => (
                "John Lees-Miller",
                "The Mathematics of 2048: Counting States by Exhaustive Enumeration",
                Some(2017),
                "jdlm.info",
            ),
            Source::CataniaRaymond2024 => (
                "Ethan Catania and Tucker Raymond",
                "Martin Gardner Exploration Project: 2048",
                Some(2024),
                "Major Qualifying Project, Worcester Polytechnic Institute",
            ),
            Source::DeVink2021 => (
                "Elze de Vink",
                "Solving Breakthrough Using Binary Decision Diagrams and Retrograde Analysis",
                Some(2021),
                "Bachelor's thesis, Leiden University",
            ),
            Source::Eppstein2018 => (
                "David Eppstein",
                "Making Change in 2048",
                Some(2018),
                "9th International Conference on Fun with Algorithms, LIPIcs 100, 21:1-21:15",
            ),
            Source::Slizkov2023 => (
                "Alexey Slizkov",
                "Computational bounds for the 2048 game",
                Some(2023),
                "arXiv:2303.07266",
            ),
            Source::SmallBoards => (
                "Several authors",
                "Values of perfect play on small boards",
                None,
                "Public strong solutions, with no single publication",
            ),
            Source::Oeis => (
                "OEIS Foundation",
                "The On-Line Encyclopedia of Integer Sequences",
                None,
                "oeis.org",
            ),
        };
        Reference { authors, title, year, place }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}
