package reading

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/document"
)

// InvariantReader reads the invariants of one spec, and notes its problems.
type InvariantReader struct {
	*spectext.Problems
	Text  []byte         // the text of the spec, for the columns of rules
	Dir   string         // the folder of its file, "" for a text that is not from a file
	Rules map[string]int // if not nil, Read sets the line of each invariant's rule or paths by its name
}

// Read reads a list of invariants.
func (r *InvariantReader) Read(list spectext.Member) []invariant.Invariant {
	var invariants []invariant.Invariant
	seen := make(map[string]spectext.Position)
	for i := range list.Value.Items {
		v := &list.Value.Items[i]
		if v.Kind != document.Object {
			if v.Kind != document.Missing {
				r.Errorf(v.At, "", "%s: got %s, want an object with a name, and a rule, a schema or in_source", list.As, v.Brief())
			}
			continue
		}
		inv, position := r.invariant(v)
		if first, twice := seen[inv.Name]; twice && inv.Name != "" {
			r.Errorf(position, fmt.Sprintf("invariant %q", spectext.Shorten(inv.Name)), "the name is also at %d:%d; give each one of its own", first.Line, first.Column)
		}
		seen[inv.Name] = position
		invariants = append(invariants, inv)
	}
	return invariants
}

func (r *InvariantReader) invariant(v *spectext.Value) (inv invariant.Invariant, position spectext.Position) {
	e := spectext.NewEntry(r.Problems, "an invariant", v)
	position = v.At
	count := len(r.Found)
	name, named := e.Typed("name", document.String)
	if named {
		position, inv.Name = name.Value.At, name.Value.Text
		e.Where = fmt.Sprintf("invariant %q", spectext.Shorten(inv.Name))
	}
	r.noteRule(inv.Name, e)
	rule, ruled := e.Typed("rule", document.String)
	if ruled {
		inv.Rule = rule.Value.Text
		if inv.Rule == "" {
			e.MemberErrorf(&rule, "the rule is empty")
		}
	}
	tolerance, toleranceAt, _ := e.Number("tolerance")
	inv.Tolerance = tolerance
	if m := e.Take("schema"); m != nil {
		inv.Schema = r.schema(e, m)
	}
	inv.InSource, inv.Paths = e.Flag("in_source"), e.Texts("paths")
	inv.Optional = e.Flag("optional")
	if m := e.Take("func"); m != nil {
		e.MemberErrorf(m, "a function cannot be read from a file; set Func of the invariant in Go, or write a rule")
	}
	e.RefuseRest()
	if len(r.Found) > count {
		return inv, position
	}
	err := inv.Validate()
	var wrong *invariant.RuleError
	switch {
	case err == nil:
	case errors.As(err, &wrong):
		problem := wrong.Problem
		place, exact := spectext.Inside(r.Text, rule.Value, wrong.Offset)
		if !exact {
			problem = fmt.Sprintf("column %d of the rule: %s", wrong.Offset+1, problem)
		}
		r.Errorf(place, e.Where, "rule: %s", problem)
	case inv.Tolerance < 0:
		r.Errorf(toleranceAt.Value.At, e.Where, "%v", err)
	default:
		r.Errorf(position, e.Where, "%v", err)
	}
	return inv, position
}

// noteRule records the line of the rule or paths of an invariant, or else of the invariant.
func (r *InvariantReader) noteRule(name string, e *spectext.Entry) {
	if r.Rules == nil || r.Rules[name] != 0 {
		return
	}
	r.Rules[name] = e.At.Line
	for _, m := range e.Left {
		if m.Key == "rule" || m.Key == "paths" {
			r.Rules[name] = m.At.Line
		}
	}
}

// schema reads a schema: the schema itself, or the name of its file.
func (r *InvariantReader) schema(e *spectext.Entry, m *spectext.Member) json.RawMessage {
	switch m.Value.Kind {
	case document.Object, document.Bool:
		return m.Value.AppendJSON(nil)
	case document.Missing:
		return nil
	case document.String:
	default:
		e.MemberErrorf(m, "got %s, want the name of a file, or the schema itself", m.Value.Brief())
		return nil
	}
	if r.Dir == "" {
		e.MemberErrorf(m, "%q is the name of a file, but the spec was not read from a file; write the schema itself", spectext.Shorten(m.Value.Text))
		return nil
	}
	text, err := readSchema(filepath.Join(r.Dir, filepath.FromSlash(m.Value.Text)))
	if err != nil {
		e.MemberErrorf(m, "%v", err)
		return nil
	}
	return text
}

// readSchema reads a file of JSON that is not larger than a spec may be. Validate checks that it is a schema.
func readSchema(path string) (json.RawMessage, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, spectext.MaxSize+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > spectext.MaxSize:
		return nil, fmt.Errorf("%s has more than %d bytes", path, spectext.MaxSize)
	case !json.Valid(text):
		return nil, fmt.Errorf("%s is not JSON", path)
	}
	return text, nil
}
