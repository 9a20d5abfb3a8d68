package cases

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/document"
)

// Hidden returns an error if a value holds, behind an interface, a type with eval tags,
// since a spec made from the value's static type ignores them. It does not look into a
// field with an eval tag of its own, which decides how the whole field is compared. It
// checks the first 1,000 items of each list and map, and at most 50 levels.
func Hidden(v any) error {
	if v == nil {
		return nil
	}
	root := reflect.ValueOf(v)
	found := look{}
	if !found.lookAt(root, root.Type().String(), 0) {
		return nil
	}
	return fmt.Errorf("nothing would read the eval tags of %v, which %s holds and which its type does not name: give it that type, or say in an eval tag there, or in a Spec, how it is compared", found.tagged, found.path)
}

const (
	maxLookItems = 1000
	maxLookDepth = 50
)

// look is a search for a tagged type behind an interface.
type look struct {
	path   string
	tagged reflect.Type
}

// lookAt reports whether it found a tagged type behind an interface in a value. path is the Go path to the value.
func (l *look) lookAt(v reflect.Value, path string, depth int) bool {
	if depth > maxLookDepth || !hasInterfaces(v.Type()) {
		return false
	}
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return false
		}
		if t := v.Elem().Type(); !opaque(t) && spectext.Tagged(t) {
			l.path, l.tagged = path, t
			return true
		}
		return l.lookAt(v.Elem(), path, depth+1)
	case reflect.Pointer:
		return !v.IsNil() && l.lookAt(v.Elem(), path, depth+1)
	case reflect.Slice, reflect.Array:
		for i := range min(v.Len(), maxLookItems) {
			if l.lookAt(v.Index(i), fmt.Sprintf("%s[%d]", path, i), depth+1) {
				return true
			}
		}
	case reflect.Map:
		left := maxLookItems
		for entries := v.MapRange(); left > 0 && entries.Next(); left-- {
			if l.lookAt(entries.Value(), path+"[…]", depth+1) { // a key may be a secret of the document
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); isRead(f) && l.lookAt(v.Field(i), path+"."+f.Name, depth+1) {
				return true
			}
		}
	}
	return false
}

// isRead reports whether a spec made from a struct reads the field f.
func isRead(f reflect.StructField) bool {
	_, own := f.Tag.Lookup("eval")
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return !own && (f.IsExported() || f.Anonymous) && (name != "-" || strings.Contains(f.Tag.Get("json"), ","))
}

// hasInterfaces reports whether values of a type may hold an interface.
func hasInterfaces(t reflect.Type) bool {
	return gojson.Remember(&interfaces, t, func(t reflect.Type) bool { return mayHold(t, map[reflect.Type]bool{}) })
}

// interfaces holds the results of hasInterfaces.
var interfaces sync.Map

func mayHold(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] || t == reflect.TypeFor[document.Value]() || t.Kind() != reflect.Interface && opaque(t) {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return mayHold(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); isRead(f) && mayHold(f.Type, seen) {
				return true
			}
		}
	}
	return false
}
