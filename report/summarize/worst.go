package summarize

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

const (
	maxWorstMisses  = 5   // misses, and broken invariants, kept of one case
	maxWorstPackets = 3   // packets kept of one case
	packetCells     = 160 // of a line on a packet
	maxExampleBytes = 200 // bytes kept of one value
)

// worstCases keeps the worst of all offered cases. The result does not depend on their order.
type worstCases struct {
	arithmetic.First[report.WorstCase]
}

func compareWorst(a, b report.WorstCase) int {
	return cmp.Or(
		cmp.Compare(invariant.Worst(a.Score, a.Unlabelled, a.Holding.Value, a.Holding.Defined), invariant.Worst(b.Score, b.Unlabelled, b.Holding.Value, b.Holding.Defined)),
		arithmetic.TrueFirst(a.Status == report.Error, b.Status == report.Error),
		cmp.Compare(a.ID, b.ID),
		cmp.Compare(a.Trial, b.Trial),
	)
}

// offer keeps c if it is bad enough. Only then does it read the misses.
func (w *worstCases) offer(c *report.Case) {
	if c.Status == report.OK && (c.Verdict == eval.Pass || len(c.Misses) == 0) && len(c.Broken()) == 0 {
		return
	}
	worst := report.WorstCase{ID: c.ID, Trial: c.Trial, Status: c.Status, Error: c.Error, Score: c.Score.Value, Verdict: c.Verdict, Unlabelled: c.Unlabelled, Holding: report.RatioOf(invariant.Holding(c.Invariants))}
	if !w.Takes(worst) {
		return
	}
	if c.Line != "" { // its reader left out what is shown of it
		if whole := new(report.Case); artifact.DecodeCase([]byte(c.Line), whole) == nil {
			c = whole
		}
	}
	worst.ID, worst.Error = strings.Clone(worst.ID), strings.Clone(worst.Error) // else the whole line stays in memory
	worst.Packets = worstPackets(c)
	worst.Misses = worstMisses(c)
	worst.MoreMisses = len(c.Misses) + c.MoreMisses - len(worst.Misses)
	worst.Broken, worst.MoreBroken = worstInvariants(c)
	w.add(worst)
}

// add keeps each case once, with its worst trial: three trials that all fail are one case to look at.
func (w *worstCases) add(c report.WorstCase) {
	if !w.Replace(c, func(kept report.WorstCase) bool { return kept.ID == c.ID }) {
		w.Add(c)
	}
}

// worstInvariants returns the first invariants that do not hold, and how many more there are.
func worstInvariants(c *report.Case) (kept []eval.InvariantResult, more int) {
	all := c.Broken()
	kept = all[:min(len(all), maxWorstMisses)]
	for i := range kept {
		kept[i].Note = words.Cut(strings.Clone(kept[i].Note), maxExampleBytes)
		kept[i].Paths = nil
	}
	return kept, len(all) - len(kept)
}

// worstPackets returns lines on the first packets that the answer divides otherwise than the truth.
func worstPackets(c *report.Case) (lines []string) {
	if !traits.HasPackets(c.Counts) {
		return nil
	}
	count := 0
	for _, p := range traits.PacketsOf(c) {
		if mistakes := p.Mistakes(); len(mistakes) > 0 && count < maxWorstPackets {
			count++
			lines = append(lines, p.Lines(packetCells)...)
		}
	}
	return lines
}

// worstMisses returns the first misses, with the values and the note of the field they
// name, and the contents of the item.
func worstMisses(c *report.Case) []report.Miss {
	misses := make([]report.Miss, 0, maxWorstMisses)
	for _, text := range c.Misses[:min(len(c.Misses), maxWorstMisses)] {
		misses = append(misses, report.Miss{Miss: strings.Clone(text)})
	}
	items := make([]itemText, len(misses))
	for k := range c.Fields {
		f := &c.Fields[k]
		if f.Outcome.Hit() {
			continue // of another item with this index on the other side
		}
		tagged := f.Path + " (" + f.Tag + ")" // an item that is missing, and one that nobody asked for, may have one path
		exact := slices.ContainsFunc(misses, func(m report.Miss) bool { return m.Miss == tagged })
		for i := range misses {
			m := &misses[i]
			if m.Got == "" && m.Want == "" && (m.Miss == f.Path || m.Miss == tagged || !exact && strings.HasPrefix(m.Miss, f.Path+" (")) {
				values := words.CutValues(maxExampleBytes, string(f.Got), string(f.Want))
				m.Got, m.Want = values[0], values[1]
				m.GotWithheld, m.WantWithheld = f.Withheld()
				if f.Outcome != metrics.Missing { // the note says nothing more about a missing value
					m.Note = words.Cut(strings.Clone(f.Note), maxExampleBytes)
				}
			} else if key, ok := keyOfItem(m.Miss, f.Path, f.Tag); ok {
				items[i].addField(key, f)
			}
		}
	}
	for i := range misses {
		items[i].writeMiss(&misses[i])
	}
	return misses
}

// keyOfItem returns the key of a leaf within the item that a miss is about:
// "menu[0] (missing)" is about menu[0].name, which is missing as well.
func keyOfItem(miss, path, tag string) (key string, ok bool) {
	item, ok := strings.CutSuffix(miss, " ("+tag+")")
	if !ok || tag == "" || !strings.HasPrefix(path, item) {
		return "", false
	}
	key = path[len(item):]
	if strings.HasPrefix(key, ".") {
		return key[1:], true
	}
	return key, strings.HasPrefix(key, "[")
}

// itemText is the JSON text, by paths, of the values in an item that one side lacks.
type itemText struct {
	got, want           []byte
	showsGot, showsWant bool // some of it is not redacted
	note                string
}

func (t *itemText) addField(key string, f *report.Field) {
	noGot, noWant := f.Withheld()
	noGot, noWant = noGot || words.IsHash(f.Got), noWant || words.IsHash(f.Want)
	t.showsGot = t.showsGot || len(f.Got) > 0 && !noGot
	t.showsWant = t.showsWant || len(f.Want) > 0 && !noWant
	t.got = appendMember(t.got, key, f.Got, noGot)
	t.want = appendMember(t.want, key, f.Want, noWant)
	t.note = cmp.Or(t.note, f.Note)
}

// appendMember adds a member to an object that is not closed. It adds nothing once the text is longer than shown.
func appendMember(dst []byte, key string, value json.RawMessage, withheld bool) []byte {
	if len(value) == 0 && !withheld || len(dst) > maxExampleBytes {
		return dst
	}
	if withheld {
		value = json.RawMessage(`"(redacted)"`)
	}
	mark := byte(',')
	if len(dst) == 0 {
		mark = '{'
	}
	name, _ := json.Marshal(key) // a text is always marshalled
	return append(append(append(append(dst, mark), name...), ':'), value...)
}

func (t *itemText) writeMiss(m *report.Miss) {
	if len(t.got)+len(t.want) == 0 {
		return
	}
	closed := func(text []byte, shown bool) string {
		if !shown {
			return ""
		}
		return string(text) + "}"
	}
	values := words.CutValues(maxExampleBytes, closed(t.got, t.showsGot), closed(t.want, t.showsWant))
	m.Got, m.Want, m.Note = values[0], values[1], words.Cut(strings.Clone(t.note), maxExampleBytes)
	m.GotWithheld, m.WantWithheld = len(t.got) > 0 && !t.showsGot, len(t.want) > 0 && !t.showsWant
}
