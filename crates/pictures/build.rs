//! Embeds the icons and tiles: one sorted table of (name, SVG text) for each folder.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or(io::ErrorKind::NotFound)?);
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    // Where Git makes no symbolic links (Windows), the link is a text file.
    let linked = here.join("icons");
    let icons = if linked.is_dir() { linked } else { here.join("../../assets/icons") };
    let icons = table("ICONS", "The icons of assets/icons.", &icons)?;
    let tiles = table("TILES", "The tiles of this crate.", &here.join("tiles"))?;
    fs::write(out.join("embedded.rs"), icons + &tiles)
}

fn table(constant: &str, doc: &str, folder: &Path) -> io::Result<String> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|f| f.map(|f| f.path())).collect::<Result<_, _>>()?;
    files.retain(|f| f.extension().is_some_and(|e| e == "svg"));
    files.sort_by_key(|f| f.file_stem().map(ToOwned::to_owned));
    let mut code = format!("/// {doc}\npub(crate) static {constant}: &[(&str, &str)] = &[\n");
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let path = file.canonicalize()?;
        writeln!(code, "    ({name:?}, include_str!({path:?})),").map_err(io::Error::other)?;
    }
    Ok(code + "];\n")
}
