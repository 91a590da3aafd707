#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| demold_fuzz::run("template", data));
