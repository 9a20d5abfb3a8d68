package report

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// ClassList names the classes of a field whose value is one of a few.
type ClassList struct {
	Attribute string   `json:"attribute"`
	Names     []string `json:"names"`
	// Aliases has other names of the classes; see [compare.Class].
	Aliases map[string][]string `json:"aliases,omitempty"`
	// Declared: the spec says that the field has classes, by [compare.Class]. Otherwise they were recognised in the
	// truths; see [eval.Spec].TruthClasses.
	Declared bool `json:"declared,omitzero"`
	// Scores is where an answer has a score of each class; see [compare.Class].
	Scores string `json:"scores,omitzero"`
}

// class returns the comparator that finds the class of a value.
func (l ClassList) class() compare.Class { return compare.Class{Classes: l.Names, Aliases: l.Aliases} }

// Empty returns the numbers of the classes without a value, as before the first case.
func (l ClassList) Empty() Classes {
	c := Classes{Attribute: l.Attribute, Declared: l.Declared, Classes: []Attribute{}, Pairs: []ClassPair{}}
	for _, name := range l.Names {
		c.Classes = append(c.Classes, Attribute{Attribute: name})
	}
	return c
}

// TopK returns the k of the top-k accuracies of the field: those of 1, 2, 3 and 5 that are less than the number of classes, if
// the spec says where answers have scores of the classes.
func (l ClassList) TopK() (all []int) {
	for _, k := range []int{1, 2, 3, 5} {
		if l.Scores != "" && k < len(l.Names) {
			all = append(all, k)
		}
	}
	return all
}

// TopMetric returns the metric of a [Limit] on a top-k accuracy: "top-3 accuracy of type".
func TopMetric(k int, attribute string) string {
	return fmt.Sprintf("top-%d accuracy of %s", k, attribute)
}

// classLists returns the classes of the fields of a spec, in spec order, and then the classes recognised in fields that
// the spec does not name, in order of their names. If the spec names no classes of a field, the field has the classes
// of the truths, if TruthClasses of the spec has them.
func classLists(spec eval.Spec) []ClassList {
	all := declaredClasses(spec)
	for _, name := range slices.Sorted(maps.Keys(spec.TruthClasses)) {
		if !slices.ContainsFunc(all, func(l ClassList) bool { return l.Attribute == name }) {
			all = append(all, ClassList{Attribute: name, Names: spec.TruthClasses[name]})
		}
	}
	return all
}

func declaredClasses(spec eval.Spec) (all []ClassList) {
	for attribute, match := range spec.Leaves() {
		class, declared := compare.AsClass(match)
		names := class.Classes
		if len(names) == 0 {
			names = spec.TruthClasses[attribute]
		}
		if len(names) > 0 {
			all = append(all, ClassList{attribute, names, class.Aliases, declared, class.Scores})
		}
	}
	return all
}

// Classes are the confusions of a field whose value is one of a few classes. A value is a true positive of its class if
// truth and answer have that class. Otherwise it is a false negative of the truth's class and a false positive of the
// answer's class. The micro average over the classes is the field's own row in [Summary].Attributes, where an answer
// outside of the classes, or without a truth, is also a false positive.
//
// [Summary].Numbers has F1, precision and recall of each class, see [ClassName], and these numbers of the field:
//
//   - "accuracy of FIELD" is the share of pairs that are equal, correct absences among them;
//   - "macro F1 of FIELD" is the mean over the classes, as the mean over fields: a class without truth and answer is left
//     out;
//   - "kappa of FIELD" is Cohen's kappa (1960) of truths and answers, the mean over trials: how far the accuracy is above
//     the agreement that chance alone would give. Missing values and values outside of the classes are a category each. It
//     is undefined if all values are of one category;
//   - "top-K accuracy of FIELD", for each [ClassList.TopK], is the share of the truths of a class whose rank is K or
//     less, the mean over trials.
//
// The rank of a truth is the number of classes in the answer whose score is at least the score of the truth's class. So a
// truth comes after all classes with the same score, whatever their order; scikit-learn's top_k_accuracy_score takes the
// last of equal scores first. Classes that the spec does not declare are also ranked. If a class has several scores, the
// greatest counts; null is no score. A truth has no rank, and is not among the first of any k, if the answer or its scores
// are missing, if its class has no score, or if a score is not a JSON number; warnings count such answers.
type Classes struct {
	Attribute string `json:"attribute"`
	// Declared: the spec says that the field has classes ([compare.Class]). Only declared classes can have limits, and
	// comparisons test only these; other classes were recognised in the truths.
	Declared bool `json:"declared,omitzero"`
	// Classes has a row for each class, in the order of the declaration or of the letters: Attribute is its name, Support
	// the number of truths that have it, the mean over trials.
	Classes []Attribute `json:"classes"`
	// Pairs are the cells of the confusion table that are not 0, each the mean over trials, the greatest first and
	// equal ones in the order of the classes. [ClassEmpty] is a missing value, [ClassOther] a value outside of the
	// classes or of a class after the 20 with the greatest support.
	Pairs []ClassPair `json:"pairs"`
}

// The values in a [ClassPair] that are not of a class.
const (
	ClassOther = "(other)"
	ClassEmpty = "(empty)"
)

// ClassPair is one cell of a confusion table: how often the truth is of one class and the answer of another, or of the
// same.
type ClassPair struct {
	// Attribute names the field, "" in the Pairs of [Classes].
	Attribute string `json:"attribute,omitzero"`
	Want      string `json:"want"`
	Got       string `json:"got"`
	// Rank is the rank of the truth among the scores of the answer: 0 without one, and in the Pairs of [Classes].
	Rank   int     `json:"rank,omitzero"`
	Values float64 `json:"values"`
}

// ClassName returns the name of a class in metrics: "type=invoice", `type="credit note"`.
func ClassName(attribute, class string) string {
	if strings.ContainsFunc(class, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./", r)
	}) {
		class = strconv.Quote(class)
	}
	return attribute + "=" + class
}

// Confusions returns the Pairs whose truth and answer differ.
func (c *Classes) Confusions() []ClassPair {
	return slices.DeleteFunc(slices.Clone(c.Pairs), func(p ClassPair) bool { return p.Want == p.Got })
}

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

// scoresOf returns the scores of the classes by their folded names. The score of an alias is under the name of its class. It
// is false for a value that has other than numbers for them.
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
