#!/usr/bin/env bash
# Builds the npm package and tests it, in Node and in Chromium.
# Needs cargo with the target wasm32-unknown-unknown, Node 20.19 or later, Chromium with its driver, and Python.
# With "prepare" it only installs what the build and the tests need. The package is in target/js/package.
set -euo pipefail
cd "$(dirname "$0")"
out=$(cd ../.. && pwd)/target/js
version=$(sed -n 's/^wasm-bindgen = "=\([0-9.]*\)".*/\1/p' ../../Cargo.toml)

# It writes what JavaScript calls, and must be of the very version that the crate was built with.
mkdir -p "$out/try"
if [ "$("$out/bin/wasm-bindgen" --version 2> /dev/null)" != "wasm-bindgen $version" ]; then
    CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_TARGET_DIR="$out/tools" \
        cargo install --quiet --force wasm-bindgen-cli --version "$version" --no-default-features --root "$out"
fi
[ -x "$out/try/node_modules/.bin/vite" ] || npm install --silent --prefix "$out/try" typescript@5 esbuild@0.25 vite@7
[ "${1-}" != prepare ] || exit 0

# Nothing in it tells where it was built.
../../.ci/paths run cargo build --quiet --profile wasm --target wasm32-unknown-unknown -p demold-js
rm -rf "$out/package"
"$out/bin/wasm-bindgen" --target web --remove-name-section --remove-producers-section \
    --out-dir "$out/package" --out-name wasm \
    "${CARGO_TARGET_DIR:-../../target}/wasm32-unknown-unknown/wasm/demold_js.wasm"
../../.ci/paths check "$out/package/wasm_bg.wasm"
# Nobody has to start the module: the entries do.
{
    echo '/// <reference lib="esnext.disposable" />'
    sed '/^export type InitInput/,$d' "$out/package/wasm.d.ts"
} > "$out/package/demold.d.ts"
rm "$out/package/wasm.d.ts" "$out/package/wasm_bg.wasm.d.ts"
cp package.json README.md node.js browser.js command.js init.js init.d.ts LICENSE-* NOTICE "$out/package"

# Installed as users install it.
tarball=$(npm pack --silent --pack-destination "$out" "$out/package")
npm install --silent --no-save --prefix "$out/try" "$out/$tarball"
cp tests/* "$out/try"
./playground.sh "$out/playground"
cd "$out/try"
node_modules/.bin/tsc --noEmit --strict --skipLibCheck false --target es2022 --lib es2022 --module nodenext types.mts
PLAYGROUND="$out/playground" node --test --test-concurrency=1 ./*.test.mjs
