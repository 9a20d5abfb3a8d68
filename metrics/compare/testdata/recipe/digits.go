package compare

import (
	"context"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/metrics/document"
)

// Digits matches texts that have the same digits in the same order, whatever
// stands between them: "+49 (30) 1234" and "49301234". Texts without any digit do
// not match. The score is 1 or 0.
type Digits struct {
	// Last is how many digits count, from the end; 0 stands for all of them.
	Last int `json:"last,omitzero"`
}

func (Digits) name() string { return "digits" }

func (Digits) pairing() Pairing { return PairByMatch }

func (Digits) sentence() string { return "the same digits in the same order" }

// validate reports a negative Last.
func (d Digits) validate() error {
	if d.Last < 0 {
		return optionErrorf("digits", "last", "got %d, want 0 or more", d.Last)
	}
	return nil
}

// Compare implements [Comparator].
func (d Digits) Compare(_ context.Context, got, want document.Value) (Comparison, error) {
	g, w := d.of(got), d.of(want)
	if w == "" {
		return Comparison{Note: "the truth has no digits"}, nil
	}
	return Binary(g == w), nil
}

func (d Digits) of(v document.Value) string {
	digits := strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, v.Text())
	if d.Last > 0 && len(digits) > d.Last {
		digits = digits[len(digits)-d.Last:]
	}
	return digits
}
