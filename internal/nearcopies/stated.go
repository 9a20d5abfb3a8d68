package nearcopies

import "github.com/extracteval/extracteval/metrics/document"

// Stated returns the values of a truth, each with its attribute, for [Finder.Add].
func Stated(truth document.Value) []string { return stated(nil, "", truth) }

func stated(to []string, at string, v document.Value) []string {
	switch v.Kind() {
	case document.Object:
		for key, member := range v.LastMembers() {
			to = stated(to, at+"."+key, member)
		}
	case document.Array:
		for _, item := range v.Items() {
			to = stated(to, at+"[]", item)
		}
	default:
		if !v.Empty() {
			to = append(to, at+"="+v.RawText())
		}
	}
	return to
}
