package service

import (
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

// Of three invoices, the total of one is wrong: F1 is 1 for number and date, 2/3
// for total; macro F1 is 8/9, micro F1 14/16.
func TestInvoices(t *testing.T) {
	evaltest.Suite[Document, Invoice]{
		Name:    "invoices",
		File:    "testdata/invoices.jsonl",
		Extract: Extract,
		Gate:    evaltest.Gate{MacroF1: limit()},
	}.Run(t)
}

func TestMain(m *testing.M) { evaltest.Main(m) }
