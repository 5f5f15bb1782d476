//! `ludex convert`: games of py-vgdl as games of GVGAI's dialect.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ludex_vgdl::decode;
use ludex_vgdl::pyvgdl::rewrite;

use crate::output;

/// Rewrites a game of py-vgdl or PyVGDL 2.0 in GVGAI's dialect, as far as that is safe.
///
/// The game is taken out of a Python file, with its levels; names, directions and quotients are written as GVGAI does. What has no
/// counterpart stays as it is and is listed: `ludex check --dialect pyvgdl` says the same without writing anything. The result is a
/// game with the same text, not the same game: speeds, cooldowns and the order of effects mean other things in py-vgdl.
///
/// Exit codes: 0 everything is rewritten, 1 something is left to be changed by hand, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex convert frogs.py --out frogs && ludex check frogs")]
pub struct Args {
    /// The game: a Python or a text file.
    file: PathBuf,

    /// The folder for game.vgdl and its levels. Nothing that is there is overwritten.
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    args.convert().unwrap_or_else(output::usage_error)
}

impl Args {
    fn convert(&self) -> Result<ExitCode, String> {
        let path = self.file.display();
        let bytes = fs::read(&self.file).map_err(|error| format!("{path}: {error}"))?;
        let rewritten = rewrite(&decode(&bytes));
        if !rewritten.game.contains("SpriteSet") {
            return Err(format!("{path}: there is no game in it, which would have a SpriteSet"));
        }
        fs::create_dir_all(&self.out).map_err(|error| format!("{}: {error}", self.out.display()))?;
        self.write("game.vgdl", &rewritten.game)?;
        for (number, level) in rewritten.levels.iter().enumerate() {
            self.write(&format!("level{number}.txt"), level)?;
        }
        let notes = rewritten.notes.iter();
        let text: String = notes
            .map(|note| {
                let kind = if note.done { "converted" } else { "left" };
                format!("{path}:{}: {kind}: {}\n", note.line, note.message)
            })
            .collect();
        let written =
            format!("Written: {} (`ludex check {0}` says what is still wrong)\n", self.out.display());
        output::print(&(text + &written)).map_err(|error| error.to_string())?;
        let complete = rewritten.notes.iter().all(|note| note.done);
        Ok(if complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        let path: &Path = &self.out.join(name);
        let file = fs::File::create_new(path)
            .and_then(|mut file| std::io::Write::write_all(&mut file, text.as_bytes()));
        file.map_err(|error| format!("{}: {error}", path.display()))
    }
}
