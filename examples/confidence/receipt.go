// Package confidence is an example: an extractor that reports confidences, and a
// test that finds the confidence above which values need no review.
//
// The receipts come as the words that an OCR engine read, each with the engine's
// confidence. The confidence of a value is the lowest confidence of its words. The answer has it next to the value:
//
//	{"total": {"value": "12.50", "confidence": 0.93}}
//
// Run
//
//	EVALTEST_DIR=/tmp/receipts go test ./examples/confidence
//	go run ./report/cmd/evalreport show -why /tmp/receipts
//
// and read the tables of confidence. The engine is too sure of dates, and not sure enough of totals, but its misread
// values have low confidences (AUROC). The last table shows the confidence above which 95 % of the values of other
// receipts are right.
package confidence

import (
	"context"
	"regexp"
	"strings"
)

// Page is the result of an OCR engine for a receipt.
type Page struct {
	Words []Word `json:"words"`
}

// Word is one word on a page.
type Word struct {
	Line int     `json:"line"` // from 1
	Text string  `json:"text"`
	Sure float64 `json:"sure"` // the engine's confidence, from 0 to 1
}

// Receipt is the answer of the extractor; a value that was not found is nil.
type Receipt struct {
	Vendor *Reading `json:"vendor,omitempty"`
	Date   *Reading `json:"date,omitempty"`
	Total  *Reading `json:"total,omitempty"`
}

// Reading is a value with the extractor's confidence.
type Reading struct {
	Value      string  `json:"value"`
	Confidence float64 `json:"confidence"`
}

var (
	datePattern   = regexp.MustCompile(`^\d\d\.\d\d\.\d{4}$`)
	amountPattern = regexp.MustCompile(`^\d+\.\d\d$`)
)

// Extract reads vendor, date and total: the vendor is the first line, the date the first word that looks like a date,
// and the total the amount after "TOTAL".
func Extract(_ context.Context, page Page) (Receipt, error) {
	var r Receipt
	var vendor []Word
	label := 0 // the line with "TOTAL"
	for _, w := range page.Words {
		switch {
		case w.Line == 1:
			vendor = append(vendor, w)
		case r.Date == nil && datePattern.MatchString(w.Text):
			r.Date = reading(w)
		case w.Text == "TOTAL":
			label = w.Line
		case w.Line == label && amountPattern.MatchString(w.Text):
			r.Total = reading(w)
		}
	}
	if len(vendor) > 0 {
		r.Vendor = reading(vendor...)
	}
	return r, nil
}

// reading joins words. A value is no surer than its worst word.
func reading(words ...Word) *Reading {
	r := Reading{Confidence: 1}
	var texts []string
	for _, w := range words {
		texts = append(texts, w.Text)
		r.Confidence = min(r.Confidence, w.Sure)
	}
	r.Value = strings.Join(texts, " ")
	return &r
}
