package invariant

import (
	"context"
	"errors"
	"fmt"

	"github.com/cockroachdb/apd/v3"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// maxSteps bounds the work of a rule, in addition to one step for each byte of the document. In one step a rule looks
// at a value or skips 64 bytes.
const maxSteps = 1_000_000

// rule is the compiled form of a text. After bind it does not change and is safe for
// concurrent use.
type rule struct {
	root      *node
	places    []string             // the attributes that it names ("vendor.name", "lines[].amount"), each once, in the order of the text
	fields    []compare.Comparator // by place
	words     []*paths.AbsentWords // by place
	tolerant  bool                 // a tolerance matters: the rule has ==, !=, <= or >=
	tolerance *apd.Decimal         // nil without one
}

// bindFields sets how each value is read that the rule names. field returns the Reader of an attribute. The tolerance must
// be finite and not negative.
func (r *rule) bindFields(tolerance float64, field func(attribute string) Reader) error {
	if tolerance > 0 {
		// The author meant its shortest text: 0.1 is one tenth.
		d, _, err := apd.NewFromString(fmt.Sprint(tolerance))
		if err != nil {
			return fmt.Errorf("tolerance %v: %w", tolerance, err)
		}
		r.tolerance = d
	}
	r.fields, r.words = make([]compare.Comparator, len(r.places)), make([]*paths.AbsentWords, len(r.places))
	for i, attribute := range r.places {
		if field == nil {
			break
		}
		reader := field(attribute)
		r.words[i] = reader.Words
		if reader.Match == nil || compare.Name(reader.Match) == "auto" {
			continue
		}
		prepared, err := compare.Prepare(reader.Match)
		if err != nil {
			return err
		}
		r.fields[i] = prepared
	}
	return nil
}

// check checks a document against the rule. It takes at most maxSteps steps and one for each byte of the document, and
// as many again to explain a broken rule. If it needs more, or if ctx ends, the state is [Errored].
func (r *rule) check(ctx context.Context, doc document.Value) Result {
	m := newMachine(ctx, r, doc)
	v, err := try(func() bool { return m.evalYesNo(r.root) })
	switch {
	case err != nil:
		return failure(err)
	case v:
		return Result{State: Holds}
	}
	m = newMachine(ctx, r, doc)
	m.watch = true
	note := m.explain(r.root, false)
	return Result{State: Broken, Note: note, Paths: m.seen}
}

// failure returns the result of a rule whose evaluation returned an error.
func failure(err error) Result {
	var e *emptyError
	var u *unreadError
	r, path := Result{State: Errored, Note: err.Error()}, ""
	switch {
	case errors.As(err, &e):
		r.State, path = NotApplicable, e.path
	case errors.As(err, &u):
		r.State, path = Broken, u.path
	}
	if path != "" {
		r.Paths = []string{path}
	}
	return r
}
