#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| waggle_fuzz::hivegame_frames(data));
