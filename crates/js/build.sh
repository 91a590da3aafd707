#!/usr/bin/env bash
# Builds the WebAssembly module, and what JavaScript calls of it, into target/js/package.
# Needs cargo with the target wasm32-unknown-unknown. With "prepare" it only installs wasm-bindgen.
set -euo pipefail
cd "$(dirname "$0")"
out=$(cd ../.. && pwd)/target/js
version=$(sed -n 's/^wasm-bindgen = "=\([0-9.]*\)".*/\1/p' ../../Cargo.toml)

# It writes what JavaScript calls, and must be of the very version that the crate was built with.
if [ "$("$out/bin/wasm-bindgen" --version 2> /dev/null)" != "wasm-bindgen $version" ]; then
    CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_TARGET_DIR="$out/tools" \
        cargo install --quiet --force wasm-bindgen-cli --version "$version" --no-default-features --root "$out"
fi
[ "${1-}" != prepare ] || exit 0

# Nothing in it tells where it was built.
../../.ci/paths run cargo build --quiet --profile wasm --target wasm32-unknown-unknown -p demold-js
rm -rf "$out/package"
"$out/bin/wasm-bindgen" --target web --remove-name-section --remove-producers-section \
    --out-dir "$out/package" --out-name wasm \
    "${CARGO_TARGET_DIR:-../../target}/wasm32-unknown-unknown/wasm/demold_js.wasm"
../../.ci/paths check "$out/package/wasm_bg.wasm"
cp browser.js "$out/package"
