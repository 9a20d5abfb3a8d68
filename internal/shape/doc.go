// Package shape says in words and numbers of what form a document and an answer are, without any value of theirs.
package shape
