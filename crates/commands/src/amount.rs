//! Amounts in words: bytes, numbers of things, durations.

use indicatif::BinaryBytes;
use twofold_core::group_digits;

/// Reads a number of bytes: 1000, 64k, 800M, 16G, each unit 1024 times the one before.
///
/// # Errors
/// If it is none.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not a size; write for example 800M or 16G");
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = text[digits.len()..].to_ascii_lowercase();
    let factor = match unit.trim_end_matches('b').trim_end_matches('i') {
        "" => 1.0,
        "k" => 1024.0,
        "m" => 1024.0 * 1024.0,
        "g" => 1024.0 * 1024.0 * 1024.0,
        "t" => 1024.0 * 1024.0 * 1024.0 * 1024.0,
        _ => return Err(wrong()),
    };
    let number: f64 = digits.parse().map_err(|_| wrong())?;
    let bytes = number * factor;
    if number > 0.0 && (1.0..1e18).contains(&bytes) { Ok(bytes as u64) } else { Err(wrong()) }
}

/// Bytes for people: 12.30 MiB.
pub fn bytes(bytes: f64) -> String {
    BinaryBytes(bytes as u64).to_string()
}

/// Bytes as `--memory` takes them, rounded up to whole units: 13M, 2G.
pub(crate) fn bytes_option(bytes: f64) -> String {
    let unit = |power: i32| (bytes / 1024_f64.powi(power)).ceil();
    if unit(2) < 10_000.0 { format!("{}M", unit(2)) } else { format!("{}G", unit(3)) }
}

/// A whole number for people, in groups of three digits: 48,713,525.
pub(crate) fn grouped(number: impl ToString) -> String {
    group_digits(&number.to_string())
}

/// A rough number for people: 950, 12 thousand, 3.4 million.
pub(crate) fn count(number: f64) -> String {
    for (size, name) in [(1e12, "trillion"), (1e9, "billion"), (1e6, "million"), (1e3, "thousand")]
    {
        if number >= size {
            let scaled = number / size;
            return if scaled < 10.0 {
                format!("{scaled:.1} {name}")
            } else {
                format!("{scaled:.0} {name}")
            };
        }
    }
    format!("{number:.0}")
}

/// A rough duration for people: 12 s, 5 min, 3.5 h, 12 days.
pub(crate) fn duration(seconds: f64) -> String {
    match seconds {
        ..10.0 => format!("{seconds:.1} s"),
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        ..172_800.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.0} days", seconds / 86_400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!(parse_bytes("1000"), Ok(1000));
        assert_eq!(parse_bytes("64k"), Ok(65_536));
        assert_eq!(parse_bytes("1.5G"), Ok(1_610_612_736));
        assert_eq!(parse_bytes("2GiB"), parse_bytes("2g"));
        for text in ["", "x", "-1", "0", "5X", "1e40", "NaN", "G"] {
            assert!(parse_bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn amounts_are_short() {
        assert_eq!(bytes(1536.0), "1.50 KiB");
        assert_eq!(bytes(7.0), "7 B");
        assert_eq!(bytes_option(13_107_200.0), "13M");
        assert_eq!(bytes_option(2e10), "19G");
        assert_eq!(parse_bytes(&bytes_option(1.0)), Ok(1 << 20));
        assert_eq!(grouped(48_713_525_u64), "48,713,525");
        assert_eq!(count(950.0), "950");
        assert_eq!(count(40_652_843_433.0), "41 billion");
        assert_eq!(duration(3.2), "3.2 s");
        assert_eq!(duration(4000.0), "67 min");
    }
}
