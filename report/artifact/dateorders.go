package artifact

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics/sorted"
	"github.com/extracteval/extracteval/report"
)

// OtherDateOrders says of which attributes a run of a data set and another one have read
// the dates in numbers by different orders, as the truths told each; where says which run the
// other one is: `"date" is read by order: dmy, and by the default order in old.jsonl`. It is ""
// where there is none.
func OtherDateOrders(d, other report.Dataset, where string) string {
	is, was := dateOrders(d), dateOrders(other)
	var texts []string
	attributes := slices.Concat(sorted.Keys(is), sorted.Keys(was))
	slices.Sort(attributes)
	for _, attribute := range slices.Compact(attributes) {
		if is[attribute] != was[attribute] {
			texts = append(texts, fmt.Sprintf("%q is read by %s, and by %s in %s", attribute, orderText(is[attribute]), orderText(was[attribute]), where))
		}
	}
	return strings.Join(texts, "; ")
}

func dateOrders(d report.Dataset) map[string]string {
	var spec struct {
		DateOrders map[string]string `json:"date_orders"`
	}
	if json.Unmarshal(d.Spec, &spec) != nil {
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
