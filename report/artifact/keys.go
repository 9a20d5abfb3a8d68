package artifact

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/invariant"
	"github.com/extracteval/extracteval/report"
	"github.com/tidwall/gjson"
)

// The keys of a case and of its rows, in the order of a [Writer].
var (
	caseKeys      = append([]string{"type"}, keysOf[report.Case]()...)
	rowKeys       = keysOf[metrics.Row]()
	originKeys    = keysOf[report.OriginRow]()
	countKeys     = keysOf[metrics.Counts]()
	invariantKeys = keysOf[invariant.Result]()
	fieldKeys     = keysOf[report.Field]()
	alignmentKeys = keysOf[report.Alignment]()
	pairKeys      = keysOf[report.Pair]()
	pageKeys      = keysOf[report.Page]()
	measuredKeys  = keysOf[report.Measured]()
)

// keysOf returns the keys that a struct has in JSON.
func keysOf[T any]() (keys []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
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

func (c *keyCheck) add(key string) error {
	for i := range c.known {
		at := c.next + i
		if at >= len(c.known) {
			at -= len(c.known)
		}
		if c.known[at] != key {
			continue
		}
		if c.seen&(1<<at) != 0 {
			return fmt.Errorf("key %q is there twice", key)
		}
		c.seen |= 1 << at
		c.next = at + 1
		return nil
	}
	for _, known := range c.known {
		if strings.EqualFold(known, key) { // as encoding/json finds a field
			return fmt.Errorf("key %q is to be written %q", key, known)
		}
	}
	return nil
}

// members reads the members of an object one by one, and checks their keys.
func members(object gjson.Result, known []string, read func(key, value gjson.Result) error) (err error) {
	keys := keyCheck{known: known}
	object.ForEach(func(key, value gjson.Result) bool {
		if err = keys.add(key.Str); err == nil {
			err = read(key, value)
		}
		return err == nil
	})
	return err
}

// checkKeys checks the keys of all rows of a list.
func checkKeys(list gjson.Result, known []string, nested func(key, value gjson.Result) error) (err error) {
	if nested == nil {
		nested = func(_, _ gjson.Result) error { return nil }
	}
	list.ForEach(func(_, row gjson.Result) bool {
		err = members(row, known, nested)
		return err == nil
	})
	return err
}

// readList reads a list of objects; read sets one member of the object that row is.
func readList[T any](key, value gjson.Result, known []string, read func(row *T, key, value gjson.Result) error) ([]T, error) {
	if err := wantList(key, value); err != nil {
		return nil, err
	}
	var err error
	rows := []T{}
	value.ForEach(func(_, item gjson.Result) bool {
		if err = wantObject(key, item); err != nil {
			return false
		}
		var row T
		err = members(item, known, func(key, value gjson.Result) error { return read(&row, key, value) })
		rows = append(rows, row)
		return err == nil
	})
	return rows, err
}
