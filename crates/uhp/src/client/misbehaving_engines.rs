//! Shell scripts as engines, most of which misbehave.

use super::*;

const LONG: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(60);
const BANNER: &str = "echo id Scripted v1; echo Mosquito; echo ok; ";

fn start(script: &str, timeout: Duration) -> Result<Client, ClientError> {
    let config = ClientConfig {
        command: "sh".into(),
        args: vec!["-c".to_owned(), script.to_owned()],
        ..ClientConfig::default()
    };
    Client::start(&config, timeout)
}

fn engine(script: &str) -> Client {
    start(&format!("{BANNER}{script}"), LONG).unwrap()
}

#[test]
fn a_good_engine_answers_and_exits() {
    let mut client = engine(
        "while read line; do [ \"$line\" = exit ] && exit 3; echo \"<$line>\"; echo ok; done",
    );
    assert_eq!(client.name(), "Scripted v1");
    assert_eq!(client.banner().len(), 2);
    assert_eq!(client.send("play wS1", LONG).unwrap(), ["<play wS1>"]);
    assert_eq!(client.send("two\nlines", LONG).unwrap(), ["<two lines>"]);
    assert_eq!(client.close().and_then(|status| status.code()), Some(3));
}

#[test]
fn silence_is_a_timeout() {
    assert!(start("cat >/dev/null", SHORT).unwrap_err().is_timeout());
    let mut client = engine("cat >/dev/null");
    assert!(client.send("bestmove", SHORT).unwrap_err().is_timeout());
}

#[test]
fn a_late_reply_is_discarded() {
    let mut client =
        engine("read a; read b; echo \"$a\"; echo ok; echo \"$b\"; echo ok; cat >/dev/null");
    assert!(client.send("first", SHORT).unwrap_err().is_timeout());
    assert_eq!(client.send("second", LONG).unwrap(), ["second"]);
}

/// Waits for another thread or process to make this hold.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + LONG;
    while !holds() {
        assert!(Instant::now() < deadline, "{what}");
        std::thread::yield_now();
    }
}

#[test]
fn waiting_goes_on_after_a_timeout() {
    let mut client = engine("read a; echo half; read b; echo whole; echo ok; cat >/dev/null");
    assert!(client.send("first", SHORT).unwrap_err().is_timeout());
    wait_until("the first half", || {
        assert!(client.wait("first", SHORT).unwrap_err().is_timeout());
        !client.partial_reply().is_empty()
    });
    assert_eq!(client.partial_reply(), ["half"]);
    client.process.write_line("go on");
    assert_eq!(client.wait("first", LONG).unwrap(), ["half", "whole"]);
}

#[test]
fn a_surplus_ok_does_not_shift_the_replies() {
    let mut client = engine("echo ok; while read line; do echo \"$line\"; echo ok; done");
    wait_until("the surplus `ok`", || {
        client.discard_strays();
        client.strays() > 0
    });
    assert_eq!(client.send("first", LONG).unwrap(), ["first"]);
    assert_eq!(client.send("second", LONG).unwrap(), ["second"]);
}

#[test]
fn a_crash_is_reported_with_status_and_error_output() {
    let mut client = engine("read line; echo half; echo alas >&2; exit 7");
    let error = client.send("bestmove", LONG).unwrap_err();
    assert!(
        matches!(&error, ClientError::Ended { status: Some(status), .. } if status.code() == Some(7)),
        "{error}"
    );
    assert_eq!(client.last_lines(), ["alas"]);
    assert!(client.send("bestmove", LONG).is_err());
}

#[test]
fn garbage_is_returned_as_text() {
    let mut client = engine("read line; printf 'a\\377\\000b\\nok \\r\\n'; cat >/dev/null");
    assert_eq!(client.send("bestmove", LONG).unwrap(), ["a\u{fffd}\u{fffd}b"]);
}

#[test]
fn an_endless_line_and_an_endless_reply_are_cut_off() {
    let mut client = engine("read line; yes | tr -d '\\n' | head -c 1000000; echo; cat");
    let error = client.send("bestmove", LONG).unwrap_err();
    assert!(matches!(error, ClientError::LongLine { .. }), "{error}");
    let mut client = engine("read line; yes");
    let error = client.send("bestmove", LONG).unwrap_err();
    assert!(matches!(error, ClientError::Flood { .. }), "{error}");
}

#[test]
fn a_full_error_pipe_does_not_stop_the_engine() {
    let mut client =
        engine("read line; yes complaint | head -n 50000 >&2; echo wS1; echo ok; cat >/dev/null");
    assert_eq!(client.send("bestmove", LONG).unwrap(), ["wS1"]);
    assert!(client.last_lines().len() <= 30);
}

#[test]
fn an_engine_that_never_reads_does_not_block_us() {
    let mut client = engine("exec sleep 100");
    let long_line = "x".repeat(1_000_000);
    assert!(client.send(&long_line, SHORT).unwrap_err().is_timeout());
}

#[test]
fn drop_kills_the_engine_behind_a_wrapper() {
    let mut client = engine("read line; sleep 1000 & echo $!; echo ok; wait");
    let grandchild: i32 = client.send("go", LONG).unwrap()[0].parse().unwrap();
    drop(client);
    wait_until("the grandchild ends", || !lives(grandchild));
}

#[test]
fn drop_kills_what_a_dead_wrapper_has_left() {
    let client = start("sleep 1000 & echo id $!; echo Mosquito; echo ok", LONG).unwrap();
    let orphan: i32 = client.name().parse().unwrap();
    drop(client);
    wait_until("the orphan ends", || !lives(orphan));
}

/// Whether a process runs. One that has ended may take a moment to be reaped.
fn lives(pid: i32) -> bool {
    let is_zombie = std::fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| stat.rsplit(')').next().is_some_and(|rest| rest.starts_with(" Z")));
    let exists = nix::sys::signal::kill(nix::unistd::Pid::from_raw(pid), None).is_ok();
    exists && !is_zombie
}
