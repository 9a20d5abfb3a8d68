package artifact

import (
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/report"
)

// measures reads those of a case.
func measures(key, value gjson.Result) ([]report.Measured, error) {
	return readList(key, value, measuredKeys, func(m *report.Measured, key, value gjson.Result) (err error) {
		switch key.Str {
		case "name":
			m.Name, err = text(key, value)
		case "sum":
			m.Sum, err = number(key, value)
		case "weight":
			m.Weight, err = number(key, value)
		}
		return err
	})
}

func number(key, value gjson.Result) (float64, error) {
	r, err := ratio(key, value)
	return r.Value, err
}

// checkMeasures rejects what a summary could not add up.
func checkMeasures(all []report.Measured) error {
	seen := make(map[string]bool, len(all))
	for _, m := range all {
		if err := m.Validate(); err != nil {
			return err
		}
		if seen[m.Name] {
			return fmt.Errorf("measure %q is there twice", m.Name)
		}
		seen[m.Name] = true
	}
	return nil
}
