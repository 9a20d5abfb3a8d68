package page

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/extracteval/extracteval/metrics/compare/errorclass"
	"github.com/extracteval/extracteval/report/diff"
	"github.com/extracteval/extracteval/report/render"
	"github.com/extracteval/extracteval/report/render/internal/plain"
	"github.com/extracteval/extracteval/report/render/internal/say"
)

const (
	casesPerChunk = 200
	staticCases   = 50 // of them are there without JavaScript; one page of the list
	openCases     = 3  // of them are open at first
)

// packed are the cases of a page: the first as they are, all of them in chunks.
type packed struct {
	static   []template.HTML
	chunks   []string // base64 of gzip of a JSON array of the HTML of cases
	index    string   // likewise, of what filters need
	included int
	leftOut  int
	there    map[caseKey]bool // what is included

	names filterNames
}

type caseKey struct {
	set int
	id  string
}

// link returns the address of a case, "" for one that is not in the page.
func (p *packed) link(set int, id string) template.URL {
	if !p.there[caseKey{set, id}] {
		return ""
	}
	at := p.names.of(set)
	at.id = CaseKey(id)
	return at.href()
}

// pageCase is one entry of the list: a case with those of its trials that are kept
// to be shown, the worst first, and the number of its data set.
type pageCase struct {
	trials []render.Case
	set    int
}

// worst is the trial by which the case has its place and its status.
func (c pageCase) worst() render.Case { return c.trials[0] }

// casesOf returns the cases of a data set in the order of their worst trials.
func casesOf(s *render.Set, number int) []pageCase {
	var cases []pageCase
	at := map[string]int{}
	for _, c := range s.Cases {
		i, known := at[c.ID]
		if !known {
			i = len(cases)
			at[c.ID] = i
			cases = append(cases, pageCase{set: number})
		}
		cases[i].trials = append(cases[i].trials, c)
	}
	return cases
}

// packCases renders the cases of all data sets, what failed first, up to about
// MaxBytes.
func packCases(r *render.Report, o Options) (*packed, error) {
	var all []pageCase
	p := &packed{there: map[caseKey]bool{}, names: filterNames{field: map[string]int{}, class: map[string]int{}, tag: map[string]int{}}}
	var sets []string
	for _, set := range r.Sets {
		sets = append(sets, say.NameOf(r, set))
	}
	p.names.sets = keysOf(sets, func(name string) string { return name })
	for i, set := range r.Sets {
		cases := casesOf(set, i)
		all = append(all, cases...)
		p.leftOut += max(say.Asked(set)-len(cases), 0)
		for _, i := range fieldRows(set) { // they come first, since links of the table lead to them
			if a := &set.Summary.Attributes[i]; !a.Items {
				number(a.Attribute, &p.names.fields, p.names.field)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b pageCase) int { return plain.Compare(a.worst().Case, b.worst().Case) })
	p.names.add(all)
	p.names.name()
	of := documents{pictures: readPictures(r, all, o, time.Now), changes: changedCases(r, o.Comparison)}
	of.readTexts(r, all, o)
	chunks, err := renderChunks(r, all, &p.names, of, o.MaxBytes)
	if err != nil {
		return nil, err
	}
	for _, chunk := range chunks {
		p.chunks = append(p.chunks, chunk.packed)
	}
	p.included = min(len(chunks)*casesPerChunk, len(all))
	p.leftOut += len(all) - p.included
	if len(chunks) > 0 {
		for _, html := range chunks[0].first {
			p.static = append(p.static, template.HTML(html)) // made by html/template
		}
	}
	for _, c := range all[:p.included] {
		p.there[caseKey{c.set, c.worst().ID}] = true
	}
	p.index, err = p.packIndex(r, all[:p.included], o.Comparison)
	return p, err
}

// add numbers classes in the order of their rules and tags by name.
func (n *filterNames) add(cases []pageCase) {
	classes, tags := map[string]bool{}, map[string]bool{}
	for _, c := range cases {
		for _, trial := range c.trials {
			for _, class := range trial.Classes {
				if class != "" {
					classes[string(class)] = true
				}
			}
			for name, value := range trial.Tags {
				tags[say.TagText(name, value)] = true
			}
			for i := range trial.Fields {
				number(trial.Fields[i].Attribute, &n.fields, n.field)
			}
		}
	}
	for _, class := range errorclass.Classes() {
		if classes[string(class)] {
			number(string(class), &n.classes, n.class)
			delete(classes, string(class))
		}
	}
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		number(class, &n.classes, n.class)
	}
	for _, tag := range slices.SortedFunc(maps.Keys(tags), plain.Natural) {
		number(tag, &n.tags, n.tag)
	}
}

type renderedChunk struct {
	packed string
	first  []string // the cases that are static, of the first chunk
	err    error
}

// renderChunks renders chunks side by side, up to that with which they are more than
// maxBytes.
func renderChunks(r *render.Report, all []pageCase, names *filterNames, of documents, maxBytes int) ([]renderedChunk, error) {
	chunks := make([]renderedChunk, (len(all)+casesPerChunk-1)/casesPerChunk)
	abreast, size := runtime.GOMAXPROCS(0), 0
	for first := 0; first < len(chunks); first += abreast {
		some := chunks[first:min(first+abreast, len(chunks))]
		var running sync.WaitGroup
		for i := range some {
			at := (first + i) * casesPerChunk
			running.Go(func() {
				some[i] = renderChunk(r, all[at:min(at+casesPerChunk, len(all))], names, of, at == 0)
			})
		}
		running.Wait()
		for i := range some {
			if some[i].err != nil {
				return nil, some[i].err
			}
			if size += len(some[i].packed); size > maxBytes && first+i > 0 {
				return chunks[:first+i], nil
			}
		}
	}
	return chunks, nil
}

func renderChunk(r *render.Report, cases []pageCase, names *filterNames, of documents, first bool) (chunk renderedChunk) {
	html := make([]string, len(cases))
	var b bytes.Buffer
	for i, c := range cases {
		b.Reset()
		view := newCaseView(r, c, names, of)
		view.Open = first && i < openCases && plain.Rank(c.worst().Case) < 2
		if err := page().ExecuteTemplate(&b, "case", view); err != nil {
			chunk.err = fmt.Errorf("case %q: %w", c.worst().ID, err)
			return chunk
		}
		html[i] = b.String()
	}
	if first {
		chunk.first = html[:min(len(html), staticCases)]
	}
	chunk.packed, chunk.err = pack(html)
	return chunk
}

// pack returns base64 of gzip of JSON, which no script element can be ended by.
func pack(v any) (string, error) {
	var b bytes.Buffer
	to := base64.NewEncoder(base64.StdEncoding, &b)
	zip, err := gzip.NewWriterLevel(to, gzip.BestSpeed)
	if err != nil {
		return "", err
	}
	if err := json.NewEncoder(zip).Encode(v); err != nil {
		return "", err
	}
	if err := zip.Close(); err != nil {
		return "", err
	}
	if err := to.Close(); err != nil {
		return "", err
	}
	return b.String(), nil
}

// index is what filters need of the cases: see js/list.js. Cases with the same leaves, which
// most are, share them.
type index struct {
	Chunk  int        `json:"chunk"` // cases in each
	Sets   []string   `json:"sets"`  // keys
	IDs    []string   `json:"ids"`   // keys of the cases
	Leaves [][]int    `json:"leaves"`
	Cases  []indexRow `json:"cases"`
}

// indexRow is a case: its set, the status of its worst trial, the numbers of its tags and
// that of its leaves; where it changed, the number of the kind of change, and the fields that
// are worse and better.
type indexRow []any

func (p *packed) packIndex(r *render.Report, cases []pageCase, against *diff.Report) (string, error) {
	x := index{Chunk: casesPerChunk, Sets: p.names.sets, IDs: []string{}, Leaves: [][]int{}, Cases: []indexRow{}}
	changes := changedCases(r, against)
	patterns := map[string]int{}
	for _, c := range cases {
		tags := []int{}
		for _, trial := range c.trials {
			for name, value := range trial.Tags {
				tags = append(tags, p.names.tag[say.TagText(name, value)])
			}
		}
		slices.Sort(tags)
		leaves := p.leaves(c)
		key := fmt.Sprint(leaves)
		pattern, known := patterns[key]
		if !known {
			pattern = len(x.Leaves)
			patterns[key] = pattern
			x.Leaves = append(x.Leaves, leaves)
		}
		row := indexRow{c.set, plain.Status(c.worst().Case), slices.Compact(tags), pattern}
		if change, changed := changes[c.set][c.worst().ID]; changed {
			row = append(row, change.kind, p.names.numbers(change.worse), p.names.numbers(change.better))
		}
		x.Cases = append(x.Cases, row)
		x.IDs = append(x.IDs, CaseKey(c.worst().ID))
	}
	return pack(x)
}

// numbers returns the numbers of fields.
func (n *filterNames) numbers(fields []string) []int {
	all := []int{}
	for _, f := range fields {
		if i, ok := n.field[f]; ok {
			all = append(all, i)
		}
	}
	return all
}

// leaves returns of the distinct leaves of a case field, outcome and class, in one row.
func (p *packed) leaves(c pageCase) []int {
	seen := map[[3]int]bool{}
	leaves := []int{}
	for _, trial := range c.trials {
		for i := range trial.Fields {
			f := &trial.Fields[i]
			class := -1
			if trial.Classes[i] != "" {
				class = p.names.class[string(trial.Classes[i])]
			}
			leaf := [3]int{p.names.field[f.Attribute], int(f.Outcome), class}
			if !seen[leaf] {
				seen[leaf] = true
				leaves = append(leaves, leaf[:]...)
			}
		}
	}
	return leaves
}
