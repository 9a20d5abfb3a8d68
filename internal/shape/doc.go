// Package shape says in words of what form a document and an answer are: in which script its text is ([Script]), how its
// numbers and dates are printed ([Numbers], [Dates]), whether the answer was cut off ([CutOff]). None of the words has a value
// of the document in it.
package shape
