#!/usr/bin/env bash
# Builds the npm package and tests it, in Node and in Chromium.
# Needs cargo with the target wasm32-unknown-unknown, Node 20.19 or later, Chromium with its driver, and Python.
# With "prepare" it only installs what the build and the tests need. The package is in target/js/package.
set -euo pipefail
cd "$(dirname "$0")"
out=$(cd ../.. && pwd)/target/js

mkdir -p "$out/try"
./build.sh "$@"
[ -x "$out/try/node_modules/.bin/vite" ] || npm install --silent --prefix "$out/try" typescript@5 esbuild@0.25 vite@7
[ "${1-}" != prepare ] || exit 0

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
