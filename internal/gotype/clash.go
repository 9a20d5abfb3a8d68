package gotype

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Clashes lists the fields of a struct that share one JSON key, so that encoding/json writes none
// of them, in the order of the keys. Fields of embedded structs hide each other on purpose.
func Clashes(t reflect.Type) (clashes []string) {
	byName := map[string][]Field{}
	for _, f := range (embedding{typ: t, times: 1}).fields() {
		if f.promotes() == nil {
			byName[f.Name] = append(byName[f.Name], f)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		if _, ok := dominant(byName[name]); ok {
			continue
		}
		var names []string
		for _, f := range byName[name] {
			names = append(names, f.GoPath)
		}
		clashes = append(clashes, fmt.Sprintf("%s have the same JSON key %q, so that encoding/json writes none of them", strings.Join(names, " and "), name))
	}
	return clashes
}
