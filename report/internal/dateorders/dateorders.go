// Package dateorders says by which orders two runs of a data set have read its dates.
package dateorders

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Other says, of the recorded specs of two runs, of which attributes they have read
// the dates in numbers by different orders, as the truths told each; where says which run the
// other one is: `"date" is read by order: dmy, and by the default order in old.jsonl`. It is ""
// where there is none.
func Other(spec, other json.RawMessage, where string) string {
	is, was := recorded(spec), recorded(other)
	var texts []string
	attributes := slices.Concat(slices.Sorted(maps.Keys(is)), slices.Sorted(maps.Keys(was)))
	slices.Sort(attributes)
	for _, attribute := range slices.Compact(attributes) {
		if is[attribute] != was[attribute] {
			texts = append(texts, fmt.Sprintf("%q is read by %s, and by %s in %s", attribute, orderText(is[attribute]), orderText(was[attribute]), where))
		}
	}
	return strings.Join(texts, "; ")
}

func recorded(text json.RawMessage) map[string]string {
	var spec struct {
		DateOrders map[string]string `json:"date_orders"`
	}
	if json.Unmarshal(text, &spec) != nil {
		return nil // a file may say anything
	}
	return spec.DateOrders
}

func orderText(order string) string {
	if order == "" {
		return "the default order"
	}
	return "order: " + order
}
