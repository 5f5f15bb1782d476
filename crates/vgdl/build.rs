//! Says where the pages of the diagnostics are: in the package, and in a checkout where the link to them is a link.

use std::path::PathBuf;

fn main() {
    let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    println!("cargo::rerun-if-changed=build.rs");
    // Where Git makes no symbolic links (Windows), the link is a text file.
    let linked = here.join("diagnostics");
    let pages = if linked.is_dir() { linked } else { here.join("../../docs/diagnostics") };
    println!("cargo::rustc-env=LUDEX_DIAGNOSTICS={}", pages.display());
}
