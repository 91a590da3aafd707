#!/usr/bin/env bash
# Puts the playground of the book into a folder, with the package that build.sh has built: `crates/js/playground.sh FOLDER`.
set -euo pipefail
out=$(realpath -m "${1:?name a folder}")
cd "$(dirname "$0")"
mkdir -p "$out/demold"
cp ../../docs/playground/* "$out"
cp ../../target/js/package/{browser,wasm}.js ../../target/js/package/wasm_bg.wasm "$out/demold"
