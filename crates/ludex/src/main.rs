//! The program `ludex`.

use std::process::ExitCode;

/// Lets `ludex bench` report allocations.
#[global_allocator]
static ALLOCATOR: ludex_allocations::Counting = ludex_allocations::Counting;

fn main() -> ExitCode {
    ludex::run(std::env::args_os())
}
