package compare

import (
	"context"
	"errors"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// DefaultFuzzyThreshold is the Threshold of a [Fuzzy] that has none.
const DefaultFuzzyThreshold = 0.85

// Fuzzy matches strings that are similar enough. They are folded first (see
// [Fold]), so that case and white space make no difference. Equal strings have
// similarity 1, an empty and a non-empty one 0.
//
// The score is the similarity when it reaches the threshold within [Slack], else
// 0; the similarity is reported either way. Values of two types do not match,
// with [TagTypeMismatch]; two values that are not strings match as under [Exact].
type Fuzzy struct {
	// Algorithm is one of [similarity.Names]. Default "levenshtein".
	Algorithm string `json:"algorithm,omitzero"`
	// Threshold is the similarity in (0,1] from which strings match. 0 stands for
	// [DefaultFuzzyThreshold].
	Threshold float64 `json:"threshold,omitzero"`
	// Verbatim compares the strings as they are, without folding.
	Verbatim bool `json:"verbatim,omitzero"`
}

func (Fuzzy) name() string { return "fuzzy" }

func (Fuzzy) pairing() Pairing { return PairByText }

// Validate reports an unknown Algorithm and a Threshold outside [0,1].
func (f Fuzzy) Validate() error {
	var unknown error
	if _, ok := similarity.Named(f.algorithm()); !ok {
		unknown = optionErrorf("fuzzy", "algorithm", "%s", noneOf(f.Algorithm, similarity.Names()))
	}
	return errors.Join(unknown, checkThreshold("fuzzy", f.Threshold))
}

func (f Fuzzy) algorithm() string {
	if f.Algorithm == "" {
		return "levenshtein"
	}
	return f.Algorithm
}

// Compare implements [Comparator]. Its error is that of Validate.
func (f Fuzzy) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	p, err := f.prepare()
	if err != nil {
		return Comparison{}, err
	}
	return p.Compare(ctx, got, want)
}

type preparedFuzzy struct {
	similarity similarity.Func
	threshold  float64
	verbatim   bool
}

func (f Fuzzy) prepare() (Comparator, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	measure, _ := similarity.Named(f.algorithm())
	return preparedFuzzy{measure, effectiveThreshold(f.Threshold, DefaultFuzzyThreshold), f.Verbatim}, nil
}

func (f preparedFuzzy) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	switch {
	case got.RawText() == want.RawText():
		return Binary(true), nil
	case got.Kind() != want.Kind():
		return typeMismatch(got, want), nil
	case want.Kind() != document.String:
		return Exact{}.Compare(ctx, got, want)
	}
	g, w := got.Text(), want.Text()
	if !f.verbatim {
		g, w = foldPair(g, w)
	}
	return graded(f.similarity(g, w), f.threshold), nil
}
