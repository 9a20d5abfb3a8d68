package compare

import "github.com/extracteval/extracteval/metrics/document"

// Reading is a comparator's reading of one truth, without an answer. See [Read].
type Reading struct {
	// OK: the comparator can read the value, and an identical answer matches. Where it is false, at
	// most the same text matches.
	OK bool
	// Why says why it cannot, or warns a reader of the value; it may be empty where OK is true. It may
	// quote the document, in bounded length.
	Why string
	// Ambiguous: the value has a second reading, under other options of the
	// comparator, and Why names both.
	Ambiguous bool
	// Advice is the option that would read the value, or give an ambiguous one its other reading, as a
	// spec writes it: "format: eu". Empty without such an option.
	Advice string
	// Fits lists the options under which the value can be read without ambiguity, in the form of
	// Advice. The options that the clear truths of a field share settle its ambiguous truths. Nil where
	// every option gives the same reading.
	Fits []string
	// Orders lists the orders of a date in numbers by which it is a day of the calendar: "dmy" alone
	// for 25/12/2018. Nil where the order of the field makes no difference: where the text itself shows
	// which part is which, and with dots between the parts unless an order is stated.
	Orders []string
}

// Read returns c's reading of a truth. It reports false for a comparator that reads every value
// ([Exact], [Fuzzy]) or that must not be called in advance ([Func], [Semantic] and a comparator of
// yours, unless it has a method Read(want document.Value) (Reading, bool)), for an empty value, and
// for a comparator that Prepare refuses. A prepared comparator is ready for many values.
func Read(c Comparator, want document.Value) (r Reading, ok bool) {
	if want.Empty() {
		return Reading{}, false
	}
	reader, ok := c.(truthReader)
	if !ok {
		p, err := Prepare(c)
		if err != nil {
			return Reading{}, false
		}
		if reader, ok = p.(truthReader); !ok {
			return Reading{}, false
		}
	}
	return reader.Read(want)
}

// truthReader is a prepared comparator that has to read a value before it can judge by it.
type truthReader interface {
	Read(want document.Value) (r Reading, ok bool)
}
