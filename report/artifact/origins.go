package artifact

import (
	"errors"
	"fmt"
	"math"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics/compare/source"
	"github.com/extracteval/extracteval/report"
)

// origins reads those of a case. Origins of a later version are skipped.
func origins(key, value gjson.Result) (rows []report.OriginRow, err error) {
	if err := wantList(key, value); err != nil {
		return nil, err
	}
	rows = []report.OriginRow{}
	value.ForEach(func(_, item gjson.Result) bool {
		if err = wantObject(key, item); err != nil {
			return false
		}
		var row report.OriginRow
		keys := keyCheck{known: originKeys}
		item.ForEach(func(key, value gjson.Result) bool {
			if err = keys.add(key.Str); err != nil {
				return false
			}
			switch key.Str {
			case "attribute":
				row.Attribute, err = text(key, value)
			case "misread":
				row.Misread, err = count(key, value)
			case "picked":
				row.Picked, err = count(key, value)
			case "made_up":
				row.MadeUp, err = count(key, value)
			case "overlooked":
				row.Overlooked, err = count(key, value)
			case "not_in_source":
				row.NotInSource, err = count(key, value)
			}
			return err == nil
		})
		rows = append(rows, row)
		return err == nil
	})
	return rows, err
}

// checkOrigins rejects what a summary could not add up.
func checkOrigins(rows []report.OriginRow) error {
	for _, row := range rows {
		if row.Attribute == "" {
			return errors.New("a row of origins has no attribute")
		}
		for _, of := range source.Origins() {
			if n := row.Of(of); n < 0 || n > math.MaxInt32 {
				return fmt.Errorf("%s of %q is %d, want 0 to 2^31-1", of, row.Attribute, n)
			}
		}
	}
	return nil
}
