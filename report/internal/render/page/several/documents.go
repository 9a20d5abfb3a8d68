package several

import (
	"encoding/json"
	"fmt"
	"html/template"
	"net/url"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/report/internal/render/page"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// maxValueBytes bounds the values of documents in a page.
const maxValueBytes = 6 << 20

// keysView has the keys of a data set, its runs and its fields in addresses: "#set=invoices&field=total&system=large".
type keysView struct {
	set             string
	systems, fields []string
}

// href returns the address of the documents that the keys and values in pairs select, or "" if the page does not have them.
func (k *keysView) href(pairs ...string) template.URL {
	if k.set == "" {
		return ""
	}
	b := strings.Builder{}
	b.WriteString("#set=" + url.QueryEscape(k.set))
	for i := 0; i < len(pairs); i += 2 {
		b.WriteString("&" + pairs[i] + "=" + url.QueryEscape(pairs[i+1]))
	}
	return template.URL(b.String())
}

// newKeys returns the keys of a data set; set is the key of the data set itself. The keys are empty if the page does
// not have the documents, for example if there are more systems or fields than [page.Keys] has keys for.
func newKeys(r *compare.Report, s *compare.Set, set string) *keysView {
	if s.Documents == nil {
		return &keysView{}
	}
	var systems, fields []string
	for _, i := range s.Compared {
		systems = append(systems, r.Columns[i].Name)
	}
	for _, f := range s.Documents.Fields {
		fields = append(fields, fieldName(f))
	}
	for _, q := range s.Documents.Spent {
		fields = append(fields, spentName(q))
	}
	k := &keysView{set, page.Keys(systems), page.Keys(fields)}
	if len(k.systems) < len(systems) || len(k.fields) < len(fields) {
		return &keysView{}
	}
	return k
}

func fieldName(r *compare.Row) string {
	if r.Items {
		return r.Name + " items"
	}
	return r.Name
}

// spentName is the name of a quantity among the fields of documents.
func spentName(q usage.Quantity) string {
	if q == usage.Latency {
		return string(q)
	}
	return string(q) + " per case"
}

// ofRow returns the address of the documents in which run n is wrong in a row: of a class, in its field. For a measure
// it is the address of all documents of the run.
func (k *keysView) ofRow(s *compare.Set, row *compare.Row, n int) template.URL {
	if k.set == "" {
		return ""
	}
	switch row.Kind {
	case report.KindAverage:
		return k.href("show", "wrong", "system", k.systems[n])
	case runs.KindRate:
		return k.href("show", "failed", "system", k.systems[n])
	}
	if !row.Hypothesis() {
		return k.href("show", "all", "system", k.systems[n])
	}
	for i, f := range s.Documents.Fields {
		if f == row || row.Kind == report.KindClass && strings.HasPrefix(row.Name, f.Name+"=") {
			return k.href("field", k.fields[i], "show", "wrong", "system", k.systems[n])
		}
	}
	return ""
}

// ofUsage returns the address of all documents, ordered by the amount that run n spent, the largest first.
func (k *keysView) ofUsage(s *compare.Set, row *compare.UsageRow, n int) template.URL {
	if k.set == "" {
		return ""
	}
	for i, q := range s.Documents.Spent {
		if q == row.Quantity {
			return k.href("field", k.fields[len(s.Documents.Fields)+i], "show", "all", "system", k.systems[n])
		}
	}
	return ""
}

// documentsView is the data of the script: the documents of a data set.
type documentsView struct {
	Key     string   `json:"key"`
	Systems []string `json:"systems"` // keys
	Fields  []string `json:"fields"`  // keys of the fields, then of the quantities spent
	Spent   int      `json:"spent"`   // the number of quantities at the end of Fields
	// Notes name the documents and values that the page leaves out.
	Documents []documentView `json:"documents"`
	Notes     []string       `json:"notes"`
}

type documentView struct {
	ID      string    `json:"id"`
	Key     string    `json:"key"`
	Differs int       `json:"differs"`
	Answers []string  `json:"answers"` // "pass", "fail", "error: …", by system
	Marks   []string  `json:"marks"`   // of the fields, by system: r right, w wrong, u unknown, - without a value
	Spent   [][][]any `json:"spent"`   // by system and quantity: the number and its text, empty for none
	// Values has an entry [field, more, leaf, leaf ...] for each field. A leaf is [path, truth, value ...], and a value "r…", "w…" or
	// "-…". Values is nil if the page does not have them.
	Values [][]any `json:"values"`
}

var marks = map[compare.Mark]byte{compare.NoValue: '-', compare.Right: 'r', compare.Mistaken: 'w', compare.Unknown: 'u'}

// newDocumentsView returns the data of a set; room is the number of bytes that values may still take.
func newDocumentsView(s *compare.Set, keys *keysView, room *int) *documentsView {
	d := s.Documents
	v := &documentsView{Key: keys.set, Systems: keys.systems, Fields: keys.fields, Spent: len(d.Spent), Documents: []documentView{}, Notes: []string{}}
	valued := 0
	for k := range d.All {
		doc := &d.All[k]
		target := documentView{ID: terminal.Excerpt(doc.ID, terminal.MaxName), Key: page.CaseKey(doc.ID), Differs: doc.Disagreement}
		for _, i := range s.Compared {
			text := doc.Answers[i].Text()
			if doc.Answers[i].Failed > 0 && doc.Answers[i].Error != "" {
				text += ": " + terminal.Excerpt(doc.Answers[i].Error, terminal.MaxCharacters)
			}
			target.Answers = append(target.Answers, text)
			row := make([]byte, len(doc.Marks[i]))
			for f, m := range doc.Marks[i] {
				row[f] = marks[m]
			}
			target.Marks = append(target.Marks, string(row))
			target.Spent = append(target.Spent, spentOf(doc.Spent[i], d.Spent))
		}
		if doc.Valued && *room > 0 && valued == k {
			target.Values = valuesOf(s, doc)
			text, _ := json.Marshal(target.Values) // has no error: these are texts and numbers
			*room -= len(text)
			valued++
		}
		v.Documents = append(v.Documents, target)
	}
	if n := d.More; n > 0 {
		v.Notes = append(v.Notes, fmt.Sprintf("%s left out of this page, on %d of which the systems differ, less than on any other; every number above counts them.", words.Plural(n, "document"), d.MoreDiffer))
	}
	if valued < len(d.All) {
		v.Notes = append(v.Notes, fmt.Sprintf("The values of the first %s, by how much the systems differ, are in this page; of the others it says right or wrong.", words.Plural(valued, "document")))
	}
	return v
}

func spentOf(spent []report.Ratio, quantities []usage.Quantity) (all [][]any) {
	all = [][]any{}
	for k, v := range spent {
		if !v.Defined {
			all = append(all, []any{})
			continue
		}
		all = append(all, []any{v.Value, quantities[k].Text(v.Value)})
	}
	return all
}

// valuesOf returns the values of a document.
func valuesOf(s *compare.Set, doc *compare.Document) [][]any {
	all := [][]any{}
	for _, caseValues := range doc.Values {
		values := []any{caseValues.Field, caseValues.More}
		for _, leaf := range caseValues.Shown {
			texts := []string{terminal.Excerpt(leaf.Path, terminal.MaxName), terminal.Excerpt(leaf.WantText(), terminal.MaxCharacters)}
			for _, i := range s.Compared {
				class := "w"
				switch o := leaf.Got[i].Outcome; {
				case o == 0:
					class = "-"
				case o.Hit():
					class = "r"
				}
				texts = append(texts, class+terminal.Excerpt(compare.GotText(leaf.Got[i]), terminal.MaxCharacters))
			}
			values = append(values, texts)
		}
		all = append(all, values)
	}
	return all
}
