package breakdown

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/estimate/onerun"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// PatternCutOff is an answer that ends early.
const PatternCutOff PatternKind = "cut_off"

const (
	maxCutLists = 200
	minCutOff   = 3 // documents
)

// cutOffs collects how lists end, over the cases of a data set.
type cutOffs struct {
	lists  map[string]*cutList // by attribute
	sample sample[cutCase]
}

// cutList sums up the answers to one list.
type cutList struct {
	name    string
	inOrder bool           // the spec pairs items by their index: whichever item is missing, the last one lacks a partner
	most    int            // items of the longest answer
	missing map[string]int // values after the end of answers, by attribute
}

// cutCase is how the lists of a case end.
type cutCase struct {
	id     string
	ends   []ending
	stop   string  // the reason, if the model stopped for a limit of tokens, else ""
	tokens float64 // of the answer
	whole  whole
	values int // missing, in an answer that is lost as a whole
}

// whole says in which way an answer is lost as a whole.
type whole uint8

const (
	readable whole = iota
	inJSON         // the answer ends in the middle of its JSON
	stopped        // the model stopped for a limit of tokens, and the answer is absent or cannot be read
)

// addCase adds how the lists of a case end, in its first trial.
func (s *cutOffs) addCase(c *report.Case, d *report.Dataset, classes []source.Class) {
	if c.Trial > 1 || c.Status == report.Skipped || c.Unlabelled {
		return
	}
	cut := cutCase{id: strings.Clone(c.ID), tokens: c.Cost["output_tokens"]}
	cut.ends = slices.DeleteFunc(endingsOf(c), func(e ending) bool { return s.cutListOf(e.list, d) == nil })
	for i := range cut.ends {
		l := s.lists[cut.ends[i].list]
		cut.ends[i].list = l.name // not the line it is in
		l.most = max(l.most, cut.ends[i].answered)
	}
	if stop := c.Shape.Stop; dataset.CutOff(stop) {
		cut.stop = strings.Clone(stop)
		if isVoid(c) {
			cut.whole = stopped
		}
	}
	for i, class := range classes {
		f := &c.Fields[i]
		if class == source.CutOff && f.Tag == source.TagCutOff {
			cut.whole = inJSON
		}
		if e := behind(cut.ends, f); e != nil && cut.whole == readable {
			e.missing++
			s.lists[e.list].missing[strings.Clone(f.Attribute)]++
		} else if class == source.CutOff {
			cut.values++
		}
	}
	cluster := ""
	if d != nil {
		cluster = d.Cluster
	}
	s.sample.addCase(c, cluster, cut)
}

// cutListOf returns the list of an attribute, a new one if need be, or nil beyond maxCutLists.
func (s *cutOffs) cutListOf(name string, d *report.Dataset) *cutList {
	if l, ok := s.lists[name]; ok || len(s.lists) >= maxCutLists {
		return l
	}
	l := &cutList{name: strings.Clone(name), inOrder: pairsInOrder(d, name), missing: map[string]int{}}
	arithmetic.Map(&s.lists)[l.name] = l
	return l
}

// pairsInOrder reports whether the spec pairs the items of a list by their index.
func pairsInOrder(d *report.Dataset, list string) bool {
	var spec struct {
		Fields []struct {
			Path   string `json:"path"`
			Assign string `json:"assign"`
		} `json:"fields"`
	}
	if d == nil || json.Unmarshal(d.Spec, &spec) != nil {
		return false
	}
	for _, f := range spec.Fields {
		if f.Path == list {
			return f.Assign == "in_order"
		}
	}
	return false
}

// reportedLists returns the lists that end early by the evidence of all cases; see [Mistakes].
func (s *cutOffs) reportedLists(units []cutCase) map[string]bool {
	var names []string
	var p []float64
	for _, name := range slices.Sorted(maps.Keys(s.lists)) {
		l := s.lists[name]
		var chances []float64
		early := 0
		for i := range units {
			e := units[i].endingOf(name)
			if e == nil || l.inOrder || !e.lacks(l.most) {
				continue
			}
			chances = append(chances, 1/(float64(e.answered)+1))
			if e.early {
				early++
			}
		}
		if len(chances) >= minCutOff {
			names, p = append(names, name), append(p, 1)
			if early >= minCutOff {
				p[len(p)-1] = onerun.AtLeast(early, chances)
			}
		}
	}
	adjusted, _ := stats.Holm(p) // each is between 0 and 1
	all := map[string]bool{}
	for i, name := range names {
		all[name] = adjusted[i] <= 1-estimate.DefaultLevel
	}
	return all
}

// early returns the items of the lists that end early by the evidence of all cases: "lines[]".
func (s *cutOffs) early() (items []string) {
	_, units := s.sample.ofEach()
	for name, early := range s.reportedLists(units) {
		if early {
			items = append(items, name+paths.Items)
		}
	}
	return items
}

// endingOf returns the ending of a list in the case, nil where the truth has no item of it.
func (c *cutCase) endingOf(list string) *ending {
	index := slices.IndexFunc(c.ends, func(e ending) bool { return e.list == list })
	if index < 0 {
		return nil
	}
	return &c.ends[index]
}

// patterns returns a pattern for each list that ends early, and for each way in which answers are lost as a whole.
func (s *cutOffs) patterns() (all []Pattern) {
	documents, units := s.sample.ofEach()
	reported := s.reportedLists(units)
	for _, name := range slices.Sorted(maps.Keys(s.lists)) {
		if p, ok := s.ofList(s.lists[name], reported[name], documents); ok {
			all = append(all, p)
		}
	}
	for lost, text := range map[whole]string{inJSON: "answers end in the middle of the JSON text", stopped: "the model stopped before there was an answer"} {
		var cut []*cutCase
		values := 0
		for i := range documents {
			if documents[i].whole == lost {
				cut = append(cut, &documents[i])
				values += documents[i].values
			}
		}
		if len(cut) > 0 {
			all = append(all, s.pattern(fmt.Sprintf("%s in %d of %s", text, len(cut), s.plural(len(documents))), values, cut))
		}
	}
	return all
}

func (s *cutOffs) plural(n int) string {
	noun := "document"
	if !s.sample.whole() {
		noun = "sampled document"
	}
	return words.Plural(n, noun)
}

// ofList returns the pattern of a list. reported says that it ends early by the evidence of all cases.
func (s *cutOffs) ofList(l *cutList, reported bool, documents []cutCase) (p Pattern, ok bool) {
	var cut []*cutCase
	values := 0
	total, more, atMost := 0, 0, 0 // documents that have the list; that have more rows than the longest answer; whose cut answer is as long as the longest
	for i := range documents {
		e := documents[i].endingOf(l.name)
		if e == nil {
			continue
		}
		total++
		if e.rows > l.most {
			more++
		}
		if !e.early || documents[i].whole != readable || documents[i].stop == "" && !(reported && e.lacks(l.most)) {
			continue
		}
		cut = append(cut, &documents[i])
		values += e.missing
		if e.answered == l.most {
			atMost++
		}
	}
	if len(cut) == 0 {
		return p, false
	}
	name := strings.TrimSpace("the list " + terminal.Excerpt(l.name, terminal.MaxName))
	text := fmt.Sprintf("the last rows of %s are missing in %d of %s", name, len(cut), s.plural(total))
	if atMost >= minCutOff && 2*atMost > len(cut) {
		text = fmt.Sprintf("%s ends after %s in %d of %s with more", name, words.Plural(l.most, "row"), atMost, s.plural(more))
	}
	p = s.pattern(text, values, cut)
	if reported { // the model did not say so: these values have the class missing
		p.Class = source.Missing
		for _, attribute := range slices.Sorted(maps.Keys(l.missing)) {
			if l.missing[attribute] > l.missing[p.Attribute] {
				p.Attribute = attribute
			}
		}
	}
	return p, true
}

// pattern returns the pattern of some cut answers, with the reasons why the model stopped and, if they are equal, the
// tokens.
func (s *cutOffs) pattern(text string, values int, cut []*cutCase) Pattern {
	p := Pattern{Kind: PatternCutOff, Class: source.CutOff, Mistakes: values, Case: cut[0].id}
	stops := map[string]int{}
	counted, tokens := 0, cut[0].tokens
	for _, document := range cut {
		p.Case = min(p.Case, document.id)
		if document.stop != "" {
			stops[document.stop]++
			counted++
		}
		if document.tokens != tokens {
			tokens = 0
		}
	}
	p.Text = fmt.Sprintf("%s: %s missing", text, words.Plural(values, "value"))
	reasons := arithmetic.Each(slices.Sorted(maps.Keys(stops)), strconv.Quote)
	if counted > 0 {
		subject := ""
		if counted < len(cut) {
			subject = fmt.Sprintf("%d of the answers ", counted)
		}
		p.Text += "; " + subject + "stopped by " + strings.Join(reasons[:min(len(reasons), 3)], ", ")
	}
	if len(cut) > 1 && tokens > 0 {
		p.Text += fmt.Sprintf("; each at %s output tokens", strconv.FormatFloat(tokens, 'f', -1, 64))
	}
	return p
}

// ending says how a list or set ends in the answer of a case. Lists in lists have no ending, and neither have maps, whose
// items have no order.
type ending struct {
	list           string // its attribute, "" for the document
	items          string // the attribute of its items: "lines[]"
	answered, rows int    // the items of the answer and of the truth
	early          bool   // see endsEarly
	missing        int    // values of the items after the end
}

const maxEndings = 50 // of a case

func endingsOf(c *report.Case) []ending {
	var all []ending
	for i := range c.Alignments {
		a := &c.Alignments[i]
		list := strings.TrimPrefix(a.Path, paths.Document)
		e := ending{list: list, items: list + paths.Items, answered: a.Paired + a.OnlyGot, rows: a.Paired + a.OnlyWant, early: endsEarly(a)}
		keyed := slices.ContainsFunc(c.Counts, func(r metrics.Row) bool { return strings.HasPrefix(r.Attribute, list+paths.Members) })
		if len(all) < maxEndings && !keyed && e.rows > 0 && e.answered >= 0 && paths.General(list) == list {
			all = append(all, e)
		}
	}
	for i := range c.Fields {
		f := &c.Fields[i]
		if len(f.GotIndex) == 0 || len(f.WantIndex) == 0 || f.GotIndex[0] == f.WantIndex[0] {
			continue
		}
		if e := endingOf(all, f); e != nil {
			e.early = false
		}
	}
	return all
}

// endsEarly reports whether an answer lacks exactly the items of the truth that come after its own last item. Each item
// of the answer must be paired with the item of the truth at the same place, or both must lack a partner. The last item
// of the answer must be paired. Pairs that the record does not list count as right. endsEarly reports false if the
// record does not list the items without a partner.
func endsEarly(a *report.Alignment) bool {
	answered := a.Paired + a.OnlyGot
	misread := len(a.UnmatchedGot)
	return misread == a.OnlyGot && misread < len(a.UnmatchedWant) && a.UnmatchedWant[misread] == answered &&
		slices.Equal(a.UnmatchedGot, a.UnmatchedWant[:misread]) && !slices.Contains(a.UnmatchedGot, answered-1) &&
		!slices.ContainsFunc(a.Pairs, func(p eval.Pair) bool { return p.Got != p.Want })
}

// endingOf returns the ending of the list that a leaf is in, nil for none.
func endingOf(all []ending, f *report.Field) *ending {
	index := slices.IndexFunc(all, func(e ending) bool { return strings.HasPrefix(f.Attribute, e.items) })
	if index < 0 {
		return nil
	}
	return &all[index]
}

// behind returns the ending of a list if a leaf is missing in an item after the end, nil for all other leaves.
func behind(all []ending, f *report.Field) *ending {
	e := endingOf(all, f)
	if f.Outcome != metrics.Missing || e == nil || !e.early || len(f.WantIndex) == 0 || f.WantIndex[0] < e.answered {
		return nil
	}
	return e
}

// isVoid reports whether a case has no answer that can be read.
func isVoid(c *report.Case) bool {
	return c.Status == report.Error || slices.ContainsFunc(c.Fields, func(f report.Field) bool {
		return f.Path == paths.Document && f.Attribute == metrics.InventedAttribute
	})
}

// lacks reports whether an answer counts as evidence that its list ends early. The answer must have items and lack
// items of the truth: two or more, or one if the answer is as long as the longest, most.
func (e *ending) lacks(most int) bool {
	return e.answered > 0 && (e.rows > e.answered+1 || e.rows > e.answered && e.answered == most)
}

// Classes returns the class of each of the case's fields: the recorded class or, if there is none, the class that the
// outcome and the values show. A missing value is cut off
//
//   - in an answer that ends in the middle of its JSON;
//   - if the model stopped for a limit of tokens (see [dataset.CutOff]), in a row after the last one of the answer, and
//     in an answer that is absent or cannot be read.
func Classes(c *report.Case) []source.Class {
	classes := classesOf(c)
	stopped := dataset.CutOff(c.Shape.Stop)
	var ends []ending
	if stopped {
		ends = endingsOf(c)
	}
	void := stopped && isVoid(c)
	for i, class := range classes {
		if f := &c.Fields[i]; class == source.Missing && (void || f.Tag == source.TagCutOff || behind(ends, f) != nil) {
			classes[i] = source.CutOff
		}
	}
	return classes
}
