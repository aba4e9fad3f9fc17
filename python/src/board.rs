//! Boards.

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyType;
use twofold_commands::CommandError;
use twofold_core::notation::{self, hexadecimal, ranks};
use twofold_core::{Grid, Packed, Symmetry, Tile, TileSystem};
use twofold_studio::{Panel, Scene, png, svg, terminal};

use crate::error;
use crate::names::{place, read_cell, read_shape, read_symmetry, read_tiles, sides, symmetry};

/// An arrangement of tiles, with nobody to move.
///
/// A board is written in any notation, and read in the one of faces:
///
/// >>> from twofold import Board
/// >>> board = Board("4 8 / 2 .")
/// >>> board
/// Board('4 8 / 2 .')
/// >>> board[0, 1], board.largest, board.tile_sum
/// (8, 8, 14)
/// >>> board == Board("0x2310") == Board("23/10")
/// True
/// >>> board.canonical()
/// Board('. 2 / 8 4')
#[pyclass(frozen, eq, hash, ord, module = "twofold")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    pub(crate) board: twofold_core::Board,
    pub(crate) tiles: TileSystem,
}

impl PartialOrd for Board {
    fn partial_cmp(&self, other: &Board) -> Option<std::cmp::Ordering> {
        (self.tiles == other.tiles).then(|| self.board.cmp(&other.board))
    }
}

impl Board {
    fn of(&self, board: twofold_core::Board) -> Board {
        Board { board, tiles: self.tiles }
    }

    fn scene(&self) -> Scene {
        Scene::new().panel(Panel::board(&self.board, self.tiles))
    }

    fn packed(&self, py: Python<'_>) -> PyResult<Packed> {
        self.board.convert().map_err(|problem| error::input(py, problem))
    }
}

/// Reads a board, with the same errors as on the command line.
pub(crate) fn parse(
    py: Python<'_>,
    text: &str,
    tiles: TileSystem,
    shape: Option<twofold_core::Shape>,
) -> PyResult<twofold_core::Board> {
    notation::parse_board(text, tiles, shape)
        .map_err(|problem| error::of_command(py, &CommandError::from(problem)))
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (text, tiles="classic", shape=None))]
    fn new(
        py: Python<'_>,
        text: &str,
        tiles: &str,
        shape: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Board> {
        let (tiles, shape) = (read_tiles(py, tiles)?, shape.map(read_shape).transpose()?);
        Ok(Board { board: parse(py, text, tiles, shape)?, tiles })
    }

    /// A board without tiles.
    #[classmethod]
    #[pyo3(signature = (shape, tiles="classic"))]
    fn empty(cls: &Bound<'_, PyType>, shape: &Bound<'_, PyAny>, tiles: &str) -> PyResult<Board> {
        let board = twofold_core::Board::new(read_shape(shape)?);
        Ok(Board { board, tiles: read_tiles(cls.py(), tiles)? })
    }

    /// A board from the ranks of its cells, an array of `uint8` with a row for each row.
    #[classmethod]
    #[pyo3(signature = (ranks, tiles="classic"))]
    fn from_ranks(
        cls: &Bound<'_, PyType>,
        ranks: PyReadonlyArray2<'_, u8>,
        tiles: &str,
    ) -> PyResult<Board> {
        let (py, ranks) = (cls.py(), ranks.as_array());
        let shape = twofold_core::Shape::new(ranks.nrows(), ranks.ncols())
            .map_err(|problem| error::input(py, problem))?;
        let ranks: Vec<u8> = ranks.iter().copied().collect();
        let board = twofold_core::Board::from_ranks(shape, &ranks)
            .map_err(|problem| error::input(py, problem))?;
        Ok(Board { board, tiles: read_tiles(py, tiles)? })
    }

    /// A board from its code, whose hexadecimal digits are the ranks of the cells, by rows.
    #[classmethod]
    #[pyo3(signature = (code, shape, tiles="classic"))]
    fn from_code(
        cls: &Bound<'_, PyType>,
        code: u64,
        shape: &Bound<'_, PyAny>,
        tiles: &str,
    ) -> PyResult<Board> {
        let (py, shape) = (cls.py(), read_shape(shape)?);
        let packed = Packed::from_code(shape, code).ok_or_else(|| {
            error::input(py, format!("{code:#x} is not the code of a {shape} board"))
        })?;
        let board = packed.convert().map_err(|problem| error::input(py, problem))?;
        Ok(Board { board, tiles: read_tiles(py, tiles)? })
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        sides(self.board.shape())
    }

    /// The name of the tile system.
    #[getter]
    fn tiles(&self) -> &'static str {
        self.tiles.name()
    }

    /// The ranks of the cells, a row for each row.
    #[getter]
    fn ranks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        let ranks = self.board.as_tiles().iter().map(|tile| tile.rank()).collect();
        let array = Array2::from_shape_vec(sides(self.board.shape()), ranks);
        array.expect("a rank for each cell").into_pyarray(py)
    }

    /// The faces of the tiles, 0 for an empty cell.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u64>> {
        let faces = self.board.as_tiles().iter().map(|&tile| self.tiles.face(tile)).collect();
        let array = Array2::from_shape_vec(sides(self.board.shape()), faces);
        array.expect("a face for each cell").into_pyarray(py)
    }

    /// The number whose hexadecimal digits are the ranks; up to sixteen cells and rank 15.
    #[getter]
    fn code(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.packed(py)?.code())
    }

    /// The sum of the faces.
    #[getter]
    fn tile_sum(&self) -> u128 {
        self.board.tiles().map(|tile| u128::from(self.tiles.face(tile))).sum()
    }

    /// The face of the largest tile, 0 on an empty board.
    #[getter]
    fn largest(&self) -> u64 {
        self.tiles.face(self.board.largest())
    }

    /// The empty cells as (row, column), counted from zero.
    #[getter]
    fn empty_cells(&self) -> Vec<(usize, usize)> {
        self.board.empty_cells().map(place).collect()
    }

    /// The symmetries that keep the shape.
    #[getter]
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        Symmetry::of(self.board.shape()).iter().map(|&own| symmetry(py, own)).collect()
    }

    /// The smallest image, cells read by rows as digits.
    fn canonical(&self) -> Board {
        self.of(self.board.canonical())
    }

    /// The board rotated or mirrored.
    fn image(&self, symmetry: &Bound<'_, PyAny>) -> PyResult<Board> {
        Ok(self.of(self.board.image(read_symmetry(symmetry)?)))
    }

    /// The board with a tile, by its face, in a cell; 0 empties the cell.
    #[pyo3(name = "with_tile")]
    fn with_tile(&self, py: Python<'_>, cell: &Bound<'_, PyAny>, tile: u64) -> PyResult<Board> {
        let cell = read_cell(cell)?;
        if !self.board.shape().contains(cell) {
            return Err(error::input(py, format!("{cell} is not on the board")));
        }
        let tile = read_face(py, self.tiles, tile)?;
        let board = self.board.with(cell, tile).map_err(|problem| error::input(py, problem))?;
        Ok(self.of(board))
    }

    /// The board in a notation: `faces`, `ranks` or `hexadecimal`.
    #[pyo3(signature = (name="faces"))]
    fn notation(&self, py: Python<'_>, name: &str) -> PyResult<String> {
        match name {
            "faces" => Ok(notation::write_board(&self.board, self.tiles)),
            "ranks" => Ok(ranks::write(&self.board)),
            "hexadecimal" => hexadecimal::write(&self.board).ok_or_else(|| {
                error::input(py, "hexadecimal digits hold sixteen cells of ranks up to 15")
            }),
            _ => Err(error::input(
                py,
                format!("there is no notation `{name}`; there are faces, ranks and hexadecimal"),
            )),
        }
    }

    /// The board drawn with characters.
    fn drawing(&self) -> String {
        let options = terminal::Options { width: 1000, ..terminal::Options::default() };
        terminal::write(&self.scene(), &options)
    }

    /// The board as pixels: an array of rows, columns and red, green, blue.
    fn pixels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, numpy::PyArray3<u8>>> {
        let pixels = png::pixels(&svg::write(&self.scene()), 1.0)
            .map_err(|problem| error::failure(py, problem))?;
        let size = (pixels.height as usize, pixels.width as usize, 3);
        // What is not painted is white, as on paper.
        let blend = |pixel: &[u8]| {
            let opacity = u32::from(pixel[3]);
            let part = |part: u8| ((u32::from(part) * opacity + 255 * (255 - opacity)) / 255) as u8;
            [part(pixel[0]), part(pixel[1]), part(pixel[2])]
        };
        let colors: Vec<u8> = pixels.rgba.chunks_exact(4).flat_map(blend).collect();
        let array = numpy::ndarray::Array3::from_shape_vec(size, colors);
        Ok(array.expect("three parts a pixel").into_pyarray(py))
    }

    pub(crate) fn _repr_svg_(&self) -> String {
        svg::write(&self.scene())
    }

    fn __getitem__(&self, py: Python<'_>, cell: &Bound<'_, PyAny>) -> PyResult<u64> {
        let cell = read_cell(cell)?;
        if !self.board.shape().contains(cell) {
            let message = format!("{cell} is not on a {} board", self.board.shape());
            return Err(pyo3::exceptions::PyIndexError::new_err(message));
        }
        let _ = py;
        Ok(self.tiles.face(self.board.tile(cell)))
    }

    pub(crate) fn __str__(&self) -> String {
        notation::write_board(&self.board, self.tiles)
    }

    fn __repr__(&self) -> String {
        let text = self.__str__();
        match self.tiles {
            TileSystem::Classic => format!("Board('{text}')"),
            tiles => format!("Board('{text}', tiles='{tiles}')"),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, Parts) {
        let board = slf.get();
        (slf.get_type(), (board.__str__(), board.tiles.name(), board.shape()))
    }
}

/// What a board is made from again: its text, the name of its tiles, its shape.
type Parts = (String, &'static str, (usize, usize));

/// The tile of a face; 0 is an empty cell.
pub(crate) fn read_face(py: Python<'_>, tiles: TileSystem, face: u64) -> PyResult<Tile> {
    let tile = if face == 0 { Some(Tile::EMPTY) } else { tiles.tile_with_face(face) };
    tile.ok_or_else(|| error::input(py, format!("`{face}` is not a tile of the {tiles} game")))
}
