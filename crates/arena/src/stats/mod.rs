//! Statistics that hold up: intervals, tests, corrections, effect sizes and the competition's ranking.
//!
//! Everything here is checked against values that SciPy and statsmodels computed (`tests/data/statistics.json`, written
//! by the script beside it).

mod distribution;
mod effect;
mod holm;
mod interval;
mod kendall;
mod mann_whitney;
mod mcnemar;
mod moments;
pub mod normal;
mod points;
mod proportions;
mod random;
mod rating;
mod wilcoxon;

pub use distribution::Distribution;
pub use effect::{cliffs_delta, cohens_h, rank_biserial};
pub use holm::holm;
pub use interval::{Interval, normal_approximation, wilson};
pub use kendall::kendall;
pub use mann_whitney::{mann_whitney, u_statistic};
pub use mcnemar::mcnemar;
pub use moments::Moments;
pub use points::{POINTS, Standing, points};
pub use proportions::{Test, two_proportions};
pub use random::Random;
pub use rating::{Encounter, MEAN_RATING, ratings};
pub use wilcoxon::{RankSums, rank_sums, wilcoxon};
