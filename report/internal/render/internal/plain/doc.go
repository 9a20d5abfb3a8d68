// Package plain makes of values, texts and cases what all forms of a report show of them:
// cut to a length, on one line, with nothing that is not seen.
package plain
