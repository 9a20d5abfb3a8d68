// Package service is a small extraction service, for the scripts.
package service

import (
	"cmp"
	"context"
	"os"
	"strconv"
	"strings"
)

// Document is the text of an invoice: "number=A-1 date=2026-01-31 total=12.50".
type Document struct {
	Text string `json:"text"`
}

// Invoice is the answer.
type Invoice struct {
	Number string `json:"number,omitzero" eval:"exact"`
	Date   string `json:"date,omitzero" eval:"date"`
	Total  string `json:"total,omitzero" eval:"numeric,tolerance=0.01"`
}

// limit returns the least macro F1 of the gate: $LIMIT, or 0.85.
func limit() float64 {
	f, err := strconv.ParseFloat(cmp.Or(os.Getenv("LIMIT"), "0.85"), 64)
	if err != nil {
		panic(err)
	}
	return f
}

// Extract reads a document.
func Extract(_ context.Context, d Document) (Invoice, error) {
	var v Invoice
	for _, word := range strings.Fields(d.Text) {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "jam":
			panic("paper jam")
		case "number":
			v.Number = value
		case "date":
			v.Date = value
		case "total":
			v.Total = value
		}
	}
	return v, nil
}
