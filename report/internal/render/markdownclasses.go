package render

import (
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
)

const (
	maxClassFields = 5
	maxClasses     = 10
	maxConfusions  = 5
)

// classes returns the largest confusions and a table of the classes of each field whose classes the spec declares. A field
// with recognised classes has one line, or none without confusions.
func (m markdown) classes(set *Set) (blocks []view.Block) {
	shown := 0
	for i := range set.Summary.Classes {
		c := &set.Summary.Classes[i]
		if !terminal.HasClasses(c) || shown == maxClassFields {
			continue
		}
		shown++
		heading := view.Heading{Text: view.Plain("Classes of").With(view.Code(c.Attribute)...), Join: "in", Of: m.r.NameOf(set)}
		if !c.Declared {
			heading.Note = terminal.RecognisedClasses(c, set.Number, strings.Clone)
			heading.Note[0].Text = ": " + heading.Note[0].Text
			blocks = append(blocks, heading)
			continue
		}
		heading.Note = view.Plain(": " + terminal.ClassNumbers(c, set.Number))
		blocks = append(blocks, heading)
		if top := terminal.TopNumbers(c, set.Number); top != "" {
			blocks = append(blocks, view.Sentence{Text: view.Plain(strings.ToUpper(top[:1]) + top[1:])})
		}
		blocks = append(blocks, view.Filled(terminal.ClassTable(c, set.Number, maxClasses), view.List{Items: terminal.Confusions(c, maxConfusions, strings.Clone)})...)
	}
	return blocks
}
