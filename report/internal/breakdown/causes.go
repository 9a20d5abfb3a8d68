package breakdown

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/estimate/onerun"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// PatternCause is a wrong class with which other fields are wrong.
const PatternCause PatternKind = "cause"

// Causes finds the fields with classes that explain mistakes of other fields: if the type of a document is wrong, its
// total means something else. Of several trials it uses the first. A field explains another one if
//
//   - the spec says so, see [eval.Field].Decides, and F1 of the other field is higher without the documents whose class
//     is wrong;
//   - or the cases show it. Recall of the other field is at most 0.2 where the class is wrong, and at least 0.5 where
//     it is right. The other field has mistakes in significantly more of the documents whose class is wrong, even among
//     documents with equally many mistakes in the remaining fields: see [contrast]. At least 5 documents have a wrong
//     class. In at most one report of twenty, a pair of fields looks so by chance or because documents are unreadable.
//
// If all other fields are wrong where the class is wrong, documents are wrong as a whole. The pattern then says only this.
//
// A class is wrong if truth and answer both have one and the two differ: an answer without a class may be no answer at
// all. The test is Fisher's exact test, one-sided. It counts units of evidence: documents or, if the data set has a
// cluster, clusters of documents. One case stands for each unit. Holm's method adjusts the p-values for all tested
// pairs of a field with classes and another field.
//
// [eval.Field]: https://pkg.go.dev/github.com/extracteval/extracteval/metrics/eval#Field
type Causes struct {
	// Dataset has the classes, the spec, the policy and the cluster.
	Dataset *report.Dataset

	fields     []*causeField // nil before the first case
	attributes map[string]int
	counts     []metrics.Counts // by attribute
	sample     sample[[]state]  // by attribute
}

const (
	maxCauses       = 50   // fields with classes
	maxExplained    = 1000 // attributes
	minWrongClasses = 5    // units
	shownExplained  = 3

	mostRecallWrong, leastRecallRight = 0.2, 0.5
)

// causeField is a field with classes.
type causeField struct {
	attribute    string
	decides      []string
	wrong, right int // cases
	explained    []explained
}

// explained has the counts of an attribute in the cases whose class is wrong, and in those whose class is right. first
// is the first case, by id, with a wrong class and a mistake in the attribute.
type explained struct {
	wrong, right metrics.Counts
	first        string
}

// state says how an attribute fared in a case.
type state uint8

const (
	noValue    state = iota // no value was judged
	right                   // each value is right
	mistaken                // values are missing or too many, but none is wrong
	wrongValue              // a value is wrong: it differs from the truth
)

func stateOf(counts *metrics.Counts) state {
	switch {
	case counts.Wrong > 0:
		return wrongValue
	case counts.Mistakes() > 0:
		return mistaken
	case counts.Match > 0:
		return right
	}
	return noValue
}

// causeFields returns the fields that the spec declares to decide others, then the other fields with classes, outside
// of lists: at most maxCauses.
func causeFields(d *report.Dataset) []*causeField {
	all := []*causeField{}
	if d == nil {
		return all
	}
	var spec struct {
		Fields []struct {
			Path    string   `json:"path"`
			Decides []string `json:"decides"`
		} `json:"fields"`
	}
	_ = json.Unmarshal(d.Spec, &spec) // an invalid spec declares nothing
	for _, f := range spec.Fields {
		if len(f.Decides) > 0 {
			all = append(all, &causeField{attribute: f.Path, decides: f.Decides})
		}
	}
	for _, list := range d.Classes {
		if !paths.InItems(list.Attribute) && !slices.ContainsFunc(all, func(f *causeField) bool { return f.attribute == list.Attribute }) {
			all = append(all, &causeField{attribute: list.Attribute})
		}
	}
	return all[:min(len(all), maxCauses)]
}

// Add adds a case. It ignores skipped cases, cases without a truth, and all trials but the first.
func (s *Causes) Add(c *report.Case) {
	if c.Trial > 1 || c.Status == report.Skipped || c.Unlabelled {
		return
	}
	if s.fields == nil {
		s.fields = causeFields(s.Dataset)
	}
	if len(s.fields) == 0 {
		return
	}
	states := make([]state, len(s.counts))
	counts := make(map[int]*metrics.Counts, len(c.Counts))
	for i := range c.Counts {
		row := &c.Counts[i]
		index, ok := s.attribute(row)
		if !ok {
			continue
		}
		s.counts[index] = s.counts[index].Plus(row.Counts)
		if index >= len(states) {
			states = append(states, make([]state, index+1-len(states))...)
		}
		states[index], counts[index] = stateOf(&row.Counts), &row.Counts
	}
	for _, f := range s.fields {
		if index, ok := s.attributes[f.attribute]; ok && index < len(states) {
			f.addCase(c.ID, states[index], counts)
		}
	}
	s.sample.addCase(c, s.Dataset.Cluster, states)
}

// attribute returns the index of a row's attribute in s.counts, and adds a new attribute. ok is false for rows of items
// and of invented keys, and for a new attribute beyond maxExplained.
func (s *Causes) attribute(row *metrics.Row) (index int, ok bool) {
	if row.Items || row.Attribute == metrics.InventedAttribute {
		return 0, false
	}
	if index, ok = s.attributes[row.Attribute]; ok {
		return index, true
	}
	index = len(s.counts)
	if index < maxExplained {
		arithmetic.Map(&s.attributes)[strings.Clone(row.Attribute)] = index
		s.counts = append(s.counts, metrics.Counts{})
	}
	return index, index < maxExplained
}

// addCase adds the counts of a case, by attribute, to the counts of the cases whose class is right, or wrong. It ignores a case in any other
// state of the class.
func (f *causeField) addCase(id string, class state, counts map[int]*metrics.Counts) {
	switch class {
	case wrongValue:
		f.wrong++
	case right:
		f.right++
	default:
		return
	}
	for index, n := range counts {
		if missing := index + 1 - len(f.explained); missing > 0 {
			f.explained = append(f.explained, make([]explained, missing)...)
		}
		e := &f.explained[index]
		if class == right {
			e.right = e.right.Plus(*n)
			continue
		}
		e.wrong = e.wrong.Plus(*n)
		if n.Mistakes() > 0 && (e.first == "" || id < e.first) {
			e.first = strings.Clone(id)
		}
	}
}

// tested is a pair of a field with classes and another field.
type tested struct {
	field     *causeField
	attribute string
	number    int
}

// Patterns returns a pattern for each field with classes that explains others, in no order.
func (s *Causes) Patterns() []Pattern {
	documents, units := s.sample.ofEach()
	names := slices.Sorted(maps.Keys(s.attributes))
	explains := map[*causeField][]tested{}
	var found []tested
	var p []float64
	for _, f := range s.fields {
		class, exists := s.attributes[f.attribute]
		if !exists {
			continue
		}
		for _, name := range names {
			pair := tested{field: f, attribute: name, number: s.attributes[name]}
			switch declared := slices.ContainsFunc(f.decides, func(field string) bool { return paths.Covers(field, name) }); {
			case pair.number == class:
			case declared && s.lifts(pair):
				explains[f] = append(explains[f], pair)
			case !declared:
				if chance, ok := chanceOf(units, class, pair.number); ok {
					found, p = append(found, pair), append(p, chance)
				}
			}
		}
	}
	apparent := map[*causeField][]tested{}
	adjusted, _ := stats.Holm(p) // each is between 0 and 1
	for i, pair := range found {
		if adjusted[i] <= 1-estimate.DefaultLevel && s.separates(pair) {
			apparent[pair.field] = append(apparent[pair.field], pair)
		}
	}
	var all []Pattern
	for _, f := range s.fields {
		explained, whole := s.explained(f, explains[f], apparent[f], units, len(found))
		switch {
		case len(explained) > 0:
			all = append(all, s.pattern(f, explained, documents))
		case whole:
			all = append(all, s.wholly(f, apparent[f], documents))
		}
	}
	return all
}

// explained returns the pairs of a field with classes that are explained: all declared pairs, and the apparent pairs
// that are also explained among readable documents. tests is the number of pairs that were tested. whole is true if
// there is no other attribute that could tell whether documents are readable.
func (s *Causes) explained(f *causeField, declared, apparent []tested, units [][]state, tests int) (pairs []tested, whole bool) {
	if len(apparent) == 0 {
		return declared, false
	}
	inside := map[int]bool{}
	for _, pair := range slices.Concat(declared, apparent) {
		inside[pair.number] = true
	}
	c := contrastOf(units, s.attributes[f.attribute], len(s.counts), inside)
	if !c.readable() {
		return declared, len(c.outside) == 0
	}
	p := slices.Repeat([]float64{1}, tests) // of the pairs that are not apparent
	for i, pair := range apparent {
		p[i] = c.chance(pair.number)
	}
	adjusted, _ := stats.Holm(p)
	for i, pair := range apparent {
		if adjusted[i] <= 1-estimate.DefaultLevel {
			declared = append(declared, pair)
		}
	}
	return declared, false
}

// chanceOf returns the p-value of the test that an attribute has mistakes in more of the units whose class is wrong
// than of the others. ok is false if fewer than minWrongClasses units have a wrong class.
func chanceOf(units [][]state, class, attribute int) (p float64, ok bool) {
	var both, wrong, mistakes, all int
	for _, u := range units {
		c, a := stateAt(u, class), stateAt(u, attribute)
		if c != wrongValue && c != right || a == noValue {
			continue
		}
		all++
		if c == wrongValue {
			wrong++
		}
		if a != right {
			mistakes++
			if c == wrongValue {
				both++
			}
		}
	}
	return onerun.Fisher(both, wrong, mistakes, all), wrong >= minWrongClasses
}

// explainedBy returns the counts of an attribute where the class of f is wrong, and where it is right.
func (f *causeField) explainedBy(index int) explained {
	if index < len(f.explained) {
		return f.explained[index]
	}
	return explained{}
}

// separates reports whether recall is at most mostRecallWrong where the class is wrong, and at least leastRecallRight
// where it is right.
func (s *Causes) separates(pair tested) bool {
	e := pair.field.explainedBy(pair.number)
	wrong, some := e.wrong.Confusion(s.Dataset.Policy).Recall()
	right, others := e.right.Confusion(s.Dataset.Policy).Recall()
	return some && others && wrong <= mostRecallWrong && right >= leastRecallRight
}

// lifts reports whether F1 is higher without the cases whose class is wrong.
func (s *Causes) lifts(pair tested) bool {
	all, rest, ok := s.compareF1(pair)
	return ok && rest > all
}

// compareF1 returns F1 over all cases, and without those whose class is wrong. ok is false if either is undefined.
func (s *Causes) compareF1(pair tested) (all, rest float64, ok bool) {
	sum, part := s.counts[pair.number].Confusion(s.Dataset.Policy), pair.field.explainedBy(pair.number).wrong.Confusion(s.Dataset.Policy)
	all, found := metrics.InMean(metrics.Confusion.F1, sum, false)
	rest, ok = metrics.InMean(metrics.Confusion.F1, metrics.Confusion{TP: sum.TP - part.TP, FP: sum.FP - part.FP, FN: sum.FN - part.FN}, false)
	return all, rest, ok && found
}

// wrongOf returns how many documents have a wrong class, and how many have a class that is wrong or right. It counts cases
// if the documents are only a sample.
func (s *Causes) wrongOf(f *causeField, documents [][]state) (wrong, all int, noun string) {
	if !s.sample.whole() {
		return f.wrong, f.wrong + f.right, "case"
	}
	for _, states := range documents {
		switch stateAt(states, s.attributes[f.attribute]) {
		case wrongValue:
			wrong++
			all++
		case right:
			all++
		}
	}
	return wrong, all, "document"
}

// sortPairs sorts pairs of f by the mistakes where its class is wrong, the most first, then by name.
func (f *causeField) sortPairs(pairs []tested) {
	slices.SortFunc(pairs, func(a, b tested) int {
		return cmp.Or(cmp.Compare(f.explainedBy(b.number).wrong.Mistakes(), f.explainedBy(a.number).wrong.Mistakes()), cmp.Compare(a.attribute, b.attribute))
	})
}

// pattern returns the pattern of a field with classes: how many mistakes of the fields that it explains are in cases
// whose class is wrong.
func (s *Causes) pattern(f *causeField, pairs []tested, documents [][]state) Pattern {
	wrong, all, noun := s.wrongOf(f, documents)
	f.sortPairs(pairs)
	pattern := Pattern{Kind: PatternCause, Attribute: f.attribute, Case: f.explainedBy(pairs[0].number).first}
	var texts []string
	for i, pair := range pairs {
		n := f.explainedBy(pair.number).wrong.Mistakes()
		pattern.Mistakes += n
		if i >= shownExplained {
			continue
		}
		verb := ""
		if i == 0 {
			verb = " are there"
		}
		overall, rest, _ := s.compareF1(pair)
		texts = append(texts, fmt.Sprintf("%d of %s of %s%s (F1 %s, without them %s)", n, words.Plural(s.counts[pair.number].Mistakes(), "mistake"),
			terminal.Excerpt(pair.attribute, terminal.MaxName), verb, report.RatioOf(overall, true), report.RatioOf(rest, true)))
	}
	if more := len(pairs) - shownExplained; more > 0 {
		texts = append(texts, fmt.Sprintf("and more of %s", words.Plural(more, "other field")))
	}
	pattern.Text = fmt.Sprintf("%s was wrong in %d of %s: %s", terminal.Excerpt(f.attribute, terminal.MaxName), wrong, words.Plural(all, noun), strings.Join(texts, "; "))
	return pattern
}
