package compare

import (
	"context"
	"encoding/json"

	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/extracteval/extracteval/metrics/document"
)

// Comparator judges one leaf: whether got agrees with want.
//
// Compare is called with both sides non-empty (see [document.Value.Empty]) and never sees structure
// that the spec descends into. It returns the score of the field, and an error only when it could
// not judge at all, for example because a model timed out; the leaf then counts as errored. An
// extractor's answer is never an error: a value that cannot be read does not match, and the note
// says why. A Comparator must be safe for concurrent use.
//
// A comparator of your own may have more methods, to do all that the comparators of this package do; see the example:
//
//   - Name() string, its name in a spec; see [Name]
//   - Validate() error or Prepare() (Comparator, error); see [Prepare]
//   - Sentence() string; see [Sentence]
//   - Pairing() Pairing; see [PairingOf]
//   - Printed(v document.Value) Printed; see [PrintedAs]
//   - Read(want document.Value) (Reading, bool); see [Read]
//   - Scalar(v document.Value) (Scalar, error); see [ScalarOf]
//   - InOrder(order string) Comparator and DateOrder() (order string, stated bool); see [DateOrder]
//   - the methods of [Asker], [Wrapper], [Chooser], [Alternatives] and [Paged]
//
// If a comparator panics, package eval recovers and counts the leaf as errored.
type Comparator interface {
	Compare(ctx context.Context, got, want document.Value) (Comparison, error)
}

// Comparison is the judgement on one leaf.
type Comparison struct {
	// Match says whether the values agree.
	Match bool
	// Score is the field's part of the score of its case, in [0,1].
	Score float64
	// Similarity says how alike the values are, in [0,1]. For comparators that
	// know only yes and no it is 1 or 0.
	Similarity float64
	// Note explains a miss or a peculiarity in a few words, such as "off by 0.1, allowed 0.05", without
	// repeating the Tag. It may be empty. It may quote the document, in bounded length, so redaction
	// drops whole notes.
	Note string
	// Tag is the short cause of a miss that lists of misses show in brackets. It is empty for a plain value mismatch, or is
	// a text of a comparator of yours. The comparators of this package give these, each only if it is so:
	//
	//   - "type mismatch": the two values are of different types, and the comparator matches no value of the one type with
	//     the other value
	//   - "outside tolerance": a tolerance is stated, and the difference is greater
	//   - "not a number", "not a date", "not a period": a side cannot be read as one by the options; the Note says which side
	//   - "number too long": a side is a number with more digits than are compared
	//   - "not a class": the answer is none of the declared classes
	//   - "Invalid bounding box format", "invalid point": a side is not a place by the options
	//   - "dimension mismatch": the points have different numbers of coordinates
	//
	// [OneOf] gives a tag that is so of all accepted values.
	Tag string
	// Details is bounded JSON for the record, such as an IoU with its areas.
	Details json.RawMessage
}

// The causes of a miss that are shown after its path.
const (
	tagTypeMismatch     = "type mismatch"
	tagOutsideTolerance = "outside tolerance"
	tagNotANumber       = "not a number"
	tagNumberTooLong    = "number too long"
	tagNotADate         = "not a date"
	tagNotAPeriod       = "not a period"
	tagNotAClass        = "not a class"
	tagInvalidBox       = "Invalid bounding box format"
	tagInvalidPoint     = "invalid point"

	tagDimensionMismatch = "dimension mismatch"
)

// Slack is how far a computed ratio may lie below a threshold and still reach it, so that rounding
// does not decide: (1+.7+.7)/3 reaches .8.
const Slack = 1e-9

// Reaches reports whether value reaches threshold within [Slack].
func Reaches(value, threshold float64) bool { return value >= threshold-Slack }

// Binary is the judgement of a comparator that knows only yes and no: score and
// similarity are 1 for a match, else 0.
func Binary(match bool) Comparison {
	if match {
		return Comparison{Match: true, Score: 1, Similarity: 1}
	}
	return Comparison{}
}

// graded is the judgement of a comparator with a threshold: a similarity that
// reaches it is the score.
func graded(similarity, threshold float64) Comparison {
	c := Comparison{Similarity: similarity}
	if Reaches(similarity, threshold) {
		c.Match, c.Score = true, similarity
	}
	return c
}

// checkThreshold returns an error for a threshold outside of its range.
func checkThreshold(comparator string, threshold float64) error {
	if threshold >= 0 && threshold <= 1 {
		return nil
	}
	return optionErrorf(comparator, "threshold", "got %v, want a number above 0 and at most 1", threshold)
}

// Fold returns s in a form that is the same for texts that a reader takes as the same:
//
//   - in Unicode normalization form C, with full case folding: "STRASSE" and "Straße" are both "strasse";
//   - with full- and half-width forms in their usual width: "ＡＢＣ" is "abc", "ﾔﾏﾀﾞ" is "ヤマダ";
//   - with one space for each run of white space, and none at the ends;
//   - without the space between two Chinese or Japanese characters: their scripts are written without spaces, so a line
//     break there has no meaning. A space before a combining mark stays.
//
// Two strings have the same form iff they are a canonical caseless match by the Unicode standard (section 3.13, D145),
// apart from width and white space. Fold(Fold(s)) is Fold(s).
func Fold(s string) string { return kind.FoldText(s) }
