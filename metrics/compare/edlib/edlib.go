// Package edlib compares texts by the similarities of github.com/hbollon/go-edlib, for
// teams that have thresholds for them. Without such thresholds use [compare.Fuzzy], which is
// faster and has the usual definitions.
//
// A program links go-edlib only if it imports this package. A spec in YAML can name the comparator if the program
// passes the result of [Custom], as evalreport does:
//
//	spec := evaltest.SpecFile(t, "testdata/spec.yaml", edlib.Custom())
//
//	fields: [{path: vendor, match: edlib, algorithm: jaro_winkler, threshold: 0.9}]
//
// The similarities differ from those of [compare.Fuzzy]:
//
//   - levenshtein, osa, damerau and hamming agree.
//   - jaro counts half a transposition where Winkler's program rounds down, and
//     jaro_winkler rewards a common prefix at any similarity, not only above 0.7.
//   - lcs is 1-d/n, d being the number of insertions and deletions and n the length of the
//     longer text; Fuzzy divides by both lengths.
//   - cosine, jaccard and dice compare the sets of pairs of characters, whereas Fuzzy counts how often a pair occurs in
//     a text: "aaaa" and "aa" have similarity 1.
//   - qgram counts pairs of characters, whereas Fuzzy counts triples.
package edlib

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hbollon/go-edlib"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// name is the name of the comparator in specs.
const name = "edlib"

// maxLength is the length in characters up to which texts are compared: go-edlib keeps
// the product of both lengths in memory.
const maxLength = 2000

var algorithms = map[string]edlib.Algorithm{
	"levenshtein":  edlib.Levenshtein,
	"damerau":      edlib.DamerauLevenshtein,
	"osa":          edlib.OSADamerauLevenshtein,
	"lcs":          edlib.Lcs,
	"hamming":      edlib.Hamming,
	"jaro":         edlib.Jaro,
	"jaro_winkler": edlib.JaroWinkler,
	"cosine":       edlib.Cosine,
	"jaccard":      edlib.Jaccard,
	"dice":         edlib.SorensenDice,
	"qgram":        edlib.Qgram,
}

// Comparator matches texts whose similarity by go-edlib reaches a threshold. Both texts
// are folded first (see [compare.Fold]).
//
// Equal texts have similarity 1. A similarity that go-edlib does not define is 0: cosine, jaccard, dice and qgram for
// texts of one character, and hamming for texts of different lengths. Similarities below 0, which lcs can have, count
// as 0. All are rounded to six decimals, since go-edlib computes them with single precision. Unequal texts do not match
// if one has more than 2,000 characters, and the note says so.
//
// The score is the similarity if it reaches the threshold within [compare.Slack], else 0. Values of different types do
// not match, with the tag "type mismatch"; two values that are not strings match as under [compare.Exact]. Items of a
// list are paired by the edit distance of their texts, as under [compare.Fuzzy].
type Comparator struct {
	// Algorithm is "levenshtein" (default), "damerau", "osa", "lcs", "hamming", "jaro", "jaro_winkler",
	// "cosine", "jaccard", "dice" or "qgram".
	Algorithm string `json:"algorithm,omitzero"`
	// Threshold is the similarity in (0,1] from which texts match. 0 means
	// [compare.DefaultFuzzyThreshold].
	Threshold float64 `json:"threshold,omitzero"`
}

// Custom returns the constructor of Comparator, for [eval.ParseSpec] and evaltest.SpecFile: a spec names
// it with match: edlib. An unknown option or algorithm and a threshold outside of (0,1] are errors.
func Custom() map[string]func(config json.RawMessage) (compare.Comparator, error) {
	return map[string]func(json.RawMessage) (compare.Comparator, error){name: parse}
}

func parse(config json.RawMessage) (compare.Comparator, error) {
	given := struct {
		Algorithm string   `json:"algorithm"`
		Threshold *float64 `json:"threshold"`
	}{}
	if len(config) > 0 {
		d := json.NewDecoder(bytes.NewReader(config))
		d.DisallowUnknownFields()
		if err := d.Decode(&given); err != nil {
			return nil, fmt.Errorf("edlib: %w; the options are algorithm and threshold", err)
		}
	}
	c := Comparator{Algorithm: given.Algorithm}
	if given.Threshold != nil {
		if c.Threshold = *given.Threshold; c.Threshold == 0 {
			return nil, errors.New("edlib: a threshold of 0 lets everything match; leave it out for the default")
		}
	}
	return c, c.Validate()
}

// Name returns the name in specs, "edlib".
func (Comparator) Name() string { return name }

// Validate reports an unknown Algorithm and a Threshold outside of [0,1].
func (c Comparator) Validate() error {
	if _, ok := algorithms[c.algorithm()]; !ok {
		return fmt.Errorf("edlib: unknown algorithm %q; valid are %s", c.Algorithm, strings.Join(slices.Sorted(maps.Keys(algorithms)), ", "))
	}
	if c.Threshold < 0 || c.Threshold > 1 || math.IsNaN(c.Threshold) {
		return fmt.Errorf("edlib: threshold %v, want a number above 0 and at most 1", c.Threshold)
	}
	return nil
}

// Sentence describes the comparison in one line, for evalreport lint -explain.
func (c Comparator) Sentence() string {
	return fmt.Sprintf("text, similarity >= %v, %s of go-edlib", c.threshold(), c.algorithm())
}

// Pairing returns [compare.PairByText].
func (Comparator) Pairing() compare.Pairing { return compare.PairByText }

// Printed says that documents print the value as a similar text.
func (c Comparator) Printed(document.Value) compare.Printed {
	return compare.Printed{Similar: &compare.Fuzzy{Threshold: c.threshold()}}
}

func (c Comparator) algorithm() string  { return cmp.Or(c.Algorithm, "levenshtein") }
func (c Comparator) threshold() float64 { return cmp.Or(c.Threshold, compare.DefaultFuzzyThreshold) }

// Compare implements [compare.Comparator]. It returns the error of Validate.
func (c Comparator) Compare(ctx context.Context, got, want document.Value) (compare.Comparison, error) {
	if err := c.Validate(); err != nil {
		return compare.Comparison{}, err
	}
	if got.Kind() != document.String || want.Kind() != document.String {
		return compare.Exact{}.Compare(ctx, got, want)
	}
	similarity, note := c.similarity(compare.Fold(got.Text()), compare.Fold(want.Text()))
	judged := compare.Comparison{Similarity: similarity, Note: note}
	if compare.Reaches(similarity, c.threshold()) {
		judged.Match, judged.Score = true, similarity
	}
	return judged, nil
}

// similarity returns the similarity of two texts in [0,1], and a note where go-edlib has none.
func (c Comparator) similarity(got, want string) (similarity float64, note string) {
	if got == want {
		return 1, ""
	}
	g, w := utf8.RuneCountInString(got), utf8.RuneCountInString(want)
	if longer := max(g, w); longer > maxLength {
		return 0, fmt.Sprintf("not compared: a text of %d characters, and edlib compares up to %d; fuzzy has no such limit", longer, maxLength)
	}
	s, err := edlib.StringsSimilarity(got, want, algorithms[c.algorithm()])
	switch {
	case err != nil:
		return 0, fmt.Sprintf("hamming has no similarity of texts with %d and %d characters", g, w)
	case math.IsNaN(float64(s)):
		return 0, fmt.Sprintf("%s has no similarity of texts with %d and %d characters", c.algorithm(), g, w)
	}
	const digits = 1e6
	return math.Round(float64(min(max(s, 0), 1))*digits) / digits, ""
}
