#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| waggle_fuzz::service_queries(data));
