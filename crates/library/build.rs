//! Embeds the games that `games/index.txt` names, with all their files, as one table.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("no manifest directory")?);
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("no output directory")?);
    // Where Git makes no symbolic links (Windows), the link is a text file.
    let linked = here.join("games");
    let games = if linked.is_dir() { linked } else { here.join("../../games") }.canonicalize()?;
    println!("cargo::rerun-if-changed={}", games.display());

    let mut code = String::from("/// All bundled games, sorted by name.\nstatic GAMES: &[Bundled] = &[\n");
    let index = fs::read_to_string(games.join("index.txt"))?;
    let mut lines: Vec<&str> =
        index.lines().filter(|l| !l.starts_with('#') && !l.trim().is_empty()).collect();
    lines.sort_unstable();
    for line in lines {
        let mut fields = line.split_whitespace();
        let (Some(name), Some(set)) = (fields.next(), fields.next()) else {
            return Err(format!("games/index.txt: a line needs name and set: {line}").into());
        };
        let folder = games.join(name);
        writeln!(
            code,
            "    Bundled {{ name: {name:?}, set: {set:?}, tags: &{:?},",
            fields.collect::<Vec<_>>()
        )?;
        writeln!(
            code,
            "        about: {}, game: {},",
            include(&folder.join("about.md"))?,
            include(&folder.join("game.vgdl"))?
        )?;
        writeln!(code, "        levels: &[")?;
        for number in 0.. {
            let level = folder.join(format!("level{number}.txt"));
            if !level.exists() {
                break;
            }
            let win = folder.join(format!("level{number}.win"));
            let win = if win.exists() { format!("Some({})", include(&win)?) } else { "None".to_owned() };
            writeln!(code, "            BundledLevel {{ text: {}, win: {win} }},", include(&level)?)?;
        }
        writeln!(code, "        ] }},")?;
    }
    code.push_str("];\n");
    fs::write(out.join("games.rs"), code)?;
    Ok(())
}

fn include(path: &Path) -> io::Result<String> {
    println!("cargo::rerun-if-changed={}", path.display());
    Ok(format!("include_str!({:?})", path.canonicalize()?))
}
