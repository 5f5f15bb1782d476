//! Embeds the page: a sorted table of (path, bytes) of everything in `page`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or(io::ErrorKind::NotFound)?);
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    let page = here.join("page").canonicalize()?;
    let mut files = Vec::new();
    collect(&page, &mut files)?;
    files.sort();
    let mut code =
        String::from("/// The files of the page.\npub(crate) static FILES: &[(&str, &[u8])] = &[\n");
    for file in files {
        let name = file.strip_prefix(&page).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
        writeln!(code, "    ({name:?}, include_bytes!({file:?})),").map_err(io::Error::other)?;
    }
    fs::write(out.join("page.rs"), code + "];\n")
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // Types are for those who work on the page.
        let types = path.to_string_lossy().ends_with(".d.ts");
        if path.is_dir() {
            collect(&path, files)?;
        } else if !types {
            files.push(path);
        }
    }
    Ok(())
}
