package spectext

import (
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// ClusterTag reads the cluster of a spec. A blank cluster is an error, since it would silently join no cases.
func (e *Entry) ClusterTag() string {
	m, ok := e.Typed("cluster", document.String)
	if !ok {
		return ""
	}
	if strings.TrimSpace(m.Value.Text) == "" {
		e.MemberErrorf(&m, "it is empty; name the tag, or the key of the truths, whose values join cases, or leave it out")
	}
	return m.Value.Text
}

// DateOrders reads the date_orders of a spec.
func (e *Entry) DateOrders() map[string]string {
	m, _ := e.Typed("date_orders", document.Object)
	orders := map[string]string{}
	each := NewEntry(e.Problems, "date_orders", &m.Value)
	for _, member := range m.Value.Members {
		orders[member.Key] = each.Text(member.Key)
	}
	return orders
}

// AsksForLenientPaths reports whether lenient_paths is set. The reader must know it before it reads the first path.
func (e *Entry) AsksForLenientPaths() bool {
	yes := func(m Member) bool {
		return m.Key == "lenient_paths" && m.Value.Kind == document.Bool && m.Value.Text == "true"
	}
	return slices.ContainsFunc(e.Left, func(m Member) bool {
		return yes(m) || (m.Key == "evaluators" || m.Key == "assertions") && slices.ContainsFunc(m.Value.Items, func(v Value) bool {
			return slices.ContainsFunc(v.Members, yes)
		})
	})
}

// fieldKeys are the keys that a field reads before its comparator does.
var fieldKeys = [...]string{"path", "expected_path", "match", "weight", "required", "optional", "unscored", "zero_is_empty", "absent", "absent_words", "decides"}

// WriteMatch writes a comparator with its options among the keys of the field. If an option has the name of a key of
// the field, it writes the comparator and its options in an object of their own, under "match".
func WriteMatch(c compare.Comparator) ([]byte, error) {
	text, err := WriteComparator(c)
	if err != nil {
		return nil, err
	}
	v, err := document.Parse(text)
	if err != nil {
		return nil, err
	}
	for key := range v.Members() {
		if key != "match" && slices.Contains(fieldKeys[:], key) {
			return slices.Concat([]byte(`{"match":`), text, []byte(`}`)), nil
		}
	}
	return text, nil
}
