//! The bot and the worker against a stand-in for the site, on the loopback.
//!
//! `WAGGLE_SITE_GAMES=200` and `WAGGLE_SITE_REVIEWS=50` set how many games are played and reviewed, as `.ci/long hivegame` does.

#![allow(clippy::print_stdout, reason = "the long form shows its figures")]

mod bot;
#[allow(dead_code, reason = "tests of the executable use it, too")]
mod standin;
mod tls;
mod worker;
