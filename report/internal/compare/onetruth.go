package compare

import (
	"cmp"
	"strings"

	"github.com/extracteval/extracteval/report/internal/rescore"
)

// judgeByOneTruth judges all columns by the truths and the rules of the run that began last.
func (c *comparison) judgeByOneTruth(s *Set, t *table) {
	if len(s.Compared) < 2 {
		return
	}
	var names []string
	for _, i := range s.Compared {
		names = append(names, c.report.Columns[i].Name)
	}
	newest := rescore.Newest(t.of)
	t.truth = rescore.ByTruthsOf(newest, names, t.of, t.numbers)
	s.warnOfVersions(names, names[newest])
	if moved := t.of[newest].Set.Moved.String(); moved != "" {
		s.warn("%s, whose truths judge all: %s", names[newest], moved)
	}
	for n, i := range s.Compared {
		s.Runs[i].Relabelled = t.truth.Changes[n]
	}
	s.judgeByOneSpec(t, names, newest)
	for _, note := range t.truth.Notes {
		s.warn("%s", note)
	}
	if t.truth.Emptied != "" {
		s.warn("%s", t.truth.Emptied)
	}
}

// judgeByOneSpec judges all columns by the rules of the newest run. If a column cannot be judged so, each keeps its own.
func (s *Set) judgeByOneSpec(t *table, names []string, newest int) {
	var others []string
	for n, of := range t.of {
		if len(rescore.OtherRules(t.of[newest], of)) > 0 {
			others = append(others, names[n])
		}
	}
	if len(others) == 0 {
		return
	}
	if reason := t.truth.ByRulesOf(newest, t.numbers); reason != "" {
		s.warn("%s: not the rules of %s, by which not all can be judged (%s); differences may come from the rules", strings.Join(others, ", "), names[newest], reason)
		return
	}
	s.warn("%s: not the spec of %s; all are judged by the rules of %s", strings.Join(others, ", "), names[newest], names[newest])
}

// warnOfVersions names the versions of the data set in the compared runs, if any run states one.
func (s *Set) warnOfVersions(names []string, newest string) {
	var of []string
	first, same, named := s.Runs[s.Compared[0]].Version, true, false
	for n, i := range s.Compared {
		v := s.Runs[i].Version
		of = append(of, names[n]+" "+cmp.Or(v, "without a version"))
		same, named = same && v == first, named || v != ""
	}
	switch {
	case named && same:
		s.warn("all runs are of data %s", first)
	case named:
		s.warn("data: %s; all are judged by the truths of %s", strings.Join(of, ", "), newest)
	}
}
