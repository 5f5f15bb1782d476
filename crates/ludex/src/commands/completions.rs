//! `ludex completions` and `ludex man`: what a shell and its manual know of the command line.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Command;
use clap_complete::Shell;

use crate::output;

/// Prints a script that completes commands and options in a shell.
///
/// Exit codes: 0 done, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex completions bash > ~/.local/share/bash-completion/completions/ludex
  ludex completions zsh > ~/.zfunc/_ludex
  ludex completions fish > ~/.config/fish/completions/ludex.fish")]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

/// Writes a manual page for each command into a folder.
///
/// Exit codes: 0 done, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex man ~/.local/share/man/man1")]
pub struct Man {
    /// The folder. It is made if it is not there.
    folder: PathBuf,
}

/// Prints the script.
pub fn complete(args: &Completions, mut command: Command) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "ludex", &mut script);
    output::print(&String::from_utf8_lossy(&script)).map_or_else(output::usage_error, |()| ExitCode::SUCCESS)
}

/// Writes the pages.
pub fn man(args: &Man, command: Command) -> ExitCode {
    let written =
        std::fs::create_dir_all(&args.folder).and_then(|()| clap_mangen::generate_to(command, &args.folder));
    let place = args.folder.display();
    match written {
        Ok(()) => {
            let text = format!(
                "the pages are in {place}: `man ludex` shows the first, if that folder is in the manual's path\n"
            );
            output::print(&text).map_or_else(output::usage_error, |()| ExitCode::SUCCESS)
        }
        Err(error) => output::usage_error(format!("cannot write to {place}: {error}")),
    }
}
