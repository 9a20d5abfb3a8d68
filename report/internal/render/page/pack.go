package page

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"

	"github.com/extracteval/extracteval/report/internal/render"
)

const (
	casesPerChunk = 200
	staticCases   = 50 // of them are there without JavaScript; one page of the list
	openCases     = 3  // of them are open at first
)

// packed are the cases of a page: the first ones as HTML, and all of them in packed chunks.
type packed struct {
	static   []template.HTML
	chunks   []string // base64 of gzip of a JSON array of the HTML of cases
	index    string   // base64 of gzip of the index of the filters
	included int
	leftOut  int
	present  map[caseKey]bool // the cases that are included
	failing  int              // the included cases that do not pass: as wanted.failing in js/list.js
	worst    []worstCase      // the first cases that do not pass

	names filterNames
}

// worstCase is a case that does not pass and that the head of the page names.
type worstCase struct {
	caseKey
	score string // or how it ended
}

const maxWorst = 3

// countFailing counts an included case if it does not pass.
func (p *packed) countFailing(c pageCase) {
	worst := c.worst()
	status := render.Status(worst.Case)
	if status == "pass" || status == "skipped" {
		return
	}
	p.failing++
	if len(p.worst) < maxWorst {
		if worst.Score.Defined && !worst.Unlabelled {
			status = worst.Score.String()
		}
		p.worst = append(p.worst, worstCase{caseKey{c.set, worst.ID}, status})
	}
}

type caseKey struct {
	set int
	id  string
}

// link returns the address of a case, "" for one that is not in the page.
func (p *packed) link(set int, id string) template.URL {
	if !p.present[caseKey{set, id}] {
		return ""
	}
	address := p.names.addressOf(set)
	address.id = CaseKey(id)
	return address.href()
}

// entry is one entry of the list: the shown trials of a case, the worst first, and the number of its data set. The
// worst trial decides its place in the list.
type entry struct {
	trials []render.Case
	set    int
}

// entriesOf returns the cases of a data set in the order of their worst trials.
func entriesOf(s *render.Set, number int) []entry {
	var all []entry
	index := make(map[string]int, len(s.Cases))
	for i, c := range s.Cases {
		if first, found := index[c.ID]; found {
			all[first].trials = append(all[first].trials, c)
			continue
		}
		index[c.ID] = len(all)
		all = append(all, entry{s.Cases[i : i+1 : i+1], number})
	}
	return all
}

// pageCase is an entry with the records of its trials.
type pageCase struct {
	trials []render.Record
	set    int
}

// worst returns the trial that decides the place and the status of the case.
func (c pageCase) worst() render.Record { return c.trials[0] }

// read reads the records of entries.
func read(entries []entry) (cases []pageCase, err error) {
	cases = make([]pageCase, len(entries))
	for i, e := range entries {
		cases[i].set = e.set
		if cases[i].trials, err = render.Read(e.trials); err != nil {
			return nil, err
		}
	}
	return cases, nil
}

// packCases renders the cases of all data sets, the worst first, up to MaxBytes.
func packCases(r *render.Report, o Options) (*packed, error) {
	var all []entry
	p := &packed{present: map[caseKey]bool{}, names: newFilterNames(r)}
	for i, set := range r.Sets {
		entries := entriesOf(set, i)
		all = append(all, entries...)
		p.leftOut += max(set.Asked()-len(entries), 0)
	}
	slices.SortStableFunc(all, func(a, b entry) int { return a.trials[0].Compare(b.trials[0]) })
	index := newIndexer(r.Sets, changedCases(r, o.Comparison))
	if err := p.pack(r, all, index, o); err != nil {
		return nil, err
	}
	p.leftOut += len(all) - p.included
	p.index = index.pack(&p.names)
	return p, nil
}

// pack renders cases chunk by chunk. It stops before the chunk that exceeds MaxBytes, but never before the first one.
func (p *packed) pack(r *render.Report, all []entry, index *indexer, o Options) error {
	documents, size := newDocuments(r, o, index.changes), 0
	for entries := range slices.Chunk(all, casesPerChunk) {
		cases, err := read(entries)
		if err != nil {
			return err
		}
		html, err := p.render(r, cases, documents)
		if err != nil {
			return err
		}
		chunk := pack(html)
		if size += len(chunk); size > o.MaxBytes && p.included > 0 {
			return nil
		}
		if p.included == 0 {
			for _, item := range html[:min(len(html), staticCases)] {
				p.static = append(p.static, template.HTML(item)) // made by html/template
			}
		}
		p.chunks = append(p.chunks, chunk)
		for _, c := range cases {
			p.present[caseKey{c.set, c.worst().ID}] = true
			index.add(c, &p.names.fields)
			p.countFailing(c)
		}
		p.included += len(cases)
	}
	return nil
}

// render returns the HTML of cases. The first few cases of the page are open unless they pass.
func (p *packed) render(r *render.Report, cases []pageCase, docs *documents) ([]string, error) {
	html := make([]string, len(cases))
	var b bytes.Buffer
	for i, c := range cases {
		for _, trial := range c.trials {
			for k := range trial.Fields {
				p.names.fields.Add(trial.Fields[k].Attribute)
			}
		}
		b.Reset()
		view := newCaseView(r, c, &p.names, docs)
		view.Open = p.included+i < openCases && render.Rank(view.Worst.Verdict) < 2
		if err := page().ExecuteTemplate(&b, "case", view); err != nil {
			return nil, fmt.Errorf("case %q: %w", c.worst().ID, err)
		}
		html[i] = b.String()
	}
	return html, nil
}

// pack returns base64 of gzip of JSON, which cannot end a script element. It has no error: our own types, the memory, and a level
// that is valid.
func pack(v any) string {
	var b bytes.Buffer
	zip, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	text := json.NewEncoder(zip)
	text.SetEscapeHTML(false)
	text.Encode(v)
	zip.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// index has the facts about cases that filters need: see js/list.js. Cases with the same leaves share them, as most
// cases do.
type index struct {
	Chunk  int        `json:"chunk"` // cases in each
	Sets   []string   `json:"sets"`  // keys
	IDs    []string   `json:"ids"`   // keys of the cases
	Leaves [][]int    `json:"leaves"`
	Cases  []indexRow `json:"cases"`
}

// indexRow is a case: its set, the status of its worst trial, the numbers of its tags and the number of its leaves. If
// the case changed, it also has the number of the kind of change, and the numbers of the fields that are worse and
// better.
type indexRow []any

// indexer builds the index case by case, so that the records need not be kept. Classes and tags have provisional
// numbers until all are known.
type indexer struct {
	sets          []*render.Set
	changes       []map[string]caseChange // of each data set, by id
	ids           []string
	cases         []indexedCase
	classes, tags nameList
	leaves        [][]int        // each different one once
	leavesAt      map[string]int // by their texts
}

type indexedCase struct {
	set, leaves int
	tags        []int
	status      string
	change      *caseChange
}

func newIndexer(sets []*render.Set, changes []map[string]caseChange) *indexer {
	return &indexer{sets: sets, changes: changes, ids: []string{}, leaves: [][]int{}, leavesAt: map[string]int{}}
}

func (x *indexer) add(c pageCase, fields *nameList) {
	worst := c.worst()
	tags, leaves := []int{}, []int{}
	seen := map[[3]int]bool{}
	for _, trial := range c.trials {
		for name, value := range trial.Tags {
			tags = append(tags, x.tags.Add(render.TagText(name, value)))
		}
		for _, slice := range x.sets[c.set].Found(trial.Case) {
			tags = append(tags, x.tags.Add(slice))
		}
		for _, p := range trial.Case.Classes {
			if p.Want != p.Got {
				tags = append(tags, x.tags.Add(confusionTag(p.Attribute, p.Want, p.Got)))
			}
		}
		for i := range trial.Fields {
			f, class := &trial.Fields[i], -1
			if trial.Classes[i] != "" {
				class = x.classes.Add(string(trial.Classes[i]))
			}
			if leaf := [3]int{fields.Number[f.Attribute], int(f.Outcome), class}; !seen[leaf] {
				seen[leaf] = true
				leaves = append(leaves, leaf[:]...)
			}
		}
	}
	slices.Sort(tags)
	text := fmt.Sprint(leaves)
	position, found := x.leavesAt[text]
	if !found {
		position = len(x.leaves)
		x.leaves, x.leavesAt[text] = append(x.leaves, leaves), position
	}
	item := indexedCase{c.set, position, slices.Compact(tags), render.Status(worst.Case), nil}
	if change, changed := x.changes[c.set][worst.ID]; changed {
		item.change = &change
	}
	x.cases = append(x.cases, item)
	x.ids = append(x.ids, CaseKey(worst.ID))
}

// pack completes names, and returns the packed index.
func (x *indexer) pack(names *filterNames) string {
	names.complete(x.classes.All, x.tags.All)
	for _, leaves := range x.leaves {
		for i := 2; i < len(leaves); i += 3 {
			if class := leaves[i]; class >= 0 {
				leaves[i] = names.classes.Number[x.classes.All[class]]
			}
		}
	}
	all := index{Chunk: casesPerChunk, Sets: names.sets, IDs: x.ids, Leaves: x.leaves, Cases: make([]indexRow, len(x.cases))}
	for i, c := range x.cases {
		for k, tag := range c.tags {
			c.tags[k] = names.tags.Number[x.tags.All[tag]]
		}
		slices.Sort(c.tags)
		all.Cases[i] = indexRow{c.set, c.status, c.tags, c.leaves}
		if c.change != nil {
			all.Cases[i] = append(all.Cases[i], c.change.kind, names.numbers(c.change.worse), names.numbers(c.change.better))
		}
	}
	return pack(all)
}

// numbers returns the numbers of the fields that have one.
func (n *filterNames) numbers(fields []string) []int {
	all := []int{}
	for _, f := range fields {
		if i, ok := n.fields.Number[f]; ok {
			all = append(all, i)
		}
	}
	return all
}
