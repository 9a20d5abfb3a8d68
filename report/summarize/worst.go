package summarize

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/keep"
	"github.com/extracteval/extracteval/report/internal/words"
	"github.com/tidwall/gjson"
)

const (
	maxWorstMisses  = 5   // misses kept of one case
	maxExampleBytes = 200 // bytes kept of one value
)

// worstCases keeps the worst cases of all that were offered: which ones does not
// depend on their order.
type worstCases struct{ keep.First[report.WorstCase] }

func newWorstCases(limit int) worstCases { return worstCases{keep.NewFirst(limit, compareWorst)} }

func compareWorst(a, b report.WorstCase) int {
	return cmp.Or(
		cmp.Compare(a.Score, b.Score),
		compareBool(a.Status != report.Error, b.Status != report.Error),
		cmp.Compare(a.ID, b.ID),
		cmp.Compare(a.Trial, b.Trial),
	)
}

// offer keeps c when it is bad enough. Only then are its misses looked at.
func (w *worstCases) offer(c *report.Case) {
	if c.Status == report.OK && (c.Verdict == eval.Pass || len(c.Misses) == 0) {
		return
	}
	worst := report.WorstCase{ID: c.ID, Trial: c.Trial, Status: c.Status, Error: c.Error, Score: c.Score.Value, Verdict: c.Verdict}
	if !w.Takes(worst) {
		return
	}
	worst.ID, worst.Error = strings.Clone(worst.ID), strings.Clone(worst.Error) // not the line they are in
	worst.Misses = worstMisses(c)
	worst.MoreMisses = len(c.Misses) + c.MoreMisses - len(worst.Misses)
	w.add(worst)
}

// add has each case once, with its worst trial: three trials that all fail are one
// case to look at.
func (w *worstCases) add(c report.WorstCase) {
	if !w.Replace(c, func(kept report.WorstCase) bool { return kept.ID == c.ID }) {
		w.Add(c)
	}
}

// worstMisses returns the first misses, with the values of the field they name.
func worstMisses(c *report.Case) []report.Miss {
	misses := make([]report.Miss, 0, maxWorstMisses)
	for _, text := range c.Misses[:min(len(c.Misses), maxWorstMisses)] {
		misses = append(misses, report.Miss{Miss: strings.Clone(text)})
	}
	fill := func(path string, field func() report.Field) {
		for i := range misses {
			m := &misses[i]
			if m.Got == "" && m.Want == "" && (m.Miss == path || strings.HasPrefix(m.Miss, path+" (")) {
				f := field()
				values := words.CutValues(maxExampleBytes, string(f.Got), string(f.Want))
				m.Got, m.Want = values[0], values[1]
				m.GotWithheld, m.WantWithheld = f.Withheld()
			}
		}
	}
	for i := range c.Fields {
		fill(c.Fields[i].Path, func() report.Field { return c.Fields[i] })
	}
	if c.Line != "" {
		gjson.Get(c.Line, "fields").ForEach(func(_, r gjson.Result) bool {
			fill(r.Get("path").Str, func() report.Field {
				f := report.Field{Note: r.Get("note").Str, Got: json.RawMessage(r.Get("got").Raw), Want: json.RawMessage(r.Get("want").Raw)}
				f.Outcome.UnmarshalText([]byte(r.Get("outcome").Str)) // one that is none has no value
				return f
			})
			return true
		})
	}
	return misses
}
