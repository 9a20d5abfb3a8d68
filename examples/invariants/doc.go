// Package invariants shows what can be said of answers without a truth: of thirty
// invoices ten are labelled, and what must hold of every invoice finds wrong labels and
// a made-up IBAN. Its README tells the story; its tests hold every number of it.
package invariants
