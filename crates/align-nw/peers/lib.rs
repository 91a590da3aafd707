//! Nothing but benches: `cargo bench --manifest-path crates/align-nw/peers/Cargo.toml`.
