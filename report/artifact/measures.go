package artifact

import (
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/report"
)

// measures reads those of a case.
func measures(key, value gjson.Result) (all []report.Measured, err error) {
	if err := wantList(key, value); err != nil {
		return nil, err
	}
	all = []report.Measured{}
	value.ForEach(func(_, item gjson.Result) bool {
		if err = wantObject(key, item); err != nil {
			return false
		}
		var m report.Measured
		keys := keyCheck{known: measuredKeys}
		item.ForEach(func(key, value gjson.Result) bool {
			if err = keys.add(key.Str); err != nil {
				return false
			}
			switch key.Str {
			case "name":
				m.Name, err = text(key, value)
			case "sum":
				m.Sum, err = number(key, value)
			case "weight":
				m.Weight, err = number(key, value)
			}
			return err == nil
		})
		all = append(all, m)
		return err == nil
	})
	return all, err
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
