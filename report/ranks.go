package report

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
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

// rankOf returns the rank of the truth of a leaf, which is a class of the list; see [Classes]. It is 0 where the truth has none.
func (r *ranks) rankOf(f *eval.FieldResult, list *ClassList, truth string) int {
	value, ok := f.GotPath()
	if !ok || !r.answer.Exists() {
		return 0
	}
	given := r.walker.At(r.answer, paths.Beside(value, list.Scores))
	if given.Empty() {
		r.leave("%s: the answer has no scores at %s", list.Attribute, list.Scores)
		return 0
	}
	scores, ok := scoresOf(given, list.Aliases)
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

// scoresOf returns the scores of the classes by their folded names, that of an alias by the name of its class. It is false for a value that has other than numbers for them.
func scoresOf(given document.Value, aliases map[string][]string) (scores map[string]float64, ok bool) {
	scores = map[string]float64{}
	ok = given.Kind() == document.Object || given.Kind() == document.Array
	classes := map[string]string{} // by alias; all are folded
	for class, names := range aliases {
		for _, name := range names {
			classes[compare.Fold(name)] = compare.Fold(class)
		}
	}
	take := func(class string, score document.Value) {
		if score.Empty() {
			return
		}
		number, err := strconv.ParseFloat(score.RawText(), 64)
		ok = ok && err == nil && score.Kind() == document.Number
		name := compare.Fold(class)
		name = cmp.Or(classes[name], name)
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

// classPairs returns the pairs of classes in the leaves of a result, in the order of the leaves, with the ranks of the truths.
// A value that redaction takes out of a kept field, since it has the text of another, is left out.
func classPairs(fields, kept []eval.FieldResult, lists []ClassList, ranks *ranks) (pairs []ClassPair) {
	if len(lists) == 0 {
		return nil
	}
	for i := range fields {
		f := &fields[i]
		index := slices.IndexFunc(lists, func(l ClassList) bool { return l.Attribute == f.Attribute })
		if index < 0 || f.Outcome == metrics.Errored || !bytes.Equal(f.Want, kept[i].Want) || !bytes.Equal(f.Got, kept[i].Got) {
			continue
		}
		p := ClassPair{Attribute: f.Attribute, Want: ClassEmpty, Got: ClassEmpty, Values: 1}
		classes := lists[index].class()
		switch f.Outcome {
		case metrics.Match:
			p.Want = className(classes, f.Want)
			p.Got = p.Want
		case metrics.Wrong:
			p.Want, p.Got = className(classes, f.Want), className(classes, f.Got)
			if p.Got == p.Want {
				p.Got = ClassOther // it differs in something that Fold does not see
			}
		case metrics.Missing:
			p.Want = className(classes, f.Want)
		case metrics.Hallucinated, metrics.Invented:
			p.Got = className(classes, f.Got)
		}
		if lists[index].Scores != "" && slices.Contains(classes.Classes, p.Want) {
			p.Rank = ranks.rankOf(f, &lists[index], p.Want)
		}
		same := func(q ClassPair) bool { q.Values = 1; return q == p }
		if twin := slices.IndexFunc(pairs, same); twin >= 0 {
			pairs[twin].Values++
		} else {
			pairs = append(pairs, p)
		}
	}
	return pairs
}

func className(classes compare.Class, raw []byte) string {
	v, err := document.Parse(raw)
	if err != nil {
		return ClassOther
	}
	if name, ok := compare.ClassOf(classes, v); ok {
		return name
	}
	return ClassOther
}
