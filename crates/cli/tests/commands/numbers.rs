//! Numbers that people can read: digits in groups of three, wherever a command writes for people.

use super::{command, finished, twofold};

/// Runs of five digits or more that are no part of a word, a list or a grouped number.
fn long_numbers(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| c.is_whitespace() || "│·…".contains(c));
    words
        .map(|word| word.trim_matches(|c: char| "(),.;:=≈≥≤~±".contains(c)))
        .filter(|word| word.len() >= 5 && word.bytes().all(|byte| byte.is_ascii_digit()))
        .collect()
}

#[test]
fn numbers_have_separators_in_tables_sentences_and_errors() {
    for line in [
        "count 3x3 --to 64",
        "solve 2x4 --goal tile --to 32",
        "perft 4x4 --depth 5",
        "perft 4x4 --depth 9 --engine naive",
        "perft 4x4 --depth 7 --memory 1M",
        "perft 2x2 --depth 100000 --paths 100000",
        "chains 6x6",
        "breakthrough 4x4",
        "prove 2x3 --to 64 --strong --constrain none --memory 64M",
        "paint --rows 6",
        "life glider --generations 100000 --memory 1M",
        "reach checkerboard 2x8 --deterministic --count",
        "shortest 4x4",
        "change practical --cells 4",
        "change primes --cells 6 --terms 20000",
        "change 3-smooth --represent 123456789",
        "change 3-smooth --hardest 7 --memory 50M",
        "change powers-of-two --represent 99999999999999999999 --memory 1M",
        "change mersenne --reach 65535 --cells 17 --steps 2",
        "change --expr 2^n --cells 100",
        "board 65536 65536 2",
        "arena --players greedy --games 100",
    ] {
        let arguments: Vec<&str> = line.split(' ').collect();
        let run = twofold(&arguments);
        assert!(!run.stdout.is_empty() || !run.stderr.is_empty(), "{line}");
        let text = run.stdout + &run.stderr;
        // A tile is named by its face, and a row of a checkerboard by its ranks.
        let is_name = |word: &str| {
            matches!(word, "65536" | "131072") || word.bytes().all(|byte| b"12".contains(&byte))
        };
        let mut long = long_numbers(&text);
        long.retain(|word| !is_name(word));
        assert!(long.is_empty(), "{line}: {long:?} in\n{text}");
    }
}

#[test]
fn numbers_have_no_separators_in_csv() {
    let csv = command(&["change", "3-smooth", "--represent", "123456789", "--format", "csv"]);
    let csv = finished({ csv }.output().expect("the program starts")).stdout;
    assert!(csv.contains("120932352 + 2519424"), "{csv}");
}

#[test]
fn one_of_a_thing_is_not_several() {
    let board = twofold(&["board", "4 8 / 2 ."]).stdout;
    assert!(board.contains("14, 1 empty cell\n"), "{board}");
    let change = twofold(&["change", "--expr", "9^n", "--cells", "5", "--terms", "0"]).stdout;
    assert!(change.contains("For 1 cell, no end found"), "{change}");
    let memory = twofold(&["count", "3x3", "--memory", "1M"]).stderr;
    assert!(memory.contains("1.00 MiB of memory is too little: at least"), "{memory}");
}
