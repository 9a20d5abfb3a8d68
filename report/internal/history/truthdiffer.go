package history

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// differ lists the changes of one case.
type differ struct {
	evaluator *eval.Evaluator
	names     fieldNames
	pairs     map[string][]eval.Pair // of rows, by the path of their array in the new truth
	outside   bool
	changes   []TruthChange
}

func (d differ) compare(old, new *truthLine) []TruthChange {
	// The rows of two truths are paired like the rows of an answer and its truth. If the evaluation fails, they are
	// paired like other items.
	if r, err := d.evaluator.Evaluate(context.Background(), old.truth, new.truth); err == nil && old.truth.Exists() && new.truth.Exists() {
		d.pairs = map[string][]eval.Pair{}
		for _, a := range r.Alignments {
			d.pairs[a.Path] = a.Pairs
		}
	}
	d.walk(nil, old.truth, new.truth)
	d.pairs, d.outside = nil, true
	d.walk(nil, old.others, new.others)
	return d.changes
}

func equal(a, b document.Value) bool {
	return a.Exists() == b.Exists() && string(a.AppendCanonical(nil)) == string(b.AppendCanonical(nil))
}

func (d *differ) walk(path document.Path, old, new document.Value) {
	switch {
	case equal(old, new):
	case old.Kind() == document.Object && new.Kind() == document.Object:
		for key, value := range old.LastMembers() {
			d.walk(append(slices.Clip(path), document.Key(key)), value, new.Member(key))
		}
		for key, value := range new.LastMembers() {
			if !old.Member(key).Exists() {
				d.walk(append(slices.Clip(path), document.Key(key)), document.Value{}, value)
			}
		}
	case old.Kind() == document.Array && new.Kind() == document.Array:
		d.items(path, old, new)
	default:
		d.add(path, old, new)
	}
}

// items compares two arrays.
func (d *differ) items(path document.Path, old, new document.Value) {
	paired, rows := d.pairs[showPath(path)]
	texts := allOf(old, document.String) && allOf(new, document.String)
	partner := make([]int, new.Len()) // in old, -1 for none
	for i := range partner {
		partner[i] = -1
	}
	taken := make([]bool, old.Len())
	for _, p := range paired {
		partner[p.Want], taken[p.Got] = p.Got, true
	}
	choose := func(same func(n, o int) bool) {
		for n := range partner {
			for o := 0; o < len(taken) && partner[n] < 0; o++ {
				if !taken[o] && same(n, o) {
					partner[n], taken[o] = o, true
				}
			}
		}
	}
	choose(func(n, o int) bool { return equal(old.Index(o), new.Index(n)) })
	if !rows && !texts {
		choose(func(int, int) bool { return true })
	}
	for n, o := range partner {
		place := append(slices.Clip(path), document.Item(n))
		if o < 0 {
			d.add(place, document.Value{}, new.Index(n))
		} else {
			d.walk(place, old.Index(o), new.Index(n))
		}
	}
	for o := range taken {
		if !taken[o] {
			d.add(append(slices.Clip(path), document.Item(o)), old.Index(o), document.Value{})
		}
	}
}

// allOf reports whether all items of an array have one kind.
func allOf(array document.Value, kind document.Kind) bool {
	for _, item := range array.Items() {
		if item.Kind() != kind {
			return false
		}
	}
	return true
}

func (d *differ) add(path document.Path, old, new document.Value) {
	c := TruthChange{Path: showPath(path), Beside: d.outside, Old: rawOf(old), New: rawOf(new)}
	c.Attribute = paths.General(c.Path)
	if !d.outside {
		c.Attribute = d.names.attribute(path, c.Attribute)
	}
	d.changes = append(d.changes, c)
}

func rawOf(v document.Value) json.RawMessage {
	if !v.Exists() {
		return nil
	}
	return slices.Clone(v.Raw())
}

func showPath(path document.Path) string {
	if len(path) == 0 {
		return paths.Document
	}
	return path.String()
}

// fieldNames are the fields of a spec, in its order.
type fieldNames []fieldName

// fieldName is a field: its place in truths, and its name in reports.
type fieldName struct {
	place document.Path
	name  string
}

func fieldNamesOf(spec *eval.Spec) fieldNames {
	if spec == nil {
		return nil
	}
	var all fieldNames
	all.add(spec.Fields, "", "")
	return all
}

func (n *fieldNames) add(fields []eval.Field, place, prefix string) {
	for _, f := range fields {
		location, text := paths.Join(place, cmp.Or(f.WantPath, f.Path)), paths.Join(prefix, f.Path)
		path, err := paths.ParseAttribute(cmp.Or(location, paths.Document))
		if err != nil {
			continue
		}
		*n = append(*n, fieldName{path, text})
		items, mark := f.Items()
		n.add(items, location+mark, text+mark)
		if f.Map != nil {
			member, _ := paths.ParseAttribute(paths.Members)
			*n = append(*n, fieldName{append(path[:len(path):len(path)], member...), text + paths.Members})
		}
	}
}

// attribute returns the attribute of a place in the truth. general is its path, with [] for each index.
func (n fieldNames) attribute(path document.Path, general string) string {
	best := -1
	for i := range n {
		if leads(n[i].place, path) && (best < 0 || len(n[i].place) > len(n[best].place)) {
			best = i
		}
	}
	if best < 0 {
		return general
	}
	rest := paths.General(path[len(n[best].place):].String())
	return paths.Join(n[best].name, rest)
}

// rank returns the number of the field that an attribute belongs to, len(n) for none.
func (n fieldNames) rank(attribute string) int {
	best := len(n)
	for i := range n {
		if (n[i].name == "" || paths.Covers(n[i].name, attribute)) && (best == len(n) || len(n[i].name) > len(n[best].name)) {
			best = i
		}
	}
	return best
}

// leads reports whether a field is at a place or above it.
func leads(field, path document.Path) bool {
	return len(field) <= len(path) && slices.EqualFunc(field, path[:len(field)], func(f, s document.Step) bool {
		return f.AllItems() && s.Bracket != f.AllMembers() || f.Key == s.Key
	})
}

// WriteTruths prints a log: the files, the counts with the ids, the changes of each case, and the table of fields.
func WriteTruths(w io.Writer, l *TruthLog, s view.Screen) error {
	var p view.Page
	for _, f := range []TruthFile{l.Old, l.New} {
		version := ""
		if f.Version != "" {
			version = " (" + terminal.DataVersion(f.Version) + ")"
		}
		p.Line("%s%s: %s, data hash %s", terminal.LineStart(f.Name), version, countTruths(f), f.DataHash)
	}
	if l.Old.Version != "" && l.Old.Version == l.New.Version && l.Old.DataHash != l.New.DataHash {
		p.Line("one version names different truths: give the changed ones another version")
	}
	p.Line("")
	if len(l.Added)+len(l.Removed)+len(l.Renamed)+len(l.Changed)+len(l.Rewritten) == 0 {
		p.Line("nothing changed")
	}
	listNames(&p, "added", l.Added)
	listNames(&p, "removed", l.Removed)
	var renamed []string
	for _, r := range l.Renamed {
		renamed = append(renamed, r.Old+" is now "+r.New)
	}
	listNames(&p, "renamed", renamed)
	listNames(&p, "rewritten, with the same values", l.Rewritten)
	if n := len(l.Changed); n > 0 {
		p.Line("%d changed, %d as before", n, l.Same)
	}
	for _, c := range l.Changed {
		p.Line("")
		p.Line("%s  %s → %s", terminal.LineStart(c.ID), terminal.Visible(c.Old), terminal.Visible(c.New))
		for _, change := range c.Changes {
			path := terminal.Excerpt(change.Path, terminal.MaxName)
			if change.Beside {
				path += " (beside the truth)"
			}
			p.Line("  %s  %s", path, valuesOf(change))
		}
	}
	l.table(&p)
	return p.Write(w, s)
}

func countTruths(f TruthFile) string {
	text := words.Plural(f.Truths, "truth")
	if more := f.Cases - f.Truths; more > 0 {
		text += " and " + words.Plural(more, "case") + " without a truth"
	}
	return text
}

func listNames(p *view.Page, subject string, names []string) {
	if len(names) == 0 {
		return
	}
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = terminal.Excerpt(name, 2*terminal.MaxName)
	}
	p.Line("%d %s: %s", len(names), subject, strings.Join(shown, ", "))
}

// valuesOf returns both values of a change.
func valuesOf(c TruthChange) string {
	switch {
	case c.Old == nil:
		return "added " + terminal.ShowValue(c.New, terminal.PathRunes).String()
	case c.New == nil:
		return "removed " + terminal.ShowValue(c.Old, terminal.PathRunes).String()
	}
	v := terminal.ShowValues(terminal.PathRunes, c.Old, c.New)
	return v[0].String() + " → " + v[1].String()
}

// table adds the counts by field.
func (l *TruthLog) table(p *view.Page) {
	t := view.TableOf([][]string{{"field", "cases", "changed", "added", "removed"}})
	for _, f := range l.Fields {
		row := view.Row{Cells: []view.Cell{view.Name(f.Attribute)}}
		for _, n := range []int{f.Cases, f.Changed, f.Added, f.Removed} {
			row.Cells = append(row.Cells, view.Count(float64(n)))
		}
		if f.Unnamed {
			row.Remark = "the spec does not name it"
		}
		t.Rows = append(t.Rows, row)
	}
	if len(t.Rows) > 0 {
		p.Line("")
		p.Add(t)
	}
}
