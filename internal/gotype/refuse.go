package gotype

import (
	"reflect"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/spectext"
)

// RefuseTags reports the tags of a type whose values are compared as a whole, or by the keys of the truths: nothing
// would read the tags.
func RefuseTags(t reflect.Type, p *spectext.Problems, where string) {
	if Tagged(t) {
		p.Errorf(spectext.Position{}, where, "%s has eval tags, which nothing reads there; compare it as a whole, by eval:\"auto\", or make it a struct without a MarshalJSON or MarshalText method", t)
	}
}

// RefuseMatch reports a match that does not fit a type. It proposes the default of the type, if that is a list, set or
// map.
func RefuseMatch(is string, t reflect.Type, p *spectext.Problems, where string) {
	hint := "name a comparator for the whole"
	if match := DefaultMatch(ShapeOf(t)); slices.Contains(spectext.Kinds(), match) {
		hint = "use " + match
	}
	p.Errorf(spectext.Position{}, where, "%s, not for %s; %s", is, t, hint)
}

// RefuseCycle reports a cycle of types: each type contains the next, and the last is the first again.
func RefuseCycle(types []reflect.Type, p *spectext.Problems, where string) {
	var cycle []string
	for _, t := range types {
		cycle = append(cycle, TypeName(t))
	}
	p.Errorf(spectext.Position{}, where, "the type contains itself: %s; compare the field as a whole, by eval:\"auto\", or leave it out with eval:\"-\"", strings.Join(cycle, " -> "))
}

// MatchFields checks that each match field in by is among the fields of the items. at holds the paths of the fields in
// got and in want, "" for the same path. MatchFields replaces a match field that is a path in want with the path in
// got.
func MatchFields(by []string, at [][2]string, p *spectext.Problems, where string) {
	paths := make([]string, len(at))
	for i, of := range at {
		paths[i] = of[0]
		if k := slices.Index(by, of[1]); k >= 0 && of[1] != "" {
			by[k] = of[0]
		}
	}
	for _, name := range by {
		if !slices.ContainsFunc(paths, func(path string) bool { return path == name || strings.HasPrefix(path, name+".") }) {
			p.Errorf(spectext.Position{}, where, "by: the items have no %q; %s", name, spectext.UnknownName(name, paths))
		}
	}
}

// RefuseSection reports a struct for a section of a packet that lacks one of keys, or has no class.
func RefuseSection(names, keys []string, classes int, p *spectext.Problems, where string) {
	for _, key := range keys {
		if !slices.Contains(names, key) {
			p.Errorf(spectext.Position{}, where, "a section has no %q; %s (class_key and pages_key name other keys)", key, spectext.UnknownName(key, names))
		}
	}
	if classes == 0 {
		p.Errorf(spectext.Position{}, where, "a section has no struct; give it one for each class, whose key is the name of the class and whose fields are its fields")
	}
}
