package compare

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/extracteval/extracteval/metrics/document"
)

// Class compares a value that is one of a few classes, such as the type of a document. Summaries show a confusion table
// of such a field, and precision, recall and F1 of each class, which a limit may bound.
//
// Values match when they are equal after [Fold]: case, width and the kind of white space make no difference. Numbers
// and bools are compared by their texts. An answer that is not one of Classes, nor of Aliases, does not match, whatever the truth is: it
// has the tag "not a class", and a note that names the most similar class. So no answer can match a truth that is not
// one of Classes: such a truth is an error before the first case. Arrays and objects do not match, with the tag
// "type mismatch" if the types of the two differ. The score is 1 or 0.
//
// If a class decides the meaning of other fields, name these in Decides of [eval.Field].
//
// [eval.Field]: https://pkg.go.dev/github.com/extracteval/extracteval/metrics/eval#Field
type Class struct {
	// Classes are the names of the classes: at most 200, each of at most 200 bytes, not blank, not beginning with a
	// round bracket, and all different after [Fold]. Default: the values of the truths. No answer then has the tag "not
	// a class", and if not all truths are known before the first case, there is no confusion table.
	Classes []string `json:"classes,omitempty"`
	// Aliases has other names of classes, such as the names in other languages. Each key is one of Classes.
	//
	//	{"invoice": ["rechnung", "facture"]}
	//
	// An alias stands for its class: as a truth, as an answer, and as a key of Scores. A name must not be in two lists, nor
	// be another class.
	Aliases map[string][]string `json:"aliases,omitempty"`
	// Scores is the path of the scores of the classes in an answer, such as type_scores. It starts at the object that
	// holds the value. The scores are an object or a list; in a list, label may replace the key class:
	//
	//	{"invoice": 0.7, "receipt": 0.2}
	//	[{"class": "invoice", "score": 0.7}]
	//
	// Scores are JSON numbers in any unit; the likeliest class has the greatest. They change no comparison: summaries
	// compute the top-k accuracy of the truths from them, see package report. The path does not count as an invented
	// key of the answer.
	Scores string `json:"scores,omitzero"`
}

func (Class) name() string { return "class" }

func (Class) pairing() Pairing { return PairByMatch }

func (c Class) sentence() string {
	text := "class, one of the values of the truths"
	if len(c.Classes) > 0 {
		text = "class, one of " + words.Quoted(c.Classes, 10, "")
	}
	if len(c.Aliases) > 0 {
		text += "; aliases of " + strings.Join(slices.Sorted(maps.Keys(c.Aliases)), ", ")
	}
	if c.Scores != "" {
		text += ", scores at " + c.Scores
	}
	return text
}

// validate reports too many classes, a name that is too long, blank, begins with a round bracket or equals another
// after Fold, aliases of no class or of two, and Scores that is not a path.
func (c Class) validate() error {
	if _, err := document.ParsePath(c.Scores); c.Scores != "" && err != nil {
		return optionErrorf("class", "scores", "%v", err)
	}
	if err := kind.CheckClasses(c.Classes); err != nil {
		return optionErrorf("class", "classes", "%v", err)
	}
	if err := kind.CheckClassAliases(c.Classes, c.Aliases); err != nil {
		return optionErrorf("class", "aliases", "%v", err)
	}
	return nil
}

// Compare implements [Comparator]. It returns the error of [Prepare].
func (c Class) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	return compareOnce(ctx, c, got, want)
}

func (c Class) prepare() (Comparator, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	return preparedClass(c), nil
}

type preparedClass Class

func (c preparedClass) Compare(_ context.Context, got, want document.Value) (Comparison, error) {
	if !holdsClass(got) || !holdsClass(want) {
		tag := tagNotAClass
		if len(c.Classes) == 0 {
			tag = ""
		}
		return typeMismatch(got, want, tag), nil
	}
	if len(c.Classes) == 0 {
		g, w := got.Text(), want.Text()
		return Binary(g == w || Fold(g) == Fold(w)), nil
	}
	g, ok := ClassOf(Class(c), got)
	if !ok {
		return Comparison{Tag: tagNotAClass, Note: "got is not one of the classes" + c.hintFor(got)}, nil
	}
	w, ok := ClassOf(Class(c), want)
	if !ok {
		return Comparison{Note: "the truth is not one of the classes" + c.hintFor(want)}, nil
	}
	result := Binary(g == w)
	if result.Match && Fold(got.Text()) != Fold(want.Text()) {
		result.Note = meansSame(got, want)
	}
	return result, nil
}

// hintFor names the most similar class, or else the first ones.
func (c preparedClass) hintFor(v document.Value) string {
	return cmp.Or(words.Hint(v.Text(), c.Classes), "; valid are "+words.Quoted(c.Classes, 5, ""))
}

// ClassOf returns the class of c.Classes that has a value as its name or among its Aliases. ok is false for a value of
// no class, and for a value that is not a text, a number or a bool.
func ClassOf(c Class, v document.Value) (name string, ok bool) {
	if !holdsClass(v) {
		return "", false
	}
	return kind.ClassOf(c.Classes, c.Aliases, v.Text())
}

// AsClass returns c if it is a [Class] or a pointer to a Class. ok is false for other comparators.
func AsClass(c Comparator) (class Class, ok bool) {
	class, ok = inCatalog(c).(Class)
	return class, ok
}

// Read returns the reading of a truth for the function [Read].
func (c preparedClass) Read(want document.Value) (Reading, bool) {
	if !holdsClass(want) {
		return Reading{Why: fmt.Sprintf("it is of type %s", want.Kind())}, true
	}
	if _, ok := ClassOf(Class(c), want); ok || len(c.Classes) == 0 {
		return Reading{OK: true}, true
	}
	return Reading{Why: strings.TrimPrefix(c.hintFor(want), "; ")}, true
}

func holdsClass(v document.Value) bool { return holdsScalarText(v) || v.Kind() == document.Bool }
