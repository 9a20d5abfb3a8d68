package artifact

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics/invariant"
)

// invariants reads those of a case. Their texts are not of the line, which need not be kept
// for them.
func invariants(key, value gjson.Result) (all []invariant.Result, err error) {
	if err := wantList(key, value); err != nil {
		return nil, err
	}
	all = []invariant.Result{}
	value.ForEach(func(_, item gjson.Result) bool {
		if err = wantObject(key, item); err != nil {
			return false
		}
		var r invariant.Result
		keys := keyCheck{known: invariantKeys}
		item.ForEach(func(key, value gjson.Result) bool {
			if err = keys.add(key.Str); err != nil {
				return false
			}
			switch key.Str {
			case "name":
				r.Name, err = text(key, value)
			case "state":
				var s string
				s, err = text(key, value)
				r.State = invariant.State(s)
			case "note":
				r.Note, err = text(key, value)
			case "paths":
				r.Paths, err = texts(key, value)
			}
			return err == nil
		})
		r.Name, r.State, r.Note = strings.Clone(r.Name), invariant.State(strings.Clone(string(r.State))), strings.Clone(r.Note)
		for i := range r.Paths {
			r.Paths[i] = strings.Clone(r.Paths[i])
		}
		all = append(all, r)
		return err == nil
	})
	return all, err
}

// checkInvariant rejects what a summary could not count.
func checkInvariant(r invariant.Result) error {
	switch r.State {
	case invariant.Holds, invariant.Broken, invariant.NotApplicable, invariant.Errored:
	default:
		return fmt.Errorf("invariant %q: unknown state %q", r.Name, r.State)
	}
	if r.Name == "" {
		return errors.New("an invariant has no name")
	}
	return nil
}
