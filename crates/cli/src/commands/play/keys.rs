//! Which key does what.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use twofold_core::Direction;

use super::session::Action;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Act(Action),
    Save,
    Quit,
}

/// What a key asks for, if it asks for anything.
pub(super) fn wish(key: KeyEvent) -> Option<Wish> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let action = match key.code {
        KeyCode::Char('c') if control => return Some(Wish::Quit),
        KeyCode::Char('s') if control => return Some(Wish::Save),
        KeyCode::Char('q') | KeyCode::Esc => return Some(Wish::Quit),
        KeyCode::Char('x') => return Some(Wish::Save),
        KeyCode::Up | KeyCode::Char('w' | 'k') => Action::Move(Direction::Up),
        KeyCode::Down | KeyCode::Char('s' | 'j') => Action::Move(Direction::Down),
        KeyCode::Left | KeyCode::Char('a' | 'h') => Action::Move(Direction::Left),
        KeyCode::Right | KeyCode::Char('d' | 'l') => Action::Move(Direction::Right),
        KeyCode::Enter => Action::Place,
        KeyCode::Tab | KeyCode::Char('v') => Action::NextTile,
        KeyCode::Char('t') => Action::NextStyle,
        KeyCode::Char('u') | KeyCode::Backspace => Action::Undo,
        KeyCode::Char('i' | '?') => Action::Hint,
        KeyCode::Char(' ' | 'p') => Action::ToggleAuto,
        KeyCode::Char('+' | '=') => Action::Faster,
        KeyCode::Char('-') => Action::Slower,
        KeyCode::Char('n') => Action::NewGame,
        _ => return None,
    };
    Some(Wish::Act(action))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_ways_to_move() {
        let plain = |code| wish(KeyEvent::new(code, KeyModifiers::NONE));
        for codes in [
            [KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right],
            ['w', 's', 'a', 'd'].map(KeyCode::Char),
            ['k', 'j', 'h', 'l'].map(KeyCode::Char),
        ] {
            let wishes = codes.map(|code| plain(code).unwrap());
            assert_eq!(wishes, Direction::ALL.map(|d| Wish::Act(Action::Move(d))));
        }
        let control = |c| wish(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL));
        assert_eq!(control('c'), Some(Wish::Quit));
        assert_eq!(control('s'), Some(Wish::Save));
        assert_eq!(plain(KeyCode::F(1)), None);
    }
}
