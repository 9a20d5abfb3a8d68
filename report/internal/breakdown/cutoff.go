package breakdown

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/shape"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
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
	values [wholes]int // missing, by the way in which the answer is lost
}

// cutList sums up the answers to one list.
type cutList struct {
	name    string
	inOrder bool // the spec pairs items by their index: whichever item is missing, the last one lacks a partner
	most    int  // items of the longest answer
	values  int  // missing in answers that stopped for a limit of tokens

	// several and one count, by attribute, the values that are missing after the end of an answer if only all cases
	// together tell whether that answer was cut off. several counts answers that lack several items, one counts answers
	// with oneAt items that lack one.
	several, one map[string]*Mistake
	oneAt        int // the value of most when one was counted
}

// cutCase is how the lists of a case end.
type cutCase struct {
	id     string
	ends   []ending
	stop   string  // the reason, if the model stopped for a limit of tokens, else ""
	tokens float64 // of the answer
	whole  whole
}

// whole says in which way an answer is lost as a whole.
type whole uint8

const (
	readable whole = iota
	inJSON         // the answer ends in the middle of its JSON
	stopped        // the model stopped for a limit of tokens, and the answer is absent or cannot be read
	wholes
)

// add adds how the lists of a case end. It returns the endings of the lists that s knows.
func (s *cutOffs) add(c *report.Case, d *report.Dataset, classes []source.Class) []ending {
	ends := slices.DeleteFunc(endingsOf(c), func(e ending) bool { return s.list(e.list, d) == nil })
	for i := range ends {
		l := s.lists[ends[i].list]
		ends[i].list = l.name // not the line it is in
		l.most = max(l.most, ends[i].answered)
	}
	one := cutCase{ends: ends}
	if stop := c.Shape.Stop; shape.CutOff(stop) {
		one.stop = strings.Clone(stop)
		if isVoid(c) {
			one.whole = stopped
		}
	}
	for i, class := range classes {
		f := &c.Fields[i]
		if class != source.CutOff {
			continue
		}
		if f.Tag == source.TagCutOff {
			one.whole = inJSON
		}
		if e := behind(ends, f); e != nil && one.whole == readable {
			s.lists[e.list].values++
			continue
		}
		s.values[one.whole]++
	}
	if c.Trial <= 1 && c.Status != report.Skipped && !c.Unlabelled {
		one.id, one.tokens = strings.Clone(c.ID), c.Cost["output_tokens"]
		cluster := ""
		if d != nil {
			cluster = d.Cluster
		}
		s.sample.add(c, cluster, one)
	}
	return ends
}

// list returns the list of an attribute, a new one if need be, or nil beyond maxCutLists.
func (s *cutOffs) list(name string, d *report.Dataset) *cutList {
	if l, ok := s.lists[name]; ok || len(s.lists) >= maxCutLists {
		return l
	}
	if s.lists == nil {
		s.lists = map[string]*cutList{}
	}
	l := &cutList{name: strings.Clone(name), inOrder: pairsInOrder(d, name)}
	s.lists[l.name] = l
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

// told returns which lists end early by the evidence of all cases; see [Mistakes].
func (s *cutOffs) told() (all Ends) {
	_, units := s.sample.ofEach()
	var names []string
	var p []float64
	for _, name := range slices.Sorted(maps.Keys(s.lists)) {
		l := s.lists[name]
		var chances []float64
		early := 0
		for i := range units {
			e := units[i].of(name)
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
				p[len(p)-1] = estimate.AtLeast(early, chances)
			}
		}
	}
	adjusted, _ := stats.Holm(p) // each is between 0 and 1
	for i, name := range names {
		if adjusted[i] <= 1-estimate.DefaultLevel {
			if all.most == nil {
				all.most = map[string]int{}
			}
			all.most[name] = s.lists[name].most
		}
	}
	return all
}

// of returns the ending of a list in the case, nil where the truth has no item of it.
func (c *cutCase) of(list string) *ending {
	at := slices.IndexFunc(c.ends, func(e ending) bool { return e.list == list })
	if at < 0 {
		return nil
	}
	return &c.ends[at]
}

// patterns returns a pattern for each list that ends early, and for each way in which answers are lost as a whole.
func (s *cutOffs) patterns() (all []Pattern) {
	told := s.told()
	documents, _ := s.sample.ofEach()
	for _, name := range slices.Sorted(maps.Keys(s.lists)) {
		if p, ok := s.ofList(s.lists[name], told, documents); ok {
			all = append(all, p)
		}
	}
	for lost, text := range map[whole]string{inJSON: "answers end in the middle of the JSON text", stopped: "the model stopped before there was an answer"} {
		var cut []*cutCase
		for i := range documents {
			if documents[i].whole == lost {
				cut = append(cut, &documents[i])
			}
		}
		if len(cut) > 0 {
			all = append(all, s.pattern(fmt.Sprintf("%s in %d of %s", text, len(cut), s.plural(len(documents))), s.values[lost], cut))
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

// ofList returns the pattern of a list.
func (s *cutOffs) ofList(l *cutList, told Ends, documents []cutCase) (p Pattern, ok bool) {
	var cut []*cutCase
	with, more, atMost := 0, 0, 0 // documents with the list; whose list is longer than the longest answer; of these, whose cut answer is as long as the longest
	for i := range documents {
		e := documents[i].of(l.name)
		if e == nil {
			continue
		}
		with++
		if e.rows > l.most {
			more++
		}
		if !told.tells(e) && (!e.early || documents[i].stop == "") || documents[i].whole != readable {
			continue
		}
		cut = append(cut, &documents[i])
		if e.answered == l.most {
			atMost++
		}
	}
	if len(cut) == 0 {
		return p, false
	}
	values, attribute, largest := l.values, "", 0
	if _, ok := told.most[l.name]; ok {
		counts := map[string]int{}
		for of, m := range l.several {
			counts[of] += m.Count
		}
		for of, m := range l.one {
			if l.oneAt == l.most {
				counts[of] += m.Count
			}
		}
		for _, of := range slices.Sorted(maps.Keys(counts)) {
			if values += counts[of]; counts[of] > largest {
				attribute, largest = of, counts[of]
			}
		}
	}
	name := strings.TrimSpace("the list " + terminal.Excerpt(l.name, terminal.MaxName))
	text := fmt.Sprintf("the last rows of %s are missing in %d of %s", name, len(cut), s.plural(with))
	if atMost >= minCutOff && 2*atMost > len(cut) {
		text = fmt.Sprintf("%s ends after %s in %d of %s with more", name, words.Plural(l.most, "row"), atMost, s.plural(more))
	}
	p = s.pattern(text, values, cut)
	p.Attribute = attribute
	return p, true
}

// pattern returns the pattern of some cut answers, with the reasons why the model stopped and, if they are equal, the
// tokens.
func (s *cutOffs) pattern(text string, values int, cut []*cutCase) Pattern {
	p := Pattern{Kind: PatternCutOff, Class: source.CutOff, Mistakes: values, Case: cut[0].id}
	stops := map[string]int{}
	known, tokens := 0, cut[0].tokens
	for _, one := range cut {
		p.Case = min(p.Case, one.id)
		if one.stop != "" {
			stops[one.stop]++
			known++
		}
		if one.tokens != tokens {
			tokens = 0
		}
	}
	p.Text = fmt.Sprintf("%s: %s missing", text, words.Plural(values, "value"))
	var reasons []string
	for _, stop := range slices.Sorted(maps.Keys(stops)) {
		reasons = append(reasons, strconv.Quote(stop))
	}
	if known > 0 {
		of := ""
		if known < len(cut) {
			of = fmt.Sprintf("%d of the answers ", known)
		}
		p.Text += "; " + of + "stopped by " + strings.Join(reasons[:min(len(reasons), 3)], ", ")
	}
	if len(cut) > 1 && tokens > 0 {
		p.Text += fmt.Sprintf("; each at %s output tokens", strconv.FormatFloat(tokens, 'f', -1, 64))
	}
	return p
}
