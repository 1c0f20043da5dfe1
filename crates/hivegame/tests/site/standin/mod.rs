//! A stand-in for hivegame.com on the loopback, written from a description of its protocol.
//!
//! `server` carries bytes, `world` is the site with its players, `game` is one of their games as the
//! site keeps it, `faults` says what goes wrong on the way; `queue` is the queue of evaluations.

mod faults;
mod game;
mod http;
mod queue;
mod server;
mod world;

pub(crate) use faults::Faults;
pub(crate) use queue::{Fate, Queue, random_game};
pub(crate) use server::{PASSWORD, Standin, TOKEN, password};
pub(crate) use world::{Plan, Report};
