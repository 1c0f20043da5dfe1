//! Any bytes on standard input.

use std::io;

use waggle::uhp::{keyword, serve};

use super::quick_engine::{is_refusal, session};

/// The deepest perft that is still quick.
const MAX_PERFT_DEPTH: u32 = 2;

/// Each line gets one reply, ended by `ok`, until the input ends or says `exit`.
///
/// # Panics
///
/// If it does not.
pub fn session_bytes(data: &[u8]) {
    let mut input = Vec::new();
    let mut blocks = 1;
    for (index, bytes) in data.split(|&byte| byte == b'\n').enumerate() {
        let text = String::from_utf8_lossy(bytes);
        let text = if index == 0 { text.trim_start_matches('\u{feff}') } else { &text };
        let keyword = keyword(text);
        let depth = text.split_whitespace().nth(1).map(str::parse::<u32>);
        if keyword == "perft" && !matches!(depth, Some(Ok(..=MAX_PERFT_DEPTH))) {
            continue;
        }
        input.extend(bytes);
        input.push(b'\n');
        match keyword.as_str() {
            "" | "stop" => {}
            "exit" => break,
            _ => blocks += 1,
        }
    }
    let mut output = Vec::new();
    serve(&mut session(), io::Cursor::new(input), &mut output, io::sink())
        .expect("a list takes everything");
    let output = String::from_utf8(output).expect("replies are text");
    let lines: Vec<String> = output.split_terminator('\n').map(str::to_owned).collect();
    let mut found = lines.split(|line| line == "ok").collect::<Vec<_>>();
    assert_eq!(found.pop(), Some(&[][..]), "something follows the last `ok`: {output}");
    assert_eq!(found.len(), blocks, "{output}");
    for block in found {
        is_refusal(block);
    }
}
