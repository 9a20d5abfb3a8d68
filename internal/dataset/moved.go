package dataset

import (
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/words"
)

// Moved lists the truths of a run that have changed in its data set since the run. No artifact holds it, since the data
// set may change again.
type Moved struct {
	Truths int      // the number of truths that judged the run
	IDs    []string // of the cases whose truths have changed
	Path   string   // of the data set
}

// Plus returns m with the truths of another part of the run, such as a shard, added.
func (m Moved) Plus(o Moved) Moved {
	m.Truths += o.Truths
	if len(o.IDs) > 0 {
		m.IDs, m.Path = slices.Concat(m.IDs, o.IDs), o.Path
	}
	return m
}

// Short returns "2 of 40 truths changed since the run", "" if no truth changed.
func (m Moved) Short() string { return m.changed("") }

func (m Moved) changed(location string) string {
	switch {
	case len(m.IDs) == 0:
		return ""
	case m.Truths == 1:
		return "the only truth changed" + location + " since the run"
	}
	return fmt.Sprintf("%d of %s changed%s since the run", len(m.IDs), words.Plural(m.Truths, "truth"), location)
}

// String returns the text of Short with the data set, the remedy and the first ids, "" if no truth changed.
func (m Moved) String() string {
	if len(m.IDs) == 0 {
		return ""
	}
	return fmt.Sprintf("%s; run it again (changed: %s)", m.changed(" in "+m.Path), words.Quoted(slices.Sorted(slices.Values(m.IDs)), 5, ""))
}
