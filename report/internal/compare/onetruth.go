package compare

import (
	"cmp"
	"strings"

	"github.com/extracteval/extracteval/report/internal/rescore"
)

// judgeByOneTruth judges all columns by the truths of the run that began last.
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
	for _, note := range t.truth.Notes {
		s.warn("%s", note)
	}
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
