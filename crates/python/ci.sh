#!/usr/bin/env bash
# Builds the Python package and tests it, Spark, datatrove, Polars and DuckDB included; integrations.sh tests the rest.
# Needs cargo and Python 3.10 or later; where Java is missing it is installed.
# Of what it installs resiliparse is for bench/page.py alone.
# With "prepare" it only installs what the tests need. PROFILE is one of Cargo's: release, if nothing else is said.
set -euo pipefail
cd "$(dirname "$0")"
venv=$(cd ../.. && pwd)/target/python

if ! command -v java > /dev/null; then
    sudo=$([ "$(id -u)" -eq 0 ] || echo sudo)
    $sudo apt-get update --quiet
    $sudo apt-get install --yes --quiet --no-install-recommends openjdk-17-jre-headless
fi
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check \
    "maturin>=1.9.4,<2" "resiliparse>=1,<3" lxml lxml_html_clean lxml-stubs "trafilatura>=2,<3" mypy pytest typing_extensions "pyspark>=4,<5" "pyarrow>=18" "pandas>=2.2,<3" datatrove regex orjson warcio faust-cchardet python-magic duckdb polars \
    cmarkgfm "markdown-it-py[linkify]>=3" "mistune>=3"
[ "${1-}" != prepare ] || exit 0

rm -rf "$venv/wheels"
# Nothing in it tells where it was built.
../../.ci/paths run "$venv/bin/maturin" build --quiet --profile "${PROFILE:-release}" --interpreter "$venv/bin/python" --out "$venv/wheels"
../../.ci/paths check "$venv"/wheels/*.whl
"$venv/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps "$venv"/wheels/*.whl

"$venv/bin/mypy"
"$venv/bin/stubtest" demold._demold
"$venv/bin/pytest" --quiet
