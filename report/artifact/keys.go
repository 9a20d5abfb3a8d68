package artifact

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/extracteval/extracteval/report"
	"github.com/tidwall/gjson"
)

// The keys of details, in the order of a [Writer].
var (
	fieldKeys     = keysOf(reflect.TypeFor[report.Field]())
	alignmentKeys = keysOf(reflect.TypeFor[report.Alignment]())
	pairKeys      = keysOf(reflect.TypeFor[report.Pair]())
	pageKeys      = keysOf(reflect.TypeFor[report.Page]())
)

// keysOf returns the keys that a struct has in JSON.
func keysOf(t reflect.Type) (keys []string) {
	for _, f := range reflect.VisibleFields(t) {
		if key, _, _ := strings.Cut(f.Tag.Get("json"), ","); key != "" && key != "-" {
			keys = append(keys, key)
		}
	}
	return keys
}

// keyCheck goes along with the keys of one object. It rejects what JSON parsers
// understand differently: a known key that is there twice, and one in other letters
// than records have. Unknown keys are free.
type keyCheck struct {
	known []string // 64 at most
	seen  uint64   // a bit for each
	next  int      // behind the last one: most objects have their keys in this order
}

// add returns the place of a key among those that are known, -1 for another one.
func (c *keyCheck) add(key string) (int, error) {
	for i := range c.known {
		at := c.next + i
		if at >= len(c.known) {
			at -= len(c.known)
		}
		if c.known[at] != key {
			continue
		}
		if c.seen&(1<<at) != 0 {
			return -1, fmt.Errorf("key %q is there twice", key)
		}
		c.seen |= 1 << at
		c.next = at + 1
		return at, nil
	}
	for _, known := range c.known {
		if strings.EqualFold(known, key) { // as encoding/json finds a field
			return -1, fmt.Errorf("key %q is to be written %q", key, known)
		}
	}
	return -1, nil
}

// layout says what the members of an object are read into.
type layout struct {
	keys []string        // in the order of a [Writer]
	into []func(any) any // of each key, by a pointer to the struct, see into; nil for a value that is not looked at
}

// layoutOf returns the layout of all keys that a struct has in JSON, and of some before them.
func layoutOf(t reflect.Type, into map[string]func(any) any, first ...string) layout {
	l := layout{keys: append(first, keysOf(t)...)}
	for _, key := range l.keys {
		l.into = append(l.into, into[key])
	}
	return l
}

// read reads the members of an object one by one into what to points to, and checks their keys.
func (l *layout) read(to any, object gjson.Result, detached bool) (err error) {
	keys := keyCheck{known: l.keys}
	object.ForEach(func(key, value gjson.Result) bool {
		var at int
		if at, err = keys.add(key.Str); at >= 0 && l.into[at] != nil {
			err = into(l.into[at](to), key, value, detached)
		}
		return err == nil
	})
	return err
}

// list reads a list of objects, into the memory of the one that is there.
func list[T any](l *layout, to *[]T, key, value gjson.Result, detached bool) (err error) {
	if err := wantList(key, value); err != nil {
		return err
	}
	if *to = (*to)[:0]; *to == nil {
		*to = []T{}
	}
	value.ForEach(func(_, item gjson.Result) bool {
		if err = wantObject(key, item); err == nil {
			*to = append(*to, *new(T))
			err = l.read(&(*to)[len(*to)-1], item, detached)
		}
		return err == nil
	})
	return err
}

// checkKeys checks the keys of all rows of a list.
func checkKeys(list gjson.Result, known []string, nested func(key, value gjson.Result) error) (err error) {
	list.ForEach(func(_, row gjson.Result) bool {
		keys := keyCheck{known: known}
		row.ForEach(func(key, value gjson.Result) bool {
			if _, err = keys.add(key.Str); err == nil && nested != nil {
				err = nested(key, value)
			}
			return err == nil
		})
		return err == nil
	})
	return err
}
