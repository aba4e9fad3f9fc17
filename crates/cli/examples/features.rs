//! Draws the pictures of `docs/players.md`, one for each feature:
//! `cargo run -p twofold --example features -- docs/pictures`.

use std::error::Error;
use std::path::{Path, PathBuf};

use twofold_core::notation::ranks;
use twofold_core::{Board, Direction, Grid, TileSystem};
use twofold_players::features::{
    FeatureBoard, adjacent, chain, empty, largest, monotonicity, root, shift_load,
};
use twofold_studio::{Panel, Scene, svg};

const SYSTEM: TileSystem = TileSystem::Classic;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("say where to put the pictures")?);

    let corner = board("a531/4200/1000/0000")?;
    let border = board("5a31/4200/1000/0000")?;
    let marked = |board: &Board| {
        let sheet = FeatureBoard::new(board, SYSTEM);
        panel(board).mark(root(&sheet)).caption(format!("largest: {}", largest(&sheet)))
    };
    let scene = Scene::new().panel(marked(&corner)).panel(marked(&border));
    save(&folder, "feature-largest", scene)?;

    let ordered = |text: &str| -> Result<Panel, Box<dyn Error>> {
        let board = board(text)?;
        let count = monotonicity(&FeatureBoard::new(&board, SYSTEM));
        Ok(panel(&board).caption(format!("monotonicity: {count}")))
    };
    let scene =
        Scene::new().panel(ordered("a754/8632/4210/1000")?).panel(ordered("a574/2836/4120/1000")?);
    save(&folder, "feature-monotonicity", scene)?;

    let roomy = board("a754/8000/2000/0000")?;
    let cells: Vec<_> = roomy.empty_cells().collect();
    let count = empty(&FeatureBoard::new(&roomy, SYSTEM));
    let marked = cells.into_iter().fold(panel(&roomy), Panel::mark);
    save(&folder, "feature-empty", Scene::from(marked.caption(format!("empty: {count}"))))?;

    let chained = board("a987/3456/2100/0000")?;
    let cells = chain(&FeatureBoard::new(&chained, SYSTEM));
    let caption = format!("chain: {} tiles", cells.len());
    save(&folder, "feature-chain", Scene::from(panel(&chained).path(cells).caption(caption)))?;

    let before = board("0876/0765/0000/0000")?;
    let after = board("8760/7650/0000/0000")?;
    let loaded = board("8760/8650/0000/0000")?;
    let load = |board: &Board| {
        let count = shift_load(&FeatureBoard::new(board, SYSTEM), Direction::Left);
        panel(board).caption(format!("shift load after left: {count}"))
    };
    let scene =
        Scene::new().panel(panel(&before).then("left")).panel(load(&after)).panel(load(&loaded));
    save(&folder, "feature-shift-load", scene)?;

    let near = board("a980/4000/3000/0002")?;
    let sheet = FeatureBoard::new(&near, SYSTEM);
    let caption = format!("adjacent: {:.2}", adjacent(&sheet));
    let others = [(1, 0), (2, 0), (3, 3)].map(|(row, column)| twofold_core::Cell::new(row, column));
    let drawn = panel(&near).path(chain(&sheet)).caption(caption);
    let drawn = others.into_iter().fold(drawn, |drawn, cell| drawn.arrow(cell, root(&sheet)));
    save(&folder, "feature-adjacent", Scene::from(drawn))
}

fn board(text: &str) -> Result<Board, Box<dyn Error>> {
    Ok(ranks::parse(text)?)
}

fn panel(board: &Board) -> Panel {
    Panel::board(board, SYSTEM)
}

fn save(folder: &Path, name: &str, scene: Scene) -> Result<(), Box<dyn Error>> {
    std::fs::write(folder.join(format!("{name}.svg")), svg::write(&scene.cell_size(56)))?;
    Ok(())
}
