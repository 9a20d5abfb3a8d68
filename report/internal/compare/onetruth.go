package compare

import (
	"cmp"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/report/internal/runs"
)

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
