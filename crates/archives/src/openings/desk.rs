//! Openings for a page: one message of a person's files or a question in, one answer out.
//!
//! The page asks the same of this module as WebAssembly and of `waggle board`. A file is read a step
//! at a time, each asked for, so that the page shows how far it is and can stop.

use serde::{Deserialize, Serialize};

use waggle_hive_core::notation::parse_game;
use waggle_hive_engine::document::{self, FaultDocument, Json};

use super::{Collection, Counts, PlayedDocument, collection::Wanted};
use crate::archive::{Archive, Games, ReadFault, Source, Unreadable};

/// The most games that are kept.
pub const MAX_GAMES: usize = 50_000;
/// How many games a step reads.
const STEP: usize = 200;
/// How many games and files that cannot be read are named.
const MAX_FAULTS: usize = 5;

/// Explores the openings of the files that it is given.
#[derive(Default)]
pub struct Desk {
    collection: Collection,
    reading: Option<Reading>,
}

/// A file that is being read.
struct Reading {
    games: Games,
    archive: Archive,
    read: ReadDocument,
}

/// What the page asks.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Question {
    /// The next step of reading.
    Read,
    /// No further step: what was read remains.
    Stop,
    Played {
        game: String,
        wanted: Wanted,
    },
    /// Nothing of the files any more.
    Forget,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Read(ReadDocument),
    Played(PlayedDocument),
    Error(String),
}

/// How far a file has been read.
#[derive(Clone, Default, Serialize)]
struct ReadDocument {
    /// Whether there is nothing left to read.
    is_done: bool,
    /// Bytes read, and bytes in all.
    bytes: u64,
    all_bytes: u64,
    /// Games of this file that were added.
    games: usize,
    /// Games that begin in a position set up, and games that had come before.
    set_up: usize,
    repeated: u64,
    /// Games and files that cannot be read; the first of them are told.
    unreadable: usize,
    faults: Vec<FaultOfFile>,
    /// Whether games were left out because there are too many.
    is_full: bool,
    /// All games by type, those of earlier files too.
    types: Vec<(String, usize)>,
}

/// Why a game or a file cannot be read.
#[derive(Clone, Serialize)]
struct FaultOfFile {
    file: String,
    #[serde(flatten)]
    fault: WhatFails,
}

#[derive(Clone, Serialize)]
#[serde(untagged)]
enum WhatFails {
    Game(FaultDocument),
    File { kind: &'static str, text: String },
}

impl Desk {
    /// Without files; until there are some, it tells how these people begin.
    pub fn new(people: Counts) -> Self {
        Self { collection: Collection::new(people), reading: None }
    }

    /// Takes a file: its name, a line feed, and its content.
    pub fn take(&mut self, file: &[u8]) -> String {
        let end = file.iter().position(|&byte| byte == b'\n').unwrap_or(file.len());
        let (name, content) = file.split_at(end);
        let source = Source::in_memory(
            &String::from_utf8_lossy(name),
            content.get(1..).unwrap_or_default().to_vec(),
        );
        let all_bytes = source.length().unwrap_or_default();
        let archive = Archive::from_iter([source]);
        let read = ReadDocument { all_bytes, ..ReadDocument::default() };
        self.reading = Some(Reading { games: archive.clone().games(), archive, read });
        self.step()
    }

    /// Answers a question.
    pub fn answer(&mut self, question: &str) -> String {
        match document::read(question.as_bytes()) {
            Ok(Question::Read) => self.step(),
            Ok(Question::Stop) => self.stop(),
            Ok(Question::Forget) => {
                self.collection.clear();
                self.reading = None;
                Json(Answer::Read(ReadDocument { is_done: true, ..ReadDocument::default() }))
                    .to_string()
            }
            Ok(Question::Played { game, wanted }) => Json(match parse_game(&game) {
                Ok(game) => Answer::Played(self.collection.played(&game, &wanted.into())),
                Err(error) => Answer::Error(error.to_string()),
            })
            .to_string(),
            Err(error) => Json(Answer::Error(error.to_string())).to_string(),
        }
    }

    fn step(&mut self) -> String {
        let Some(reading) = &mut self.reading else {
            return Json(Answer::Error("expected a file first".to_owned())).to_string();
        };
        let read = &mut reading.read;
        for _ in 0..STEP {
            match reading.games.next() {
                None => return self.stop(),
                Some(_) if self.collection.len() >= MAX_GAMES => {
                    read.is_full = true;
                    return self.stop();
                }
                Some(Ok(archived)) => {
                    read.bytes = archived.bytes;
                    if self.collection.add(archived.record) {
                        read.games += 1;
                    } else {
                        read.set_up += 1;
                    }
                }
                Some(Err(unreadable)) => {
                    read.unreadable += 1;
                    if read.faults.len() < MAX_FAULTS {
                        read.faults.push(unreadable.into());
                    }
                }
            }
        }
        Json(Answer::Read(read.clone())).to_string()
    }

    /// Ends reading.
    fn stop(&mut self) -> String {
        let mut read = self.reading.take().map_or_else(ReadDocument::default, |reading| {
            let repeated = reading.archive.take_repeated();
            ReadDocument { repeated, ..reading.read }
        });
        read.is_done = true;
        read.types = self.collection.types();
        Json(Answer::Read(read)).to_string()
    }
}

impl From<Unreadable> for FaultOfFile {
    fn from(Unreadable { file, fault }: Unreadable) -> Self {
        let fault = match fault {
            ReadFault::Game(error) => WhatFails::Game((*error).into()),
            ReadFault::Format(error) => {
                WhatFails::File { kind: "no_games", text: error.to_string() }
            }
            ReadFault::File(error) => WhatFails::File { kind: "file", text: error.to_string() },
        };
        Self { file: file.to_string(), fault }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(desk: &mut Desk, name: &str, content: &[u8]) -> serde_json::Value {
        let mut answer = desk.take(&[name.as_bytes(), b"\n", content].concat());
        loop {
            let document: serde_json::Value = serde_json::from_str(&answer).unwrap();
            let read = &document["read"];
            if read["is_done"] == true {
                return read.clone();
            }
            answer = desk.answer("\"read\"");
        }
    }

    fn data(name: &str) -> Vec<u8> {
        std::fs::read(format!("{}/../../tests/data/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
    }

    #[test]
    fn files_are_read_in_steps_and_what_fails_is_told() {
        let mut desk = Desk::default();
        let line = "Base;WhiteWins;;wS1;bS1 wS1-;wA1 -wS1\n";
        let first: serde_json::Value =
            serde_json::from_str(&desk.take(format!("a.txt\n{}", line.repeat(500)).as_bytes()))
                .unwrap();
        assert_eq!(
            (&first["read"]["is_done"], &first["read"]["games"]),
            (&false.into(), &200.into())
        );
        let stopped: serde_json::Value = serde_json::from_str(&desk.answer("\"stop\"")).unwrap();
        assert_eq!(stopped["read"]["types"], serde_json::json!([["Base", 200]]));
        let broken = taken(&mut desk, "broken.pgn", &data("games/broken.pgn"));
        assert!(broken["unreadable"].as_u64() > Some(0), "{broken}");
        assert_eq!(broken["faults"][0]["file"], "broken.pgn");
        assert!(broken["faults"][0]["kind"].is_string() && broken["faults"][0]["game"].is_u64());
        let foreign = taken(&mut desk, "letter.txt", b"Dear Ann,\n");
        assert_eq!(
            (&foreign["games"], &foreign["faults"][0]["kind"]),
            (&0.into(), &"no_games".into())
        );
        let zip = taken(&mut desk, "boardspace.zip", &data("sites/boardspace.zip"));
        assert_eq!((&zip["games"], &zip["unreadable"]), (&3.into(), &1.into()), "{zip}");
    }

    #[test]
    fn no_more_than_so_many_games_are_kept() {
        let mut desk = Desk::default();
        let text = "Base;Draw;;wS1\n".repeat(MAX_GAMES);
        let read = taken(&mut desk, "many.txt", text.as_bytes());
        assert_eq!((&read["games"], &read["is_full"]), (&MAX_GAMES.into(), &false.into()));
        let more = taken(&mut desk, "more.txt", b"Base;Draw;;wS1\n");
        assert_eq!((&more["games"], &more["is_full"]), (&0.into(), &true.into()));
    }

    #[test]
    fn questions_are_answered_and_nonsense_refused() {
        let mut desk = Desk::default();
        let _ = desk.take(b"a.txt\nBase;WhiteWins;;wS1;bS1 wS1-\n");
        let question = r#"{"played":{"game":"Base","wanted":{"result":"white"}}}"#;
        let played: serde_json::Value = serde_json::from_str(&desk.answer(question)).unwrap();
        assert_eq!(played["played"]["games"], 1);
        for nonsense in ["", "{", "\"read\"x", r#"{"played":{"game":"x","wanted":{}}}"#] {
            assert!(desk.answer(nonsense).starts_with(r#"{"error":"#), "{nonsense}");
        }
        let _ = desk.answer("\"forget\"");
        assert!(desk.answer("\"read\"").contains("expected a file first"));
        assert!(desk.take(b"").contains("\"games\":0"));
    }
}
