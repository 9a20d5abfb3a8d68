package spectext

import (
	"reflect"
	"slices"
	"strings"
)

// RefuseTags reports the tags of a type whose values are compared as a whole, or by the keys of the truths: nothing
// would read the tags.
func RefuseTags(t reflect.Type, p *Problems, location string) {
	if Tagged(t) {
		p.Errorf(Position{}, location, "%s has eval tags, which nothing reads there; compare it as a whole, by eval:\"auto\", or make it a struct without a MarshalJSON or MarshalText method", t)
	}
}

// RefuseMatch reports a match that does not fit a type. It proposes the default of the type, if that is a list, set or
// map.
func RefuseMatch(kind string, t reflect.Type, p *Problems, location string) {
	hint := "name a comparator for the whole"
	if match := DefaultMatch(ShapeOf(t)); slices.Contains(Kinds(), match) {
		hint = "use " + match
	}
	p.Errorf(Position{}, location, "%s, not for %s; %s", kind, t, hint)
}

// RefuseCycle reports a cycle of types: each type contains the next, and the last is the first again.
func RefuseCycle(types []reflect.Type, p *Problems, location string) {
	var cycle []string
	for _, t := range types {
		cycle = append(cycle, GoTypeName(t))
	}
	p.Errorf(Position{}, location, "the type contains itself: %s; compare the field as a whole, by eval:\"auto\", or leave it out with eval:\"-\"", strings.Join(cycle, " -> "))
}

// MatchFields checks that each match field in keys is among the fields of the items. fields holds the paths of the fields in
// got and in want, "" for the same path. MatchFields replaces a match field that is a path in want with the path in
// got.
func MatchFields(keys []string, fields [][2]string, p *Problems, location string) {
	paths := make([]string, len(fields))
	for i, field := range fields {
		paths[i] = field[0]
		if k := slices.Index(keys, field[1]); k >= 0 && field[1] != "" {
			keys[k] = field[0]
		}
	}
	for _, name := range keys {
		if !slices.ContainsFunc(paths, func(path string) bool { return path == name || strings.HasPrefix(path, name+".") }) {
			p.Errorf(Position{}, location, "by: the items have no %q; %s", name, UnknownName(name, paths))
		}
	}
}

// RefuseSection reports a struct for a section of a packet that lacks one of keys, or has no class.
func RefuseSection(names, keys []string, classes int, p *Problems, location string) {
	for _, key := range keys {
		if !slices.Contains(names, key) {
			p.Errorf(Position{}, location, "a section has no %q; %s (class_key and pages_key name other keys)", key, UnknownName(key, names))
		}
	}
	if classes == 0 {
		p.Errorf(Position{}, location, "a section has no struct; give it one for each class, whose key is the name of the class and whose fields are its fields")
	}
}
