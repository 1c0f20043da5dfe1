//! Arguments of `waggle analyze`.

use clap::Args;

use super::values::number;
use super::{EngineArgs, LimitArgs, NetworkArgs, PositionArgs};

/// Arguments of `analyze`.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
    /// Number of best moves to show, each with its exact score.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = number::<u16>(1..=u16::MAX.into()))]
    pub(crate) lines: u16,
    /// Show the terms of the evaluation, and which pieces are pinned or fill liberties.
    #[arg(long)]
    pub(crate) explain: bool,
    /// Show what people would play, in the opinion of a model; see docs/people.md.
    #[arg(long)]
    pub(crate) people: bool,
    /// Print the result as a JSON document; docs/json.md has the schema.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print a JSON document a line: one for each depth, then the result.
    #[arg(long, conflicts_with = "json")]
    pub(crate) json_lines: bool,
}
