package diff

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/report/artifact"

	"github.com/extracteval/extracteval/metrics/stats"
)

// Options say how runs are compared. The zero value is the default.
type Options struct {
	// Level is 1 minus the chance that a comparison of two equal runs finds anything,
	// and the level of all intervals, in (0,1). Default 0.95.
	Level float64
	// MaxDrop is the significant drop that is let pass, in [0,1]: 0.01 is one point of
	// F1. See [Row.Drop].
	MaxDrop float64
	// Seed is that of the bootstrap.
	Seed uint64
	// Resamples is their number, up to 2^20. Default 10,000.
	Resamples int
	// MaxCases bounds each list of cases. Default 10; none when negative.
	MaxCases int
}

const (
	defaultResamples = 10_000
	defaultMaxCases  = 10
)

func (o Options) withDefaults() (Options, error) {
	o.Level = cmp.Or(o.Level, stats.DefaultLevel)
	o.Resamples = cmp.Or(o.Resamples, defaultResamples)
	o.MaxCases = max(cmp.Or(o.MaxCases, defaultMaxCases), 0)
	if !(o.MaxDrop >= 0 && o.MaxDrop <= 1) {
		return o, fmt.Errorf("diff: MaxDrop is %v: must be from 0 to 1; one point of F1 is 0.01", o.MaxDrop)
	}
	if _, err := o.bootstrap().Accumulator(1); err != nil {
		return o, fmt.Errorf("diff: %w", err)
	}
	return o, nil
}

func (o Options) bootstrap() stats.Bootstrap {
	return stats.Bootstrap{Seed: o.Seed, Resamples: o.Resamples, Level: o.Level}
}

// Compare compares the artifacts of two runs, each of one or several sources. The
// result does not depend on the order of sources or of the cases in them, but for
// the choice between records of the same case.
//
// The error says which option is out of range, which source cannot be opened or
// read, or that a run holds no data set. Whatever else is wrong with the artifacts
// is in the warnings of the report.
func Compare(old, new []artifact.Source, o Options) (Report, error) {
	o, err := o.withDefaults()
	if err != nil {
		return Report{}, err
	}
	c := &comparison{o: o, rows: countRows{fields: &fieldNames{}}}
	ids := map[artifact.Key]*caseIDs{}
	c.runs = [2]*run{{side: "old", sources: old, rows: &c.rows, ids: ids}, {side: "new", sources: new, rows: &c.rows, ids: ids}}
	for _, r := range c.runs {
		if err := r.read(); err != nil {
			return Report{}, err
		}
	}
	r := Report{
		Old: names(old), New: names(new),
		Level: o.Level, MaxDrop: o.MaxDrop, Resamples: o.Resamples, Seed: o.Seed,
		Sets: []Set{},
	}
	for _, p := range c.match() {
		r.Sets = append(r.Sets, c.set(p))
	}
	adjust(r.Sets, 1-o.Level)
	for i := range r.Sets {
		r.Tests += r.Sets[i].Tests
		r.Sets[i].judge()
	}
	c.fetch()
	r.Warnings = c.warnings.all()
	return r, nil
}

// comparison is the state of one call of Compare.
type comparison struct {
	o        Options
	rows     countRows
	runs     [2]*run // old, new
	warnings warnings
	wanted   []wanted // records to fetch
}

func names(sources []artifact.Source) []string {
	names := make([]string, len(sources))
	for i, s := range sources {
		names[i] = s.Name
	}
	return names
}

// setPair is a data set of both runs, or of one.
type setPair struct {
	key      artifact.Key
	old, new *ledger
}

// notEvaluable says why nothing can be concluded, "" when something can. Cases that an
// old run did not score have appeared, which is not a loss; a run that is broken has lost
// nobody knows what.
func (p setPair) notEvaluable() string {
	switch {
	case p.new != nil && p.new.state != artifact.Whole:
		return "the new run: " + p.new.why
	case p.old != nil && p.old.state == artifact.Broken:
		return "the old run: " + p.old.why
	}
	return ""
}

// match pairs the data sets by package, name and repetition, then what is left by
// name, where that is unique: a package may have been renamed.
func (c *comparison) match() []setPair {
	var pairs []setPair
	var left [2][]artifact.Key
	old, new := c.runs[0], c.runs[1]
	for _, key := range old.order {
		if l := new.sets[key]; l != nil {
			pairs = append(pairs, setPair{key, old.sets[key], l})
		} else {
			left[0] = append(left[0], key)
		}
	}
	for _, key := range new.order {
		if old.sets[key] == nil {
			left[1] = append(left[1], key)
		}
	}
	l := newLeftovers(left)
	for _, key := range left[0] {
		if c.repetition(0, key) {
			continue
		}
		p := setPair{key: key, old: old.sets[key]}
		if other, ok := l.sameName(key); ok {
			p.key, p.new = other, new.sets[other]
			p.new.warnings.add(Unmatched, "the data set is of package %q in the old run and of %q in the new one: matched by name", key.Package, other.Package)
		}
		pairs = append(pairs, p)
	}
	for _, key := range left[1] {
		if c.repetition(1, key) {
			continue
		}
		if _, ok := l.sameName(key); !ok {
			pairs = append(pairs, setPair{key: key, new: new.sets[key]})
		}
	}
	slices.SortFunc(pairs, func(a, b setPair) int { return a.key.Compare(b.key) })
	return pairs
}

// repetition reports that the other run has the data set, but not as often. Then
// the repetition is left out: it is not data of its own.
func (c *comparison) repetition(side int, key artifact.Key) bool {
	if !c.runs[1-side].repeated[artifact.Key{Package: key.Package, Dataset: key.Dataset}] {
		return false
	}
	c.warnings.add(Unmatched, "data set %q: repetition %d is in the %s run only and left out", key.Dataset, key.Repetition, c.runs[side].side)
	return true
}

// leftovers are the data sets of each run that the other has not, by name and
// repetition.
type leftovers map[artifact.Key][2][]artifact.Key

func newLeftovers(left [2][]artifact.Key) leftovers {
	l := leftovers{}
	for side, keys := range left {
		for _, key := range keys {
			name := key
			name.Package = ""
			both := l[name]
			both[side] = append(both[side], key)
			l[name] = both
		}
	}
	return l
}

// sameName returns the one data set that is left of each run with the name and
// repetition of key, of the run that key is not of.
func (l leftovers) sameName(key artifact.Key) (other artifact.Key, ok bool) {
	name := key
	name.Package = ""
	both := l[name]
	switch {
	case len(both[0]) != 1 || len(both[1]) != 1:
		return artifact.Key{}, false
	case both[0][0] == key:
		return both[1][0], true
	}
	return both[0][0], true
}

// set compares one data set.
func (c *comparison) set(p setPair) Set {
	s := Set{Package: p.key.Package, Dataset: p.key.Dataset, Repetition: p.key.Repetition, Fields: []Row{}}
	s.Micro.Field, s.Macro.Field = "micro F1", "macro F1"
	s.NotEvaluable = p.notEvaluable()
	s.Labels = p.labels()
	switch {
	case p.old == nil:
		s.Verdict = Appeared
		s.Warnings = p.new.warnings.all()
	case p.new == nil:
		s.Verdict = Disappeared
		s.Warnings = p.old.warnings.all()
	default:
		w := newPaired(c, &s, p)
		w.compare()
		s.Warnings = w.warnings.all()
	}
	return s
}
