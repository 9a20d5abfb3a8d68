package words

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// OtherDateOrders compares the recorded specs of two runs. It names the attributes whose dates the runs have read by
// different orders, and calls the run of the other spec where: `"date" is read by order: dmy, and by the default order
// in old.jsonl`. It returns "" when all orders are equal.
func OtherDateOrders(spec, other json.RawMessage, where string) string {
	is, was := dateOrders(spec), dateOrders(other)
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

func dateOrders(text json.RawMessage) map[string]string {
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
