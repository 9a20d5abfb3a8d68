package eval

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/pairing"
	"github.com/extracteval/extracteval/metrics/eval/internal/reading"
)

// Evaluator compares answers with truths by one spec. It does not change and is
// safe for concurrent use.
type Evaluator struct {
	spec   Spec
	plan   *plan
	holds  *invariant.Set
	infers bool // a truth supplies some of the fields
	ahead  bool // comparators get their questions beforehand

	ignored ignored
}

// Compile checks a spec and prepares it for many documents. The error joins all mistakes in the spec, each with its
// field and a hint. Mistakes are paths that cannot be read, fields that overlap in got or in the truth, comparators
// that do not validate, weights and thresholds out of range, names that do not exist.
func (s Spec) Compile() (*Evaluator, error) {
	c := compiler{spec: &s, emptied: map[string]*paths.AbsentWords{}}
	oneOf(&c, inSpec, "aggregation", s.Aggregation, WeightedAverage, AllOrNothing, MacroF1)
	oneOf(&c, inSpec, "value of unlabelled", s.Unlabelled, unlabelledEmpty, UnlabelledSkip)
	if !validThreshold(s.Threshold) {
		c.errorf(inSpec, "threshold %v is not in (0,1]; leave it 0 for none", s.Threshold)
	}
	for _, attribute := range slices.Sorted(maps.Keys(s.DateOrders)) {
		oneOf(&c, inField(attribute), "order of dates", s.DateOrders[attribute], "dmy", "mdy", "ymd")
	}
	p := c.newPlan(s.Fields)
	c.decides(s.Fields)
	holds, err := invariant.Compile(s.invariants(), c.readerOf)
	if err != nil {
		c.errorf(inSpec, "%w", err)
	}
	if err := errors.Join(c.errs...); err != nil {
		return nil, err
	}
	return &Evaluator{spec: s, plan: p, holds: holds, infers: c.infers || len(s.Fields) == 0, ahead: pairing.AsksAhead(s.Leaves()), ignored: s.ignored()}, nil
}

// Spec returns the spec that was compiled. It must not be changed.
func (e *Evaluator) Spec() Spec { return e.spec }

// Table returns a table of all attributes in spec order with zero counts. It lacks the attributes that a truth
// supplies, for a spec or a list without fields.
func (e *Evaluator) Table() metrics.Table {
	return metrics.Table{Attributes: slices.Clone(e.plan.rows)}
}

// Attributes returns the names of the attributes in spec order, without the item-level rows of
// lists: the names that a gate can use.
func (e *Evaluator) Attributes() []string {
	var names []string
	for _, r := range e.plan.rows {
		if !r.Items {
			names = append(names, r.Attribute)
		}
	}
	return names
}

// validThreshold reports whether a threshold is 0, for none, or in (0,1]. It refuses a threshold that a score of 0
// would reach.
func validThreshold(t float64) bool { return t == 0 || t > compare.Slack && t <= 1 }

// oneOf notes an error unless value is empty or among the valid values of an enumeration.
func oneOf[T ~string](c *compiler, location, subject string, value T, valid ...T) {
	if value == "" || slices.Contains(valid, value) {
		return
	}
	quoted := strings.Fields(strings.Trim(fmt.Sprintf("%q", valid), "[]"))
	last := len(quoted) - 1
	c.errorf(location, "unknown %s %q, want %s or %s", subject, value, strings.Join(quoted[:last], ", "), quoted[last])
}

// compiler makes a plan and collects the errors of the spec.
type compiler struct {
	spec      *Spec
	inferred  bool // the fields come from a truth
	settled   bool // the plan was completed from a truth
	inference inference
	infers    bool // a list has no fields yet

	errs    []error
	result  plan
	rows    map[string]int
	emptied map[string]*paths.AbsentWords // of attributes, for rules
}

// maxWeight is the greatest weight, and its inverse the least, so that sums stay finite and no weight is lost to
// rounding.
const maxWeight = 1e6

const inSpec = "eval: "

func inField(attribute string) string { return fmt.Sprintf("eval: field %q: ", attribute) }

// errorf notes an error, with its place in front.
func (c *compiler) errorf(location, format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%s"+format, append([]any{location}, args...)...))
}

func (c *compiler) newPlan(fields []Field) *plan {
	c.rows = make(map[string]int)
	c.result.root = c.group(fields, scope{inferred: c.inferred, words: c.spec.AbsentWords})
	if !c.inferred {
		c.result.kind = kindOf(c.result.root)
	}
	return &c.result
}

// kindOf returns the kind of document that the paths of a group need, Missing if they may need several.
func kindOf(g *group) document.Kind {
	common := document.Missing
	for i := range g.fields {
		f, kind := &g.fields[i], document.Object
		switch {
		case f.invalid != "" || f.Ignored:
			continue
		case len(f.Got) == 0 && f.keyed:
		case len(f.Got) == 0 || f.Got[0].Bracket:
			kind = document.Array
		case f.Got[0].Index >= 0: // it may also name a member of an object
			return document.Missing
		}
		if common != document.Missing && common != kind {
			return document.Missing
		}
		common = kind
	}
	return common
}

// addRow returns the row of an attribute, appending it when it is new.
func (c *compiler) addRow(attribute string, items, unscored bool) int {
	if i, ok := c.rows[attribute]; ok {
		return i
	}
	i := len(c.rows)
	c.rows[attribute] = i
	c.result.rows = append(c.result.rows, metrics.Row{Attribute: attribute, Items: items})
	c.result.unscored = append(c.result.unscored, unscored)
	return i
}

// scope is the place from which a group of fields starts.
type scope struct {
	got, want string // the attributes at which its paths start: "lines[]"
	place     string // got without the class of a section
	unscored  bool
	words     []string // see Spec.AbsentWords
	inferred  bool
	sections  *Sections // the packet, for a group of fields of sections; else nil
	class     string
}

func (c *compiler) group(fields []Field, parent scope) *group {
	g := &group{scope: parent, absent: paths.AbsentWordsOf(nil, parent.words), got: layout{reading.NewTree(nil), gotPath}, want: layout{reading.NewTree(nil), wantPath}, fields: make([]field, len(fields)), nothing: content{values: make([]document.Value, len(fields))}}
	for i := range fields {
		g.fields[i] = c.field(&fields[i], parent)
		f := &g.fields[i]
		f.Column, f.Aside, f.Inner = i, f.Aside || f.Ignored, f.inner()
		g.wordy, g.ignores = g.wordy || f.absent != nil || f.list != nil && f.list.items.wordy, g.ignores || f.Ignored || f.list != nil && f.list.items.ignores
		g.open = g.open || f.open || f.list != nil && f.list.items.open || f.packet.isOpen()
	}
	inGot := c.overlaps(g, "overlap; compare either the whole value or its parts", gotPath, nil)
	c.overlaps(g, "overlap in the truth; give each a WantPath of its own (want=PATH in a tag, expected_path in a file)", wantPath, inGot)
	if len(c.errs) > 0 {
		return g // a tree needs valid paths without overlaps
	}
	for i := range g.fields {
		if f := &g.fields[i]; f.invalid == "" {
			g.got.Insert(f.Got, i)
			g.want.Insert(f.Want, i)
		}
	}
	c.insertBeside(g)
	for i := range g.fields {
		if f := &g.fields[i]; f.invalid == "" {
			f.gotByPath = f.page != nil || f.scores != nil || g.got.Mixed(f.Got)
			f.wantByPath = f.page != nil || g.want.Mixed(f.Want)
			g.byPath = g.byPath || f.gotByPath || f.wantByPath
		}
	}
	return g
}

func (c *compiler) field(s *Field, parent scope) field {
	f := field{
		Field: pairing.Field{
			Text: s.Path, Aside: s.Unscored, Set: s.Set != nil, ZeroIsEmpty: s.ZeroIsEmpty,
			Place:   paths.Join(parent.place, paths.General(s.Path)),
			InTruth: paths.General(paths.Join(parent.want, cmp.Or(s.WantPath, s.Path))),
		},
		suffix:    paths.Join("x", s.Path)[1:],
		attribute: paths.Join(parent.got, parent.fullName(s.Path)),
		weight:    s.Weight,
		optional:  s.Optional,
		unscored:  s.Unscored || parent.unscored,
	}
	match := cmp.Or(s.Match, compare.Comparator(compare.Auto{}))
	f.auto = s.isLeaf() && isAuto(match)
	match = compare.InOrder(match, c.spec.DateOrders[f.attribute])
	f.open = f.auto && !c.settled
	f.absent = paths.InheritedWords(s.AbsentWords, parent.words)
	f.Words = paths.AbsentWordsOf(match, f.absent)
	if f.Words != nil && !c.settled {
		c.emptied[f.attribute] = f.Words
	}
	f.Pairing = compare.PairingOf(match)
	switch w := s.Weight; {
	case w == 0:
		f.weight = 1
	case w >= 1/maxWeight && w <= maxWeight:
	case w > 0 && !math.IsInf(w, 0):
		c.errorf(inField(f.attribute), "weight %v is not between %v and %v; weights are relative, so 1 and 10 will do", w, 1/maxWeight, maxWeight)
	default:
		c.errorf(inField(f.attribute), "weight %v is not positive and finite; leave it 0 for 1, or set Unscored for no weight at all", w)
	}
	if p, err := document.ParsePath(s.Path); err == nil && parent.got == "" && s.Path[0] == '(' {
		c.errorf(inField(f.attribute), "a name that begins with ( could be mistaken for a name such as %q; write %s", metrics.InventedAttribute, p)
	}
	c.paths(&f, s)
	if f.Text == "" {
		f.Text = paths.Document
		if c.inferred && s.isLeaf() {
			f.attribute = paths.Document
		}
	}

	if err := notOne(s); err != nil {
		c.errorf(inField(f.attribute), "%w", err)
		return f
	}
	switch {
	case s.List != nil:
		f.list = c.compileList(&f, s.List, c.inference.inferred[s.List])
	case s.Set != nil:
		f.set = c.compileSet(&f, s.Set)
	case s.Map != nil:
		c.mapped(&f, s.Map)
	case s.Sections != nil:
		f.packet = c.sections(&f, s.Sections, parent)
	default:
		f.Ignored = compare.Name(match) == "ignore"
		f.written, f.Match = match, c.comparator(f.attribute, match)
		_, f.unprinted = match.(reading.SamePages)
		_, f.box = match.(compare.Paged)
		f.page = paths.PageOf(match)
		class, _ := compare.AsClass(match)
		f.scores = paths.Beside(f.Got, class.Scores)
		c.nothingBeside(f.attribute, match)
		if !f.Ignored {
			f.row = c.addRow(f.attribute, false, f.unscored)
		}
	}
	return f
}

func (c *compiler) comparator(attribute string, m compare.Comparator) compare.Comparator {
	prepared, err := compare.Prepare(m)
	if err != nil {
		c.errorf(inField(attribute), "%w", err)
	}
	return prepared
}

// paths reads the paths of a field's value in got and in the truth.
func (c *compiler) paths(f *field, s *Field) {
	if s.Path == "" && (!s.isLeaf() || c.inferred) {
		f.Got = document.Path{}
	} else {
		f.Got = c.parsePath(f, s.Path)
	}
	f.Want = f.Got
	if s.WantPath != "" && s.WantPath != s.Path {
		f.Want = c.parsePath(f, s.WantPath)
	}
}

// parsePath reads one path. It returns nil for a path that cannot be read, and notes the error or, with LenientPaths, a
// warning.
func (c *compiler) parsePath(f *field, text string) document.Path {
	path, problem := reading.ParsePath(text)
	if problem == "" {
		return path
	}
	if !c.spec.LenientPaths {
		c.errorf(inField(f.attribute), "%s", problem)
		return nil
	}
	if f.invalid == "" {
		c.result.warnings = append(c.result.warnings, fmt.Sprintf("field %q: %s; it is taken as missing", f.attribute, problem))
	}
	f.invalid = problem
	return nil
}

// mapped compiles a map as a list of the members of an object or, with a comparator for its values, as a set of them.
func (c *compiler) mapped(f *field, s *Map) {
	f.keyed, f.fold = true, s.Fold
	if c.result.maps == nil {
		c.result.maps = make(map[string]bool)
	}
	c.result.maps[f.Place], c.result.maps[f.InTruth] = true, true
	if s.Match == nil {
		f.list = c.compileList(f, &List{Fields: s.Fields}, c.inference.inferred[s])
		return
	}
	if len(s.Fields) > 0 {
		c.errorf(inField(f.attribute), "the map has Match and Fields; give Match for values that are compared as a whole, else Fields")
	}
	f.set = c.compileSet(f, &Set{Match: s.Match})
}

func (c *compiler) compileList(f *field, s *List, inferred bool) *list {
	l := &list{List: pairing.List{Name: f.attribute, Threshold: s.Threshold, Assign: pairing.Assign(s.Assign)}}
	if !validThreshold(s.Threshold) {
		c.errorf(inField(f.attribute), "threshold %v of the list is not in (0,1]; leave it 0 for %v", s.Threshold, spectext.StatedThreshold)
	}
	c.assign(f.attribute, s.Assign)
	mark := f.mark()
	f.row = c.addRow(f.attribute+mark, true, f.unscored)
	if len(s.Fields) == 0 && !inferred {
		c.infers = true
	}
	l.items = c.group(s.Fields, scope{got: f.attribute + mark, place: f.Place + mark, want: f.InTruth + mark, unscored: f.unscored, words: f.absent, inferred: inferred})
	for i, text := range s.By {
		if slices.Contains(s.By[:i], text) {
			c.errorf(inField(f.attribute), "By names %q twice", text)
			continue
		}
		l.By = append(l.By, c.matchKey(f.attribute, l.items, text))
	}
	if !slices.ContainsFunc(l.items.fields, func(f field) bool { return f.Text == description && (f.list != nil || f.set != nil) }) {
		l.Described = c.matchKey(f.attribute, l.items, description)
	}
	l.Empty = func(i int, v document.Value) bool { return c.spec.empty(&l.items.fields[i], v) }
	for i := range l.items.fields {
		item := &l.items.fields[i]
		l.Fields = append(l.Fields, item.Field)
		if item.list == nil && !item.keyed && !item.Aside && item.invalid == "" {
			l.Scored = append(l.Scored, item.Field)
		}
	}
	return l
}

func (c *compiler) compileSet(f *field, s *Set) *set {
	c.assign(f.attribute, s.Assign)
	match := compare.InOrder(cmp.Or(s.Match, compare.Comparator(compare.Auto{})), c.spec.DateOrders[f.attribute+f.mark()])
	e := field{attribute: f.attribute + f.mark(), weight: 1, unscored: f.unscored, written: match}
	e.Words = paths.AbsentWordsOf(match, f.absent)
	e.Match = c.comparator(e.attribute, match)
	c.nothingBeside(e.attribute, compare.OneOf{Each: match})
	if compare.Name(match) == "ignore" {
		f.Ignored = true
		return &set{element: e}
	}
	e.row = c.addRow(e.attribute, false, f.unscored)
	f.row = e.row
	return &set{Set: pairing.Set{Name: f.attribute, Match: e.Match, Assign: pairing.Assign(s.Assign)}, element: e}
}

func (c *compiler) assign(attribute string, a Assign) {
	oneOf(c, inField(attribute), "assign", a, Greedy, Optimal, ByKey, InOrder)
}

// isLeaf reports whether a field is neither a list nor a set nor a map nor a packet.
func (f *Field) isLeaf() bool {
	return f.List == nil && f.Set == nil && f.Map == nil && f.Sections == nil
}

func gotPath(f *field) document.Path  { return f.Got }
func wantPath(f *field) document.Path { return f.Want }
