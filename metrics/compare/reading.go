package compare

import "github.com/extracteval/extracteval/metrics/document"

// Reading says what a comparator makes of one value of the truth, without an
// answer to hold it against. See [Read].
type Reading struct {
	// OK: the comparator can read the value, and what is identical to it matches.
	// Where it is false, at most the same text matches.
	OK bool
	// Why says why it cannot, or what a reader of the value should know; it may be
	// empty where OK is true. It may quote the document, in bounded length.
	Why string
	// Ambiguous: the value has a second reading, under other options of the
	// comparator, and Why names both.
	Ambiguous bool
	// Advice is the option that would read the value, or give an ambiguous one its
	// other reading, as a spec writes it: "format: eu". Empty when there is none.
	Advice string
	// Fits lists the options under which the value can be read without ambiguity, in the
	// form of Advice. What the readable truths of a field have in common settles
	// the ambiguous ones among them. Nil where there is nothing to choose.
	Fits []string
	// Orders lists the orders of a date in numbers by which it is a day of the calendar:
	// "dmy" alone for 25/12/2018. Nil where the order that a field has makes no difference
	// to it: where the text says itself what its parts are, and with dots between them
	// unless an order is stated.
	Orders []string
}

// Read says what c makes of a truth. It reports false for a comparator that takes
// every value as it is ([Exact], [Fuzzy]) or that nobody may ask in advance
// ([Func], [Semantic] and a comparator of yours, unless it has a method
// Read(want document.Value) (Reading, bool)), for an empty value, and for
// what Prepare reports an error of. A prepared comparator is ready for many values.
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
