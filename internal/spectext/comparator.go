package spectext

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Comparators reads the comparators that a spec names, with their options.
type Comparators struct {
	Problems
	Custom map[string]func(config json.RawMessage) (compare.Comparator, error)
	Tags   bool // the text is a struct tag, in which no comparator of the user's can be named
}

// NamedByObject reads a comparator whose name and options are in an object.
func (p *Comparators) NamedByObject(e *Entry, m *Member) compare.Comparator {
	inner := NewEntry(e.Problems, strings.TrimPrefix(e.Where+": "+m.As, ": "), &m.Value)
	match, ok := inner.Typed("match", document.String)
	if !ok {
		if !slices.ContainsFunc(m.Value.Members, func(m Member) bool { return m.Key == "match" }) {
			e.MemberErrorf(m, "the object has no match, the name of a comparator")
		}
		return nil
	}
	c := p.Comparator(inner, match.Value.Text, &match, p.Options(inner, match.Value.Text))
	inner.RefuseRest()
	return c
}

// Options takes the options of a comparator out of an entry. For a comparator of the user, it takes all members that
// are left.
func (p *Comparators) Options(e *Entry, name string) []Member {
	name = p.meant(name)
	var options []Member
	valid, ok := compare.Options(name)
	switch _, custom := p.Custom[name]; {
	case custom || !ok && len(p.Custom) > 0:
		options, e.Left = e.Left, nil
		return options
	case !ok: // an option of an unknown comparator is reported with the name
		for _, name := range compare.Names() {
			all, _ := compare.Options(name)
			valid = append(valid, all...)
		}
	}
	for _, o := range valid {
		if m := e.Take(o.Key); m != nil {
			options = append(options, *m)
		}
	}
	return options
}

// Comparator makes a comparator; match is the member that names it, nil without one.
func (p *Comparators) Comparator(e *Entry, name string, match *Member, options []Member) compare.Comparator {
	if name = p.meant(name); !p.knows(name) {
		hint := ""
		if p.Tags {
			hint = "; Spec.With sets a comparator of your own"
		} else if name == "phone" {
			hint = "; phone is one of the Go module metrics/compare/phone, whose Custom is given to ParseSpec or SpecFile; code reads +49, 0049 and tel: alike"
		} else if meant := synonyms[strings.ToLower(name)]; meant != "" {
			hint = fmt.Sprintf("; did you mean %q?", meant)
		} else if _, similar := words.Nearest(name, p.matches()); !similar {
			hint = "; in Go, ParseSpec and SpecFile take a comparator of your own"
		}
		valid := p.matches()
		if !strings.HasSuffix(hint, "?") {
			hint += p.DidYouMean(name, valid)
		}
		e.Errorf(match.Value.At, e.Where, "Invalid match type: %s; valid are %s%s", Shorten(name), strings.Join(valid, ", "), hint)
		return nil
	}
	for i := range options {
		if options[i].Value.Kind == document.Missing {
			return nil
		}
	}
	c, err := compare.Parse(name, AppendObject(nil, options), p.Custom)
	wrong := p.optionErrors(e, match, options, err)
	if len(wrong) > 0 {
		// Values are looked at once all keys and types are right.
		options = slices.DeleteFunc(slices.Clone(options), func(m Member) bool { return slices.Contains(wrong, m.Key) })
		_, more := compare.Parse(name, AppendObject(nil, options), p.Custom)
		p.optionErrors(e, match, options, more)
	}
	if err != nil {
		return nil
	}
	return c
}

// optionErrors reports the errors of compare.Parse, and returns the keys of the options concerned.
func (p *Comparators) optionErrors(e *Entry, match *Member, options []Member, err error) (wrong []string) {
	for _, part := range Flatten(err) {
		if key := p.optionError(e, match, options, part); key != "" {
			wrong = append(wrong, key)
		}
	}
	return wrong
}

// synonyms are the names that other tools have for a match.
var synonyms = map[string]string{
	"enum": "class", "categorical": "class", "category": "class", "choice": "class", "label": "class", "literal": "class",
	"number": "numeric", "float": "numeric", "int": "numeric", "integer": "numeric", "decimal": "numeric", "amount": "numeric", "money": "numeric",
	"string": "exact", "str": "exact", "text": "exact", "equals": "exact", "equality": "exact", "levenshtein": "fuzzy", "similarity": "fuzzy", "similar": "fuzzy",
	"boolean": "bool", "datetime": "time", "timestamp": "time", "iou": "box", "bbox": "box", "id": "code", "uri": "url", "link": "url",
	"llm": "semantic", "embedding": "semantic", "array": "list", "rows": "list", "table": "list", "dict": "map", "object": "map", "skip": "ignore",
}

func (p *Comparators) knows(name string) bool {
	_, ok := p.Custom[name]
	return ok || slices.Contains(compare.Names(), name)
}

// meant returns the name of a comparator that AgentV and others write with dashes,
// or by another word.
func (p *Comparators) meant(name string) string {
	if p.knows(name) {
		return name
	}
	name = strings.ReplaceAll(name, "-", "_")
	if name == "numeric_tolerance" {
		return "numeric"
	}
	return name
}

// matches returns all that a field's match may be.
func (p *Comparators) matches() []string {
	names := append(compare.Names(), Kinds()...)
	custom := slices.DeleteFunc(slices.Sorted(maps.Keys(p.Custom)), func(name string) bool { return slices.Contains(names, name) })
	return append(names, custom...)
}

// optionError reports one error at the option that it is about, found by a key such as
// each.threshold. Without such an option it reports the error at the name of the comparator. It
// returns the key of the outermost option.
func (p *Comparators) optionError(e *Entry, match *Member, options []Member, err error) (key string) {
	position := e.At
	if match != nil {
		position = match.Value.At
	}
	var o *compare.OptionError
	if !errors.As(err, &o) {
		e.Errorf(position, e.Where, "%s", strings.TrimPrefix(err.Error(), "compare: "))
		return ""
	}
	var names []string
	object := Value{Members: options}
	for step := range strings.SplitSeq(o.Key, ".") {
		m := object.Member(step)
		if m == nil {
			break
		}
		if len(names) == 0 {
			key = m.Key
		}
		position, names, object = m.Value.At, append(names, m.As), m.Value
	}
	switch {
	case o.Example != "":
		notation := YAML
		if p.Tags {
			notation = Tags
		}
		example := notation.Name(fmt.Sprintf("match: %s, %s: %q", o.Comparator, o.Key, o.Example))
		e.Errorf(position, e.Where, "%s: %s: %s; give one, such as %s", o.Comparator, o.Key, o.Problem, example)
		return ""
	case len(names) == 0:
		e.Errorf(position, e.Where, "%s", o.Problem)
		return ""
	}
	e.Errorf(position, e.Where, "%s: %s", strings.Join(names, "."), o.Problem)
	return key
}

// Flatten returns the errors that are joined in err.
func Flatten(err error) []error {
	switch joined := err.(type) {
	case nil:
		return nil
	case interface{ Unwrap() []error }:
		var errs []error
		for _, e := range joined.Unwrap() {
			errs = append(errs, Flatten(e)...)
		}
		return errs
	}
	return []error{err}
}

// WriteComparator returns {"match": its name, and its options}.
func WriteComparator(c compare.Comparator) ([]byte, error) {
	name, options, err := compare.Describe(c)
	if err != nil {
		return nil, err
	}
	if slices.Contains(Kinds(), name) {
		return nil, fmt.Errorf("a comparator is called %q, which names a kind of field in a spec; choose another name", name)
	}
	if v, err := document.Parse(options); err == nil && v.Member("match").Exists() {
		return nil, fmt.Errorf("the comparator %q has an option \"match\", the key of its name; choose another", name)
	}
	text, err := json.Marshal(struct {
		Match string `json:"match"`
	}{name})
	if err != nil {
		return nil, err
	}
	return JoinObjects(text, options), nil
}

// JoinObjects makes one JSON object of the members of several.
func JoinObjects(objects ...[]byte) []byte {
	text := []byte{'{'}
	for _, o := range objects {
		members := o[1 : len(o)-1]
		if len(members) == 0 {
			continue
		}
		if len(text) > 1 {
			text = append(text, ',')
		}
		text = append(text, members...)
	}
	return append(text, '}')
}

// Kinds returns the matches that name a kind of field in place of a comparator.
func Kinds() []string { return []string{MatchList, MatchSet, MatchMap, MatchSections} }
