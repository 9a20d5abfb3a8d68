package traits

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/report"
)

// Condition is a slice of the cases, such as the slice of a limit.
type Condition struct{ dataset.Condition }

// Parse reads the text of a slice, as [report.Limit] has it: "vendor=acme", "rows of lines>=40".
func Parse(slice string) (Condition, error) {
	c, err := dataset.ParseCondition(slice)
	if err != nil {
		return Condition{}, fmt.Errorf("slice %q: %w", slice, err)
	}
	return Condition{c}, nil
}

// Holds reports whether a case is in the slice. A case without the tag or the trait is not in it. A list has 0 rows if
// the record has its attribute and the truth has no value of it, even if [Of] cannot tell that it is a list. A
// skipped case is in no computed slice, and no case is in the zero Condition.
func (c Condition) Holds(record *report.Case) bool {
	if !c.Computed {
		value, ok := record.Tags[c.Name]
		return ok && value == c.Text && c.Name != ""
	}
	if record.Status == report.Skipped {
		return false
	}
	if c.IsNumber() {
		value, ok := c.number(record)
		return ok && c.Takes(value)
	}
	value, ok := c.kindOf(record)
	return ok && value == c.Text
}

func (c Condition) number(record *report.Case) (float64, bool) {
	path, ok := strings.CutPrefix(c.Name, dataset.MeasureOf(dataset.Rows, ""))
	if !ok {
		return number(record, c.Name)
	}
	for i := range record.Counts {
		row := &record.Counts[i]
		if name, ok := listPath(row); ok && name == path {
			return rowCount(row), true
		}
		if row.Attribute == path {
			value, ok := presence(record, row)
			return 0, ok && value == dataset.No
		}
	}
	return 0, false
}

func (c Condition) kindOf(record *report.Case) (string, bool) {
	if field, ok := strings.CutPrefix(c.Name, dataset.MeasureOf(dataset.Presence, "")); ok {
		for i := range record.Counts {
			if row := &record.Counts[i]; row.Attribute == field {
				return presence(record, row)
			}
		}
		return "", false
	}
	if field, ok := strings.CutPrefix(c.Name, dataset.MeasureOf(dataset.Class, "")); ok {
		for i := range record.Classes {
			if p := &record.Classes[i]; p.Attribute == field && hasClass(record, p) {
				return p.Want, true
			}
		}
	}
	value := kindIn(record, c.Name)
	return value, value != ""
}
