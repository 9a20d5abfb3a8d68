package compare

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// Limits of a [Class].
const (
	maxClasses    = 200
	maxClassBytes = 200
)

// Class compares a value that is one of a few classes, such as the type of a document. A field with it
// has a confusion table in summaries, precision, recall and F1 of each class, and limits on them.
//
// Values match when they are equal after [Fold]: case, width and the kind of white space make no difference. Numbers and bools are
// compared by their texts. An answer that is not one of Classes does not match, with the tag "not a class", whatever
// the truth is; a note names the class that is most similar. So a truth that is not one of Classes can
// have no right answer: it is an error before the first case. Values of other types do not match, with the tag
// "type mismatch". The score is 1 or 0.
//
// Where a class decides what other fields mean, the spec says so by Decides of [eval.Field].
//
// [eval.Field]: https://pkg.go.dev/github.com/extracteval/extracteval/metrics/eval#Field
type Class struct {
	// Classes are the names of the classes, at most 200, each of at most 200 bytes and other than the others after [Fold].
	// Default: the values of the truths. No tag then says "not a class", and where not all truths are known before
	// the first case, there is no confusion table.
	Classes []string `json:"classes,omitempty"`
	// Scores says where an answer has a score of each class: a path such as type_scores, from the object in which the value
	// stands. There is an object {"invoice": 0.7, "receipt": 0.2} or a list [{"class": "invoice", "score": 0.7}], where label may
	// replace class. Scores are JSON numbers in any unit, the greatest for the likeliest class. They change no comparison:
	// summaries have the top-k accuracy of the truths, see package report. The place is not an invented key of the answer.
	Scores string `json:"scores,omitzero"`
}

func (Class) name() string { return "class" }

func (Class) pairing() Pairing { return PairByMatch }

func (c Class) sentence() string {
	text := "class, one of the values of the truths"
	if len(c.Classes) > 0 {
		text = "class, one of " + words.Quoted(c.Classes, 10, "")
	}
	if c.Scores != "" {
		text += ", scores at " + c.Scores
	}
	return text
}

// validate reports names of classes that are too many, too long, blank, or the same, and Scores that cannot be read as a path.
func (c Class) validate() error {
	wrong := func(format string, args ...any) error { return optionErrorf("class", "classes", format, args...) }
	if _, err := document.ParsePath(c.Scores); c.Scores != "" && err != nil {
		return optionErrorf("class", "scores", "%v", err)
	}
	if len(c.Classes) > maxClasses {
		return wrong("there are %d, want at most %d; for a value of so many, leave classes out and compare by exact", len(c.Classes), maxClasses)
	}
	seen := map[string]string{}
	for _, name := range c.Classes {
		folded := Fold(words.Cut(name, maxClassBytes))
		switch other, again := seen[folded]; {
		case len(name) > maxClassBytes:
			return wrong("%q has %d bytes, want at most %d", shorten(name), len(name), maxClassBytes)
		case strings.TrimSpace(name) == "":
			return wrong("%q is blank: an empty value is never of a class", name)
		case name[0] == '(':
			return wrong("%q begins with a round bracket, as \"(other)\" and \"(empty)\" do in tables", name)
		case again:
			return wrong("%q and %q are the same class", other, name)
		}
		seen[folded] = name
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
		return typeMismatch(got, want), nil
	}
	if len(c.Classes) == 0 {
		g, w := got.Text(), want.Text()
		return Binary(g == w || Fold(g) == Fold(w)), nil
	}
	g, ok := ClassOf(c.Classes, got)
	if !ok {
		return Comparison{Tag: tagNotAClass, Note: "got is not one of the classes" + words.Hint(got.Text(), c.Classes)}, nil
	}
	w, ok := ClassOf(c.Classes, want)
	if !ok {
		return Comparison{Note: "the truth is not one of the classes" + words.Hint(want.Text(), c.Classes)}, nil
	}
	return Binary(g == w), nil
}

const tagNotAClass = "not a class"

// ClassOf returns the one of the names that a value is equal to as [Class] compares. It is false for a value that is
// none of them, or not a text, a number or a bool.
func ClassOf(names []string, v document.Value) (name string, ok bool) {
	if !holdsClass(v) {
		return "", false
	}
	text := v.Text()
	if slices.Contains(names, text) {
		return text, true
	}
	if len(text) > 8*maxClassBytes {
		return "", false // too long, in whatever form
	}
	folded := Fold(text)
	i := slices.IndexFunc(names, func(n string) bool { return Fold(n) == folded })
	if i < 0 {
		return "", false
	}
	return names[i], true
}

// AsClass returns a comparator that is a [Class], or a pointer to one. It is false for others.
func AsClass(c Comparator) (class Class, ok bool) {
	class, ok = inCatalog(c).(Class)
	return class, ok
}

// Read is for [Read].
func (c preparedClass) Read(want document.Value) (Reading, bool) {
	if !holdsClass(want) {
		return Reading{Why: fmt.Sprintf("it is of type %s", want.Kind())}, true
	}
	if _, ok := ClassOf(c.Classes, want); ok || len(c.Classes) == 0 {
		return Reading{OK: true}, true
	}
	return Reading{Why: strings.TrimPrefix(words.Hint(want.Text(), c.Classes), "; ")}, true
}

func holdsClass(v document.Value) bool { return holdsScalarText(v) || v.Kind() == document.Bool }
