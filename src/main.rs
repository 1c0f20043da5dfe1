//! The `waggle` executable.
mod commands {
    pub mod match_games;
}
use clap::Parser;
#[derive(Parser)]
enum Cli {
    Match(Box<commands::match_games::MatchArgs>),
}
fn main() -> std::process::ExitCode {
    let Cli::Match(args) = Cli::parse();
    match commands::match_games::run(&args) {
        Ok(c) => c,
        Err(e) => {
            eprintln!("error: {e:#}");
            std::process::ExitCode::from(2)
        }
    }
}
