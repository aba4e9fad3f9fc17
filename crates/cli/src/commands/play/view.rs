//! How a game looks in a terminal.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};
use twofold_core::{Board, Cell, Grid, TileSystem};
use twofold_studio::{Face, palette};

use super::session::{Role, Session, Turn};

/// Draws everything; `true_color` says whether the terminal shows all colours.
pub(super) fn draw(frame: &mut Frame<'_>, session: &Session, true_color: bool) {
    let board = session.turn().board();
    let size = CellSize::fitting(board, session.rules().tiles, frame.area());
    let Some(size) = size else {
        let text = format!("the terminal is too small for a {} board", board.shape());
        return frame.render_widget(Paragraph::new(text), frame.area());
    };
    let width = size.width * board.shape().columns() as u16 + 2;
    let areas = Layout::horizontal([Constraint::Length(width), Constraint::Fill(1)]);
    let [left, right] = areas.areas(frame.area());
    draw_board(frame, left, session, size, true_color);
    frame.render_widget(Paragraph::new(panel(session)), pad(right));
}

fn pad(area: Rect) -> Rect {
    Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area }
}

/// Characters of a cell.
#[derive(Clone, Copy)]
struct CellSize {
    width: u16,
    height: u16,
}

impl CellSize {
    /// The largest size that fits: three lines, or one.
    fn fitting(board: &Board, tiles: TileSystem, area: Rect) -> Option<CellSize> {
        let longest = board.tiles().map(|tile| Face::of_tile(tile, tiles).text.chars().count());
        let text = longest.max().unwrap_or(0).max(2) as u16;
        let (rows, columns) = (board.shape().rows() as u16, board.shape().columns() as u16);
        let sizes = [(text.max(6) + 2, 3), (text + 1, 1)];
        let fits = |&(width, height): &(u16, u16)| {
            width * columns + 2 <= area.width && height * rows + 2 <= area.height
        };
        sizes.into_iter().find(fits).map(|(width, height)| CellSize { width, height })
    }
}

fn color(color: twofold_studio::Color, true_color: bool) -> Color {
    match true_color {
        true => Color::Rgb(color.red, color.green, color.blue),
        false => Color::Indexed(color.ansi256()),
    }
}

fn draw_board(
    frame: &mut Frame<'_>,
    area: Rect,
    session: &Session,
    size: CellSize,
    true_color: bool,
) {
    let board = session.turn().board();
    let tiles = session.rules().tiles;
    let height = size.height * board.shape().rows() as u16 + 2;
    let area = Rect { height: height.min(area.height), ..area };
    frame.render_widget(Block::bordered().title(format!(" {tiles} {} ", board.shape())), area);
    for cell in board.shape().iter() {
        let face = Face::of_tile(board.tile(cell), tiles);
        let background = if board.tile(cell).is_empty() { palette::EMPTY } else { face.background };
        let mut style =
            Style::new().bg(color(background, true_color)).fg(color(face.ink, true_color));
        let place = Rect {
            x: area.x + 1 + cell.column() as u16 * size.width,
            y: area.y + 1 + cell.row() as u16 * size.height,
            width: size.width,
            height: size.height,
        };
        let text = if is_cursor(session, cell) {
            style = style.add_modifier(Modifier::REVERSED);
            format!("[{}]", Face::of_tile(session.chosen(), tiles).text)
        } else {
            face.text
        };
        let middle = size.height / 2;
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
        && matches!(session.turn(), Turn::Drop(_))
        && session.cursor == cell
}

/// What is written beside the board.
fn panel(session: &Session) -> Vec<Line<'static>> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let pair = |name: &str, value: String| {
        Line::from(vec![Span::raw(format!("{name:<8}")), Span::styled(value, bold)])
    };
    let rules = session.rules();
    let largest = rules.tiles.value(session.turn().board().largest());
    let values: Vec<String> =
        rules.spawn.values.iter().map(|(tile, _)| rules.tiles.value(tile).to_string()).collect();
    let auto = if session.auto { "on" } else { "off" };
    let mut lines = vec![
        pair("score", session.score().to_string()),
        pair("slides", session.moves().to_string()),
        pair("largest", largest.to_string()),
        pair("drops", format!("{}, {}", values.join(" or "), rules.spawn.placement.name())),
        pair("player", session.player().to_owned()),
        pair("auto", format!("{auto}, {} ms", session.pause())),
        Line::default(),
    ];
    lines.push(Line::from(match (session.turn(), session.role) {
        (Turn::Over(_), _) => "the game is over: n for a new one, u to undo",
        (Turn::Slide(_), Role::Slider) => "slide: arrows, WASD or HJKL",
        (Turn::Slide(_), Role::Dropper) => "the computer slides …",
        (Turn::Drop(_), _) => "move: arrows; enter drops, tab changes the tile",
    }));
    lines.extend(hint(session));
    if !session.message.is_empty() {
        lines.push(Line::styled(session.message.clone(), bold));
    }
    lines.push(Line::default());
    lines.push(Line::from("u undo   i hint   space auto   + - speed"));
    lines.push(Line::from("t style  v values  n new  x save  q quit"));
    lines
}

fn hint(session: &Session) -> Vec<Line<'static>> {
    let Some(judged) = &session.hint else { return Vec::new() };
    let best = judged.best().map(|best| best.slide.direction);
    let line = |judgement: &twofold_players::Judgement| {
        let direction = judgement.slide.direction;
        let mark = if best == Some(direction) { "→" } else { " " };
        Line::from(format!("{mark} {:<6}{:>14.1}", direction.name(), judgement.value))
    };
    judged.slides.iter().map(line).collect()
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
        terminal.draw(|frame| draw(frame, session, true)).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn a_game_and_a_hint() {
        let rules = Rules::classic("4x4".parse().unwrap());
        let recipe = "greedy".parse().unwrap();
        let mut session = Session::new(&rules, Role::Slider, recipe, 3).unwrap();
        session.act(Action::Hint);
        insta::assert_snapshot!(drawn(&session, 84, 18));
    }

    #[test]
    fn dropper_sees_a_cursor_and_small_terminals_small_cells() {
        let rules = Rules::classic("3x3".parse().unwrap());
        let recipe = "greedy".parse().unwrap();
        let mut session = Session::new(&rules, Role::Dropper, recipe, 3).unwrap();
        session.act(Action::Move(twofold_core::Direction::Down));
        insta::assert_snapshot!(drawn(&session, 60, 8));
        assert!(drawn(&session, 8, 3).contains("the term"));
    }
}
