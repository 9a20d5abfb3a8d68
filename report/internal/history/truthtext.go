package history

import (
	"io"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
)

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
