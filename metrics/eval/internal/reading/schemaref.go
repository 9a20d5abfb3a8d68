package reading

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics/document"
)

// target is the schema to which a reference leads.
type target struct {
	schema  document.Value
	pointer string
	problem string // why it leads nowhere
}

// follow returns the facts of the schema to which a reference leads.
func (r *reader) follow(ref document.Value, position place) *facts {
	if ref.Kind() != document.String {
		r.errorf(position, "%s is not a reference, want a string such as \"#/$defs/line\"", short(ref.RawText()))
		return everything()
	}
	text := ref.Text()
	resolved, found := r.targets[text]
	if !found {
		resolved = r.findTarget(text)
		arithmetic.Map(&r.targets)[text] = resolved
	}
	if resolved.problem != "" {
		r.errorf(position, "%q %s", short(text), resolved.problem)
		return everything()
	}
	if r.open[resolved.schema] {
		field := cmp.Or(position.field, "(document)")
		r.errorf(position, "%q refers to a schema that contains it, at field %q: the spec would have no end; remove the reference to compare the field as a whole", short(text), field)
		return everything()
	}
	r.open[resolved.schema] = true
	defer delete(r.open, resolved.schema)
	return r.readSchema(resolved.schema, position.target(resolved.pointer))
}

const (
	elsewhere = "is in another document, and references to these are not followed; put the schema under $defs"
	nowhere   = "leads nowhere"
)

// findTarget resolves a reference within the document: a JSON Pointer (RFC 6901) as a fragment,
// an anchor, or the root by its $id.
func (r *reader) findTarget(ref string) target {
	base, fragment, _ := strings.Cut(ref, "#")
	if base != "" && base != r.id {
		return target{problem: elsewhere}
	}
	fragment, err := url.PathUnescape(fragment)
	switch {
	case err != nil:
		return target{problem: nowhere + ": it has a % without two hexadecimal digits"}
	case fragment == "":
		return target{schema: r.root, pointer: "#"}
	case fragment[0] != '/':
		if r.anchors == nil {
			r.anchors = make(map[string]document.Value)
			r.collect(r.root)
		}
		if v, ok := r.anchors[fragment]; ok {
			return target{schema: v, pointer: "#" + short(fragment)}
		}
		return target{problem: nowhere + ": no schema has that $anchor"}
	}
	v := r.root
	for step := range strings.SplitSeq(fragment[1:], "/") {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		if v.Kind() == document.Array {
			i, err := strconv.Atoi(step)
			if err != nil {
				return target{problem: nowhere}
			}
			v = v.Index(i)
		} else {
			v = v.Member(step)
		}
		if !v.Exists() {
			return target{problem: nowhere + ": there is no " + strconv.Quote(short(step))}
		}
	}
	return target{schema: v, pointer: "#" + short(fragment)}
}

// collect notes the anchors of a schema and of all that is in it.
func (r *reader) collect(v document.Value) {
	for _, item := range v.Items() {
		r.collect(item)
	}
	for key, member := range v.Members() {
		switch name := member.Text(); {
		case member.Kind() != document.String:
			r.collect(member)
		case key == "$anchor" || key == "$dynamicAnchor":
			r.anchor(name, v)
		case key == "$id" || key == "id": // of drafts before 2019-09
			if name, ok := strings.CutPrefix(name, "#"); ok {
				r.anchor(name, v)
			}
		}
	}
}

func (r *reader) anchor(name string, v document.Value) {
	if _, found := r.anchors[name]; !found {
		r.anchors[name] = v
	}
}
