package markdown

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report/internal/render"
)

const (
	maxClassFields = 5
	maxClasses     = 10
	maxConfusions  = 5
)

// classes returns the largest confusions and a table of the classes of each field whose classes the spec declares. A field
// with recognised classes has one line, or none without confusions.
func (m markdown) classes(set *render.Set) string {
	var b strings.Builder
	shown := 0
	for i := range set.Summary.Classes {
		c := &set.Summary.Classes[i]
		if !terminal.HasClasses(c) || shown == maxClassFields {
			continue
		}
		shown++
		show := func(name string) string { return code(terminal.Excerpt(name, terminal.MaxName)) }
		numbers := terminal.ClassNumbers(c, set.Number)
		if !c.Declared {
			numbers = terminal.RecognisedClasses(c, set.Number, show)
		}
		fmt.Fprintf(&b, "\n**Classes of %s in %s**: %s\n\n", show(c.Attribute), code(m.r.NameOf(set)), numbers)
		if !c.Declared {
			continue
		}
		if top := terminal.TopNumbers(c, set.Number); top != "" {
			b.WriteString(strings.ToUpper(top[:1]) + top[1:] + "\n\n")
		}
		worst, more := terminal.WorstClasses(c, set.Number, maxClasses)
		var rows [][]string
		for _, r := range worst {
			rows = append(rows, []string{code(terminal.Excerpt(r.Name, terminal.MaxName)), render.Mean(r.Support), r.Precision.Value.String(), r.Recall.Value.String(), r.F1.Value.String(), r.F1.Interval()})
		}
		if more > 0 {
			rows = append(rows, []string{fmt.Sprintf("and %d with better F1", more)})
		}
		b.WriteString(table([]string{"class", ">support", ">precision", ">recall", ">F1", "interval"}, rows))
		b.WriteByte('\n')
		for _, line := range terminal.Confusions(c, maxConfusions, show) {
			b.WriteString("- " + line + "\n")
		}
	}
	return b.String()
}
