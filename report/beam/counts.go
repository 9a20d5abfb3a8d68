package beam

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/extracteval/extracteval/internal/words"
)

func init() {
	beam.RegisterType(reflect.TypeFor[Counts]())
	beam.RegisterDoFn(&countLinesFn{})
	beam.RegisterDoFn(&countRecordsFn{})
	beam.RegisterDoFn(&countDeadFn{})
	register.Emitter1[Counts]()
	beam.RegisterType(reflect.TypeFor[sumFn]())
}

// Counts account for every line. [Counts.Check] checks:
//
//	WantLines = Scored + MalformedWant + DuplicateWant
//	GotLines  = Scored - MissingAnswer + MalformedGot + DuplicateGot + MissingTruth
//
// WantLines and GotLines count the readable lines; Unreadable counts the others.
type Counts struct {
	WantLines int `json:"want_lines"`
	GotLines  int `json:"got_lines"`
	// Scored is the number of records, including records without an answer.
	Scored        int `json:"scored"`
	MalformedWant int `json:"malformed_want"`
	MalformedGot  int `json:"malformed_got"`
	DuplicateWant int `json:"duplicate_want"`
	DuplicateGot  int `json:"duplicate_got"`
	MissingAnswer int `json:"missing_answer"`
	MissingTruth  int `json:"missing_truth"`
	Unreadable    int `json:"unreadable"`
	// MalformedUsage is the number of Scored records whose line has an unreadable usage.
	MalformedUsage int `json:"malformed_usage,omitzero"`
}

// plus returns the sum of c and d.
func (c Counts) plus(d Counts) Counts {
	return Counts{
		c.WantLines + d.WantLines, c.GotLines + d.GotLines, c.Scored + d.Scored,
		c.MalformedWant + d.MalformedWant, c.MalformedGot + d.MalformedGot,
		c.DuplicateWant + d.DuplicateWant, c.DuplicateGot + d.DuplicateGot,
		c.MissingAnswer + d.MissingAnswer, c.MissingTruth + d.MissingTruth, c.Unreadable + d.Unreadable,
		c.MalformedUsage + d.MalformedUsage,
	}
}

// Dead returns the number of dead letters.
func (c Counts) Dead() int {
	return c.MalformedWant + c.MalformedGot + c.DuplicateWant + c.DuplicateGot + c.MissingAnswer + c.MissingTruth + c.Unreadable + c.MalformedUsage
}

// Check returns an error when a line was lost.
func (c Counts) Check() error {
	want := c.Scored + c.MalformedWant + c.DuplicateWant
	got := c.Scored - c.MissingAnswer + c.MalformedGot + c.DuplicateGot + c.MissingTruth
	if want != c.WantLines || got != c.GotLines {
		return fmt.Errorf("beam: %d truths and %d answers were read, and %d and %d came out", c.WantLines, c.GotLines, want, got)
	}
	return nil
}

// String returns the counts in one line: "2000 truths, 1990 answers: 1980 scored; 20
// malformed truths".
func (c Counts) String() string {
	text := fmt.Sprintf("%s, %s: %d scored", words.Plural(c.WantLines, "truth"), words.Plural(c.GotLines, "answer"), c.Scored)
	var dead []string
	for _, d := range []struct {
		n    int
		name string
	}{
		{c.MalformedWant, "malformed truths"}, {c.MalformedGot, "malformed answers"},
		{c.DuplicateWant, "duplicate truths"}, {c.DuplicateGot, "duplicate answers"},
		{c.MissingAnswer, "truths without answer"}, {c.MissingTruth, "answers without truth"}, {c.Unreadable, "unreadable"},
		{c.MalformedUsage, "usages that cannot be read"},
	} {
		if d.n > 0 {
			dead = append(dead, fmt.Sprintf("%d %s", d.n, d.name))
		}
	}
	if len(dead) == 0 {
		return text
	}
	return text + "; " + strings.Join(dead, ", ")
}

// count returns a collection with one Counts over all lines, or an empty collection
// without lines.
func count(s beam.Scope, want, got, records, dead beam.PCollection) beam.PCollection {
	s = s.Scope("Count")
	return beam.Combine(s, &sumFn{}, beam.Flatten(s,
		beam.ParDo(s, &countLinesFn{Of: Counts{WantLines: 1}}, want),
		beam.ParDo(s, &countLinesFn{Of: Counts{GotLines: 1}}, got),
		beam.ParDo(s, &countRecordsFn{}, records),
		beam.ParDo(s, &countDeadFn{}, dead),
	))
}

// tally holds the counts of a bundle: one element instead of one for each line.
type tally struct{ sum Counts }

func (t *tally) StartBundle(func(Counts)) { t.sum = Counts{} }

func (t *tally) FinishBundle(emit func(Counts)) { emit(t.sum) }

type (
	countLinesFn struct {
		tally
		Of Counts
	}
	countRecordsFn struct{ tally }
	countDeadFn    struct{ tally }
	sumFn          struct{}
)

func (fn *countLinesFn) ProcessElement(Line, func(Counts)) { fn.sum = fn.sum.plus(fn.Of) }

func (fn *countRecordsFn) ProcessElement(Record, func(Counts)) { fn.sum.Scored++ }

func (fn *countDeadFn) ProcessElement(d DeadLetter, _ func(Counts)) {
	switch d.Kind {
	case malformedWant:
		fn.sum.MalformedWant++
	case malformedGot:
		fn.sum.MalformedGot++
	case duplicateWant:
		fn.sum.DuplicateWant++
	case duplicateGot:
		fn.sum.DuplicateGot++
	case missingAnswer:
		fn.sum.MissingAnswer++
	case malformedUsage:
		fn.sum.MalformedUsage++
	case missingTruth:
		fn.sum.MissingTruth++
	default:
		fn.sum.Unreadable++
	}
}

func (*sumFn) MergeAccumulators(a, b Counts) Counts { return a.plus(b) }
