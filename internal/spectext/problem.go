package spectext

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/words"
)

// Error is one mistake in the text of a spec or in struct tags.
type Error struct {
	// Line and Column say where, from 1; columns count code points. They are 0 where the mistake
	// concerns the text as a whole, and in tags.
	Line, Column int
	// Problem names the error, the text found, and the valid values.
	Problem string
}

// Error gives "eval: line:column: problem".
func (e *Error) Error() string {
	if e.Line == 0 {
		return "eval: " + e.Problem
	}
	return fmt.Sprintf("eval: %d:%d: %s", e.Line, e.Column, e.Problem)
}

func errorAt(position Position, format string, args ...any) *Error {
	return &Error{Line: position.Line, Column: position.Column, Problem: fmt.Sprintf(format, args...)}
}

// maxProblems is the most mistakes that one error lists.
const maxProblems = 50

// Problems collects the errors in a spec file, in tags, or in a truth.
type Problems struct {
	Found []problem
	more  int // beyond maxProblems
}

type problem struct {
	location    Position
	place, text string
}

// Errorf records a problem. In a file, context names the field. Without a position, it is the only location.
func (p *Problems) Errorf(position Position, context, format string, args ...any) {
	if p.Full() {
		p.more++
		return
	}
	p.Found = append(p.Found, problem{position, context, fmt.Sprintf(format, args...)})
}

// Full reports whether further problems are only counted.
func (p *Problems) Full() bool { return len(p.Found) == maxProblems }

// Unknown records a name that is not among valid, with a name to write instead.
func (p *Problems) Unknown(position Position, context, subject, name string, valid []string) {
	hint := ""
	if !p.Full() { // it takes its time to find
		hint = UnknownName(name, valid)
	}
	p.Errorf(position, context, "unknown %s; %s", subject, hint)
}

// DidYouMean is the end of an error that lists valid names, "" when none is similar.
func (p *Problems) DidYouMean(name string, valid []string) string {
	if p.Full() { // it takes its time to find
		return ""
	}
	return words.Hint(name, valid)
}

// Err joins the problems in the order of the file, nil when there are none.
func (p *Problems) Err() error {
	slices.SortStableFunc(p.Found, func(a, b problem) int {
		return cmp.Or(cmp.Compare(a.location.Line, b.location.Line), cmp.Compare(a.location.Column, b.location.Column))
	})
	var errs []error
	for _, problem := range p.Found {
		text := problem.text
		if problem.place != "" {
			text = problem.place + ": " + text
		}
		errs = append(errs, errorAt(problem.location, "%s", text))
	}
	if p.more > 0 {
		errs = append(errs, fmt.Errorf("eval: and %d more", p.more))
	}
	return errors.Join(errs...)
}

// UnknownName suggests a name in place of one that is not among valid: the most similar one or, if none is similar, a
// list of up to 25 valid names.
func UnknownName(name string, valid []string) string {
	if len(valid) == 0 {
		return "there are none"
	}
	if suggestion, ok := words.Nearest(name, valid); ok {
		return fmt.Sprintf("did you mean %q?", suggestion)
	}
	const most = 25
	if len(valid) > most {
		valid = append(slices.Clone(valid[:most]), "…")
	}
	return "valid are " + strings.Join(valid, ", ")
}

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
	cycle := arithmetic.Each(types, GoTypeName)
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
