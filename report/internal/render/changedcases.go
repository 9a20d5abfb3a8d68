package render

import (
	"fmt"

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
	// Case returns the address of a case, and Cases that of all cases of a kind, "" for none.
	Case, Cases func(string) string
}

// Blocks returns the measures and the usage of cases, and then a list of the cases of each kind.
func (c ChangedCases) Blocks() []view.Block {
	blocks := c.Beside("delta=change", "interval", "n=cases")
	for _, kind := range []struct {
		title, name string
		worse       bool
		diff.Changes
	}{{"Newly broken", "broken", true, c.Broken}, {"Regressed", "regressed", true, c.Regressed}, {"Fixed", "fixed", false, c.Fixed}, {"Improved", "improved", false, c.Improved}} {
		var items []view.Text
		for i := range kind.Changes.Cases {
			items = append(items, c.item(kind.Changes.Cases[i].ID, c.Values(&kind.Changes.Cases[i])))
		}
		blocks = append(blocks, c.list(kind.title, kind.name, kind.worse, kind.Total(), items)...)
	}
	for _, kind := range []struct {
		title, name string
		diff.Names
	}{{"Disappeared", "", c.Disappeared}, {"Appeared", "appeared", c.Appeared}} {
		var items []view.Text
		for _, id := range kind.Names.Names {
			items = append(items, c.item(id, nil))
		}
		blocks = append(blocks, c.list(kind.title, kind.name, false, kind.Total(), items)...)
	}
	return blocks
}

func (c ChangedCases) item(id string, values view.Text) view.Text {
	name := view.Code(id)
	name[0].Link = c.Case(id)
	if len(values) > 0 && !values[0].Break {
		name[0].Tail = ":"
	}
	return name.With(values...)
}

// list returns the cases of a kind, nothing for none. items are the first of total cases.
func (c ChangedCases) list(title, kind string, open bool, total int, items []view.Text) []view.Block {
	if total == 0 {
		return nil
	}
	fold := view.Fold{Class: "group", Open: open && c.Open, Summary: view.Plain(fmt.Sprintf("%s: %s", title, words.Plural(total, "case")))}
	for _, item := range items {
		if kind != "" && item[0].Link != "" {
			fold.Blocks = []view.Block{view.Sentence{Text: view.Text{{Text: "List these cases", Link: c.Cases(kind)}}}}
			break
		}
	}
	list := view.List{Class: "changed", Items: items[:min(len(items), c.Most)]}
	fold.Blocks = append(fold.Blocks, view.Filled(list.And(total-len(list.Items)))...)
	return []view.Block{fold}
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
