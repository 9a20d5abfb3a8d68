package spectext

import (
	"encoding/json"
	"fmt"
	"mime"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/document"
)

// Normalize returns a truth in which each value of a type that is one value ([gojson.SingleOf], [gojson.NullOf]) is
// written as that value. The truth may have it as encoding/json writes the type, {"String": "a", "Valid": true} for
// "a", and a [time.Duration] as text, "1h30m". Values that do not fit the type stay as they are; [CheckTruth] reports them.
func Normalize(truth document.Value, t reflect.Type) document.Value {
	if t == nil || !truth.Exists() || !rereads(t) {
		return truth
	}
	return newTypeCheck(truth, t).normalized(truth)
}

var durationType = reflect.TypeFor[time.Duration]()

var reread sync.Map // type -> bool

// rereads reports whether a truth of a type may have other forms than the one that is compared.
func rereads(t reflect.Type) bool {
	return gojson.Remember(&reread, t, func(t reflect.Type) bool { return mayReread(t, map[reflect.Type]bool{}) })
}

func mayReread(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch k := t.Kind(); {
	case t == durationType || gojson.Rewrites(t):
		return true
	case k == reflect.Pointer || k == reflect.Slice || k == reflect.Array || k == reflect.Map:
		return mayReread(t.Elem(), seen)
	case k == reflect.Struct && !gojson.Marshals(t):
		for _, f := range gojson.Fields(t) {
			if mayReread(f.Typ, seen) {
				return true
			}
		}
	}
	return false
}

// normalized returns a truth with the values that the check replaced.
func (c *typeCheck) normalized(truth document.Value) document.Value {
	if len(c.replaced) == 0 {
		return truth
	}
	v, err := document.Parse(c.appendNormalized(nil, truth))
	if err != nil {
		return truth // not reached: the text is made of valid parts
	}
	return v
}

func (c *typeCheck) appendNormalized(dst []byte, v document.Value) []byte {
	if r, ok := c.replaced[v]; ok {
		return c.appendNormalized(dst, r)
	}
	switch separator := ""; v.Kind() {
	case document.Object:
		dst = append(dst, '{')
		for key, member := range v.Members() {
			name, _ := gojson.Marshal(key) // a text can always be written
			dst = append(append(append(dst, separator...), name...), ':')
			dst = c.appendNormalized(dst, member)
			separator = ","
		}
		return append(dst, '}')
	case document.Array:
		dst = append(dst, '[')
		for _, item := range v.Items() {
			dst = c.appendNormalized(append(dst, separator...), item)
			separator = ","
		}
		return append(dst, ']')
	}
	return append(dst, v.RawText()...)
}

// single checks a value of a type that is one value, and notes its replacement. It reports false for other types.
func (c *typeCheck) single(v document.Value, t reflect.Type, path document.Path, s *truthScope) bool {
	t = indirect(t)
	inner, null := gojson.NullOf(t)
	switch {
	case t == durationType && v.Kind() == document.String:
		d, err := time.ParseDuration(v.Text())
		if err != nil {
			c.mismatch(v, path, `nanoseconds as a number, or a text such as "1h30m"`)
		} else {
			c.replace(v, int64(d))
		}
	case null && !c.ownNull(v, t, inner, path):
		c.value(v, inner, path, s)
	case null:
		if valid, _ := v.Member("Valid").Bool(); valid {
			member := v.Member(t.Field(0).Name)
			c.replaced[v] = member
			c.value(member, inner, path, s)
		} else {
			c.replace(v, nil)
		}
	case !gojson.Rewrites(t):
		return false
	case v.Kind() == ownKind(t):
		c.normalizeOwn(v, t, path, s)
	case t.PkgPath() == "net/mail" && v.Kind() == document.String:
		c.replace(v, mailbox(v.Text()))
	case v.Kind() == document.Object || v.Kind() == document.Array:
		c.mismatch(v, path, singleName(t))
	default:
		if scalar, kind := ShapeOf(t); kind == ShapeScalar {
			c.scalar(v, scalar, path)
		}
	}
	return true
}

// replace notes the Go value that stands for a value of the truth.
func (c *typeCheck) replace(v document.Value, replacement any) {
	if text, err := gojson.Marshal(replacement); err == nil {
		if c.replaced[v], err = document.Parse(text); err != nil {
			delete(c.replaced, v)
		}
	}
}

// ownNull reports whether a value is a sql.Null as encoding/json writes it. It reports an object that lacks a key.
func (c *typeCheck) ownNull(v document.Value, t, inner reflect.Type, path document.Path) bool {
	if v.Kind() != document.Object {
		return false
	}
	name := t.Field(0).Name
	value, valid, others := v.Member(name), v.Member("Valid"), 0
	for key := range v.Members() {
		if key != name && key != "Valid" {
			others++
		}
	}
	switch _, shape := ShapeOf(inner); {
	case value.Exists() && valid.Kind() == document.Bool && others == 0:
		return true
	case shape != ShapeStruct && shape != ShapeMap && shape != ShapeUnknown:
		c.mismatch(v, path, fmt.Sprintf("the value alone, null, or {%q: …, \"Valid\": true}", name))
		return true
	}
	return false
}

// ownKind returns the kind of value that encoding/json writes for a type that is one value, if that is of another kind.
func ownKind(t reflect.Type) document.Kind {
	kind := document.Missing
	switch k := t.Kind(); {
	case k == reflect.Struct:
		return document.Object
	case k == reflect.Array:
		return document.Array
	case k == reflect.Bool:
		kind = document.Bool
	case isNumberKind(k):
		kind = document.Number
	}
	if single := gojson.SingleOf(t); single == gojson.SingleNumber && kind == document.Number || single == gojson.SingleBool && kind == document.Bool {
		return document.Missing
	}
	return kind
}

// normalizeOwn reads a value that stands as encoding/json writes its type.
func (c *typeCheck) normalizeOwn(v document.Value, t reflect.Type, path document.Path, s *truthScope) {
	complete := true
	if v.Kind() == document.Object && !unmarshals(t) {
		count, keys := len(c.Found), c.keysOf(t)
		c.object(v, keys, path, s)
		if len(c.Found) > count {
			return
		}
		complete = v.Len() >= len(keys.names)
	}
	p, err := reflect.New(t), error(nil)
	var text []byte
	func() {
		defer func() {
			if r := recover(); r != nil { // a method of the user's may do anything
				err = fmt.Errorf("it panicked: %v", r)
			}
		}()
		if err = json.Unmarshal(v.Raw(), p.Interface()); err == nil {
			text, err = gojson.Marshal(p.Interface())
		}
	}()
	value, _ := document.Parse(text)
	switch {
	case err != nil:
		c.problem(path, "it cannot be read as %v: %v", t, err)
	case value.Empty() && !complete && paths.CountLeaves(v) > 0:
		c.mismatch(v, path, singleName(t)+", or all keys of "+t.String())
	default:
		c.replaced[v] = value
	}
}

// singleName names the value that a type is.
func singleName(t reflect.Type) string {
	names := map[gojson.Single]string{gojson.SingleText: "a text", gojson.SingleNumber: "a number", gojson.SingleBool: "a bool", gojson.SingleTime: "a time"}
	return names[gojson.SingleOf(t)]
}

// mailbox returns the text of a mail address as [gojson.Marshal] writes it, for a text as people or mail.Address write it:
// Barry <b@x.org>, "Barry" <b@x.org>, <b@x.org>.
func mailbox(text string) string {
	name, address, ok := strings.Cut(strings.TrimSpace(text), "<")
	if !ok || !strings.HasSuffix(address, ">") {
		return text
	}
	name, address = strings.TrimSpace(name), strings.TrimSpace(strings.TrimSuffix(address, ">"))
	if quoted := len(name) > 1 && name[0] == '"' && name[len(name)-1] == '"'; quoted {
		name = unescape(name[1 : len(name)-1])
	} else if decoded, err := new(mime.WordDecoder).DecodeHeader(name); err == nil {
		name = decoded
	}
	if name == "" {
		return address
	}
	return name + " <" + address + ">"
}

// unescape removes the backslash before each character.
func unescape(quoted string) string {
	var b strings.Builder
	for i := 0; i < len(quoted); i++ {
		if quoted[i] == '\\' && i+1 < len(quoted) {
			i++
		}
		b.WriteByte(quoted[i])
	}
	return b.String()
}
