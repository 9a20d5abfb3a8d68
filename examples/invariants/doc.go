// Package invariants shows how to judge answers without a truth. Ten of thirty invoices are labelled; rules that hold
// for every invoice find wrong labels and a made-up IBAN.
// The README has the details; the tests check each of its numbers.
package invariants
