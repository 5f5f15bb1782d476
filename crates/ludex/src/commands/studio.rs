//! `ludex studio`: a page in the browser to watch, play, make and read.

use std::io::IsTerminal;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use ludex_agents::AgentSpec;
use ludex_studio::{Limits, Options, Studio};

use crate::game::GamesDir;
use crate::{interrupt, output};

/// Opens a page in the browser: watch agents and see what they think, play, write games, read experiments.
///
/// Everything runs on this machine and works without a network. The address that is printed has a key in it: whoever opens it
/// can use this studio, nobody else can. On a machine without a display, open a tunnel from yours and use the same address
/// there:
///
///   ssh -L 8765:127.0.0.1:8765 THE-MACHINE ludex studio --no-open
///
/// Runs are folders that `ludex arena --out` writes, while it writes them or later. Ctrl-C ends the studio. Drafts of games, and
/// the games that people play, are kept in --data.
///
/// Exit codes: 0 done, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex studio
  ludex studio results --save my-games
  ludex studio --games-dir gvgai/examples --port 9000 --no-open
  ludex studio --agent 'program(cmd=\"python3 bot.py\")'")]
pub struct Args {
    /// Folders that `ludex arena --out` writes, or results files.
    #[arg(value_name = "RUN")]
    runs: Vec<PathBuf>,

    #[command(flatten)]
    games_dir: GamesDir,

    /// Where games that you write are saved, each in a folder of its own.
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,

    /// Where drafts and the games that people play are kept; without it, ludex in the folder for data of your home.
    #[arg(long, value_name = "DIR", env = "LUDEX_DATA")]
    data: Option<PathBuf>,

    /// An agent that is a program, such as 'program(cmd="python3 bot.py")', and may play here; may be given several times.
    /// Other agents need no permission.
    #[arg(long, value_name = "SPEC")]
    agent: Vec<AgentSpec>,

    /// The port; 0 takes any that is free.
    #[arg(long, value_name = "N", default_value_t = 8765, value_parser = crate::values::whole::<u16>(0..=65_535))]
    port: u16,

    /// Does not open a browser.
    #[arg(long)]
    no_open: bool,

    /// The address to listen on. With any other than that of this machine alone, others on the network can see the page, and
    /// whoever sees the traffic can use it: there is no encryption. Give the names that it is reached by with --name.
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    listen: IpAddr,

    /// Another name that the studio is reached by; may be given several times.
    #[arg(long, value_name = "HOST")]
    name: Vec<String>,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    match args.serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => output::usage_error(problem),
    }
}

impl Args {
    fn serve(&self) -> Result<(), String> {
        let data = self.data.clone().or_else(usual_folder).ok_or(
            "there is no folder for data here: --data names one in which drafts and games of people are kept",
        )?;
        let stop = interrupt::stop_flag().map_err(|error| error.to_string())?;
        let studio = Studio::bind(Options {
            address: self.listen,
            port: self.port,
            names: self.name.clone(),
            games_dir: self.games_dir.games_dir.clone(),
            save: self.save.clone(),
            data,
            runs: self.runs.clone(),
            programs: self.agent.clone(),
            limits: Limits::default(),
        })
        .map_err(|problem| problem.to_string())?;
        let address = studio.address();
        let hint = if std::io::stdout().is_terminal() { "\nCtrl-C ends it." } else { "" };
        output::print(&format!("The studio is at {address}{hint}\n")).map_err(|error| error.to_string())?;
        if !self.no_open {
            open(&address);
        }
        studio.serve(&stop).map_err(|problem| problem.to_string())
    }
}

/// `ludex` in the folder that the system has for data of programs.
fn usual_folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || named("HOME").map(|home| home.join(".local/share"));
    Some(named("XDG_DATA_HOME").or_else(|| named("APPDATA")).or_else(home)?.join("ludex"))
}

/// Opens the address where there is a browser to open it with. If not, the user has the address.
fn open(address: &str) {
    let display = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let (program, there) = if cfg!(target_os = "macos") {
        ("open", true)
    } else if cfg!(windows) {
        ("explorer", true)
    } else {
        ("xdg-open", (display("DISPLAY") || display("WAYLAND_DISPLAY")) && is_installed("xdg-open"))
    };
    if there {
        let quiet = Command::new(program).arg(address).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        // Somebody has to wait for it, or it stays as a zombie.
        if let Ok(mut child) = quiet {
            std::thread::spawn(move || child.wait());
        }
    }
}

fn is_installed(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| Path::new(&folder).join(program).is_file())
}
