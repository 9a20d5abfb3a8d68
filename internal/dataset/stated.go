package dataset

import "github.com/extracteval/extracteval/metrics/document"

// StatedValues returns the values of a truth, each with its attribute, for [CopyFinder.Add].
func StatedValues(truth document.Value) []string { return stated(nil, "", truth) }

func stated(dst []string, place string, v document.Value) []string {
	switch v.Kind() {
	case document.Object:
		for key, member := range v.LastMembers() {
			dst = stated(dst, place+"."+key, member)
		}
	case document.Array:
		for _, item := range v.Items() {
			dst = stated(dst, place+"[]", item)
		}
	default:
		if !v.Empty() {
			dst = append(dst, place+"="+v.RawText())
		}
	}
	return dst
}
