//! Pictures of the sizes that painting is meant for, each replayed by the rules.

use twofold_core::{Grid, Shape};
use twofold_reach::paint::{Effort, Painting, Picture, Unpaintable, paint};

fn check(picture: &Picture, painting: &Painting) {
    let frames = painting.replay.play().expect("a legal play");
    let first = &frames.first().expect("a first frame").board;
    assert!(first.tiles().all(|tile| tile.is_empty()), "it starts from an empty board");
    assert_eq!(frames.last().expect("a last frame").board, painting.board);
    for cell in picture.shape().iter() {
        assert_eq!(painting.color(cell), Some(picture.cell(cell)), "{cell}");
    }
}

fn random(side: usize, colors: usize, seed: u64) -> Picture {
    Picture::random(Shape::new(side, side).unwrap(), colors, seed).unwrap()
}

#[test]
fn sixteen_by_sixteen_in_two_colors() {
    for seed in 0..3 {
        let picture = random(16, 2, seed);
        check(&picture, &paint(&picture, Effort::default(), &()).unwrap());
    }
}

#[test]
fn twelve_by_twelve_in_four_colors() {
    let picture = random(12, 4, 5);
    check(&picture, &paint(&picture, Effort::default(), &()).unwrap());
}

#[test]
fn a_heart_in_four_colors() {
    let text = "\
        bbbbbbbbbbbb/bbrrrbbrrrbb/brrwrrrrrrrb/brwrrrrrrrrb/brwrrrrrrrrb/brrrrrrrrrrb/\
        bbrrrrrrrrbb/bbbrrrrrrbbb/bbbbrrrrbbbb/bbbbbrrbbbbb/gggggbbggggg/gggggggggggg";
    let picture: Picture = text.parse().unwrap();
    assert_eq!(picture.colors(), 4);
    check(&picture, &paint(&picture, Effort::default(), &()).unwrap());
}

#[test]
fn every_picture_of_two_colors_with_six_cells() {
    for bits in 0..64u8 {
        let cells: Vec<u8> = (0..6).map(|cell| bits >> cell & 1).collect();
        for (rows, columns) in [(2, 3), (1, 6), (6, 1)] {
            let picture = Picture::new(Shape::new(rows, columns).unwrap(), cells.clone()).unwrap();
            match paint(&picture, Effort { attempts: 300, ..Effort::default() }, &()) {
                Ok(painting) => check(&picture, &painting),
                // A single row is the hardest: it is built at once, and nothing is raised.
                Err(Unpaintable::Row { .. }) => assert_ne!(rows, 2, "{bits:06b}"),
                Err(other) => panic!("{other}"),
            }
        }
    }
}

#[test]
fn what_cannot_be_painted_is_said() {
    let many: Picture = "ab/cd/ef/gh/ij".parse().unwrap();
    let effort = Effort { attempts: 60, ..Effort::default() };
    let reason = paint(&many, effort, &()).unwrap_err().to_string();
    assert!(reason.contains("row") || reason.contains("column"), "{reason}");
    let touching: Picture = "aabb/ccdd/eeff/gghh".parse().unwrap();
    let needed =
        Unpaintable::TooManyColors { needed: 16, twice: 8, colors: 8, width: 4, available: 8 };
    assert_eq!(paint(&touching, effort, &()).unwrap_err(), needed);
}
