package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/runs"
	"github.com/extracteval/extracteval/report/summarize"
)

// table has the data of which a set of the report is made: the cases of the compared columns.
type table struct {
	sides   []*runs.Cases
	numbers []int32     // of the compared cases
	units   *runs.Units // of these

	entries  [][]runs.Entry // of one case
	outcomes []outcome
	disputed arithmetic.First[disputed]
	disputes int // cases on which columns disagree
	data     runs.Data

	common int            // how many cases all columns were asked for
	truth  *runs.OneTruth // the truth by which all columns are judged

	pairs  map[[2]int]map[runs.Key]*diff.Row // by two columns
	tests  []*estimate.Test                  // of each row: the weakest test of the top column against another, nil for none
	single [][]float64                       // of each row and column: the p-value of the top column against it, -1 for none
}

// newTable returns a table of data sets, without cases. All use the policy and SkipUndefined of the first one.
func (c *comparison) newTable(sides []*runs.Cases) *table {
	t := &table{
		sides: sides, entries: make([][]runs.Entry, len(sides)), outcomes: make([]outcome, len(sides)),
		disputed: arithmetic.NewFirst(c.o.MaxCases, disputed.compare), pairs: map[[2]int]map[runs.Key]*diff.Row{},
	}
	for _, cases := range sides {
		cases.Dataset.Policy, cases.Dataset.SkipUndefined = sides[0].Dataset.Policy, sides[0].Dataset.SkipUndefined
	}
	return t
}

// addSet adds a data set of the runs, without its tests.
func (c *comparison) addSet(m runs.Match) {
	s := Set{Package: m.Key.Package, Dataset: m.Key.Dataset, Repetition: m.Key.Repetition, Runs: make([]Run, len(m.Sides))}
	var compared []*runs.Cases
	present := slices.DeleteFunc(slices.Clone(m.Sides), func(c *runs.Cases) bool { return c == nil })
	for i, cases := range m.Sides {
		r := &s.Runs[i]
		if cases == nil {
			continue
		}
		r.Here, r.Cases, r.Version = true, len(runs.Common(cases)), cases.Dataset.Version
		switch state := cases.State(); {
		case state != artifact.Whole:
			r.NotEvaluable = cmp.Or(cases.Why(), "it is "+state.String())
		case r.Cases == 0:
			r.NotEvaluable = "no case was asked for"
		case cases.Nonsense() != "":
			r.NotEvaluable = cases.Nonsense()
		case present[runs.Newest(present)].OwnDrafts(cases) != "":
			r.NotEvaluable = present[runs.Newest(present)].OwnDrafts(cases)
		default:
			s.Compared = append(s.Compared, i)
			compared = append(compared, cases)
		}
		for _, w := range diff.WarningsOf(cases) {
			if r.NotEvaluable == "" || !strings.HasPrefix(r.NotEvaluable, w.Message) { // else NotEvaluable says it
				s.addWarning("%s: %s", c.report.Columns[i].Name, w.Message)
			}
		}
	}
	c.conventions(&s, compared)
	t := c.newTable(compared)
	common := runs.Common(compared...)
	t.common = len(common)
	c.judgeByOneTruth(&s, t, common)
	t.numbers = t.truth.Numbers
	if len(compared) > 0 {
		t.units = t.truth.Units()
		s.copied = t.units.Several()
		if note := t.units.Note(); note != "" {
			s.addWarning("%s, %s", words.Plural(len(t.numbers), "case"), note)
		}
	}
	for _, n := range t.numbers {
		c.dispute(t, n)
	}
	s.Cases = len(t.numbers)
	switch {
	case len(compared) < 2:
		s.Why = "it can be compared in " + words.Plural(len(compared), "run")
	case t.truth.NotEvaluable != "":
		s.Why = t.truth.NotEvaluable
	case s.Cases == 0:
		s.Why = "no case is in all runs"
	}
	c.summarize(&s, t)
	s.setRows(t)
	s.price()
	c.warnAboutCases(&s, t)
	c.report.Sets = append(c.report.Sets, s)
	c.tables = append(c.tables, t)
}

func (s *Set) addWarning(format string, args ...any) {
	s.Warnings = append(s.Warnings, fmt.Sprintf(format, args...))
}

// conventions warns about runs judged by different conventions, repetitions, and answers from recordings or an earlier
// run.
func (c *comparison) conventions(s *Set, compared []*runs.Cases) {
	if len(compared) == 0 {
		return
	}
	first, name := compared[0].Set.Dataset, c.report.Columns[s.Compared[0]].Name
	for _, caution := range []struct {
		holds func(*runs.Cases) bool
		text  string
	}{
		{func(o *runs.Cases) bool {
			return o.Set.Dataset.SpecHash != first.SpecHash && len(runs.OtherRules(o, compared[0])) == 0
		}, "not the spec of " + name + "; differences may come from the rules"},
		{func(o *runs.Cases) bool {
			ds := &o.Set.Dataset
			return cmp.Or(ds.Policy, metrics.WrongBoth) != cmp.Or(first.Policy, metrics.WrongBoth) || ds.SkipUndefined != first.SkipUndefined
		}, "other conventions of counting than " + name + "; all are counted as in " + name},
		{func(o *runs.Cases) bool { return o.Repetitions() > 1 }, "repetitions (go test -count or -cpu), which are compared as trials of the run"},
		{func(o *runs.Cases) bool { return o.Replayed > 0 }, "answers from recordings, whose time is not that of the model"},
		{func(o *runs.Cases) bool { return o.Taken > 0 }, "answers taken from an earlier run, whose time is not compared"},
	} {
		var names []string
		for n, cases := range compared {
			if caution.holds(cases) {
				names = append(names, c.report.Columns[s.Compared[n]].Name)
			}
		}
		if len(names) > 0 {
			s.addWarning("%s: %s", strings.Join(names, ", "), caution.text)
		}
	}
}

// summarize adds up the compared cases.
func (c *comparison) summarize(s *Set, t *table) {
	for n, i := range s.Compared {
		o := summarize.OptionsOf(&t.sides[n].Dataset)
		o.Level, o.WorstCases, o.Slices, o.Distinct = c.report.Level, -1, nil, true
		o.Cluster = "" // units are given
		r := &s.Runs[i]
		var err error
		r.Summary, err = t.sides[n].Summarize(o, t.numbers, func(number int32, record *report.Case) {
			if record.Replayed {
				r.Replayed++
			}
			if record.Taken != "" {
				r.Taken++
			}
			record.Unit = t.units.Of(number)
		})
		if err != nil {
			s.addWarning("%s: not all cases are counted: %s", c.report.Columns[i].Name, err)
		}
		r.Alone, r.Spending = r.Cases-t.common, r.Summary.Usage
	}
}

// setRows makes a row for each number that a run has and that comparisons show.
func (s *Set) setRows(t *table) {
	if len(s.Compared) == 0 {
		return
	}
	people := t.sides[t.truth.Newest].Dataset.Agreement
	for _, row := range runs.Rows(len(s.Runs), func(yield func(int, *report.Summary) bool) {
		for n, i := range s.Compared {
			if !yield(i, s.summary(t, n)) {
				return
			}
		}
	}) {
		if f := people.Of(row.Name); f != nil && row.Kind == report.KindField {
			row.People = report.Estimate{Value: f.Share, Low: f.Low, High: f.High}
		}
		defined := slices.ContainsFunc(row.Values, func(e report.Estimate) bool { return e.Value.Defined })
		if row.Kind != report.KindUsage && row.Kind != report.KindTruths && (defined || row.Hypothesis()) {
			s.addRow(Row{Row: row})
		}
	}
	slices.SortStableFunc(s.Rows, func(a, b Row) int { return cmp.Compare(a.rankRow(), b.rankRow()) })
	if rate := s.passRate(); rate >= 0 && t.truth.Apart != "" && s.deciding() != rate {
		s.Rows[rate].Top = -1 // cases pass by other rules in each run
	}
}

// passRate returns the index of the row of the pass rate, -1 without one.
func (s *Set) passRate() int {
	return slices.IndexFunc(s.Rows, func(r Row) bool { return r.Kind == runs.KindRate })
}

// summary returns the summary of the nth compared column, with the pass rate. The numbers over trials are the recorded ones,
// if the recorded summary is of the compared cases.
func (s *Set) summary(t *table, n int) *report.Summary {
	run := &s.Runs[s.Compared[n]]
	m := run.Summary
	m.Numbers = slices.DeleteFunc(slices.Clone(m.Numbers), func(n report.Number) bool { return n.OverTrials })
	m.Numbers = append(m.Numbers, report.Number{Name: runs.PassRate, Kind: runs.KindRate, Estimate: passRate(&run.Summary, float64(s.Cases)*t.units.Effective())})
	if run.Alone == 0 {
		m.Numbers = append(m.Numbers, t.sides[n].Recorded().Numbers...)
	}
	return &m
}

// rankRow orders rows: averages and the pass rate, fields, invented keys, classes, invariants, others.
func (r *Row) rankRow() int {
	switch {
	case !r.Hypothesis():
		return 5
	case r.Kind == report.KindClass:
		return 3
	case r.Kind == report.KindInvariant:
		return 4
	case r.Kind == report.KindField && r.Name == metrics.InventedAttribute:
		return 2
	case r.Kind == report.KindField:
		return 1
	}
	return 0
}

// addRow adds a row, and sets its highest column.
func (s *Set) addRow(r Row) {
	r.Top = -1
	for _, i := range s.Compared {
		if v := r.Value(i); r.Hypothesis() && v.Defined && (r.Top < 0 || v.Value > r.Value(r.Top).Value+compare.Slack) {
			r.Top = i
		}
	}
	s.Rows = append(s.Rows, r)
}

// passRate returns the share of the judged cases that pass and break no invariant, the mean over trials. documents is
// the number of documents for its interval.
func passRate(m *report.Summary, documents float64) (e report.Estimate) {
	sum := 0.0
	for _, t := range m.Trials {
		judged := t.Cases.Scored() - t.Cases.Unjudged
		if judged == 0 {
			return e
		}
		sum += float64(t.Cases.Passing()) / float64(judged)
	}
	if len(m.Trials) == 0 {
		return e
	}
	e.Value = report.RatioOf(sum/float64(len(m.Trials)), true)
	if interval, ok := stats.Wilson(e.Value.Value, documents, m.Level); ok && documents > 1 {
		e.Low, e.High = report.RatioOf(interval.Low, true), report.RatioOf(interval.High, true)
		e.Approximate = documents < estimate.FewDocuments
	}
	return e
}

// warnAboutCases warns if runs were not asked for the same cases, if truths or inputs differ, and if the numbers of
// trials differ.
func (c *comparison) warnAboutCases(s *Set, t *table) {
	var surplus []string
	for _, i := range s.Compared {
		if n := s.Runs[i].Alone; n > 0 {
			surplus = append(surplus, fmt.Sprintf("%s has %d more", c.report.Columns[i].Name, n))
		}
	}
	if len(surplus) > 0 && len(s.Compared) > 1 {
		s.addWarning("the runs were not asked for the same cases: what is compared is the %s that all have; %s", words.Plural(s.Cases, "case"), strings.Join(surplus, ", "))
	}
	for _, text := range t.data.Warnings("is not the same in all runs", t.sides...) {
		s.addWarning("%s", text)
	}
	trials := map[int]bool{}
	for _, i := range s.Compared {
		trials[len(s.Runs[i].Summary.Trials)] = true
	}
	if len(trials) > 1 {
		s.addWarning("the runs have different numbers of trials: every number is the mean over the trials of its run")
	}
}

// judgeByOneTruth judges all columns by the truths and the rules of the run that began last. numbers are the cases that
// all columns were asked for.
func (c *comparison) judgeByOneTruth(s *Set, t *table, numbers []int32) {
	var names []string
	for _, i := range s.Compared {
		names = append(names, c.report.Columns[i].Name)
	}
	newest := runs.Newest(t.sides)
	t.truth = runs.Judge(t.sides, names, numbers, newest, newest)
	if len(names) < 2 {
		return
	}
	s.warnOfVersions(names, names[newest])
	if moved := t.sides[newest].Set.Moved.String(); moved != "" {
		s.addWarning("%s, whose truths judge all: %s", names[newest], moved)
	}
	var others []string
	for n, i := range s.Compared {
		s.Runs[i].Relabelled = t.truth.Changes[n]
		if len(t.truth.Rules[n]) > 0 {
			others = append(others, names[n])
		}
	}
	switch otherNames := strings.Join(others, ", "); {
	case otherNames == "":
	case t.truth.Apart != "":
		s.apart = true
		s.addWarning("%s: not the rules of %s, by which not all can be judged (%s); differences may come from the rules", otherNames, names[newest], t.truth.Apart)
	default:
		s.addWarning("%s: not the spec of %s; all are judged by the rules of %s", otherNames, names[newest], names[newest])
	}
	for _, note := range slices.Concat(t.truth.Notes, t.truth.RuleNotes) {
		s.addWarning("%s", note)
	}
	if t.truth.Emptied != "" {
		s.addWarning("%s", t.truth.Emptied)
	}
}

// warnOfVersions names the versions of the data set in the compared runs, if any run states one.
func (s *Set) warnOfVersions(names []string, newest string) {
	var parts []string
	first, same, named := s.Runs[s.Compared[0]].Version, true, false
	for n, i := range s.Compared {
		v := s.Runs[i].Version
		parts = append(parts, names[n]+" "+cmp.Or(v, "without a version"))
		same, named = same && v == first, named || v != ""
	}
	switch {
	case named && same:
		s.addWarning("all runs are of data %s", first)
	case named:
		s.addWarning("data: %s; all are judged by the truths of %s", strings.Join(parts, ", "), newest)
	}
}
