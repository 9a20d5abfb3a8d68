package render

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// ChangedCases makes the blocks on the cases of a data set in two runs, for all surfaces.
type ChangedCases struct {
	*diff.Set
	// Most is how many cases of a kind are listed, and Open says that those that are worse are open.
	Most int
	Open bool
	// Values returns what stands behind the name of a case.
	Values func(*diff.CaseChange) view.Text
	// Case returns the address of a case, and Cases the address of all cases of a kind, "" for none.
	Case, Cases func(string) string
}

// Blocks returns the measures and the usage of cases, and then a list of the cases of each kind.
func (c ChangedCases) Blocks() []view.Block {
	blocks := c.Beside("delta=change", "interval", "n=cases")
	for _, l := range c.CaseLists() {
		if l.Total() == 0 {
			continue
		}
		title := strings.ToUpper(l.Kind[:1]) + l.Kind[1:]
		fold := view.Fold{Class: "group", Open: l.Worse && c.Open, Summary: view.Plain(fmt.Sprintf("%s: %s", title, words.Plural(l.Total(), "case")))}
		list, linked := view.List{Class: "changed"}, false
		for i := range l.Cases[:min(len(l.Cases), c.Most)] {
			name, values := view.Code(l.Cases[i].ID), c.Values(&l.Cases[i])
			name[0].Link = c.Case(l.Cases[i].ID)
			linked = linked || name[0].Link != ""
			if len(values) > 0 && !values[0].Break {
				name[0].Tail = ":"
			}
			list.Items = append(list.Items, name.With(values...))
		}
		if linked && l.Kind != "disappeared" {
			fold.Blocks = []view.Block{view.Sentence{Text: view.Text{{Text: "List these cases", Link: c.Cases(l.Kind)}}}}
		}
		fold.Blocks = append(fold.Blocks, view.Filled(list.And(l.Total()-len(list.Items)))...)
		blocks = append(blocks, fold)
	}
	return blocks
}

// Notes returns the warnings of a comparison, such as a changed spec, changed truths or changed documents. It leaves
// out the warnings that a change has too few cases: the rows of the changes say so.
func Notes(warnings []diff.Warning) []view.Block {
	var texts []string
	for _, w := range warnings {
		if w.Kind != diff.FewCases {
			texts = append(texts, w.Message)
		}
	}
	shown := min(len(texts), maxFields)
	return view.Filled(compare.Notes(texts[:shown]).And(len(texts) - shown))
}
