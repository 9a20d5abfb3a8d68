package runs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// Units are the units of evidence of some cases, see package traits: the cases of one unit, such as copies of a
// document, count as evidence once.
type Units struct {
	tag   string // that joins cases
	keys  map[int32]uint64
	sizes map[uint64]int

	squares int // the sum of the squares of sizes
}

// Units returns the units of some cases. All cases of the data set decide whether equal truths are copies.
func (c *Cases) Units(numbers []int32) *Units {
	u := &Units{tag: c.Dataset.Cluster, keys: make(map[int32]uint64, len(numbers)), sizes: make(map[uint64]int, len(numbers))}
	copied := c.census.Decide()
	leaders := traits.Leaders{}
	for _, n := range numbers {
		key := stats.DocumentHash(c.Name(n))
		name := key
		if c.HasAsked(n) {
			key, name = c.cases[n].unit.Decided(copied), c.cases[n].unit.Name
		}
		u.keys[n] = key
		leaders.Add(key, name)
	}
	for n, key := range u.keys {
		key = leaders.Of(key)
		u.keys[n] = key
		u.squares += 2*u.sizes[key] + 1
		u.sizes[key]++
	}
	return u
}

// Of returns the unit of a case.
func (u *Units) Of(number int32) uint64 { return u.keys[number] }

// Cluster returns the unit that a case shares with others, 0 if it shares none.
func (u *Units) Cluster(number int32) uint64 {
	if key := u.Of(number); u.sizes[key] > 1 {
		return max(key, 1)
	}
	return 0
}

// Effective returns the share of the cases that counts as evidence if the cases of a unit are all alike (Kish 1965).
func (u *Units) Effective() float64 {
	return float64(max(len(u.keys), 1)) / float64(max(u.squares, 1))
}

// Count returns the number of units.
func (u *Units) Count() int { return len(u.sizes) }

// Each returns the mean number of cases of a unit.
func (u *Units) Each() float64 { return float64(len(u.keys)) / float64(max(u.Count(), 1)) }

// Several reports whether a unit has several cases.
func (u *Units) Several() bool { return u.Count() < len(u.keys) }

// Tagged reports whether a tag joins the cases.
func (u *Units) Tagged() bool { return u.tag != "" }

// Note says that several cases are one document, or one cluster by a tag: "12 distinct documents: each counts once in
// every interval and test". It is "" if each case is a unit of its own.
func (u *Units) Note() string {
	documents := words.Plural(u.Count(), "distinct document")
	switch {
	case !u.Several():
		return ""
	case u.Tagged():
		documents = fmt.Sprintf("%s by %q", words.Plural(u.Count(), "cluster"), u.tag)
	}
	return documents + ": each counts once in every interval and test"
}

// Data collects the cases whose truth or input differs between runs. The zero value is empty.
type Data struct{ truths, inputs Altered }

// Look compares the truth and the input of a case in several runs. number is its number in the data set in, which knows
// its name.
func (d *Data) Look(c *Cases, number int32, runs ...[]Entry) {
	other := func(hash func(*Entry) uint32) bool {
		return slices.ContainsFunc(runs, func(entries []Entry) bool { return hash(&entries[0]) != hash(&runs[0][0]) })
	}
	if other(func(e *Entry) uint32 { return e.Truth }) {
		d.truths.Add(c.Name(number))
	}
	// An input is unknown if JSON does not show all of it, or if evalreport score never saw it.
	unknown := slices.ContainsFunc(runs, func(entries []Entry) bool { return entries[0].Input == 0 })
	if !unknown && other(func(e *Entry) uint32 { return e.Input }) {
		d.inputs.Add(c.Name(number))
	}
}

// Warnings returns a sentence for truths that differ and one for inputs that differ, with the names of the cases.
// changed is the verb, "has changed". If runs redact values with different keys, all hashes differ and say nothing.
func (d *Data) Warnings(changed string, sets ...*Cases) (all []string) {
	if reason := hashesDiffer(sets...); d.truths.n > 0 && reason != "" {
		return []string{reason + ": it cannot be told whether truths and inputs have changed"}
	}
	if d.truths.n > 0 {
		all = append(all, fmt.Sprintf("the truth of %s %s: differences may come from the data", d.truths, changed))
	}
	if d.inputs.n > 0 {
		all = append(all, fmt.Sprintf("the input of %s %s: differences may come from the documents, unless only their paths changed", d.inputs, changed))
	}
	return all
}

// SeveralKeys reports whether the parts of a data set were redacted with different keys.
func SeveralKeys(d *report.Dataset) bool { return strings.Contains(d.RedactKey, " ") }

// hashesDiffer says why the hashes of all truths differ between runs, so that it is unknown which truths have changed. It returns ""
// for runs whose hashes can be compared.
func hashesDiffer(sets ...*Cases) string {
	keys := make(map[string]bool)
	for _, c := range sets {
		keys[c.Dataset.RedactKey] = true
	}
	switch {
	case len(keys) == 1 && !SeveralKeys(&sets[0].Dataset):
		return ""
	case keys[""]:
		return "values are redacted in a part of the runs only"
	}
	return "values are redacted with different keys"
}

const (
	maxAltered   = 5 // cases that are named
	alteredWidth = 40
)

// Altered are cases: how many there are, and the names of the first ones. The zero value has none.
type Altered struct {
	n     int
	names []string
}

// Add adds a case.
func (a *Altered) Add(id string) {
	a.n++
	a.names = append(a.names, id)
	slices.Sort(a.names)
	a.names = a.names[:min(a.n, maxAltered)]
}

// String returns "2 cases (a, b)".
func (a Altered) String() string {
	names := arithmetic.Each(a.names, func(id string) string { return words.Clip(id, alteredWidth) })
	if a.n > len(names) {
		names = append(names, "…")
	}
	return fmt.Sprintf("%s (%s)", words.Plural(a.n, "case"), strings.Join(names, ", "))
}

// draft is a truth that is a draft, in full or in a field. own says that the record marks it as a draft by the system
// of its run.
type draft struct {
	*dataset.Label
	own bool
}

// DraftsBy counts the truths of c, the drafts among them, and the drafts by the system of a run: c itself, or another
// run that these truths judge.
func (c *Cases) DraftsBy(system *Cases) (count dataset.DraftCount) {
	for number := range c.cases {
		if entries := c.cases[number].entries; len(entries) > 0 && !entries[0].Unlabelled {
			count.Truths++
		}
	}
	for _, d := range c.drafts {
		count.Drafts++
		if d.Own(system.Set.Run.Labels) || d.own && system == c {
			count.Own++
		}
	}
	return count
}

// OwnDrafts says why a run cannot be judged by the truths of c: some are drafts by its own system. It returns "" if
// none is, or if the gate of c has a limit on drafts, which then decides.
func (c *Cases) OwnDrafts(system *Cases) string {
	if g := c.Dataset.Gate; g != nil && slices.ContainsFunc(g.Limits, func(l report.Limit) bool { return dataset.AllowsDrafts(l.Metric, l.Slice, string(l.Is)) }) {
		return ""
	}
	return c.DraftsBy(system).Trouble()
}
