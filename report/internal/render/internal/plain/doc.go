// Package plain turns values, texts and cases into the plain text that every form of a report shows:
// cut to a length, on one line, with nothing that is not seen.
package plain
