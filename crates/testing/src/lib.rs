//! How tests say what they did not test. A crate of Ludex's own tests, not published.
//!
//! Tests that need GVGAI's games or recordings of it are ignored where there are none, and cargo says so and why:
//!
//! ```
//! fn every_game_is_read() {
//!     let folder = ludex_testing::gvgai();
//!     // ...
//! }
//! ludex_testing::needs_gvgai!(every_game_is_read);
//! ```

use std::io::Write;
use std::path::PathBuf;

/// The folder of GVGAI's games.
pub fn gvgai() -> PathBuf {
    folder("LUDEX_GVGAI")
}

/// The folder of recordings of GVGAI.
pub fn oracle() -> PathBuf {
    folder("LUDEX_ORACLE")
}

fn folder(variable: &str) -> PathBuf {
    std::env::var_os(variable).map(PathBuf::from).unwrap_or_else(|| panic!("{variable} names a folder"))
}

/// Says on the terminal itself that a part of a test was left out: what a passing test prints is not shown.
pub fn skipped(what: &str) {
    let _ = writeln!(std::io::stderr().lock(), "SKIPPED: {what}");
}

/// Makes tests of functions that need GVGAI's games.
#[cfg(gvgai)]
#[macro_export]
macro_rules! needs_gvgai {
    ($($test:ident),+) => { $crate::tests!(needs_gvgai [] $($test),+); };
}

/// Makes tests of functions that need GVGAI's games.
#[cfg(not(gvgai))]
#[macro_export]
macro_rules! needs_gvgai {
    ($($test:ident),+) => {
        $crate::tests!(needs_gvgai [#[ignore = "needs GVGAI's games: LUDEX_GVGAI names their folder"]] $($test),+);
    };
}

/// Makes tests of functions that need recordings of GVGAI and its games.
#[cfg(oracle)]
#[macro_export]
macro_rules! needs_oracle {
    ($($test:ident),+) => { $crate::tests!(needs_oracle [] $($test),+); };
}

/// Makes tests of functions that need recordings of GVGAI and its games.
#[cfg(not(oracle))]
#[macro_export]
macro_rules! needs_oracle {
    ($($test:ident),+) => {
        $crate::tests!(
            needs_oracle
            [#[ignore = "needs recordings of GVGAI and its games: LUDEX_ORACLE and LUDEX_GVGAI name their folders"]]
            $($test),+
        );
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! tests {
    ($module:ident $ignored:tt $($test:ident),+) => {
        mod $module {
            $($crate::test!($ignored $test);)+
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! test {
    ([$($ignored:tt)*] $test:ident) => {
        #[test]
        $($ignored)*
        fn $test() {
            super::$test();
        }
    };
}
