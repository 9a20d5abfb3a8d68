package page

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"runtime"
	"slices"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report/internal/paired"
	"github.com/extracteval/extracteval/report/internal/render"
)

const (
	casesPerChunk = 200
	staticCases   = 50 // of them are there without JavaScript; one page of the list
	openCases     = 3  // of them are open at first
	maxAbreast    = 8  // chunks that are made side by side
)

// packed are the cases of a page: the first as they are, all of them in chunks.
type packed struct {
	static   []template.HTML
	chunks   spool  // script elements: base64 of gzip of a JSON array of the HTML of cases
	index    string // base64 of gzip of the index of the filters
	included int
	leftOut  int
	there    map[caseKey]bool // the cases that are included

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

// entry is one entry of the list: a case with its trials that are kept to be
// shown, the worst first, by which it has its place, and the number of its data set.
type entry struct {
	trials []render.Case
	set    int
}

// entriesOf returns the cases of a data set in the order of their worst trials.
func entriesOf(s *render.Set, number int) []entry {
	var all []entry
	at := make(map[string]int, len(s.Cases))
	for i, c := range s.Cases {
		if first, known := at[c.ID]; known {
			all[first].trials = append(all[first].trials, c)
			continue
		}
		at[c.ID] = len(all)
		all = append(all, entry{s.Cases[i : i+1 : i+1], number})
	}
	return all
}

// pageCase is an entry with the records of its trials.
type pageCase struct {
	trials []render.Record
	set    int
}

// worst is the trial by which the case has its place and its status.
func (c pageCase) worst() render.Record { return c.trials[0] }

// read reads the records of entries.
func read(entries []entry) ([]pageCase, error) {
	var trials []render.Case
	for _, e := range entries {
		trials = append(trials, e.trials...)
	}
	records, err := render.Read(trials)
	if err != nil {
		return nil, err
	}
	cases := make([]pageCase, len(entries))
	for i, e := range entries {
		cases[i] = pageCase{records[:len(e.trials)], e.set}
		records = records[len(e.trials):]
	}
	return cases, nil
}

// packCases renders the cases of all data sets, failed ones first, up to about
// MaxBytes. Whoever calls it closes the chunks, unless there is an error.
func packCases(r *render.Report, o Options) (*packed, error) {
	var all []entry
	p := &packed{there: map[caseKey]bool{}, names: newFilterNames(r)}
	for i, set := range r.Sets {
		entries := entriesOf(set, i)
		all = append(all, entries...)
		p.leftOut += max(set.Asked()-len(entries), 0)
	}
	slices.SortStableFunc(all, func(a, b entry) int { return a.trials[0].Compare(b.trials[0]) })
	index := newIndexer(changedCases(r, o.Comparison))
	err := p.pack(r, all, index, o)
	if err == nil {
		p.leftOut += len(all) - p.included
		p.index, err = index.pack(&p.names)
	}
	if err != nil {
		p.chunks.Close()
		return nil, err
	}
	return p, nil
}

// pack reads and renders chunks of cases side by side, as many at a time as there are
// processors for, up to that with which they are more than MaxBytes.
func (p *packed) pack(r *render.Report, all []entry, index *indexer, o Options) error {
	of, size := newDocuments(r, o, index.changes), 0
	for some := range slices.Chunk(all, casesPerChunk*min(runtime.GOMAXPROCS(0), maxAbreast)) {
		chunks := slices.Collect(slices.Chunk(some, casesPerChunk))
		cases, html, texts := make([][]pageCase, len(chunks)), make([][]string, len(chunks)), make([]string, len(chunks))
		err := tryAbreast(len(chunks), func(i int) (err error) {
			cases[i], err = read(chunks[i])
			return err
		})
		if err != nil {
			return err
		}
		clear(of.texts)
		for i := range cases {
			for _, c := range cases[i] {
				for _, trial := range c.trials {
					for k := range trial.Fields {
						p.names.fields.add(trial.Fields[k].Attribute)
					}
				}
			}
			of.read(cases[i])
		}
		err = tryAbreast(len(chunks), func(i int) (err error) {
			open := 0
			if i == 0 && p.included == 0 {
				open = openCases
			}
			if html[i], err = renderCases(r, cases[i], &p.names, of, open); err == nil {
				texts[i], err = pack(html[i])
			}
			return err
		})
		if err != nil {
			return err
		}
		for i, text := range texts {
			if size += len(text); size > o.MaxBytes && p.included > 0 {
				return nil
			}
			if p.included == 0 {
				for _, one := range html[i][:min(len(html[i]), staticCases)] {
					p.static = append(p.static, template.HTML(one)) // made by html/template
				}
			}
			if _, err := fmt.Fprintf(&p.chunks, "<script type=\"application/gzip\" id=\"chunk-%d\">%s</script>\n", p.included/casesPerChunk, text); err != nil {
				return err
			}
			for _, c := range cases[i] {
				p.there[caseKey{c.set, c.worst().ID}] = true
				index.add(c, &p.names.fields)
			}
			p.included += len(cases[i])
		}
	}
	return nil
}

// tryAbreast is [paired.Abreast] for functions that may fail. It returns the error of the lowest number.
func tryAbreast(n int, do func(int) error) error {
	errs := make([]error, n)
	paired.Abreast(n, func(i int) { errs[i] = do(i) })
	return cmp.Or(errs...)
}

// renderCases returns the HTML of cases, of which the first few are open unless they pass.
func renderCases(r *render.Report, cases []pageCase, names *filterNames, of *documents, open int) ([]string, error) {
	html := make([]string, len(cases))
	var b bytes.Buffer
	for i, c := range cases {
		b.Reset()
		view := newCaseView(r, c, names, of)
		view.Open = i < open && terminal.Rank(view.Worst.Verdict) < 2
		if err := page().ExecuteTemplate(&b, "case", view); err != nil {
			return nil, fmt.Errorf("case %q: %w", c.worst().ID, err)
		}
		html[i] = b.String()
	}
	return html, nil
}

// pack returns base64 of gzip of JSON, which no script element can be ended by.
func pack(v any) (string, error) {
	var b bytes.Buffer
	to := base64.NewEncoder(base64.StdEncoding, &b)
	zip, err := gzip.NewWriterLevel(to, gzip.BestSpeed)
	if err != nil {
		return "", err
	}
	text := json.NewEncoder(zip)
	text.SetEscapeHTML(false)
	if err := text.Encode(v); err != nil {
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
