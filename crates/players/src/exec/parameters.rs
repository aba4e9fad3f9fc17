//! The parameters of a program: everything to the end is its command, commas and equal signs included,
//! except for time limits before it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::spec::{Parameters, PlayerError};

/// The parameters that may come before the command.
const LIMITS: [&str; 2] = ["timeout", "start"];

/// Reads `python3 player.py`, `timeout=500ms,command=python3 player.py`, or the same without the word
/// `command`.
pub(crate) fn read(text: &str) -> Parameters {
    let (mut parameters, mut rest) = (Parameters::default(), text);
    while let Some((name, value, next)) = limit(rest) {
        parameters.add(name, value);
        rest = next;
    }
    parameters.add("command", rest.strip_prefix("command=").unwrap_or(rest));
    parameters
}

/// A limit at the beginning of a text, and what follows its comma.
fn limit(text: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = text.split_once('=')?;
    let (value, rest) = rest.split_once(',')?;
    let is_value =
        !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.');
    (LIMITS.contains(&name) && is_value).then_some((name, value, rest))
}

/// Writes what [`read`] reads.
pub(crate) fn write(parameters: &Parameters) -> String {
    let command = parameters.text("command").unwrap_or_default();
    let limits: Vec<String> = LIMITS
        .iter()
        .filter_map(|name| Some(format!("{name}={},", parameters.text(name)?)))
        .collect();
    let is_plain =
        limits.is_empty() && !command.starts_with("command=") && limit(command).is_none();
    match is_plain {
        true => command.to_owned(),
        false => format!("{}command={command}", limits.concat()),
    }
}

/// How long a program may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// For the first slide of a game.
    pub(super) start: Duration,
    /// For every other slide.
    pub(super) slide: Duration,
}

impl Limits {
    pub(super) fn of(parameters: &Parameters) -> Result<Limits, PlayerError> {
        let slide = parameters.get("timeout", Time(Duration::from_secs(10)))?.0;
        let start = parameters.get("start", Time(slide.max(Duration::from_secs(60))))?.0;
        Ok(Limits { start, slide })
    }
}

/// A time such as `500ms`, `2.5s` or `1m`; a plain number is in seconds.
struct Time(Duration);

/// A text is no time, or one that no slide should take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write a time such as 500ms, 10s or 2m, from 1ms to 1 day")]
struct TimeError;

impl FromStr for Time {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Time, TimeError> {
        let end = text.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(text.len());
        let milliseconds = match &text[end..] {
            "ms" => 1.0,
            "s" | "" => 1000.0,
            "m" => 60_000.0,
            "h" => 3_600_000.0,
            _ => return Err(TimeError),
        };
        let number: f64 = text[..end].parse().map_err(|_| TimeError)?;
        let milliseconds = number * milliseconds;
        // Nothing that is no number lies in it.
        match (1.0..=86_400_000.0).contains(&milliseconds) {
            true => Ok(Time(Duration::from_millis(milliseconds as u64))),
            false => Err(TimeError),
        }
    }
}

/// A time as it is written in parameters.
pub(super) fn duration(time: Duration) -> impl fmt::Display {
    let milliseconds = time.as_millis();
    match milliseconds {
        1000.. => format!("{}s", milliseconds as f64 / 1000.0),
        _ => format!("{milliseconds}ms"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn limits_come_before_the_command() {
        let parts = |text: &str| {
            let read = read(text);
            let part = |name| read.text(name).map(str::to_owned);
            (part("timeout"), part("start"), part("command").unwrap())
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(parts("a b=c, d:e"), (None, None, "a b=c, d:e".to_owned()));
        assert_eq!(parts("timeout=5s,command=a,b"), (some("5s"), None, "a,b".to_owned()));
        assert_eq!(parts("start=1m,timeout=5,a"), (some("5"), some("1m"), "a".to_owned()));
        // A command that sets variables of its own.
        assert_eq!(parts("timeout=5 a,b"), (None, None, "timeout=5 a,b".to_owned()));
        assert_eq!(parts("command=timeout=5,a"), (None, None, "timeout=5,a".to_owned()));
    }

    #[test]
    fn times_have_units() {
        let time = |text: &str| text.parse::<Time>().map(|Time(time)| time.as_millis()).ok();
        assert_eq!(
            ["500ms", "10s", "10", "2.5s", "2m", "1h"].map(time),
            [Some(500), Some(10_000), Some(10_000), Some(2_500), Some(120_000), Some(3_600_000)]
        );
        for wrong in ["", "s", "-1s", "0", "0.5ms", "NaN", "inf", "1e99", "2d", "25h", "1 s"] {
            assert_eq!(time(wrong), None, "{wrong}");
        }
        assert_eq!(duration(Duration::from_millis(2500)).to_string(), "2.5s");
        assert_eq!(duration(Duration::from_millis(500)).to_string(), "500ms");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            text in "((timeout|start|command|x)=[0-9a-z. ]{0,4},?){0,3}\\PC{0,8}"
        ) {
            let parameters = read(&text);
            let again = read(&write(&parameters));
            prop_assert_eq!(write(&again), write(&parameters));
            for name in ["command", "timeout", "start"] {
                prop_assert_eq!(again.text(name), parameters.text(name));
            }
        }
    }
}
