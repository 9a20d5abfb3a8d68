// Package readers shows how other programs read the output of package render: a
// headless Chromium of the HTML page, a reader of GitHub's Markdown and a reader of
// JUnit XML that are not ours. It has tests only, in a module of its own, so that
// none of them is in a user's module graph.
//
// The tests of the page look for a browser in PATH and are skipped without one. The environment variable
// EXTRACTEVAL_BROWSER names another browser. If it names one, or is "required", the tests fail without a browser.
package readers
