//! How a game looks in a terminal.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};
use twofold_core::{Board, Cell, Grid, TileSystem};
use twofold_studio::{Face, palette};

use super::colors::Colors;
use super::session::{Role, Session, Turn};

/// Draws everything in the colours of the terminal.
pub(super) fn draw(frame: &mut Frame<'_>, session: &Session, colors: Colors) {
    let board = session.turn().board();
    let size = CellSize::fitting(board, session.rules().tiles, frame.area());
    let Some(size) = size else {
        let text = format!("the terminal is too small for a {} board", board.shape());
        return frame.render_widget(Paragraph::new(text), frame.area());
    };
    let width = size.columns(board) + 2;
    let areas = Layout::horizontal([Constraint::Length(width), Constraint::Fill(1)]);
    let [left, right] = areas.areas(frame.area());
    draw_board(frame, left, session, size, colors);
    frame.render_widget(Paragraph::new(panel(session)), pad(right));
}

fn pad(area: Rect) -> Rect {
    Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area }
}

/// Characters of a cell, and of the gap to the next one below. Beside a cell there is always a gap of one,
/// so that equal neighbours do not look like one tile.
#[derive(Clone, Copy)]
struct CellSize {
    width: u16,
    height: u16,
    gap: u16,
}

impl CellSize {
    /// The largest size that fits: three lines with a gap or without, or one.
    fn fitting(board: &Board, tiles: TileSystem, area: Rect) -> Option<CellSize> {
        let longest = board.tiles().map(|tile| Face::of_tile(tile, tiles).text.chars().count());
        let text = longest.max().unwrap_or(0).max(2) as u16;
        let wide = text.max(6) + 2;
        let sizes = [(wide, 3, 1), (wide, 2, 1), (text + 2, 1, 1), (text.max(3), 1, 0)];
        let sizes = sizes.map(|(width, height, gap)| CellSize { width, height, gap });
        let fits = |size: &CellSize| {
            size.columns(board) + 2 <= area.width && size.lines(board) + 2 <= area.height
        };
        sizes.into_iter().find(fits)
    }

    /// The width of a board.
    fn columns(self, board: &Board) -> u16 {
        (self.width + 1) * board.shape().columns() as u16 - 1
    }

    /// The height of a board.
    fn lines(self, board: &Board) -> u16 {
        (self.height + self.gap) * board.shape().rows() as u16 - self.gap
    }
}

fn draw_board(
    frame: &mut Frame<'_>,
    area: Rect,
    session: &Session,
    size: CellSize,
    colors: Colors,
) {
    let board = session.turn().board();
    let tiles = session.rules().tiles;
    let height = size.lines(board) + 2;
    let area = Rect { height: height.min(area.height), ..area };
    frame.render_widget(Block::bordered().title(format!(" {tiles} {} ", board.shape())), area);
    for cell in board.shape().iter() {
        let face = Face::of_tile(board.tile(cell), tiles);
        let background = if board.tile(cell).is_empty() { palette::EMPTY } else { face.background };
        let mut style = Style::new().bg(colors.show(background)).fg(colors.ink(&face, background));
        let place = Rect {
            x: area.x + 1 + cell.column() as u16 * (size.width + 1),
            y: area.y + 1 + cell.row() as u16 * (size.height + size.gap),
            width: size.width,
            height: size.height,
        };
        let text = if is_cursor(session, cell) {
            style = style.add_modifier(Modifier::REVERSED);
            format!("[{}]", Face::of_tile(session.chosen(), tiles).text)
        } else {
            face.text
        };
        let middle = (size.height - 1) / 2;
        let lines = (0..size.height).map(|line| {
            let text = if line == middle { text.as_str() } else { "" };
            Line::from(format!("{text:^width$}", width = usize::from(size.width)))
        });
        let style = style.add_modifier(Modifier::BOLD);
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()).style(style), place);
    }
}

fn is_cursor(session: &Session, cell: Cell) -> bool {
    session.role == Role::Dropper
        && matches!(session.turn(), Turn::Spawn(_))
        && session.cursor == cell
}

/// What is written beside the board.
fn panel(session: &Session) -> Vec<Line<'static>> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let pair = |name: &str, value: String| {
        Line::from(vec![Span::raw(format!("{name:<8}")), Span::styled(value, bold)])
    };
    let rules = session.rules();
    let largest = rules.tiles.face(session.turn().board().largest());
    let values: Vec<String> =
        rules.spawn.tiles.iter().map(|(tile, _)| rules.tiles.face(tile).to_string()).collect();
    let auto = if session.auto { "on" } else { "off" };
    let mut lines = vec![
        pair("score", session.score().to_string()),
        pair("slides", session.slides().to_string()),
        pair("largest", largest.to_string()),
        pair("spawns", format!("{}, {}", values.join(" or "), rules.spawn.placement.name())),
        pair("player", session.player().to_owned()),
        pair("auto", format!("{auto}, {} ms", session.pause())),
        Line::default(),
    ];
    lines.push(Line::from(match (session.turn(), session.role) {
        (Turn::Over(_), _) => "the game is over: n for a new one, u to undo",
        (Turn::Slide(_), Role::Slider) => "slide: arrows, WASD or HJKL",
        (Turn::Slide(_), Role::Dropper) => "the computer slides …",
        (Turn::Spawn(_), _) => "arrows move, enter places, tab: next tile",
    }));
    lines.extend(hint(session));
    if !session.message.is_empty() {
        lines.push(Line::styled(session.message.clone(), bold));
    }
    lines.push(Line::default());
    lines.push(Line::from("u undo   i hint   space auto   + - speed"));
    lines.push(Line::from("t place  v tiles  n new  x save  q quit"));
    lines
}

fn hint(session: &Session) -> Vec<Line<'static>> {
    let Some(values) = &session.hint else { return Vec::new() };
    let best = values.best().map(|best| best.slide.direction);
    let line = |slide_value: &twofold_players::SlideValue| {
        let direction = slide_value.slide.direction;
        let mark = if best == Some(direction) { "→" } else { " " };
        Line::from(format!("{mark} {:<6}{:>14.1}", direction.name(), slide_value.value))
    };
    values.slides.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use twofold_core::Rules;

    use super::super::session::Action;
    use super::*;

    fn drawn(session: &Session, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, session, Colors::All)).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn a_game_and_a_hint() {
        let rules = Rules::classic("4x4".parse().unwrap());
        let spec = "greedy".parse().unwrap();
        let mut session = Session::new(&rules, Role::Slider, spec, 3).unwrap();
        session.act(Action::Hint);
        insta::assert_snapshot!(drawn(&session, 84, 20));
    }

    #[test]
    fn equal_neighbours_are_apart_in_any_colours() {
        let rules = Rules::classic("2x2".parse().unwrap());
        let board = twofold_core::notation::ranks::parse("11/11").unwrap();
        let spec = "greedy".parse().unwrap();
        let session = Session::from_board(board, &rules, Role::Slider, spec, 3).unwrap();
        for colors in [Colors::All, Colors::Indexed256, Colors::Basic16] {
            let mut terminal = Terminal::new(TestBackend::new(60, 16)).unwrap();
            terminal.draw(|frame| draw(frame, &session, colors)).unwrap();
            let buffer = terminal.backend().buffer();
            let background = |x, y| buffer.cell((x, y)).unwrap().bg;
            // Cells of eight by three characters, with gaps that have no colour.
            assert_eq!(background(1, 1), background(10, 5));
            assert_ne!(background(1, 1), ratatui::style::Color::Reset);
            assert_eq!(background(9, 1), ratatui::style::Color::Reset);
            assert_eq!(background(1, 4), ratatui::style::Color::Reset);
        }
    }

    #[test]
    fn dropper_sees_a_cursor_and_small_terminals_small_cells() {
        let rules = Rules::classic("3x3".parse().unwrap());
        let spec = "greedy".parse().unwrap();
        let mut session = Session::new(&rules, Role::Dropper, spec, 3).unwrap();
        session.act(Action::Move(twofold_core::Direction::Down));
        insta::assert_snapshot!(drawn(&session, 60, 8));
        assert!(drawn(&session, 8, 3).contains("the term"));
    }
}
