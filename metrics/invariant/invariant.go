// Package invariant checks what must hold of every answer, with or without a truth:
// named yes/no facts about one document. An [Invariant] is a function of yours.
//
// Each invariant of an answer [Holds], is [Broken], with the operands in the note, or is
// [NotApplicable] where what it speaks of is empty. One that cannot be judged, since the
// function returned an error or panicked, is [Errored]. They are counted apart
// from the outcomes of fields, and enter no precision, recall or F1.
//
// Package eval takes them as part of a spec and checks them beside the fields.
package invariant

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
)

// Invariant is one named fact that must hold of every answer. It has a name and one of
// the other fields.
type Invariant struct {
	// Name is what tables, records and gates call it, unique in its spec: "adds_up".
	Name string `json:"name"`
	// Func is a function of yours. It returns [Holds], [Broken] or [NotApplicable], and a
	// note that says why; an error says that it could not judge. A spec stores its name alone.
	Func func(ctx context.Context, answer document.Value) (State, string, error) `json:"-"`
}

// State is what became of one invariant of one answer.
type State string

const (
	Holds         State = "holds"
	Broken        State = "broken"
	NotApplicable State = "not_applicable" // what it speaks of is empty
	Errored       State = "errored"        // it could not be judged; outside of the rate
)

// Result is what became of one invariant of one answer.
type Result struct {
	Name  string `json:"name"`
	State State  `json:"state"`
	// Note says why it is broken or could not be judged, with the operands:
	// "total 119.00, net + tax 118.00".
	Note string `json:"note,omitzero"`
	// Paths are where in the answer the operands stand, "lines[2].amount"; empty when
	// that is not known.
	Paths []string `json:"paths,omitempty"`
}

// Set is a list of invariants, ready for many answers. It does not change and is safe for
// concurrent use.
type Set struct {
	list []Invariant
}

// Compile checks a list of invariants and prepares it. The error joins all that is wrong,
// each with the name and a hint.
func Compile(list []Invariant) (*Set, error) {
	var errs []error
	seen := make(map[string]int, len(list))
	for i, one := range list {
		if strings.TrimSpace(one.Name) == "" {
			errs = append(errs, fmt.Errorf("invariant %d has no name; give it one, such as adds_up, for tables and gates", i+1))
			continue
		}
		if before, twice := seen[one.Name]; twice {
			errs = append(errs, fmt.Errorf("invariant %q: invariant %d has this name, too; give each one of its own", one.Name, before+1))
		}
		seen[one.Name] = i
		if one.Func == nil {
			errs = append(errs, fmt.Errorf("invariant %q says nothing; give it a Func", one.Name))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return &Set{list: list}, nil
}

// Names returns the names in the order of the list.
func (s *Set) Names() []string {
	names := make([]string, len(s.list))
	for i := range s.list {
		names[i] = s.list[i].Name
	}
	return names
}

// Len returns how many invariants there are; 0 for a nil Set.
func (s *Set) Len() int {
	if s == nil {
		return 0
	}
	return len(s.list)
}

// Check judges every invariant of one answer, in the order of the list. unreadable says
// why the answer could not be read, "" when it could: of an answer that cannot be read
// every invariant is broken.
func (s *Set) Check(ctx context.Context, answer document.Value, unreadable string) []Result {
	if s.Len() == 0 {
		return nil
	}
	results := make([]Result, len(s.list))
	for i := range s.list {
		r := &results[i]
		r.Name = s.list[i].Name
		if unreadable != "" {
			r.State, r.Note = Broken, "the answer could not be read: "+unreadable
			continue
		}
		r.State, r.Note = s.list[i].judge(ctx, answer)
	}
	return results
}

// judge asks the function, whose panics are errors of its own.
func (one *Invariant) judge(ctx context.Context, answer document.Value) (state State, note string) {
	defer func() {
		if r := recover(); r != nil {
			state, note = Errored, fmt.Sprintf("the function panicked: %v", r)
		}
	}()
	state, note, err := one.Func(ctx, answer)
	switch {
	case err != nil:
		return Errored, err.Error()
	case state != Holds && state != Broken && state != NotApplicable:
		return Errored, fmt.Sprintf("the function returned the state %q; want %q, %q or %q", state, Holds, Broken, NotApplicable)
	}
	return state, note
}
