package spectext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Limits of a spec file, far beyond any real one. They bound the cost of a hostile file.
const (
	MaxSize       = 1 << 20 // bytes
	maxSpecDepth  = 100     // nested lists and objects
	maxSpecValues = 100_000 // values, counted again each time that an alias repeats them
)

// The values of match for fields that are not leaves.
const (
	MatchList     = "list"
	MatchSet      = "set"
	MatchMap      = "map"
	MatchSections = "sections"
)

// Position is a place in a spec file, from 1; columns count code points. Struct tags have the zero
// position.
type Position struct{ Line, Column int }

// Value is one value as a spec file or a struct tag writes it.
type Value struct {
	At      Position
	Kind    document.Kind
	Text    string  // of a string; the JSON text of a number or bool
	Items   []Value // of an array
	Members []Member
}

type Member struct {
	Key   string // as the reader of specs knows it
	As    string // as the file has it: "match_fields" for the key "by"
	At    Position
	Value Value
}

// Member returns the member of an object that has the key, nil when none has.
func (v *Value) Member(key string) *Member {
	for i := range v.Members {
		if v.Members[i].Key == key {
			return &v.Members[i]
		}
	}
	return nil
}

// AppendJSON appends v as JSON text.
func (v *Value) AppendJSON(dst []byte) []byte {
	switch v.Kind {
	case document.Array:
		dst = append(dst, '[')
		for i := range v.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = v.Items[i].AppendJSON(dst)
		}
		return append(dst, ']')
	case document.Object:
		return AppendObject(dst, v.Members)
	case document.String:
		return appendString(dst, v.Text)
	case document.Null:
		return append(dst, "null"...)
	}
	return append(dst, v.Text...)
}

// Inside returns the position of the character of v at an offset, in code points. If the file writes v on several lines
// or with escapes, exact is false, and the position is where v begins.
func Inside(data []byte, v Value, offset int) (position Position, exact bool) {
	data = files.WithoutMark(data)
	for line := 1; line < v.At.Line; line++ {
		_, data, _ = bytes.Cut(data, []byte{'\n'})
	}
	data, _, _ = bytes.Cut(data, []byte{'\n'})
	column := v.At.Column
	text := []rune(string(data))
	if column < 1 || column > len(text) {
		return v.At, false
	}
	text = text[column-1:]
	if text[0] == '"' || text[0] == '\'' {
		text, column = text[1:], column+1
	}
	if !strings.HasPrefix(string(text), v.Text) {
		return v.At, false
	}
	return Position{v.At.Line, column + offset}, true
}

func AppendObject(dst []byte, members []Member) []byte {
	dst = append(dst, '{')
	for i := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendString(dst, members[i].Key), ':')
		dst = members[i].Value.AppendJSON(dst)
	}
	return append(dst, '}')
}

func appendString(dst []byte, s string) []byte {
	quoted, _ := json.Marshal(s) // a string always marshals
	return append(dst, quoted...)
}

// Brief describes v in an error: its type and the beginning of a scalar.
func (v *Value) Brief() string {
	switch v.Kind {
	case document.Number, document.Bool:
		return v.Kind.String() + " " + Shorten(v.Text)
	case document.String:
		return fmt.Sprintf("string %q", Shorten(v.Text))
	}
	return v.Kind.String()
}

// Shorten bounds a text of a spec or a truth in a message, and keeps control characters out of it.
func Shorten(s string) string { return words.Shorten(s, 60) }

// checked returns a text without its byte order mark.
func checked(data []byte) ([]byte, error) {
	if len(data) > MaxSize {
		return nil, &Error{Problem: fmt.Sprintf("the file has %d bytes, more than the %d that a spec may have", len(data), MaxSize)}
	}
	data = files.WithoutMark(data)
	return data, checkCharacters(data)
}

// checkCharacters finds characters that both formats forbid, for which the YAML reader has no
// position.
func checkCharacters(data []byte) error {
	position := Position{1, 1}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return errorAt(position, "the file is not valid UTF-8")
		case r < ' ' && r != '\t' && r != '\n' && r != '\r':
			return errorAt(position, "the control character %U is not allowed", r)
		}
		position.advance(r)
		i += size
	}
	return nil
}

func (p *Position) advance(r rune) {
	if r == '\n' {
		p.Line, p.Column = p.Line+1, 1
	} else {
		p.Column++
	}
}

// typed returns the value of an option of the given type, or a string if it cannot be read as that type.
func (o tagOption) typed(typ string) Value {
	if o.bare {
		return Value{Kind: document.Bool, Text: "true"}
	}
	text := Value{Kind: document.String, Text: o.value}
	switch plain, _ := PlainScalar(o.value); typ {
	case typeBool, typeNumber:
		if plain == document.Bool || plain == document.Number {
			text.Kind = plain
		}
	case typeStrings:
		list := Value{Kind: document.Array}
		for item := range strings.SplitSeq(o.value, ";") {
			list.Items = append(list.Items, Value{Kind: document.String, Text: strings.TrimSpace(item)})
		}
		return list
	case typeAliases:
		return aliasesOf(o.value)
	}
	return text
}

// aliasesOf reads "EUR:€;EUR:Euro;USD:$". A part without a colon is the text as a whole, which is of another type.
func aliasesOf(text string) Value {
	aliases := Value{Kind: document.Object}
	for pair := range strings.SplitSeq(text, ";") {
		key, alias, found := strings.Cut(pair, ":")
		if !found {
			return Value{Kind: document.String, Text: text}
		}
		key = strings.TrimSpace(key)
		if aliases.Member(key) == nil {
			aliases.Members = append(aliases.Members, Member{Key: key, As: key, Value: Value{Kind: document.Array}})
		}
		list := &aliases.Member(key).Value
		list.Items = append(list.Items, Value{Kind: document.String, Text: strings.TrimSpace(alias)})
	}
	return aliases
}

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
