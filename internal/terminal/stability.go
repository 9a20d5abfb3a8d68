package terminal

import (
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// stability prints how far the trials agree, the fields on which they differ,
// and the flaky cases.
func (p *textPage) stability() {
	s := p.s.Stability
	if s == nil || s.Trials < 2 {
		return
	}
	p.line("")
	p.line("stability over %d trials of %s", s.Trials, words.Plural(s.Cases, "case"))
	p.line("  agreement %s  flip rate %s (means over fields)  drift rate %s (whole answers)", s.Agreement, s.FlipRate, s.DriftRate)
	if n := len(s.PassAtK); n > 0 && n == len(s.PassHatK) {
		p.line("  pass@1 %s  pass@%d %s  pass^%d %s", s.PassAtK[0], n, s.PassAtK[n-1], n, s.PassHatK[n-1])
	}
	p.unstableFields(s)
	if s.FlakyCases == 0 {
		return
	}
	p.line("  flaky: %d of %s", s.FlakyCases, words.Plural(s.Cases, "case"))
	const shown = 10
	for _, c := range s.Flaky[:min(len(s.Flaky), shown)] {
		p.line("    %s fails in %d of %d trials", words.Clip(LineStart(c.ID), 2*p.o.NameWidth), c.Failed, c.Trials)
	}
	if more := s.FlakyCases - min(len(s.Flaky), shown); more > 0 {
		p.line("    … and %d more", more)
	}
}

func (p *textPage) unstableFields(s *report.Stability) {
	var rows [][]string
	for _, f := range s.Fields {
		if f.FlipRate.Value > 0 || f.Jaccard.Defined && f.Jaccard.Value < 1 {
			row := []string{words.Fit(LineStart(f.Attribute), p.o.NameWidth), "agreement " + f.Agreement.String(), "flip rate " + f.FlipRate.String()}
			if f.Jaccard.Defined {
				row = append(row, "Jaccard "+f.Jaccard.String())
			}
			rows = append(rows, row)
		}
	}
	p.aligned("  ", rows)
}
