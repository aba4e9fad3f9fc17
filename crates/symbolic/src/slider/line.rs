//! One line of the board, slid towards its first cell.

/// What a line becomes, cells being values; nothing if a tile of the value `goal` is made.
pub(super) fn slide(line: &[u8], goal: u8) -> Option<Vec<u8>> {
    let mut slid: Vec<u8> = Vec::with_capacity(line.len());
    let mut may_merge = false;
    for &value in line.iter().filter(|&&value| value > 0) {
        match slid.last_mut() {
            Some(last) if may_merge && *last == value => {
                *last += 1;
                if *last == goal {
                    return None;
                }
                may_merge = false;
            }
            _ => {
                slid.push(value);
                may_merge = true;
            }
        }
    }
    slid.resize(line.len(), 0);
    Some(slid)
}

/// All lines of some length with values below `goal`.
pub(super) fn all(length: usize, goal: u8) -> impl Iterator<Item = Vec<u8>> {
    let lines = u64::from(goal).pow(length as u32);
    (0..lines).map(move |mut number| {
        let digits = (0..length).map(|_| {
            let digit = (number % u64::from(goal)) as u8;
            number /= u64::from(goal);
            digit
        });
        digits.collect()
    })
}

#[cfg(test)]
mod tests {
    use twofold_core::{Board, Direction, Game, Grid, Rules, Shape};

    use super::*;

    #[test]
    fn lines_slide_as_boards_of_one_row_do() {
        for length in 1..=4 {
            let shape = Shape::new(1, length).unwrap();
            let game = Game::new(Rules::only_twos(shape));
            for line in all(length, 5) {
                let board = Board::from_ranks(shape, &line).unwrap();
                let position = game.position(board).unwrap();
                let expected = match game.slide(&position, Direction::Left).unwrap() {
                    Some(slide) => {
                        let board = slide.afterstate.board();
                        shape.iter().map(|cell| board.tile(cell).rank()).collect()
                    }
                    None => line.clone(),
                };
                let makes_it = expected.contains(&5);
                assert_eq!(slide(&line, 5), (!makes_it).then_some(expected), "{line:?}");
            }
        }
    }
}
