package report

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Classes are the numbers of a field whose value is one of a few classes. A class is right in a value when truth and answer
// have it; an answer of it where the truth is another is a false positive of the class, and a false negative of the
// truth's. The micro average over the classes is the field's own row among [Summary].Attributes, where an answer outside of the
// classes, or without a truth, is a false positive, too.
type Classes struct {
	Attribute string `json:"attribute"`
	// Declared: the spec says that the field has classes ([compare.Class]). Limits are on declared classes alone, and comparisons
	// test them alone; others were recognised in the truths.
	Declared bool `json:"declared,omitzero"`
	// Classes has a row for each class, in the order of the declaration or of the letters: Attribute is its name, Support
	// the number of truths that have it, the mean over trials.
	Classes []Attribute `json:"classes"`
	// Pairs are the cells of the confusion table that are not 0, each the mean over trials: the greatest first, equal ones by
	// the order of the classes. [ClassEmpty] stands for a value that is missing, [ClassOther] for a value outside of the classes, and
	// for the classes behind the 20 of greatest support.
	Pairs []ClassPair `json:"pairs"`
	// Accuracy is the share of pairs that are equal, correct absences among them.
	Accuracy Estimate `json:"accuracy,omitzero"`
	// MacroF1 is the mean over the classes, as the mean over fields: a class without truth and answer is left out.
	MacroF1 Estimate `json:"macro_f1,omitzero"`
	// Kappa is Cohen's kappa (1960) of truths and answers, missing and other values each a category of its own, the mean over trials: how
	// far Accuracy is above the accuracy of answers that are drawn as often by chance. It is undefined where all values are of one category.
	Kappa Ratio `json:"kappa,omitzero"`
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
	Attribute string  `json:"attribute,omitzero"`
	Want      string  `json:"want"`
	Got       string  `json:"got"`
	Values    float64 `json:"values"`
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

// Class returns the row of a class of a field, the zero Attribute where there is none.
func (s *Summary) Class(attribute, class string) Attribute {
	c, _ := first(s.Classes, func(c Classes) bool { return c.Attribute == attribute })
	row, _ := first(c.Classes, func(a Attribute) bool { return a.Attribute == class })
	return row
}

// Confusions returns the Pairs whose truth and answer differ.
func (c *Classes) Confusions() []ClassPair {
	return slices.DeleteFunc(slices.Clone(c.Pairs), func(p ClassPair) bool { return p.Want == p.Got })
}

// unquoted returns the name of a metric on a class without quotes, "" for other metrics.
func unquoted(metric string) string {
	field, class, ok := strings.Cut(metric, "=")
	if !ok || !ofTruth(metric) {
		return ""
	}
	if text, err := strconv.Unquote(class); err == nil {
		class = text
	}
	return field + "=" + class
}

// classPairs returns the pairs of classes in the leaves of a result, in the order of the leaves.
// A value that redaction takes out of a kept field, since it has the text of another, is left out.
func classPairs(fields, kept []eval.FieldResult, lists []eval.ClassList) (pairs []ClassPair) {
	if len(lists) == 0 {
		return nil
	}
	for i := range fields {
		f := &fields[i]
		at := slices.IndexFunc(lists, func(l eval.ClassList) bool { return l.Attribute == f.Attribute })
		if at < 0 || f.Outcome == metrics.Errored || !bytes.Equal(f.Want, kept[i].Want) || !bytes.Equal(f.Got, kept[i].Got) {
			continue
		}
		p := ClassPair{Attribute: f.Attribute, Want: ClassEmpty, Got: ClassEmpty, Values: 1}
		names := lists[at].Names
		switch f.Outcome {
		case metrics.Match:
			p.Want = className(names, f.Want)
			p.Got = p.Want
		case metrics.Wrong:
			p.Want, p.Got = className(names, f.Want), className(names, f.Got)
			if p.Got == p.Want {
				p.Got = ClassOther // it differs in something that Fold does not see
			}
		case metrics.Missing:
			p.Want = className(names, f.Want)
		case metrics.Hallucinated, metrics.Invented:
			p.Got = className(names, f.Got)
		}
		same := func(q ClassPair) bool { return q.Attribute == p.Attribute && q.Want == p.Want && q.Got == p.Got }
		if known := slices.IndexFunc(pairs, same); known >= 0 {
			pairs[known].Values++
		} else {
			pairs = append(pairs, p)
		}
	}
	return pairs
}

func className(names []string, raw []byte) string {
	v, err := document.Parse(raw)
	if err != nil {
		return ClassOther
	}
	if name, ok := compare.ClassOf(names, v); ok {
		return name
	}
	return ClassOther
}
