#!/usr/bin/env bash
# Puts the playground of the book into a folder, with the package that ci.sh has built: `crates/js/playground.sh FOLDER`.
set -euo pipefail
cd "$(dirname "$0")"
out=${1:?name a folder}
mkdir -p "$out/demold"
cp ../../docs/playground/* "$out"
cp ../../target/js/package/{browser,wasm}.js ../../target/js/package/wasm_bg.wasm "$out/demold"
