#!/usr/bin/env bash
# Tests the package with the programs that it fits into, in the versions of integrations.txt. It takes the wheel that
# ci.sh has built, or the one that is given: `crates/python/integrations.sh demold-*.whl`. With wget its folders too.
set -euo pipefail
cd "$(dirname "$0")"
venv=$(cd ../.. && pwd)/target/integrations
wheel=${1-}
[ -n "$wheel" ] || wheel=$(ls ../../target/python/wheels/*.whl)

[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
pip=("$venv/bin/pip" install --quiet --disable-pip-version-check)
"${pip[@]}" -r integrations.txt
"${pip[@]}" --no-deps cosmos-xenna==0.2.0 nemo-curator==1.4.0
"${pip[@]}" --force-reinstall --no-deps "$wheel"

# It has dependencies of its own versions, and does not run as root.
without=()
if [ "$(id -u)" -eq 0 ]; then
    echo "ArchiveBox is left out: it does not run as root" >&2
    without=(--deselect tests/test_folders.py::test_what_archivebox_itself_saves)
else
    [ -x "$venv-archivebox/bin/python" ] || python3 -m venv "$venv-archivebox"
    "$venv-archivebox/bin/pip" install --quiet --disable-pip-version-check archivebox==0.7.4
    export ARCHIVEBOX=$venv-archivebox/bin/archivebox
fi

# What is not installed is skipped elsewhere, but not here.
"$venv/bin/pytest" --quiet -rs ${without[@]+"${without[@]}"} tests/test_{arrow,chunks,datatrove,docs,folders,loading,mcp,nemo_curator,scrapy,templates}.py | tee /dev/stderr | {
    ! grep -q "^SKIPPED"
}
