//! Plots as SVG documents.

use std::fmt::Write;

use super::axis::Span;
use super::stroke::Stroke;
use super::{Kind, Plot, Scale, Series};
use crate::color::Color;
use crate::palette;
use crate::svg::{self, escaped, text, text_width};

const GRID: Color = Color::hex(0xe4e1da);
const SIZE: f64 = 13.0;
const TITLE: f64 = 16.9;
/// Bold letters are wider.
const BOLD: f64 = 1.06;
/// The font of a browser that has none of ours is wider still, and a title must not be cut off.
const WIDE: f64 = 1.25;
const MARGIN: f64 = 18.0;
/// Markers of a line are at least so far apart.
const MARKERS_APART: f64 = 70.0;

/// Lines of at most so many points have a marker at each.
const FEW_POINTS: usize = 20;

/// The rectangle between the axes, and what its sides mean.
struct Frame {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
    x: Span,
    y: Span,
}

impl Frame {
    fn x(&self, number: f64) -> f64 {
        self.left + self.x.place(number) * (self.right - self.left)
    }

    fn y(&self, number: f64) -> f64 {
        self.bottom - self.y.place(number) * (self.bottom - self.top)
    }
}

pub(super) fn document(plot: &Plot) -> String {
    let places = plot.places();
    let stacks = plot.stacks(&places);
    let heights: Vec<f64> = match plot.kind {
        Kind::Lines => {
            let points = |series: &Series| series.points.iter().map(|p| p.1).collect::<Vec<_>>();
            let ends = |series: &Series| series.intervals.iter().flat_map(|i| [i.1, i.2]).collect();
            plot.series.iter().flat_map(|s| [points(s), ends(s)]).flatten().collect()
        }
        Kind::StackedAreas | Kind::Bars => stacks.iter().flatten().map(|edges| edges.1).collect(),
    };
    // A filled shape stands on zero; so does a line on a linear axis, for honesty.
    let zero = (plot.y.scale == Scale::Linear).then_some(0.0);
    let y = Span::around(plot.y.scale, heights.into_iter().chain(zero), true);
    let half = bar_width(&places) / 2.0;
    let ends = places.iter().flat_map(|&place| match plot.kind {
        Kind::Bars => [place - half, place + half],
        _ => [place, place],
    });
    let mut x = Span::around(plot.x.scale, ends, false);
    if places.iter().all(|place| place.fract() == 0.0) {
        x = x.whole();
    }
    let legend = legend_width(plot);
    let widest = y.ticks().iter().map(|(_, text)| text_width(text, SIZE)).fold(0.0, f64::max);
    let title = plot.title.as_deref().unwrap_or_default();
    let title = svg::wrapped(title, WIDE * BOLD * TITLE, plot.width - 2.0 * MARGIN);
    let frame = Frame {
        left: widest + 44.0,
        top: if title.is_empty() { 20.0 } else { 26.0 + 22.0 * title.len() as f64 },
        right: plot.width - legend - MARGIN,
        bottom: plot.height - 52.0,
        x,
        y,
    };
    let mut body = String::new();
    for (line, words) in title.iter().enumerate() {
        let size = TITLE * ((plot.width - 2.0 * MARGIN) / text_width(words, BOLD * TITLE)).min(1.0);
        let y = 28.0 + 22.0 * line as f64;
        text(&mut body, MARGIN, y, size, palette::INK, "start", true, words);
    }
    grid(&mut body, &frame);
    match plot.kind {
        Kind::Lines => lines(&mut body, plot, &frame),
        Kind::StackedAreas => areas(&mut body, plot, &frame, &places, &stacks),
        Kind::Bars => bars(&mut body, plot, &frame, &places, &stacks),
    }
    names(&mut body, plot, &frame);
    svg::document(plot.width, plot.height, palette::PAPER, &body)
}

fn bar_width(places: &[f64]) -> f64 {
    let nearest = places.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
    if nearest.is_finite() { nearest } else { 1.0 }
}

fn legend_width(plot: &Plot) -> f64 {
    let widths =
        plot.series.iter().filter(|s| !s.name.is_empty()).map(|s| text_width(&s.name, SIZE));
    widths.reduce(f64::max).map_or(0.0, |widest| widest + 14.0 + SAMPLE + 10.0)
}

fn grid(body: &mut String, frame: &Frame) {
    for (number, label) in frame.y.ticks() {
        let y = frame.y(number);
        _ = writeln!(
            body,
            "<line x1=\"{:.1}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\" stroke=\"{GRID}\"/>",
            frame.left, frame.right
        );
        text(body, frame.left - 8.0, y + SIZE * 0.35, SIZE, palette::INK, "end", false, &label);
    }
    for (number, label) in frame.x.ticks() {
        let (x, bottom) = (frame.x(number), frame.bottom);
        _ = writeln!(
            body,
            "<line x1=\"{x:.1}\" y1=\"{bottom:.1}\" x2=\"{x:.1}\" y2=\"{:.1}\" stroke=\"{}\"/>",
            bottom + 5.0,
            palette::INK
        );
        text(body, x, bottom + 8.0 + SIZE, SIZE, palette::INK, "middle", false, &label);
    }
}

/// Axes with their names, and the legend; drawn last, over the data.
fn names(body: &mut String, plot: &Plot, frame: &Frame) {
    let Frame { left, top, right, bottom, .. } = *frame;
    _ = writeln!(
        body,
        "<path d=\"M{left:.1} {top:.1}V{bottom:.1}H{right:.1}\" fill=\"none\" stroke=\"{}\"/>",
        palette::INK
    );
    let middle = (left + right) / 2.0;
    text(body, middle, plot.height - 12.0, SIZE, palette::INK, "middle", true, &plot.x.label);
    let (x, y) = (SIZE + 6.0, (top + bottom) / 2.0);
    _ = writeln!(
        body,
        "<text transform=\"translate({x:.1} {y:.1}) rotate(-90)\" font-size=\"{SIZE}\" fill=\"{}\" \
         text-anchor=\"middle\" font-weight=\"bold\">{}</text>",
        palette::INK,
        escaped(&plot.y.label)
    );
    let numbered = plot.series.iter().enumerate();
    let named = numbered.filter(|(_, series)| !series.name.is_empty());
    // Stacks are read from the top.
    let ordered: Vec<_> = match plot.kind {
        Kind::Lines => named.collect(),
        Kind::StackedAreas | Kind::Bars => named.rev().collect(),
    };
    let step = (bottom - top) / ordered.len().max(1) as f64;
    for (place, &(index, series)) in ordered.iter().enumerate() {
        let (x, y) = (right + 14.0, top + step.min(20.0) * place as f64);
        match plot.kind {
            Kind::Lines => {
                let stroke = Stroke::of(series, index);
                stroke.line(body, &joined([(x, y + 6.0), (x + SAMPLE, y + 6.0)].into_iter()));
                stroke.mark(body, (x + SAMPLE / 2.0, y + 6.0));
            }
            Kind::StackedAreas | Kind::Bars => {
                _ = writeln!(
                    body,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{SAMPLE}\" height=\"12\" rx=\"2\" {}/>",
                    filled(series)
                );
            }
        }
        let words = &series.name;
        text(body, x + SAMPLE + 6.0, y + 11.0, SIZE, palette::INK, "start", false, words);
    }
}

/// The width of the sample of a series in the legend.
const SAMPLE: f64 = 26.0;

/// A filled shape with an outline, so that pale ones stand out and equal ones do not run together.
fn filled(series: &Series) -> String {
    let color = series.color.unwrap_or(palette::INK);
    let edge = palette::on_paper(color).towards(palette::INK, 20);
    format!("fill=\"{color}\" stroke=\"{edge}\" stroke-width=\"0.7\"")
}

/// The intervals of a series: a band, or whiskers if there is only one.
fn intervals(body: &mut String, plot: &Plot, frame: &Frame, series: &Series, stroke: Stroke) {
    let placed = |number: f64| plot.y.scale == Scale::Linear || number > 0.0;
    // An end without a place on a logarithmic axis lies at the foot of the plot.
    let y = |number: f64| if placed(number) { frame.y(number) } else { frame.bottom };
    match series.intervals[..] {
        [] => {}
        [(x, low, high)] => {
            let (x, low, high) = (frame.x(x), y(low), y(high));
            _ = writeln!(
                body,
                "<path d=\"M{:.1} {low:.1}h8m-4 0V{high:.1}m-4 0h8\" fill=\"none\" stroke=\"{}\"/>",
                x - 4.0,
                stroke.color
            );
        }
        ref intervals => {
            let upper = intervals.iter().map(|&(x, _, high)| (frame.x(x), y(high)));
            let lower = intervals.iter().map(|&(x, low, _)| (frame.x(x), y(low)));
            _ = writeln!(
                body,
                "<polygon points=\"{}\" fill=\"{color}\" fill-opacity=\"0.16\" stroke=\"{color}\" \
                 stroke-opacity=\"0.35\" stroke-width=\"0.7\"/>",
                joined(upper.chain(lower.rev())),
                color = stroke.color
            );
        }
    }
}

fn lines(body: &mut String, plot: &Plot, frame: &Frame) {
    // Bands lie below all lines.
    for (index, series) in plot.series.iter().enumerate() {
        intervals(body, plot, frame, series, Stroke::of(series, index));
    }
    for (index, series) in plot.series.iter().enumerate() {
        let stroke = Stroke::of(series, index);
        let mut marked = None::<f64>;
        // A number without a place on a logarithmic axis interrupts the line.
        let placed = |number: f64| plot.y.scale == Scale::Linear || number > 0.0;
        for run in series.points.chunk_by(|a, b| placed(a.1) == placed(b.1)) {
            if !placed(run[0].1) {
                continue;
            }
            let points: Vec<_> = run.iter().map(|&(x, y)| (frame.x(x), frame.y(y))).collect();
            if points.len() > 1 {
                stroke.line(body, &joined(points.iter().copied()));
            }
            // A single line of many points needs no markers; several lines have theirs at different
            // places.
            let many = plot.series.len() > 1;
            let shift = MARKERS_APART * (index % 5) as f64 / 5.0;
            let few = plot.series.iter().all(|series| series.points.len() <= FEW_POINTS);
            for &(x, y) in &points {
                let due = marked.map_or(frame.left + shift, |last| last + MARKERS_APART);
                if points.len() == 1 || few || many && x >= due {
                    stroke.mark(body, (x, y));
                    marked = Some(x);
                }
            }
        }
    }
}

fn areas(
    body: &mut String,
    plot: &Plot,
    frame: &Frame,
    places: &[f64],
    stacks: &[Vec<(f64, f64)>],
) {
    for (series, edges) in plot.series.iter().zip(stacks) {
        let upper = places.iter().zip(edges).map(|(&x, edges)| (frame.x(x), frame.y(edges.1)));
        let lower = places.iter().zip(edges).map(|(&x, edges)| (frame.x(x), frame.y(edges.0)));
        _ = writeln!(
            body,
            "<polygon points=\"{}\" {}/>",
            joined(upper.chain(lower.rev())),
            filled(series)
        );
    }
}

fn bars(body: &mut String, plot: &Plot, frame: &Frame, places: &[f64], stacks: &[Vec<(f64, f64)>]) {
    let half = bar_width(places) * 0.42;
    for (series, edges) in plot.series.iter().zip(stacks) {
        for (&x, &(lower, upper)) in places.iter().zip(edges).filter(|(_, edges)| edges.1 > edges.0)
        {
            let (left, right) = (frame.x(x - half), frame.x(x + half));
            let (top, bottom) = (frame.y(upper), frame.y(lower));
            _ = writeln!(
                body,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" {}/>",
                right - left,
                bottom - top,
                filled(series)
            );
        }
    }
}

fn joined(points: impl Iterator<Item = (f64, f64)>) -> String {
    let points: Vec<_> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    points.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, Sampled, Series};
    use super::*;

    fn plot(kind: Kind, y: Axis) -> String {
        Plot::new(kind, Axis::linear("x"), y)
            .series(Series::new("a", [(0.0, 1.0), (1.0, 10.0), (2.0, 0.0), (3.0, 100.0)]))
            .series(Series::new("b", [(0.0, 5.0), (1.0, 5.0), (2.0, 5.0), (3.0, 5.0)]))
            .to_svg()
    }

    #[test]
    fn zero_interrupts_a_line_on_a_logarithmic_axis() {
        // Two lines, and two samples in the legend.
        assert_eq!(plot(Kind::Lines, Axis::linear("y")).matches("<polyline").count(), 2 + 2);
        // The point after the gap is a marker.
        let logarithmic = plot(Kind::Lines, Axis::log("y"));
        assert_eq!(logarithmic.matches("<polyline").count(), 2 + 2);
        let line = plot(Kind::Lines, Axis::linear("y"));
        let discs = |document: &str| document.matches("<circle").count();
        assert!(discs(&logarithmic) > 1 && discs(&line) > 1);
    }

    #[test]
    fn few_points_are_marked_as_in_the_legend() {
        let line = |count: u32| {
            let points = (0..count).map(|x| (f64::from(x), 1.0));
            let plot = Plot::new(Kind::Lines, Axis::linear("x"), Axis::linear("y"));
            plot.series(Series::new("a", points)).to_svg().matches("<circle").count()
        };
        // One in the legend.
        assert_eq!((line(5), line(50)), (5 + 1, 1));
    }

    #[test]
    fn lines_differ_in_dashes_and_markers() {
        let document = plot(Kind::Lines, Axis::linear("y"));
        assert_eq!(document.matches("stroke-dasharray").count(), 2, "the second line, twice");
        assert!(document.contains("h6.4v6.4"), "and its square markers");
    }

    #[test]
    fn long_titles_are_broken_between_words() {
        let words = "some words that make a title ".repeat(8);
        let plot = Plot::new(Kind::Lines, Axis::linear("x"), Axis::linear("y")).title(words.trim());
        let document = plot.size(400, 300).to_svg();
        assert!(document.matches("some words").count() >= 1);
        let lines: Vec<&str> = document.split("<text").filter(|t| t.contains("title")).collect();
        assert!(lines.len() >= 4, "{}", lines.len());
    }

    #[test]
    fn samples_show_their_intervals() {
        let point = |x: f64, y: f64| Sampled { x, y, low: y - 2.0, high: y + 40.0 };
        let plot = |points: &[Sampled]| {
            Plot::new(Kind::Lines, Axis::linear("x"), Axis::linear("y"))
                .series(Series::sampled("a", points.iter().copied()))
                .to_svg()
        };
        let band = plot(&[point(0.0, 5.0), point(1.0, 9.0)]);
        assert_eq!(band.matches("<polygon").count(), 1);
        // The axis reaches as far as the interval, which ends at 49.
        assert!(band.contains(">50</text>"), "{band}");
        let whiskers = plot(&[point(0.0, 5.0)]);
        assert_eq!(
            (whiskers.matches("<polygon").count(), whiskers.matches("h8m-4").count()),
            (0, 1)
        );
    }

    #[test]
    fn areas_and_bars_are_filled() {
        assert_eq!(plot(Kind::StackedAreas, Axis::linear("y")).matches("<polygon").count(), 2);
        // Seven bars above zero, and two samples of the legend beside the paper.
        assert_eq!(plot(Kind::Bars, Axis::linear("y")).matches("<rect").count(), 7 + 2 + 1);
    }
}
