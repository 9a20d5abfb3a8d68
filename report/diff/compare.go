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
	wanted   [2][]wanted // records to fetch
	pending  []*pendingChange
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
	key   artifact.Key
	sides [2]*ledger // old, new
}

// notEvaluable says why nothing can be concluded, "" when something can. Cases that an
// old run did not score have appeared, which is not a loss; a run that is broken has lost
// nobody knows what.
func (p setPair) notEvaluable() string {
	switch old, new := p.sides[0], p.sides[1]; {
	case new != nil && new.state != artifact.Whole:
		return "the new run: " + new.why
	case old != nil && old.state == artifact.Broken:
		return "the old run: " + old.why
	}
	return ""
}

// labels returns those of both runs, nil where none has any.
func (p setPair) labels() *[2]map[string]string {
	var both [2]map[string]string
	for side, l := range p.sides {
		if l != nil {
			both[side] = l.run.Labels
		}
	}
	if len(both[0])+len(both[1]) == 0 {
		return nil
	}
	return &both
}

// match pairs the data sets by package, name and repetition, then what is left by
// name, where that is unique: a package may have been renamed.
func (c *comparison) match() []setPair {
	var pairs []setPair
	left := map[artifact.Key][2][]artifact.Key{} // of each run, by name and repetition
	for side, r := range c.runs {
		for _, key := range r.order {
			if other := c.runs[1-side].sets[key]; other == nil {
				both := left[unpackaged(key)]
				both[side] = append(both[side], key)
				left[unpackaged(key)] = both
			} else if side == 0 {
				pairs = append(pairs, setPair{key, [2]*ledger{r.sets[key], other}})
			}
		}
	}
	for side, r := range c.runs {
		for _, key := range r.order {
			if c.runs[1-side].sets[key] != nil || c.repetition(side, key) {
				continue
			}
			p := setPair{key: key}
			p.sides[side] = r.sets[key]
			if both := left[unpackaged(key)]; len(both[0]) == 1 && len(both[1]) == 1 {
				if side == 1 { // it is beside that of the old run
					continue
				}
				p.key = both[1][0]
				p.sides[1] = c.runs[1].sets[p.key]
				p.sides[1].warnings.add(Unmatched, "the data set is of package %q in the old run and of %q in the new one: matched by name", key.Package, p.key.Package)
			}
			pairs = append(pairs, p)
		}
	}
	slices.SortFunc(pairs, func(a, b setPair) int { return a.key.Compare(b.key) })
	return pairs
}

func unpackaged(key artifact.Key) artifact.Key {
	key.Package = ""
	return key
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

// newSet is a data set of which nothing is known.
func newSet(key artifact.Key) Set {
	return Set{
		Package: key.Package, Dataset: key.Dataset, Repetition: key.Repetition,
		Micro: Row{Field: "micro F1"}, Macro: Row{Field: "macro F1"}, Fields: []Row{},
	}
}

// set compares one data set.
func (c *comparison) set(p setPair) Set {
	s := newSet(p.key)
	s.NotEvaluable = p.notEvaluable()
	s.Labels = p.labels()
	switch {
	case p.sides[0] == nil:
		s.Verdict = Appeared
		s.Warnings = p.sides[1].warnings.all()
	case p.sides[1] == nil:
		s.Verdict = Disappeared
		s.Warnings = p.sides[0].warnings.all()
	default:
		w := newPaired(c, &s, p.sides)
		w.compare()
		s.Warnings = w.warnings.all()
	}
	return s
}
