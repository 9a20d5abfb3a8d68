package compare

import (
	"cmp"
	"context"
	"errors"

	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// DefaultFuzzyThreshold is the threshold of a [Fuzzy] whose Threshold is 0.
const DefaultFuzzyThreshold = 0.85

// defaultCJKThreshold is the threshold for a truth of Chinese characters and kana if the Threshold of a [Fuzzy] is 0.
// Of 4,080 wrong names of Japanese companies (composed, with a character that OCR misreads or with the name of another
// company) [DefaultFuzzyThreshold] accepts 79 %, and defaultCJKThreshold rejects all; both accept one mistake in a text
// of 20 characters.
const defaultCJKThreshold = 0.95

// Fuzzy matches strings that are similar enough. They are folded first (see
// [Fold]), so that case, width and white space make no difference, nor do the bullet of a
// list before the first word ("- Tea") and the signs of typography that [Auto] lists. Strings that [Auto] reads as one text,
// such as FCL / FCL and FCL/FCL, and equal strings have similarity 1, an empty and a non-empty one 0.
//
// The similarity alone decides: K. Tanabe matches A. Tanabe, and Plot A Southern Meadow matches Plot B Southern Meadow. Names with
// initials need [Person] or [Auto].
//
// A Chinese character or a kana carries as much meaning as several letters: one wrong character
// turns 株式会社山田商店 into another name. If no Threshold is given, a truth with at least half of its
// characters in these scripts has the threshold 0.95: one wrong character in fewer than 20 is a miss, and so are two in
// fewer than 40.
//
// Of very long texts the similarity may be too small (see [similarity.Approximate]); the
// note then begins with "approximate".
//
// The score is the similarity when it reaches the threshold within [Slack], else
// 0; the similarity is reported either way. Values of two types do not match,
// with the tag "type mismatch"; two values that are not strings match as under [Exact].
type Fuzzy struct {
	// Algorithm is one of [similarity.Names]. Default "levenshtein".
	Algorithm string `json:"algorithm,omitzero"`
	// Threshold is the similarity in (0,1] from which strings match. 0 means [DefaultFuzzyThreshold] or
	// 0.95, as described above.
	Threshold float64 `json:"threshold,omitzero"`
	// Verbatim compares the strings without folding.
	Verbatim bool `json:"verbatim,omitzero"`
}

func (Fuzzy) name() string { return "fuzzy" }

func (Fuzzy) pairing() Pairing { return PairByText }

func (f Fuzzy) sentence() string {
	text := "text, similarity >= " + briefNumber(cmp.Or(f.Threshold, DefaultFuzzyThreshold))
	if f.Threshold == 0 {
		text += " (" + briefNumber(defaultCJKThreshold) + " for Chinese characters and kana)"
	}
	text += ", " + f.algorithm()
	if f.Verbatim {
		text += ", case and white space count"
	}
	return text
}

// validate reports an unknown Algorithm and a Threshold outside [0,1].
func (f Fuzzy) validate() error {
	var unknown error
	if _, ok := similarity.Named(f.algorithm()); !ok {
		unknown = optionErrorf("fuzzy", "algorithm", "%s", noneOf(f.Algorithm, similarity.Names()))
	}
	return errors.Join(unknown, checkThreshold("fuzzy", f.Threshold))
}

func (f Fuzzy) algorithm() string { return cmp.Or(f.Algorithm, "levenshtein") }

// Compare implements [Comparator]. It returns the error of [Prepare].
func (f Fuzzy) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	return compareOnce(ctx, f, got, want)
}

type preparedFuzzy struct {
	similarity similarity.Func
	algorithm  string
	threshold  float64
	byDefault  bool // the threshold
	verbatim   bool
}

func (f Fuzzy) prepare() (Comparator, error) {
	if err := f.validate(); err != nil {
		return nil, err
	}
	measure, _ := similarity.Named(f.algorithm())
	return preparedFuzzy{
		similarity: measure,
		algorithm:  f.algorithm(),
		threshold:  cmp.Or(f.Threshold, DefaultFuzzyThreshold),
		byDefault:  f.Threshold == 0,
		verbatim:   f.Verbatim,
	}, nil
}

func (f preparedFuzzy) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	switch {
	case got.RawText() == want.RawText():
		return Binary(true), nil
	case got.Kind() != want.Kind():
		return typeMismatch(got, want, ""), nil
	case want.Kind() != document.String:
		return Exact{}.Compare(ctx, got, want)
	}
	g, w := got.Text(), want.Text()
	if !f.verbatim {
		if kind.SamePrinted(g, w) {
			return Binary(true), nil
		}
		g, w = kind.FoldPair(g, w)
		g, w = kind.Bullet(g), kind.Bullet(w)
	}
	c := graded(f.similarity(g, w), f.threshold)
	if c.Match && f.byDefault && !Reaches(c.Similarity, defaultCJKThreshold) && kind.MostlySpaceless(w) {
		c.Match, c.Score = false, 0
		c.Note = "similarity " + briefNumber(c.Similarity) + ", want at least " + briefNumber(defaultCJKThreshold) + " for Chinese characters and kana"
	}
	if similarity.Approximate(f.algorithm, g, w) {
		c.Note = joinNotes("approximate: the texts are too long to be compared whole, and may be more alike", c.Note)
	}
	return c, nil
}
