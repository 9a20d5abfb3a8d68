package spectext

import (
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
)

// FieldAccuracy is the type of an evaluator that has fields.
const FieldAccuracy = "field_accuracy"

// evaluatorTypes are the types of evaluators that are other names for fields: the type, the match of the field, and the
// keys that stand for keys of the field.
var evaluatorTypes = [...]struct {
	name, match string
	keys        [][2]string // evaluator key, field key; the key of the path first
}{
	{"line_items", MatchList, [][2]string{{"line_items_path", "path"}, {"expected_line_items_path", "expected_path"}}},
	{"iou_score", "box", [][2]string{{"bbox_path", "path"}, {"expected_bbox_path", "expected_path"}}},
	{"coordinate_distance", "point", [][2]string{{"point_path", "path"}, {"expected_point_path", "expected_path"}, {"threshold", "max"}}},
}

// TypeName returns the type of an evaluator with underscores in place of dashes.
func TypeName(text string) string { return strings.ReplaceAll(text, "-", "_") }

// EvaluatorType translates an entry with a type in place of a match. It returns the key of its
// path, and false for an unknown type.
func (e *Entry) EvaluatorType() (pathKey string, ok bool) {
	if e.Has("match") || !e.Has("type") {
		return "path", true // with a match, it may be an option of a comparator of the user's
	}
	e.Text("name") // a name is for people alone
	typ, ok := e.Typed("type", document.String)
	if !ok {
		return "", false
	}
	name := TypeName(typ.Value.Text)
	names := []string{FieldAccuracy}
	for _, t := range evaluatorTypes {
		names = append(names, t.name)
		if t.name != name {
			continue
		}
		for _, k := range t.keys {
			e.Rename(k[0], k[1])
		}
		typ.Key, typ.Value.Text = "match", t.match
		e.Left = append(e.Left, typ)
		if t.match == MatchList && (e.Has("match_fields") || e.Has("by")) && !e.Has("threshold") { // AgentV pairs no items below it
			e.Left = append(e.Left, Member{"threshold", "threshold", typ.At, Value{At: typ.At, Kind: document.Number, Text: strconv.FormatFloat(StatedThreshold, 'f', -1, 64)}})
		}
		return t.keys[0][0], true
	}
	if name == FieldAccuracy {
		e.MemberErrorf(&typ, "%s has fields of its own; write it under evaluators", FieldAccuracy)
	} else {
		e.MemberErrorf(&typ, "unknown value %q; valid are %s%s", Shorten(typ.Value.Text), strings.Join(names, ", "), e.DidYouMean(typ.Value.Text, names))
	}
	return "", false
}
