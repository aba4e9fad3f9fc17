//! Plots of numbers: lines, stacked areas and bars, on linear or logarithmic axes.

mod axis;
mod draw;
mod stroke;

pub use axis::{Axis, Scale};

use crate::color::Color;
use crate::palette;

/// A named row of points.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What the legend calls it; nothing keeps it out of the legend.
    pub name: String,
    /// Its colour, unless its place in the plot decides.
    pub color: Option<Color>,
    /// Its points; they are drawn in the order of `x`.
    pub points: Vec<(f64, f64)>,
    /// Where its points are samples: `x` and the ends of the interval. Lines have a band there, a point
    /// alone has whiskers.
    pub intervals: Vec<(f64, f64, f64)>,
}

/// A point that is a sample, with the ends of its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampled {
    /// Where it is.
    pub x: f64,
    /// The number.
    pub y: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Series {
    /// A series whose colour its place in the plot decides.
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        let points = points.into_iter().collect();
        Series { name: name.into(), color: None, points, intervals: Vec::new() }
    }

    /// A series of samples, of which lines show the intervals.
    pub fn sampled(name: impl Into<String>, points: impl IntoIterator<Item = Sampled>) -> Series {
        let points: Vec<Sampled> = points.into_iter().collect();
        let intervals = points.iter().map(|point| (point.x, point.low, point.high)).collect();
        let points = points.iter().map(|point| (point.x, point.y));
        Series { intervals, ..Series::new(name, points) }
    }

    /// The series in a colour of choice.
    #[must_use]
    pub fn color(mut self, color: Color) -> Series {
        self.color = Some(color);
        self
    }
}

/// How series are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A line through the points of every series.
    Lines,
    /// Every series on top of the ones before it, filled.
    StackedAreas,
    /// A bar for every point; series stand on top of each other.
    Bars,
}

/// A plot.
///
/// ```
/// use twofold_studio::plot::{Axis, Kind, Plot, Series};
///
/// let square = Series::new("x²", (0..10).map(|x| (f64::from(x), f64::from(x * x))));
/// let plot = Plot::new(Kind::Lines, Axis::linear("x"), Axis::linear("y")).series(square);
/// assert!(plot.to_svg().contains("x²"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    kind: Kind,
    title: Option<String>,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
    width: f64,
    height: f64,
}

impl Plot {
    /// A plot with nothing in it.
    pub fn new(kind: Kind, x: Axis, y: Axis) -> Plot {
        Plot { kind, title: None, x, y, series: Vec::new(), width: 760.0, height: 460.0 }
    }

    /// Puts a line of text above the plot.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Plot {
        self.title = Some(title.into());
        self
    }

    /// Adds a series; unless it has a colour of its own, it gets one that the others do not have.
    #[must_use]
    pub fn series(mut self, mut series: Series) -> Plot {
        series.color.get_or_insert(palette::category(self.series.len()));
        series.points.sort_by(|a, b| a.0.total_cmp(&b.0));
        series.intervals.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.series.push(series);
        self
    }

    /// The size of the picture in pixels; it is 760 by 460 without this.
    #[must_use]
    pub fn size(mut self, width: u32, height: u32) -> Plot {
        (self.width, self.height) = (f64::from(width.max(200)), f64::from(height.max(150)));
        self
    }

    /// The plot as an SVG document.
    pub fn to_svg(&self) -> String {
        draw::document(self)
    }

    /// All places on the horizontal axis where some series has a point, in order.
    fn places(&self) -> Vec<f64> {
        let points = self.series.iter().flat_map(|series| &series.points);
        let mut places: Vec<f64> = points.map(|&(x, _)| x).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        places
    }

    /// For stacked kinds: the lower and upper edge of every series at every place. A series
    /// without a point at some place counts as zero there.
    fn stacks(&self, places: &[f64]) -> Vec<Vec<(f64, f64)>> {
        let mut height = vec![0.0; places.len()];
        let mut stacks = Vec::with_capacity(self.series.len());
        for series in &self.series {
            let mut points = series.points.iter().peekable();
            let edges = places.iter().zip(&mut height).map(|(&place, height)| {
                let lower = *height;
                while let Some(&(_, y)) = points.next_if(|&&(x, _)| x <= place) {
                    *height += y;
                }
                (lower, *height)
            });
            stacks.push(edges.collect());
        }
        stacks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_add_up_and_missing_points_are_zero() {
        let plot = Plot::new(Kind::StackedAreas, Axis::linear("x"), Axis::linear("y"))
            .series(Series::new("a", [(2.0, 5.0), (1.0, 3.0)]))
            .series(Series::new("b", [(2.0, 1.0), (3.0, 7.0)]));
        let places = plot.places();
        assert_eq!(places, [1.0, 2.0, 3.0]);
        let expected =
            [vec![(0.0, 3.0), (0.0, 5.0), (0.0, 0.0)], vec![(3.0, 3.0), (5.0, 6.0), (0.0, 7.0)]];
        assert_eq!(plot.stacks(&places), expected);
    }
}
