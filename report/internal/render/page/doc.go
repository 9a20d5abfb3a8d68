// Package page writes a report as a page for people, in one file: see [Write]. It is a package of its own because
// html/template adds 3 MB to a binary.
//
// Text of documents, extractors and file names is never markup here. It goes through html/template, under a content
// security policy that allows only the page's own style and script.
//
// A page is one document, whose tables, comparison, filters and cases link to one another by names that they share
// ([filterNames]). Packages below draw the independent parts of a case: pictures, places in texts, the marks of
// differences, the strips of packets. The script is in js, a file for each idea; the templates are in templates.
//
// # Memory
//
// [Write] holds in memory the records of 200 cases at a time, and the packed cases of the page, up to MaxBytes. Each
// case takes about 400 bytes more, for links and the index of the filters.
package page
