package diff

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// Options say how runs are compared. The zero value is the default.
type Options struct {
	// Level is 1 minus the chance that a comparison of two equal runs finds anything,
	// and the level of all intervals, in (0,1). Default 0.95.
	Level float64
	// MaxDrop, in [0,1], is the greatest significant drop that does not fail: 0.01 is one point of F1. See [Row.Drop].
	MaxDrop float64
	// Seed seeds the bootstrap.
	Seed uint64
	// Resamples is the number of resamples, up to 2^20. Default 10,000.
	Resamples int
	// MaxCases bounds each list of cases. Default 10; none if negative.
	MaxCases int
	// AllowChangedRules says that a data set that passes by changed rules alone has not regressed, see [RuleChange].
	AllowChangedRules bool
}

const (
	defaultResamples = 10_000
	defaultMaxCases  = 10
)

// WithDefaults returns the options with their defaults. The error says which option is out of range.
func (o Options) WithDefaults() (Options, error) {
	o.Level = cmp.Or(o.Level, estimate.DefaultLevel)
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

// Compare compares the artifacts of two runs, each of one or several sources. The result does not depend on the order
// of sources or of the cases in them, except for the choice between several records of one case.
//
// The error says which option is out of range, which source cannot be opened or read, or that a run has no data set.
// The warnings of the report have all other problems of the artifacts.
func Compare(old, new []artifact.Source, o Options) (Report, error) {
	return compareBoth(old, new, comparison{o: o})
}

// compareBoth compares both runs by the rules of one run and, if their rules differ, by those of the other one.
func compareBoth(old, new []artifact.Source, c comparison) (Report, error) {
	o, err := c.o.WithDefaults()
	if err != nil {
		return Report{}, err
	}
	c.o, c.ledger = o, &runs.Ledger{}
	c.level = cmp.Or(c.level, o.Level)
	former := c
	r, err := c.compareRuns(old, new)
	if err != nil || !slices.ContainsFunc(r.Sets, func(s Set) bool { return s.Rules != nil }) {
		return r, err
	}
	former.ledger, former.oldRules, former.o.MaxCases = &runs.Ledger{}, true, 0
	oldRules, err := former.compareRuns(old, new)
	if err != nil {
		return Report{}, err
	}
	for i := range r.Sets {
		r.Sets[i].compareRules(&oldRules.Sets[i], o.MaxDrop)
	}
	return r, nil
}

// compareRuns compares both runs under the spec of the run that began last or, if oldRules, of the other one.
func (c *comparison) compareRuns(old, new []artifact.Source) (Report, error) {
	o := c.o
	sets, errs := c.ledger.Read([]runs.Input{{Name: sideNames[0], Sources: old, Begun: true}, {Name: sideNames[1], Sources: new}})
	if err := cmp.Or(errs...); err != nil {
		return Report{}, fmt.Errorf("diff: %w", err)
	}
	r := Report{
		Old: names(old), New: names(new),
		Level: o.Level, MaxDrop: o.MaxDrop, Resamples: o.Resamples, Seed: o.Seed, AllowChangedRules: o.AllowChangedRules,
		Sets: []Set{},
	}
	for _, m := range runs.MatchSets(sets) {
		p := &pair{comparison: c, key: m.Key, sides: [2]*runs.Cases(m.Sides)}
		r.Sets = append(r.Sets, p.compared())
	}
	adjust(r.Sets, c.level, o.Level)
	for i := range r.Sets {
		r.Tests += r.Sets[i].Tests
		r.Sets[i].judge()
	}
	c.fetch()
	r.Warnings = c.warnings.listAll()
	return r, nil
}

// comparison is the state of one call of compareRuns.
type comparison struct {
	o        Options
	level    float64 // of the tests, that of all intervals by default
	frozen   *Frozen // the old run is a baseline
	oldRules bool
	ledger   *runs.Ledger
	warnings warnings
	wanted   []runs.Shown // records to fetch
	pending  []*pendingChange
}

var sideNames = [2]string{"old", "new"}

func names(sources []artifact.Source) []string {
	names := make([]string, len(sources))
	for i, s := range sources {
		names[i] = s.Name
	}
	return names
}

// notEvaluable says why a conclusion is impossible, "" if it is possible. Cases that a partial old run did not score
// have appeared, which is no loss. A broken run has lost an unknown number of cases.
func (p *pair) notEvaluable() string {
	names := p.names()
	switch old, new := p.sides[0], p.sides[1]; {
	case new != nil && new.State() != artifact.Whole:
		return names[1] + ": " + new.Why()
	case new != nil && new.Nonsense() != "":
		return names[1] + ": " + new.Nonsense()
	case old != nil && old.State() == artifact.Broken:
		return names[0] + ": " + old.Why()
	case old != nil && new != nil:
		truths := p.sides[p.newest()]
		for side, c := range p.sides {
			if reason := truths.OwnDrafts(c); reason != "" {
				return names[side] + ": " + reason
			}
		}
	}
	return ""
}

// mixed reports whether a side holds several runs of the data set, which have cases in common.
func (p *pair) mixed() bool {
	return slices.ContainsFunc(p.sides[:], func(c *runs.Cases) bool {
		return c.Set.Sections > 1 && slices.ContainsFunc(c.Set.Conflicts.First, func(err error) bool { return errors.Is(err, artifact.ErrTwice) })
	})
}

// labels returns the labels of both runs, nil if neither has any.
func (p *pair) labels() *[2]map[string]string {
	var both [2]map[string]string
	for side, c := range p.sides {
		if c != nil {
			both[side] = c.Set.Run.Labels
		}
	}
	if len(both[0])+len(both[1]) == 0 {
		return nil
	}
	return &both
}

// versions returns the versions of the data set in both runs, nil if neither states one.
func (p *pair) versions() *[2]string {
	var both [2]string
	for side, c := range p.sides {
		if c != nil {
			both[side] = c.Set.Dataset.Version
		}
	}
	if both == [2]string{} {
		return nil
	}
	return &both
}

// gate returns what the gate of the new run found against the old run, nil if it was not judged by this one.
func (p *pair) gate() *report.Baseline {
	g, start := p.sides[1].Set.Gate, p.sides[0].Set.Run.Start
	if p.frozen != nil || start.IsZero() || g == nil || g.Baseline == nil || !g.Baseline.Start.Equal(start) {
		return nil
	}
	judged := *g.Baseline
	judged.Next = "" // it is this comparison
	return &judged
}

// newSet returns an empty data set.
func newSet(key artifact.Key) Set {
	average := func(name string) Row { return Row{Row: runs.Row{Metric: name, Name: name, Kind: report.KindAverage}} }
	return Set{Package: key.Package, Dataset: key.Dataset, Repetition: key.Repetition, Micro: average("micro F1"), Macro: average("macro F1"), Fields: []Row{}}
}

// compared compares one data set.
func (p *pair) compared() Set {
	s := newSet(p.key)
	s.NotEvaluable, s.Labels, s.Versions = p.notEvaluable(), p.labels(), p.versions()
	switch {
	case p.sides[0] == nil:
		s.Verdict = Appeared
		s.Warnings = WarningsOf(p.sides[1])
	case p.sides[1] == nil:
		s.Verdict = Disappeared
		s.Warnings = WarningsOf(p.sides[0])
	case p.mixed():
		// It has no numbers: nobody knows which of the runs they would be of.
	default:
		p.set = &s
		s.Gate = p.gate()
		p.compare()
		s.Warnings = p.warnings.listAll()
	}
	return s
}
