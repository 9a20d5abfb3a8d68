// Package shape describes the form of a document and of its answer in words: the script of its text ([Script]), how its
// numbers and dates are printed ([Numbers], [Dates]), whether the answer was cut off ([CutOff]). No such word contains
// a value of the document.
package shape
