package changes

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
)

// WriteText prints a log: the files, the counts with the ids, the changes of each case, and the table of fields.
func WriteText(w io.Writer, l *Log, o terminal.Options) error {
	var b strings.Builder
	for _, f := range []File{l.Old, l.New} {
		version := ""
		if f.Version != "" {
			version = " (" + terminal.DataVersion(f.Version) + ")"
		}
		fmt.Fprintf(&b, "%s%s: %s, data hash %s\n", terminal.LineStart(f.Name), version, truths(f), f.DataHash)
	}
	if l.Old.Version != "" && l.Old.Version == l.New.Version && l.Old.DataHash != l.New.DataHash {
		b.WriteString("one version names different truths: give the changed ones another version\n")
	}
	b.WriteByte('\n')
	if len(l.Added)+len(l.Removed)+len(l.Renamed)+len(l.Changed)+len(l.Rewritten) == 0 {
		b.WriteString("nothing changed\n")
	}
	list(&b, "added", l.Added)
	list(&b, "removed", l.Removed)
	var renamed []string
	for _, r := range l.Renamed {
		renamed = append(renamed, r.Old+" is now "+r.New)
	}
	list(&b, "renamed", renamed)
	list(&b, "rewritten, with the same values", l.Rewritten)
	if n := len(l.Changed); n > 0 {
		fmt.Fprintf(&b, "%d changed, %d as before\n", n, l.Same)
	}
	for _, c := range l.Changed {
		fmt.Fprintf(&b, "\n%s  %s → %s\n", terminal.LineStart(c.ID), terminal.Visible(c.Old), terminal.Visible(c.New))
		for _, change := range c.Changes {
			path := terminal.Excerpt(change.Path, terminal.MaxName)
			if change.Beside {
				path += " (beside the truth)"
			}
			fmt.Fprintf(&b, "  %s  %s\n", path, values(change))
		}
	}
	l.table(&b, o)
	_, err := io.WriteString(w, b.String())
	return err
}

func truths(f File) string {
	text := words.Plural(f.Truths, "truth")
	if more := f.Cases - f.Truths; more > 0 {
		text += " and " + words.Plural(more, "case") + " without a truth"
	}
	return text
}

func list(b *strings.Builder, what string, names []string) {
	if len(names) == 0 {
		return
	}
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = terminal.Excerpt(name, 2*terminal.MaxName)
	}
	fmt.Fprintf(b, "%d %s: %s\n", len(names), what, strings.Join(shown, ", "))
}

// values returns both values of a change.
func values(c Change) string {
	switch {
	case c.Old == nil:
		return "added " + terminal.ShowValue(c.New, terminal.PathRunes).String()
	case c.New == nil:
		return "removed " + terminal.ShowValue(c.Old, terminal.PathRunes).String()
	}
	v := terminal.ShowValues(terminal.PathRunes, c.Old, c.New)
	return v[0].String() + " → " + v[1].String()
}

// table prints the counts by field.
func (l *Log) table(b *strings.Builder, o terminal.Options) {
	rows := [][]string{{"field", "cases", "changed", "added", "removed"}}
	number := func(n int) string {
		if n == 0 {
			return "·"
		}
		return strconv.Itoa(n)
	}
	for _, f := range l.Fields {
		row := []string{terminal.Visible(f.Attribute), number(f.Cases), number(f.Changed), number(f.Added), number(f.Removed)}
		if f.Unnamed {
			row = append(row, "the spec does not name it")
		}
		rows = append(rows, row)
	}
	if len(rows) > 1 {
		b.WriteByte('\n')
		terminal.Table{Rows: rows}.Write(b, o)
	}
}
