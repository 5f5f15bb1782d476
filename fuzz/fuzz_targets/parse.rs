#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ludex_fuzz::parse_anything(bytes));
