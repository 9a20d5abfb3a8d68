// Package page writes a report as a page for people, in one file: see [Write]. It is a
// room of its own because of html/template, which adds 3 MB to a binary.
//
// Whatever a document, an extractor or a file name says is text here. It goes through
// html/template, under a content security policy that allows the page's own style and
// script and nothing else.
//
// A page is one document, whose tables, comparison, filters and cases lead to one another by names
// that they share ([filterNames]). The parts of a case that know nothing of the others are in rooms
// of their own below: pictures, places in texts, the marks of the differences, the strips of packets. The script is in js,
// a file for each idea; the templates are in templates.
//
// # Memory
//
// The records of 200 cases are held at a time, and the packed cases of the page, up to MaxBytes. Of every case there remain
// some 400 bytes, for links and the index of the filters.
package page
