package history

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/runs"
	"github.com/extracteval/extracteval/report/summarize"
)

// Run is one run.
type Run struct {
	runs.Input
	// Start is when the run began.
	Start time.Time `json:"start,omitzero"`
	// Labels are the labels that all data sets of the run have.
	Labels map[string]string `json:"labels,omitzero"`
	// Repetitions is the number of repetitions of the run (go test -count and -cpu): F1 is their mean.
	Repetitions int `json:"repetitions,omitzero"`
	// Versions are the versions that its data sets state, in the order of the data sets.
	Versions []string `json:"versions,omitzero"`
}

// Options say how runs are compared. The zero value is the default.
type Options struct {
	// Last is a number of newest runs: the newest of them is compared with the oldest. At least 2, default 5.
	Last int
	// Diff says how these two are compared. Its Level becomes the Level of the report.
	Diff diff.Options
	// Intervals asks for the interval of F1 in each run, which then takes most of the time.
	Intervals bool
	// Watch sets [artifact.Source].Watch of the artifacts of the newest run before they are read for Recent. It may be nil.
	Watch func(newest []artifact.Source)

	system map[string]string // labels that each data set has
}

const defaultLast = 5

// Report says how the fields of data sets changed over several runs.
type Report struct {
	// System are the labels by which the runs were chosen, "" for all runs: see [ReadSystems].
	System string `json:"system,omitzero"`
	// Runs come in the order of their start; runs with the same start keep their order.
	Runs []Run `json:"runs"`
	// Level is 1 minus the chance of any false fall in 13 reads in a row, one after each run.
	Level float64 `json:"level"`
	// Last is the number of newest runs that Recent covers. The level of Recent holds for one read.
	Last   int         `json:"last"`
	Sets   []Set       `json:"sets"`
	Recent diff.Report `json:"recent"`
}

// Set is one data set. Repetitions are trials of it.
type Set struct {
	Package string `json:"package,omitzero"`
	Dataset string `json:"dataset"`
	// Rows are fields, then micro and macro F1 if any case has a truth, then invariants. The fields and invariants of
	// the newest run come before those that only earlier runs have.
	Rows []Row `json:"rows"`
	// Numbers are the other numbers of the runs that comparisons show, such as measures and the cost of a case. They are not
	// searched for changes.
	Numbers []Row `json:"numbers,omitzero"`
	// Relabelled are the runs whose truths or rules differ from those of the newest run, in their order.
	Relabelled []Relabelled `json:"relabelled,omitzero"`

	common, unsearched int // cases that are searched for changes, if not all are, and runs that are not
}

// Row is one number in all runs: F1 of a field, an average, the rate of an invariant, or another number. Its values have
// intervals if [Options].Intervals asks for them. People is from the newest run that has the field.
type Row struct {
	runs.Row
	// Change is the change point, nil where no change is significant.
	Change *Change
	// Recent is the change over the last runs, nil where the oldest or the newest of them lacks the field.
	Recent *diff.Row

	// tested are the numbers that are searched for a change: F1, 0 where values were judged and F1 is undefined because
	// none is right, NaN where a run has no number. It is nil for a row that is not searched.
	tested []float64
	values int // the documents of the run with the most, for an average times the number of fields: one value changes F1 by 1/values
}

// MarshalJSON writes a row that is searched for changes with its "field" and "f1", and others with their "name" and "values".
func (r Row) MarshalJSON() ([]byte, error) {
	var row struct {
		Field     string            `json:"field,omitzero"`
		Name      string            `json:"name,omitzero"`
		Items     bool              `json:"items,omitzero"`
		Rule      bool              `json:"rule,omitzero"`
		F1        []report.Ratio    `json:"f1,omitzero"`
		Intervals []report.Estimate `json:"intervals,omitzero"`
		People    report.Ratio      `json:"people,omitzero"`
		Change    *Change           `json:"change,omitzero"`
		Recent    *diff.Row         `json:"recent,omitzero"`
		Values    []report.Ratio    `json:"values,omitzero"`
		Count     bool              `json:"count,omitzero"`
	}
	values := make([]report.Ratio, len(r.Values))
	for i, e := range r.Values {
		values[i] = e.Value
	}
	if r.tested == nil {
		row.Name, row.Values, row.Count = r.Metric, values, r.Count
		return json.Marshal(row)
	}
	row.Field, row.Items, row.Rule, row.F1, row.People, row.Change, row.Recent = r.Name, r.Items, r.Kind == report.KindInvariant, values, r.People.Value, r.Change, r.Recent
	if slices.ContainsFunc(r.Values, func(e report.Estimate) bool { return e.Low.Defined }) {
		row.Intervals = r.Values
	}
	return json.Marshal(row)
}

// Change is where F1 changed.
type Change struct {
	// Run is the index of the first run after the change. Before and After are the means
	// of F1 on either side; F1 counts as 0 in a run in which no value is right.
	Run    int          `json:"run"`
	Before report.Ratio `json:"before"`
	After  report.Ratio `json:"after"`
	// Gradual says that F1 changed little by little. Run is then the second run, and Before and After are the ends of
	// the line through all runs.
	Gradual bool `json:"gradual,omitzero"`
	// Stands says that the change has lasted: the mean of the newest runs is no nearer to Before than to After.
	Stands bool    `json:"stands,omitzero"`
	P      float64 `json:"p"` // adjusted for the fields, the data sets and the reads
}

// Read reads runs, at least two. The error says which artifact cannot be read, which run
// has no data set, or which option is out of range.
func Read(inputs []runs.Input, o Options) (Report, error) {
	o.Last = cmp.Or(o.Last, defaultLast)
	switch {
	case len(inputs) < 2:
		return Report{}, fmt.Errorf("history: %s, want 2 or more", words.Plural(len(inputs), "run"))
	case o.Last < 2:
		return Report{}, fmt.Errorf("history: Last is %d, want 2 or more", o.Last)
	}
	all := make([]pastRun, len(inputs))
	for i, input := range inputs {
		var err error
		if all[i], err = readRun(input, o); err != nil {
			return Report{}, fmt.Errorf("history: run %s: %w", input.Name, err)
		}
	}
	slices.SortStableFunc(all, func(a, b pastRun) int { return a.Start.Compare(b.Start) })
	for i := range all[:len(all)-1] {
		if err := all[i].judgeBy(&all[len(all)-1], o.Intervals); err != nil {
			return Report{}, fmt.Errorf("history: run %s: %w", all[i].Name, err)
		}
	}
	r := Report{System: words.Labels(o.system), Last: min(o.Last, len(inputs))}
	for _, run := range all {
		r.Runs = append(r.Runs, run.Run)
	}
	if err := searchCommon(all); err != nil {
		return Report{}, fmt.Errorf("history: %w", err)
	}
	r.Sets = allSets(all)
	var err error
	if o.Diff, err = o.Diff.WithDefaults(); err != nil {
		return Report{}, fmt.Errorf("history: %w", err)
	}
	r.Level = o.Diff.Level
	o.Diff.Level = 1 - recentAlpha(1-r.Level, len(inputs))
	newest := r.Runs[len(inputs)-1].Sources
	if o.Watch != nil {
		o.Watch(newest)
	}
	r.Recent, err = diff.Compare(r.Runs[len(inputs)-r.Last].Sources, newest, o.Diff)
	if err != nil {
		return Report{}, fmt.Errorf("history: %w", err)
	}
	r.findChanges()
	for i := range r.Sets {
		r.Sets[i].takeRecent(r.Recent.Sets)
	}
	return r, nil
}

// recentAlpha returns the chance of a false alarm that one comparison of the last runs has. It is doubled because half
// of the false alarms are rises.
func recentAlpha(alpha float64, runs int) float64 {
	if runs >= leastRuns {
		alpha *= recentShare
	}
	return 2 * alpha / reads
}

// pastRun is a run with its numbers.
type pastRun struct {
	Run
	keys []artifact.Key
	sets map[artifact.Key]*pastSet
}

// pastSet is a data set of a run.
type pastSet struct {
	summary    report.Summary // without worst cases and trials
	data, spec string         // hashes of the cases with their truths, and of the spec
	documents  int            // that are searched for changes
	relabelled *Relabelled    // if it was judged again by the truths or the spec of the newest run
	// apart says that the run is judged by its own spec, and otherRules are the names of the rules that differ.
	apart      bool
	otherRules []string
	// shared are the cases that this run and the newest run have, nil if both have the same cases. searched is the summary
	// of the cases that all searched runs have, nil if it is the same as summary. It is empty for a run that is not
	// searched.
	shared   map[string]bool
	searched *report.Summary
}

// summary returns the summary of a data set, which has no numbers if the run does not have it.
func (p *pastRun) summary(key artifact.Key) report.Summary {
	if s := p.sets[key]; s != nil {
		return s.summary
	}
	return report.Summary{}
}

func readRun(run runs.Input, o Options) (pastRun, error) {
	intervals := o.Intervals
	past := pastRun{Run: Run{Input: run}, sets: map[artifact.Key]*pastSet{}}
	m := summarize.Merge{NoIntervals: !intervals}
	for _, s := range run.Sources {
		if err := m.Read(s); err != nil {
			return past, err
		}
	}
	for _, set := range m.Sets() {
		switch {
		case set.Sections == 0:
			continue
		case !o.matchSystem(set.Run.Labels):
			return past, fmt.Errorf("%s holds data sets of %q and of %q: give the files of each system as they were before merge", set.Files[0], words.Labels(o.system), words.Labels(set.Run.Labels))
		}
		if set.Repetition > 1 {
			past.Repetitions = max(past.Repetitions, set.Repetition)
			continue
		}
		if past.Start.IsZero() || set.Run.Start.Before(past.Start) {
			past.Start = set.Run.Start
		}
		past.label(set.Run.Labels)
		if v := set.Dataset.Version; v != "" && !slices.Contains(past.Versions, v) {
			past.Versions = append(past.Versions, v)
		}
		sum := set.Summarizer.Summary()
		s := &pastSet{data: sum.DataHash, spec: set.Dataset.SpecHash}
		for _, trial := range sum.Trials {
			s.documents = max(s.documents, trial.Cases.Total())
		}
		sum.WorstCases, sum.Trials = nil, nil
		s.summary = sum
		past.keys = append(past.keys, set.Key)
		past.sets[set.Key] = s
	}
	if len(past.keys) == 0 {
		return past, fmt.Errorf("it holds no data set")
	}
	if past.Repetitions > 1 {
		return past, past.addRepetitions(intervals)
	}
	return past, nil
}

// allSets collects the numbers over the runs. The newest run is read first, so that its numbers come first.
func allSets(runs []pastRun) []Set {
	var sets []Set
	seen := map[artifact.Key]bool{}
	for _, newest := range slices.Backward(runs) {
		for _, key := range newest.keys {
			if seen[key] {
				continue
			}
			seen[key] = true
			set := Set{Package: key.Package, Dataset: key.Dataset}
			set.addRows(runs, key)
			whole := 0
			for i, run := range runs {
				s := run.sets[key]
				if s != nil && s.relabelled != nil {
					s.relabelled.Run = i
					set.Relabelled = append(set.Relabelled, *s.relabelled)
				}
				switch {
				case s == nil || s.unjudged():
				case s.searched == nil:
					whole = s.documents
				case s.documents == 0:
					set.unsearched++
				default:
					set.common = s.documents
				}
			}
			if set.unsearched > 0 {
				set.common = cmp.Or(set.common, whole)
			}
			sets = append(sets, set)
		}
	}
	slices.SortStableFunc(sets, func(a, b Set) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Dataset, b.Dataset))
	})
	return sets
}

// label removes labels that one more data set does not share.
func (p *pastRun) label(labels map[string]string) {
	if len(p.keys) == 0 {
		p.Labels = maps.Clone(labels)
		return
	}
	maps.DeleteFunc(p.Labels, func(name, value string) bool { return labels[name] != value })
}

// takeRecent sets for each row its change over the last runs.
func (s *Set) takeRecent(compared []diff.Set) {
	for i := range compared {
		c := &compared[i]
		if c.Package != s.Package || c.Dataset != s.Dataset || c.Repetition > 1 || c.Verdict == diff.Appeared || c.Verdict == diff.Disappeared {
			continue
		}
		rows := c.Index()
		for k := range s.Rows {
			s.Rows[k].Recent = rows[s.Rows[k].Key()]
		}
	}
}
