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
func origins(key, value gjson.Result) ([]report.OriginRow, error) {
	return readList(key, value, originKeys, func(row *report.OriginRow, key, value gjson.Result) (err error) {
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
		return err
	})
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
