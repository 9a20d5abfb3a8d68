package traits

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/condition"
	"github.com/extracteval/extracteval/report"
)

// Condition is a slice of the cases, such as the slice of a limit.
type Condition struct{ condition.Condition }

// Parse reads the text of a slice, as [report.Limit] has it: "vendor=acme", "rows of lines>=40".
func Parse(slice string) (Condition, error) {
	c, err := condition.Parse(slice)
	if err != nil {
		return Condition{}, fmt.Errorf("slice %q: %w", slice, err)
	}
	return Condition{c}, nil
}

// Holds reports whether a case is in the slice. A case without the tag or the trait is not in it. A list has 0 rows if
// the record has its attribute and the truth has no value of it, even if [Of] cannot tell that it is a list. A
// skipped case is in no computed slice, and no case is in the zero Condition.
func (c Condition) Holds(of *report.Case) bool {
	if !c.Computed {
		value, ok := of.Tags[c.Name]
		return ok && value == c.Text && c.Name != ""
	}
	if of.Status == report.Skipped {
		return false
	}
	if c.IsNumber() {
		value, ok := c.number(of)
		return ok && c.Takes(value)
	}
	value, ok := c.kind(of)
	return ok && value == c.Text
}

func (c Condition) number(of *report.Case) (float64, bool) {
	path, ok := strings.CutPrefix(c.Name, condition.Of(condition.Rows, ""))
	if !ok {
		return number(of, c.Name)
	}
	for i := range of.Counts {
		row := &of.Counts[i]
		if name, ok := list(row); ok && name == path {
			return rows(row), true
		}
		if row.Attribute == path {
			value, ok := presence(of, row)
			return 0, ok && value == condition.No
		}
	}
	return 0, false
}

func (c Condition) kind(of *report.Case) (string, bool) {
	if field, ok := strings.CutPrefix(c.Name, condition.Of(condition.Presence, "")); ok {
		for i := range of.Counts {
			if row := &of.Counts[i]; row.Attribute == field {
				return presence(of, row)
			}
		}
		return "", false
	}
	if field, ok := strings.CutPrefix(c.Name, condition.Of(condition.Class, "")); ok {
		for i := range of.Classes {
			if p := &of.Classes[i]; p.Attribute == field && hasClass(of, p) {
				return p.Want, true
			}
		}
	}
	value := kind(of, c.Name)
	return value, value != ""
}
