use std::fs;
use std::path::Path;

use super::{fails, finished, json, succeeds, twofold};

fn made(dir: &Path) -> String {
    let store = dir.join("small").to_str().unwrap().to_owned();
    succeeds(&["count", "2x2", "--to", "32", "--store", &store]);
    store
}

#[test]
fn stores_are_listed() {
    let dir = tempfile::tempdir().unwrap();
    made(dir.path());
    fs::create_dir(dir.path().join("empty")).unwrap();
    let list = &json(&["store", "list", dir.path().to_str().unwrap()])["stores"];
    assert_eq!(list.as_array().unwrap().len(), 1);
    assert_eq!(
        (&list[0]["game"]["shape"], &list[0]["game"]["target"]),
        (&"2x2".into(), &32.into())
    );
    assert_eq!((&list[0]["layers"], &list[0]["positions"]), (&19.into(), &75.into()));
    assert_eq!(list[0]["complete"], true);
}

#[test]
fn layers_are_shown_with_their_sizes() {
    let dir = tempfile::tempdir().unwrap();
    let store = made(dir.path());
    let info = json(&["store", "info", &store]);
    assert_eq!(info["positions"], 75);
    assert_eq!(info["layers"][4]["tile_sum"], 12);
    assert_eq!(info["layers"][4]["positions"], 7);
    assert_eq!(info["layers"][4]["files"][0]["holds"], "positions");
    assert!(info["layers"][4]["files"][0]["bits_per_board"].as_f64().unwrap() > 0.0);
    assert!(succeeds(&["store", "info", &store]).contains("75 positions in 19 layers"));
    assert!(fails(&["store", "info", dir.path().to_str().unwrap()], 2).contains("holds no store"));
}

#[test]
fn damage_is_found_and_named() {
    let dir = tempfile::tempdir().unwrap();
    let store = made(dir.path());
    assert!(succeeds(&["store", "verify", &store]).contains("every checksum is right"));
    let name = "sum-00000012.positions.layer";
    let path = Path::new(&store).join(name);
    let mut bytes = fs::read(&path).unwrap();
    bytes[95] ^= 1;
    fs::write(&path, bytes).unwrap();
    let run = twofold(&["store", "verify", &store]);
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.contains("1 damaged") && run.stdout.contains(name), "{}", run.stdout);
    assert!(run.stderr.contains("checksum") && run.stderr.contains("hint"), "{}", run.stderr);
}

#[test]
fn positions_are_exported_as_csv() {
    let dir = tempfile::tempdir().unwrap();
    let store = made(dir.path());
    let file = dir.path().join("rows.csv");
    succeeds(&["store", "export", &store, file.to_str().unwrap(), "--sum", "4,40"]);
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(
        text,
        "tile_sum,code,largest,live\n4,0x0011,2,true\n4,0x0110,2,true\n40,0x2244,16,true\n40,0x2442,16,false\n"
    );
}

#[test]
fn positions_are_exported_as_parquet() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    let dir = tempfile::tempdir().unwrap();
    let store = made(dir.path());
    let file = dir.path().join("rows.parquet");
    succeeds(&["store", "export", &store, file.to_str().unwrap()]);
    let reader = SerializedFileReader::new(fs::File::open(&file).unwrap()).unwrap();
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 75);
    let fields: Vec<_> = rows[74].get_column_iter().map(|(_, field)| field.clone()).collect();
    let expected = [Field::ULong(40), Field::ULong(0x2442), Field::ULong(16), Field::Bool(false)];
    assert_eq!(fields, expected);
    let live =
        rows.iter().filter(|row| row.get_column_iter().any(|(_, f)| *f == Field::Bool(true)));
    assert_eq!(live.count(), 57);
}

fn solved(dir: &Path, more: &[&str]) -> String {
    let store = dir.join("solved").to_str().unwrap().to_owned();
    succeeds(&[&["solve", "2x2", "--store", &store], more].concat());
    store
}

/// The value of every slide, as `ask` gives it.
fn asked(store: &str, board: &str) -> serde_json::Value {
    json(&["ask", store, board])
}

#[test]
fn solved_positions_are_exported_with_values_and_certainty() {
    let dir = tempfile::tempdir().unwrap();
    let store = solved(dir.path(), &[]);
    let file = dir.path().join("rows.csv");
    succeeds(&["store", "export", &store, file.to_str().unwrap()]);
    let text = fs::read_to_string(&file).unwrap();
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some(
            "tile_sum,code,largest,live,value,value_certainty,value_error,up,down,left,right,best"
        )
    );
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    // A store is solved from an empty board on, which has two positions with one tile.
    let counted = json(&["count", "2x2"]);
    let counted = ["live", "dead"].map(|kind| counted[kind].as_u64().unwrap());
    assert_eq!(counted.iter().sum::<u64>() + 2, rows.len() as u64);
    let answer = asked(&store, "0x0012");
    let row = rows.iter().find(|row| row[1] == "0x0012").unwrap();
    assert_eq!((row[0], row[2], row[3], row[5]), ("6", "4", "true", "rounded"));
    let near = |cell: &str, value: &serde_json::Value| {
        (cell.parse::<f64>().unwrap() - value["value"].as_f64().unwrap()).abs() < 1e-9
    };
    assert!(near(row[4], &answer["value"]), "{row:?} {answer}");
    assert!(row[6].parse::<f64>().unwrap() > 0.0, "{row:?}");
    assert_eq!(row[11], answer["best"]);
    for slide in answer["slides"].as_array().unwrap() {
        let place = ["up", "down", "left", "right"].iter().position(|&d| slide["direction"] == d);
        let cell = row[7 + place.unwrap()];
        let is_legal = slide["legal"] == true;
        assert!(if is_legal { near(cell, &slide["value"]) } else { cell.is_empty() }, "{row:?}");
    }
    // Nothing follows a dead position, so its value is exact.
    let dead = rows.iter().find(|row| row[3] == "false").unwrap();
    assert_eq!((dead[4], dead[5], dead[6]), ("0", "exact", ""));
    assert_eq!(&dead[7..], ["", "", "", "", ""]);
}

#[test]
fn solved_positions_are_exported_as_parquet_with_metadata() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    let dir = tempfile::tempdir().unwrap();
    let store =
        solved(dir.path(), &["--goal", "fewest-slides", "--to", "16", "--opponent", "adversary"]);
    let file = dir.path().join("rows.parquet");
    succeeds(&["store", "export", &store, file.to_str().unwrap()]);
    let reader = SerializedFileReader::new(fs::File::open(&file).unwrap()).unwrap();
    let about = reader.metadata().file_metadata().key_value_metadata().unwrap();
    let about =
        |key: &str| about.iter().find(|entry| entry.key == key).unwrap().value.clone().unwrap();
    assert_eq!(about("program"), format!("twofold {}", env!("CARGO_PKG_VERSION")));
    assert_eq!((about("goal"), about("opponent")), ("fewest-slides".into(), "adversary".into()));
    assert_eq!((about("certainty"), about("error")), ("exact".into(), "0".into()));
    let game: serde_json::Value = serde_json::from_str(&about("game")).unwrap();
    assert_eq!((&game["shape"], &game["target"]), (&"2x2".into(), &16.into()));
    let mut never = 0;
    for row in reader.get_row_iter(None).unwrap().map(Result::unwrap) {
        let cell = |name: &str| {
            row.get_column_iter().find(|(column, _)| *column == name).unwrap().1.clone()
        };
        let Field::Double(value) = cell("value") else { panic!("{row}") };
        assert_eq!(cell("value_certainty"), Field::Str("exact".into()));
        let slides: Vec<f64> = ["up", "down", "left", "right"]
            .into_iter()
            .filter_map(|slide| match cell(slide) {
                Field::Double(value) => Some(value),
                _ => None,
            })
            .collect();
        assert_eq!(cell("live"), Field::Bool(!slides.is_empty()));
        match cell("best") {
            Field::Str(best) => assert_eq!(cell(&best), Field::Double(value)),
            best => assert!(best == Field::Null && slides.is_empty()),
        }
        if !slides.is_empty() {
            assert_eq!(slides.into_iter().fold(f64::INFINITY, f64::min), value, "{row}");
        }
        never += u64::from(value.is_infinite());
    }
    assert!(never > 0, "an adversary prevents the tile from some boards");
}

/// A full disk is no mistake in the input, and leaves nothing under the name of the table.
#[cfg(target_os = "linux")]
#[test]
fn tables_on_a_full_disk_are_failures() {
    let dir = tempfile::tempdir().unwrap();
    let counted = made(dir.path());
    let solved = solved(dir.path(), &["--to", "64"]);
    let tables = tempfile::tempdir().unwrap();
    let program = assert_cmd::cargo::cargo_bin!("twofold");
    for (store, question, name) in [
        (&counted, "export", "positions.csv"),
        (&counted, "export", "positions.parquet"),
        (&solved, "export", "values.csv"),
        (&solved, "export", "values.parquet"),
        (&solved, "policy", "policy.csv"),
    ] {
        let limited = format!(
            "trap '' XFSZ; ulimit -f 1; cd '{}'; exec '{}' store {question} '{store}' {name}",
            tables.path().display(),
            program.display()
        );
        let run = std::process::Command::new("sh").args(["-c", &limited]).output();
        let run = finished(run.unwrap());
        assert_eq!(run.code, Some(3), "{name}: {}", run.stderr);
        assert!(run.stderr.contains("cannot write") && run.stderr.contains("make room"));
        assert_eq!(fs::read_dir(tables.path()).unwrap().count(), 0, "{name}");
    }
    let nowhere = dir.path().join("no such directory/table.parquet");
    let error = fails(&["store", "export", &counted, nowhere.to_str().unwrap()], 2);
    assert!(error.contains("cannot write") && !error.contains("External"), "{error}");
}

#[test]
fn policies_can_be_read() {
    let dir = tempfile::tempdir().unwrap();
    let store = solved(dir.path(), &[]);
    let file = dir.path().join("best.csv");
    succeeds(&["store", "policy", &store, file.to_str().unwrap()]);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("tile_sum,code,board,best\n"), "{text}");
    let line = text.lines().find(|line| line.contains("0x0012")).unwrap();
    let best = asked(&store, "0x0012")["best"].as_str().unwrap().to_owned();
    assert_eq!(line, format!("6,0x0012,. . / 2 4,{best}"));
}

#[test]
fn exports_that_make_no_sense_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let store = made(dir.path());
    let file = dir.path().join("rows.csv");
    let file = file.to_str().unwrap();
    assert!(fails(&["store", "export", &store, file, "--sum", "5"], 2).contains("no layer"));
    let other = dir.path().join("rows.xls");
    let error = fails(&["store", "export", &store, other.to_str().unwrap()], 2);
    assert!(error.contains(".csv or .parquet") && !other.exists(), "{error}");
}

/// Whoever may not write to a store can still read it.
#[cfg(unix)]
#[test]
fn read_only_stores_are_read() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;

    let dir = tempfile::tempdir().unwrap();
    let store = made(dir.path());
    let read_only = |path: &Path| {
        let mode = if path.is_dir() { 0o555 } else { 0o444 };
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    // Somebody who is not the super-user, whom no permission stops.
    let verify = || {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_twofold"));
        command.args(["store", "verify", &store]);
        if fs::metadata("/proc/self")
            .is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
        {
            command.uid(65534);
        }
        command.output().unwrap()
    };
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
    for entry in fs::read_dir(&store).unwrap() {
        read_only(&entry.unwrap().path());
    }
    read_only(Path::new(&store));
    for has_lock in [true, false] {
        if !has_lock {
            fs::set_permissions(&store, fs::Permissions::from_mode(0o755)).unwrap();
            fs::remove_file(Path::new(&store).join("lock")).unwrap();
            read_only(Path::new(&store));
        }
        let run = verify();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    }
    fs::set_permissions(&store, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Reading from a pipe would wait for a writer.
#[cfg(unix)]
#[test]
fn pipes_are_not_read() {
    let dir = tempfile::tempdir().unwrap();
    let store = made(dir.path());
    for name in ["lock", "sum-00000012.positions.layer", "manifest.json"] {
        let path = Path::new(&store).join(name);
        fs::remove_file(&path).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success());
        let run = twofold(&["store", "verify", &store]);
        assert_ne!(run.code, Some(0));
        assert!(run.stderr.contains("it is not a file"), "{}", run.stderr);
        if name == "lock" {
            let count = ["count", "2x2", "--to", "32", "--store", &store];
            assert!(fails(&count, 3).contains("it is not a file"));
            fs::remove_file(&path).unwrap();
        }
    }
}

#[test]
fn a_damaged_store_does_not_hide_others() {
    let dir = tempfile::tempdir().unwrap();
    let store = made(dir.path());
    fs::create_dir(dir.path().join("broken")).unwrap();
    fs::write(dir.path().join("broken/manifest.json"), "{}").unwrap();
    let run = twofold(&["store", "list", dir.path().to_str().unwrap()]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.stdout.contains(&store), "{}", run.stdout);
    assert!(run.stderr.contains("broken"), "{}", run.stderr);
}
