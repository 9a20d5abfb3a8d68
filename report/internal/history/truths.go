package history

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/runs"
	"github.com/extracteval/extracteval/report/summarize"
)

// Relabelled says how changed labels and rules affect an earlier run, which is judged by the truths and the spec of the
// newest run.
type Relabelled struct {
	Run int `json:"run"` // index in Runs
	runs.LabelChange
	// Emptied names the fields whose truths were emptied since, see [runs.OneTruth]. F1 there says little.
	Emptied string `json:"emptied,omitzero"`
	// Rules says by which spec the run is judged, "" if it has the rules of the newest run.
	Rules string `json:"rules,omitzero"`
	// NotEvaluable says why the run has no F1 of the data set, "" where it has one.
	NotEvaluable string `json:"not_evaluable,omitzero"`
}

// judgeBy judges the data sets of a run again if their truths or rules differ from those of the newest run. It replaces
// their numbers by those for the newest truths and rules. It takes the memory of one comparison.
func (p *pastRun) judgeBy(newest *pastRun, intervals bool) error {
	changed := false
	for key, s := range p.sets {
		last := newest.sets[key]
		changed = changed || last != nil && (last.data != s.data || last.spec != s.spec)
	}
	if !changed {
		return nil
	}
	return p.beside(newest, func(past *pastSet, truth *runs.OneTruth) (err error) {
		sides := truth.Sides
		if n := len(runs.Common(sides...)); truth.NotEvaluable == "" && (n < len(runs.Common(sides[0])) || n < len(runs.Common(sides[1]))) {
			past.shared = map[string]bool{}
			for _, number := range truth.Numbers {
				past.shared[sides[0].Name(number)] = true
			}
		}
		change := &Relabelled{NotEvaluable: truth.NotEvaluable, Emptied: truth.Emptied}
		switch {
		case len(truth.Rules[0]) == 0 || truth.NotEvaluable != "":
		case truth.Apart != "":
			change.Rules = "judged by its own spec, and not searched for changes in averages and in fields of other rules: " + truth.Apart
			past.apart, past.otherRules = true, words.ChangedRules(sides[1].Dataset.Spec, sides[0].Dataset.Spec)
		default:
			change.Rules = "judged by the spec of the newest run"
		}
		if truth.Changes[0] == nil && change.Rules == "" {
			return nil
		}
		if truth.Changes[0] != nil {
			change.LabelChange = *truth.Changes[0]
		}
		past.relabelled, past.summary = change, (report.Summary{})
		if truth.NotEvaluable == "" {
			own := slices.DeleteFunc(runs.Common(sides[0]), func(n int32) bool { return truth.LeftOut[n] })
			past.summary, err = summarizeCases(sides[0], own, intervals)
		}
		return err
	})
}

// beside reads a run and the newest run, and visits the data sets that both have, judged by one truth.
func (p *pastRun) beside(newest *pastRun, visit func(*pastSet, *runs.OneTruth) error) error {
	sets, errs := new(runs.Ledger).Read([]runs.Input{p.Input, newest.Input})
	if err := cmp.Or(errs...); err != nil {
		return err
	}
	for _, m := range runs.MatchSets(sets) {
		past := p.sets[m.Key]
		if past == nil || slices.Contains(m.Sides, nil) || m.Sides[0].Key != m.Sides[1].Key {
			continue
		}
		if err := visit(past, runs.Judge(m.Sides, []string{p.Name, newest.Name}, runs.Common(m.Sides...), 1, 1)); err != nil {
			return err
		}
	}
	return nil
}

// searchCommon chooses the cases that are searched for changes: those that all runs have. Otherwise a data set that grew by
// harder documents would look like a fall. A run is not searched if the cases that it and the later runs have are fewer than half of
// those of the newest run.
func searchCommon(all []pastRun) error {
	newest := &all[len(all)-1]
	common := map[artifact.Key]map[string]bool{}
	for key, last := range newest.sets {
		for _, run := range slices.Backward(all) {
			s := run.sets[key]
			if s == nil || s.shared == nil {
				continue
			}
			fewer := maps.Clone(s.shared)
			maps.DeleteFunc(fewer, func(id string, _ bool) bool { return common[key] != nil && !common[key][id] })
			if 2*len(fewer) < last.documents {
				s.searched, s.documents = &report.Summary{}, 0
			} else {
				common[key] = fewer
			}
		}
	}
	for i := range all {
		if err := all[i].searchCases(newest, common); err != nil {
			return fmt.Errorf("run %s: %w", all[i].Name, err)
		}
	}
	return nil
}

// unjudged reports whether a data set could not be judged as the newest run.
func (s *pastSet) unjudged() bool { return s.relabelled != nil && s.relabelled.NotEvaluable != "" }

// searchCases has the data sets of a run searched over the common cases of all runs.
func (p *pastRun) searchCases(newest *pastRun, common map[artifact.Key]map[string]bool) error {
	missing := false
	for key, s := range p.sets {
		missing = missing || s.isSearchedOver(common[key])
	}
	if !missing {
		return nil
	}
	return p.beside(newest, func(past *pastSet, truth *runs.OneTruth) error {
		side := truth.Sides[0]
		cases := common[side.Key]
		if !past.isSearchedOver(cases) {
			return nil
		}
		numbers := slices.DeleteFunc(truth.Numbers, func(n int32) bool { return truth.NotEvaluable != "" || !cases[side.Name(n)] })
		sum, err := summarizeCases(side, numbers, false)
		past.searched, past.documents = &sum, len(numbers)
		return err
	})
}

// isSearchedOver reports whether a data set is to be searched over the common cases of all runs, nil if there are none.
func (s *pastSet) isSearchedOver(common map[string]bool) bool {
	return common != nil && s.searched == nil && !s.unjudged()
}

// addRepetitions replaces the numbers of data sets that have several repetitions by the numbers over all repetitions.
func (p *pastRun) addRepetitions(intervals bool) error {
	sets, errs := new(runs.Ledger).Read([]runs.Input{p.Input})
	if err := errs[0]; err != nil {
		return err
	}
	for _, c := range sets[0] {
		past := p.sets[c.Key]
		if past == nil || c.Repetitions() == 1 {
			continue
		}
		var err error
		if past.summary, err = summarizeCases(c, runs.Common(c), intervals); err != nil {
			return err
		}
	}
	return nil
}

// summarizeCases summarizes cases of a run, by their numbers, as they are judged now.
func summarizeCases(c *runs.Cases, numbers []int32, intervals bool) (report.Summary, error) {
	o := summarize.OptionsOf(&c.Dataset)
	o.Distinct, o.WorstCases, o.Slices = true, -1, nil
	if !intervals {
		o.Resamples = -1
	}
	sum, err := c.Summarize(o, numbers, func(int32, *report.Case) {})
	sum.WorstCases, sum.Trials = nil, nil
	return sum, err
}

// LabelChanges says in one line per run how changed labels and rules affect the runs of a data set, and over which cases changes
// are searched for.
func (r Report) LabelChanges(s *Set) (lines []string) {
	for _, change := range s.Relabelled {
		name := r.Runs[change.Run].Label()
		switch {
		case change.NotEvaluable != "":
			lines = append(lines, fmt.Sprintf("%s has no F1: %s", name, strings.TrimSuffix(change.NotEvaluable, "; "+runs.Remedy)))
		default:
			texts := slices.DeleteFunc([]string{change.Emptied, change.Rules}, func(text string) bool { return text == "" })
			if change.Cases+change.LabelChange.LeftOut > 0 {
				texts = slices.Insert(texts, 0, change.Text())
			}
			lines = append(lines, name+": "+strings.Join(texts, "; "))
		}
	}
	switch left := ""; {
	case s.unsearched > 0:
		left = fmt.Sprintf("; %s, whose cases would leave fewer than half of the newest run's, are left out", words.Plural(s.unsearched, "run"))
		fallthrough
	case s.common > 0:
		lines = append(lines, fmt.Sprintf("change points are over the %s that the runs have in common%s", words.Plural(s.common, "case"), left))
	}
	return lines
}

const maxNumbers = 50 // rows of the table of other numbers

// kinds are the kinds of the numbers that are searched for changes, in the order of their rows.
var kinds = []report.Kind{report.KindField, report.KindAverage, report.KindInvariant}

// addRows adds the rows of a data set. The rows of the newest run come first.
func (s *Set) addRows(past []pastRun, key artifact.Key) {
	documents := 0 // that are searched, of the run with the most
	rows := runs.Rows(len(past), func(yield func(int, *report.Summary) bool) {
		for i, run := range slices.Backward(past) {
			if s := run.sets[key]; s != nil {
				documents = max(documents, s.documents)
			}
			sum := run.summary(key)
			if len(sum.Attributes) == 0 { // averages of nothing
				sum.Numbers = slices.DeleteFunc(slices.Clone(sum.Numbers), func(n report.Number) bool { return n.Kind == report.KindAverage })
			}
			if !yield(i, &sum) {
				return
			}
		}
	})
	fields := 0
	for _, r := range rows {
		switch row := (Row{Row: r, values: documents}); {
		case slices.Contains(kinds, row.Kind):
			if row.Kind == report.KindField {
				fields++
			}
			s.Rows = append(s.Rows, row)
		case slices.ContainsFunc(row.Values, func(e report.Estimate) bool { return e.Value.Defined }):
			s.Numbers = append(s.Numbers, row)
		}
	}
	slices.SortStableFunc(s.Rows, func(a, b Row) int { return cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)) })
	for k := range s.Rows {
		row := &s.Rows[k]
		if row.Kind == report.KindAverage {
			row.values *= fields
		}
		for i, e := range row.Values {
			sum, value := past[i].summary(key), e.Value
			if s := past[i].sets[key]; s != nil && s.searched != nil {
				sum, value = *s.searched, s.searched.Number(row.Metric).Value
			}
			number := tested(sum, row.Metric, value)
			if s := past[i].sets[key]; s != nil && s.apart && (row.Kind == report.KindAverage || words.RuledBy(row.Name, s.otherRules)) {
				number = math.NaN()
			}
			row.tested = append(row.tested, number)
		}
	}
}

// tested returns a number as it is searched for changes. If it is undefined but its precision or recall is defined, values
// were judged and none was right: it is 0.
func tested(sum report.Summary, metric string, value report.Ratio) float64 {
	if value.Defined {
		return value.Value
	}
	for _, measure := range []string{"precision", "recall"} {
		if sum.Number(strings.Replace(metric, "F1", measure, 1)).Value.Defined {
			return 0
		}
	}
	return math.NaN()
}

// NumberTable returns the table of the other numbers.
func (s *Set) NumberTable() view.Table {
	t := view.TableOf([][]string{{"number", "first", "newest", "runs"}}).Left("runs")
	for i := range s.Numbers {
		n := &s.Numbers[i]
		text := func(v report.Ratio) string {
			if q := usage.QuantityOf(n.Metric); q != "" && v.Defined {
				return q.Text(v.Value)
			}
			return terminal.Amount(v, n.Count)
		}
		t.Rows = append(t.Rows, view.Row{Cells: append([]view.Cell{view.Name(n.Metric)}, view.Cells(text(n.first()), text(n.newest()), bars(n.Values))...)})
	}
	return t.First(maxNumbers)
}

// first returns the first value that is defined.
func (r *Row) first() report.Ratio {
	for _, e := range r.Values {
		if e.Value.Defined {
			return e.Value
		}
	}
	return report.Ratio{}
}

// newest returns the value of the newest run.
func (r *Row) newest() report.Ratio { return r.Value(len(r.Values) - 1) }
