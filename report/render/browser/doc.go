// Package browser shows in a headless Chromium what the HTML report of package
// render does for a reader. It has tests only, in a module of its own, so that the
// driver is in nobody's module graph.
//
// The tests look for a browser in PATH and are skipped without one. The environment
// variable EXTRACTEVAL_BROWSER names the browser to take; then, and when it is
// "required", they fail without one.
package browser
