package report

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// ranks finds the ranks of the truths of a case among the scores that its answer has of their classes.
type ranks struct {
	answer document.Value
	walker paths.Walker
	left   []string // why scores of a field were not used, each reason once
}

// of returns the rank of the truth of a leaf, which is a class of the list; see [Classes].TopK. It is 0 where the truth has none.
func (r *ranks) of(f *eval.FieldResult, list *ClassList, truth string) int {
	value, ok := f.GotPath()
	if !ok || !r.answer.Exists() {
		return 0
	}
	given := r.walker.At(r.answer, paths.Beside(value, list.Scores))
	if given.Empty() {
		r.leave("%s: the answer has no scores at %s", list.Attribute, list.Scores)
		return 0
	}
	scores, ok := scoresOf(given)
	if !ok {
		r.leave("%s: the scores at %s are not a number for each class, and are left out", list.Attribute, list.Scores)
		return 0
	}
	own, ok := scores[compare.Fold(truth)]
	if !ok {
		return 0
	}
	rank := 0
	for _, score := range scores {
		if score >= own {
			rank++
		}
	}
	return rank
}

// scoresOf returns the scores of the classes by their folded names. It is false for a value that has other than numbers for them.
func scoresOf(given document.Value) (scores map[string]float64, ok bool) {
	scores = map[string]float64{}
	ok = given.Kind() == document.Object || given.Kind() == document.Array
	take := func(class string, score document.Value) {
		if score.Empty() {
			return
		}
		number, err := strconv.ParseFloat(score.RawText(), 64)
		ok = ok && err == nil && score.Kind() == document.Number
		name := compare.Fold(class)
		if other, twice := scores[name]; !twice || number > other {
			scores[name] = number
		}
	}
	for class, score := range given.Members() {
		take(class, score)
	}
	for _, item := range given.Items() {
		class := item.Member("class")
		if class.Empty() {
			class = item.Member("label")
		}
		ok = ok && !class.Empty() && class.Kind() < document.Array
		take(class.Text(), item.Member("score"))
	}
	return scores, ok
}

func (r *ranks) leave(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(r.left, text) {
		r.left = append(r.left, text)
	}
}
