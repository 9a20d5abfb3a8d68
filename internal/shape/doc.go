// Package shape describes the form of a document and of its answer in words: the script of its text ([Script]), how its
// numbers and dates are printed ([Numbers], [Dates]), whether the answer was cut off ([CutOff]). None of the words has a value
// of the document in it.
package shape
