#!/usr/bin/env bash
# Makes the picture of this folder of examples/invoices, by Chromium. Look at it before it is
# committed.
set -euo pipefail
cd "$(dirname "$0")/../../.."
out=$PWD/report/testdata/pictures
run=$(mktemp -d)
trap 'rm -rf "$run"' EXIT

go build -o "$run/evalreport" ./report/cmd/evalreport
EVALTEST_DIR=$run/run go test -count=1 -run TestInvoices ./examples/invoices >"$run/log"
"$run/evalreport" html -texts testdata/invoices -o "$run/report.html" "$run/run"

picture() { # name, width, height, address
	"${CHROMIUM:-chromium}" --headless --no-sandbox --disable-gpu --hide-scrollbars --virtual-time-budget=5000 \
		--window-size="$2,$3" --screenshot="$out/$1.png" "$4" >>"$run/log" 2>&1
	if command -v convert >/dev/null; then convert "$out/$1.png" +dither -colors 96 "PNG8:$out/$1.png"; fi
}
picture report 1400 1350 "file://$run/report.html"
