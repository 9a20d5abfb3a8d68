// Package page writes a report as a page for people, in one file: see [Write]. It is a
// room of its own because of html/template, which adds 3 MB to a binary.
//
// Whatever a document, an extractor or a file name says is text here. It goes through
// html/template, under a content security policy that allows the page's own style and
// script and nothing else.
package page
