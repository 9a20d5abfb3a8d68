package reading

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// Bounds of a schema.
const (
	// MaxSize is the length of a schema in bytes.
	MaxSize = 1 << 20
	// maxSteps is the most subschemas, values of enums and required keys that are read. Those behind a $ref count each
	// time that it is followed.
	maxSteps = 100_000
	// maxDepth is the most keys and items of a path.
	maxDepth = 100
	// maxKey is the length of a key.
	maxKey = 1_000
)

// reader boils a schema down to facts.
type reader struct {
	spectext.Problems
	root    document.Value
	id      string                    // of the root
	targets map[string]target         // of references, by their texts
	anchors map[string]document.Value // nil until one is asked for
	open    map[document.Value]bool   // the targets of references on the way to here
	steps   int
	stopped bool
}

// place says where in the schema and in the document the reader is.
type place struct {
	pointer string // in the schema: a JSON Pointer, as a URI fragment
	field   string // in the document: "lines[].amount"
	depth   int    // keys and items on the way in the document
}

var escapePointer = strings.NewReplacer("~", "~0", "/", "~1")

// below returns the place of a keyword or of a member of one.
func (p place) below(steps ...string) place {
	for _, step := range steps {
		p.pointer = short(p.pointer + "/" + escapePointer.Replace(short(step)))
	}
	return p
}

// member returns the place as one of a key of documents: "name" or "[]".
func (p place) member(key string) place {
	if p.field != "" && key != "[]" {
		p.field += "."
	}
	p.field = short(p.field + short(key))
	p.depth++
	return p
}

// target returns the place to which a reference leads.
func (p place) target(pointer string) place {
	p.pointer = pointer
	return p
}

const maxShown = 200 // bytes of a pointer or path in a message

func short(text string) string {
	if len(text) <= maxShown {
		return text
	}
	return strings.ToValidUTF8(text[:maxShown], "") + "…"
}

func (r *reader) errorf(position place, format string, args ...any) {
	r.Problems.Errorf(spectext.Position{}, position.pointer, format, args...)
}

// stopf ends the reading with an error.
func (r *reader) stopf(position place, format string, args ...any) {
	if !r.stopped {
		r.stopped = true
		r.errorf(position, format, args...)
	}
}

// count counts n more parts of the schema, and reports whether they are too many.
func (r *reader) count(n int, position place) (stopped bool) {
	if r.steps += n; r.steps > maxSteps {
		r.stopf(position, "with its references followed the schema has more than %d parts; make the spec of a part of it, or write it by hand", maxSteps)
	}
	return r.stopped
}

// readSchema returns the facts of a schema about the values at a place.
func (r *reader) readSchema(v document.Value, position place) *facts {
	f := everything()
	if position.depth > maxDepth {
		r.stopf(position, "field %q lies more than %d levels deep", position.field, maxDepth)
	}
	if r.count(1+v.Len()/8, position) {
		return f
	}
	switch v.Kind() {
	case document.Bool:
		if yes, _ := v.Bool(); !yes {
			f.kinds = 0
		}
		return f
	case document.Object:
	default:
		r.errorf(position, "it is %s, want a schema: an object, true or false", words.Article(v))
		return f
	}
	r.readOwn(f, v, position)
	for _, key := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		if ref := v.Member(key); ref.Exists() {
			r.intersect(f, r.follow(ref, position.below(key)), position.below(key))
		}
	}
	for _, branch := range r.schemas(v, "allOf", position) {
		r.intersect(f, r.readSchema(branch.schema, branch.location), branch.location)
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if all := r.schemas(v, key, position); len(all) > 0 {
			var any facts
			for _, branch := range all {
				any.unite(r.readSchema(branch.schema, branch.location))
			}
			r.intersect(f, &any, position.below(key))
		}
	}
	r.conditions(f, v, position)
	return f
}

// intersect adds facts that also hold.
func (r *reader) intersect(f, g *facts, position place) {
	if contradicted, ok := f.intersect(g); !ok {
		field := cmp.Or(strings.Trim(strings.ReplaceAll(position.field+"."+contradicted, ".[]", "[]"), "."), "(document)")
		r.errorf(position, "no value of %q has a type that this and the rest of the schema allow", short(field))
		f.kinds = anything
	}
}

// conditions adds facts that hold for some documents only.
func (r *reader) conditions(f *facts, v document.Value, position place) {
	if v.Member("if").Exists() {
		var any facts
		for _, key := range []string{"then", "else"} {
			if branch := v.Member(key); branch.Exists() {
				any.unite(r.readSchema(branch, position.below(key)))
			} else {
				any.unite(everything())
			}
		}
		r.intersect(f, &any, position.below("if"))
	}
	for _, key := range []string{"dependentSchemas", "dependencies"} {
		for name, schema := range v.Member(key).Members() {
			if schema.Kind() != document.Object || r.stopped {
				continue // keys that are required with another, in draft-07
			}
			any := everything()
			any.unite(r.readSchema(schema, position.below(key, name)))
			r.intersect(f, any, position.below(key, name))
		}
	}
}

// branch is one schema of a list of them.
type branch struct {
	schema   document.Value
	location place
}

// schemas returns the subschemas of allOf, anyOf or oneOf.
func (r *reader) schemas(v document.Value, key string, position place) (all []branch) {
	list := v.Member(key)
	if !list.Exists() {
		return nil
	}
	if list.Kind() != document.Array || list.Len() == 0 {
		r.errorf(position.below(key), "it is %s, want an array of one schema or more", words.Article(list))
		return nil
	}
	if r.count(list.Len(), position.below(key)) {
		return nil
	}
	for i, schema := range list.Items() {
		all = append(all, branch{schema, position.below(key, strconv.Itoa(i))})
	}
	return all
}

// readOwn adds the facts of the schema's own keywords.
func (r *reader) readOwn(f *facts, v document.Value, position place) {
	r.types(f, v, position)
	r.values(f, v, position)
	if yes, _ := v.Member("nullable").Bool(); yes && f.kinds != anything { // OpenAPI 3.0
		f.kinds |= null
	}
	f.format = strings.ToLower(short(v.Member("format").Text()))
	f.pattern = r.readText(v, "pattern", position)
	f.encoded = v.Member("contentEncoding").Exists()
	r.properties(f, v, position)
	r.required(f, v, position)

	// Before draft 2020-12 an array under items has the meaning of prefixItems.
	items, prefix := v.Member("items"), v.Member("prefixItems")
	f.tuple = prefix.Kind() == document.Array && prefix.Len() > 0 || items.Kind() == document.Array
	if items.Exists() && items.Kind() != document.Array {
		f.items = r.readSchema(items, position.below("items").member("[]"))
	}
}

func (r *reader) types(f *facts, v document.Value, position place) {
	t := v.Member("type")
	addType := func(t document.Value) {
		k, ok := typeKinds[t.Text()]
		if t.Kind() != document.String || !ok {
			r.errorf(position.below("type"), "%s is not a type; %s", short(t.RawText()), spectext.UnknownName(short(t.Text()), typeNames))
			k = anything
		}
		f.kinds |= k
	}
	switch {
	case !t.Exists():
	case t.Kind() == document.Array && t.Len() > 0:
		f.kinds = 0
		for _, t := range t.Items() {
			addType(t)
		}
	default:
		f.kinds = 0
		addType(t)
	}
}

// values reads const and enum.
func (r *reader) values(f *facts, v document.Value, position place) {
	var found kinds
	if c := v.Member("const"); c.Exists() {
		found = kindOf(c)
	}
	if enum := v.Member("enum"); enum.Kind() == document.Array && enum.Len() > 0 {
		if r.count(enum.Len(), position) {
			return
		}
		for _, value := range enum.Items() {
			found |= kindOf(value)
		}
	} else if enum.Exists() {
		r.errorf(position.below("enum"), "it is %s, want an array with the values", words.Article(enum))
	}
	if found == 0 {
		return
	}
	f.fixed = true
	if f.kinds&found == 0 {
		r.errorf(position, "none of the values of const or enum is of the type that the schema names")
		return
	}
	f.kinds &= found
}

func (r *reader) properties(f *facts, v document.Value, position place) {
	properties := v.Member("properties")
	if !properties.Exists() {
		return
	}
	if properties.Kind() != document.Object {
		r.errorf(position.below("properties"), "it is %s, want an object with a schema for each key", words.Article(properties))
		return
	}
	for name, schema := range properties.LastMembers() {
		child := position.below("properties", name)
		if len(name) > maxKey {
			r.errorf(child, "the key has %d bytes, want at most %d", len(name), maxKey)
			continue
		}
		f.property(name, r.readSchema(schema, child.member(name)))
		if r.stopped {
			return
		}
	}
}

func (r *reader) required(f *facts, v document.Value, position place) {
	required := v.Member("required")
	switch {
	case !required.Exists(), required.Kind() == document.Bool: // of draft 3
		return
	case required.Kind() != document.Array:
		r.errorf(position.below("required"), "it is %s, want an array of keys", words.Article(required))
		return
	}
	f.states = true
	if r.count(required.Len(), position) {
		return
	}
	for _, name := range required.Items() {
		if name.Kind() != document.String {
			r.errorf(position.below("required"), "%s is not a key, want a string", short(name.RawText()))
			continue
		}
		f.require(name.Text())
	}
}

func (r *reader) readText(v document.Value, key string, position place) string {
	m := v.Member(key)
	if m.Exists() && m.Kind() != document.String {
		r.errorf(position.below(key), "it is %s, want a string", words.Article(m))
		return ""
	}
	return m.Text()
}
