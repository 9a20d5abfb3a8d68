// Package packets is an example: a mail room that divides scanned packets into their documents, finds the class of each
// document, and reads its fields. It stands for a service that gets one PDF file with an invoice, two delivery notes
// and a letter.
//
// The splitter looks at the first line of each page. [Letterhead] makes the mistakes of such rules: it cuts an invoice
// in two if its second page repeats the letterhead, and joins a letter without a letterhead to the document before it.
// [Headline] finds these letters, but cuts every document of two pages.
package packets

import (
	"context"
	"regexp"
	"strconv"
	"strings"
)

// Scan is a packet as the scanner delivers it: the text of each page.
type Scan struct {
	Pages []string `json:"pages"`
}

// Packet is the answer of the mail room.
type Packet struct {
	Documents []Document `json:"packet"`
}

// Document is one document of a packet. A letter has no number, and only an invoice has a total.
type Document struct {
	Class  string   `json:"class"`
	Pages  []int    `json:"pages"` // from 1
	Number string   `json:"number,omitempty"`
	Total  *float64 `json:"total,omitempty"`
	Sender string   `json:"sender,omitempty"`
}

// Splitter reports whether a document starts on a page, by the first line of the page.
type Splitter func(line string) bool

// Letterhead takes a line of capitals for a letterhead, with which a document starts.
func Letterhead(line string) bool {
	return strings.ContainsFunc(line, func(r rune) bool { return r >= 'A' && r <= 'Z' }) && line == strings.ToUpper(line)
}

// Headline takes any short line for the head of a document, such as "Dear Sir or Madam,", but also "Page 2 of 2".
func Headline(line string) bool { return len(line) <= 24 }

// Extract divides a packet and reads its documents.
func (starts Splitter) Extract(_ context.Context, scan Scan) (Packet, error) {
	var p Packet
	first := 0
	for i := range scan.Pages {
		if i+1 < len(scan.Pages) {
			if line, _, _ := strings.Cut(scan.Pages[i+1], "\n"); !starts(line) {
				continue
			}
		}
		p.Documents = append(p.Documents, read(scan.Pages, first, i))
		first = i + 1
	}
	return p, nil
}

var (
	number = regexp.MustCompile(`(?m)No\. (\S+)$`)
	total  = regexp.MustCompile(`(?m)^Total (\S+)$`)
	sender = regexp.MustCompile(`(?m)^Yours sincerely,\n(.+)$`)
)

// read reads the document on the pages from first to last.
func read(pages []string, first, last int) Document {
	text := strings.Join(pages[first:last+1], "\n")
	d := Document{Class: classOf(text)}
	for page := first; page <= last; page++ {
		d.Pages = append(d.Pages, page+1)
	}
	switch d.Class {
	case "invoice":
		if amount, err := strconv.ParseFloat(found(total, text), 64); err == nil {
			d.Total = &amount
		}
		d.Number = found(number, text)
	case "delivery_note":
		d.Number = found(number, text)
	default:
		d.Sender = found(sender, text)
	}
	return d
}

// classOf finds the class of a text by words in it. It takes a delivery note that mentions an invoice for an invoice.
func classOf(text string) string {
	switch text = strings.ToLower(text); {
	case strings.Contains(text, "invoice"):
		return "invoice"
	case strings.Contains(text, "delivery note"):
		return "delivery_note"
	}
	return "letter"
}

// found returns the part of a text that a pattern captures, "" for none.
func found(pattern *regexp.Regexp, text string) string {
	if parts := pattern.FindStringSubmatch(text); parts != nil {
		return parts[1]
	}
	return ""
}
