package specs

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Line is one line of an explanation.
type Line struct {
	// Depth is 0 for a field of the document, 1 for a field of the items of a list, and so on.
	Depth int
	// Field is the path of the field, relative to the item in a list; "(document)" for the whole, and "score",
	// "answers" or the like in the lines about the spec.
	Field string
	// Text describes the comparison.
	Text string
	// OfSpec says that the line is about the spec as a whole, not about a field.
	OfSpec bool
}

// Explain describes a spec in plain words: a line for each field in the order of the spec, the fields of a list below
// it, then the rules for all of them. A comparator supplies its own sentence, see [compare.Sentence].
func Explain(s eval.Spec) []Line {
	lines := fields(nil, s, s.Fields, "", 0)
	if len(s.Fields) == 0 {
		lines = append(lines, Line{Field: "every value of the truth", Text: auto})
	}
	add := func(subject, text string) { lines = append(lines, Line{Field: subject, Text: text, OfSpec: true}) }
	for _, inv := range s.Invariants {
		text := "must hold of every answer: " + invariant(inv)
		if inv.Optional {
			text += "; it may apply to no case"
		}
		add(inv.Name, text)
	}
	add("score", score(s))
	switch {
	case s.Unlabelled == eval.UnlabelledSkip:
		add("keys that a truth lacks", "are left out: nobody labelled them")
	case s.Strict || len(s.Fields) == 0:
		add("other keys of answers", "count as invented")
	default:
		add("other keys of answers", "are not looked at")
	}
	if s.NullTruths {
		add("a truth that is null", "is that of a document without any value")
	}
	if s.AbsentWords != nil {
		add("texts for no value", "are "+absent(s.AbsentWords))
	}
	if s.Cluster != "" {
		add("cases with one "+s.Cluster, "are one unit in intervals and tests")
	}
	if s.EmptyCollections {
		add("[] and {}", "are empty")
	}
	if s.Lenient {
		add("text around the JSON of answers", "is left out")
	}
	if s.LenientPaths {
		add("fields with an invalid path", "are missing, with a warning")
	}
	for _, attribute := range slices.Sorted(maps.Keys(s.DateOrders)) {
		add("dates of "+attribute, "are in order "+s.DateOrders[attribute]+", as the truths have them")
	}
	return lines
}

const maxSchema, maxRule = 80, 200 // shown characters

// invariant describes an invariant without its name.
func invariant(inv eval.Invariant) string {
	if inv.InSource {
		operands := ""
		if len(inv.Paths) > 0 {
			operands = " of " + words.Excerpt(strings.Join(inv.Paths, ", "), maxRule)
		}
		return "each value" + operands + " stands in the text of the document"
	}
	written, err := json.Marshal(inv)
	if err != nil {
		return "it cannot be written: " + err.Error()
	}
	v, err := document.Parse(written)
	if err != nil {
		return "it cannot be read: " + err.Error()
	}
	var parts []string
	for key, member := range v.Members() {
		if key != "name" {
			most := maxRule
			if key == "schema" {
				most = maxSchema
			}
			parts = append(parts, key+" "+words.Excerpt(member.Text(), most))
		}
	}
	if len(parts) == 0 {
		return "a function of your own"
	}
	return strings.Join(parts, ", ")
}

func score(s eval.Spec) string {
	text := "mean of the fields by weight"
	switch s.Aggregation {
	case eval.AllOrNothing:
		text = "1 where every scored field is right, else 0"
	case eval.MacroF1:
		text = "mean F1 of the fields"
	}
	if s.Threshold == 0 {
		return text + "; a case passes when no scored field is missed"
	}
	return text + "; a case passes with " + number(s.Threshold) + " or more"
}

// auto describes a field whose comparison depends on the truth, which may have an array.
var auto = compare.Sentence(compare.Auto{}) + "; arrays of objects as lists, of texts as sets"

// fields appends lines that explain the fields below an attribute.
func fields(lines []Line, spec eval.Spec, all []eval.Field, prefix string, depth int) []Line {
	for _, f := range all {
		attribute := paths.Join(prefix, f.Path)
		f.Match = compare.InOrder(f.Match, spec.DateOrders[attribute])
		if f.Set != nil {
			f.Set = &eval.Set{Match: compare.InOrder(f.Set.Match, spec.DateOrders[attribute+paths.Items]), Assign: f.Set.Assign}
		}
		if f.Map != nil && f.Map.Match != nil {
			f.Map = &eval.Map{Match: compare.InOrder(f.Map.Match, spec.DateOrders[attribute+paths.Members]), Fold: f.Map.Fold}
		}
		lines = append(lines, Line{Depth: depth, Field: cmp.Or(f.Path, "(document)"), Text: ruleText(f) + restText(f)})
		if s := f.Sections; s != nil {
			for _, class := range slices.Sorted(maps.Keys(s.Classes)) {
				line := Line{Depth: depth + 1, Field: "class " + class, Text: "with these fields"}
				if len(s.Classes[class]) == 0 {
					line.Text = "without fields"
				}
				if class == s.Other {
					line.Text += ", as all other classes"
				}
				lines = fields(append(lines, line), spec, s.Classes[class], paths.Join(attribute+paths.Items, s.Attribute(class, "")), depth+2)
			}
		}
		switch inner, mark := f.Items(); {
		case mark == "":
		case len(inner) == 0:
			lines = append(lines, Line{Depth: depth + 1, Field: "every key of the items", Text: auto})
		case f.Map != nil && inner[0].Path == "":
			nested := fields(nil, spec, inner, attribute+mark, depth+1)
			nested[0].Field = "each value"
			lines = append(lines, nested...)
		default:
			lines = fields(lines, spec, inner, attribute+mark, depth+1)
		}
	}
	return lines
}

// ruleText describes how a field is compared.
func ruleText(f eval.Field) string {
	switch {
	case f.Sections != nil:
		return "sections, paired by the pages that they share: their classes and pages, and the fields of each class"
	case f.List != nil:
		return "items paired " + pairs(*f.List)
	case f.Set != nil:
		return setText(*f.Set)
	case f.Map != nil:
		text := "values paired by their keys"
		if f.Map.Fold {
			text += ", whatever their case and white space"
		}
		if f.Map.Match != nil {
			text += ", each " + compare.Sentence(f.Map.Match)
		}
		return text
	case f.Match == nil, compare.Name(f.Match) == compare.Name(compare.Auto{}):
		return auto
	}
	return compare.Sentence(f.Match)
}

func pairs(l eval.List) string {
	keys := "by " + strings.Join(l.By, " and ")
	threshold := cmp.Or(l.Threshold, spectext.StatedThreshold)
	if len(l.By) == 0 {
		keys = "by all fields, as much as each tells the items apart, and by description where the truth has one"
		if l.Threshold != 0 || l.Assign == eval.ByKey {
			keys = "by description where the truth has one, else by all fields"
		}
		threshold = cmp.Or(l.Threshold, spectext.ChosenThreshold)
	}
	switch l.Assign {
	case eval.InOrder:
		return "in order, the first with the first"
	case eval.ByKey:
		return keys + " (the same key)"
	case eval.Optimal:
		return keys + " (similarity >= " + number(threshold) + ", greatest sum)"
	}
	return keys + " (similarity >= " + number(threshold) + ", greedy)"
}

func setText(s eval.Set) string {
	each := s.Match
	if each == nil {
		each = compare.Auto{}
	}
	text := "values in any order, each "
	switch s.Assign {
	case eval.InOrder:
		text = "values in order, each "
	case eval.ByKey:
		text = "values paired by the same text, each "
	}
	return text + compare.Sentence(each)
}

// restText describes the options of a field other than its rule.
func restText(f eval.Field) string {
	text := ""
	if f.WantPath != "" {
		text += ", truth at " + f.WantPath
	}
	if f.Weight != 0 {
		text += ", weight " + number(f.Weight)
	}
	if len(f.Decides) > 0 {
		text += ", decides " + strings.Join(f.Decides, " and ")
	}
	if f.AbsentWords != nil {
		text += ", texts for no value: " + absent(f.AbsentWords)
	}
	for _, flag := range []struct {
		set  bool
		text string
	}{
		{f.Optional, ", optional: an answer may lack it"},
		{f.Unscored, ", counted but not scored"},
		{f.ZeroIsEmpty, ", 0 and false are empty"},
		{f.Absent, ", in no truth"},
	} {
		if flag.set {
			text += flag.text
		}
	}
	return text
}

// absent names the texts that stand for no value.
func absent(words []string) string {
	if len(words) == 0 {
		return "none, not even N/A"
	}
	return "N/A and " + strings.Join(words, ", ")
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', 6, 64) }

// matches says in a line what each match compares, and names the options of those that package compare does not have.
var matches = []struct{ name, text, options string }{
	{"auto", "by what the truth is; the default", ""},
	{"exact", "the same text, number, true or false", ""},
	{"fuzzy", "a text that is similar", ""},
	{"numeric", "a number, also in a text: 1.889,00 €", ""},
	{"date", "a day, in words or numbers", ""},
	{"time", "a point in time", ""},
	{"period", "a first and a last day", ""},
	{"code", "a code by its letters and digits, such as an IBAN", ""},
	{"url", "the address of a page", ""},
	{"class", "one of few values, with a table of confusions", ""},
	{"person", "the name of a person", ""},
	{"bool", "true or false, also in words and as boxes", ""},
	{"currency", "a currency by its code, sign or name", ""},
	{"regex", "a text of a pattern, in the truth and in the answer", ""},
	{"box", "a rectangle, by intersection over union", ""},
	{"point", "a point, by its distance", ""},
	{"one_of", "a truth that lists the accepted values", ""},
	{"semantic", "the same meaning, by a function; in Go alone", ""},
	{"ignore", "not compared", ""},
	{"list", "rows, each paired with its row in the truth", "by, fields, threshold, assign"},
	{"set", "values in any order", "each, assign"},
	{"map", "an object whose keys are data", "fields, each, fold"},
	{"sections", "the documents in a packet", "classes, class_key, pages_key, other"},
}

//go:embed help.txt
var help string

// WriteHelp prints how a spec is written, with all matches and their options.
func WriteHelp(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", help)
	for _, m := range matches {
		fmt.Fprintf(&b, "  %-9s %s\n", m.name, m.text)
		options := m.options
		if all, ok := compare.Options(m.name); ok {
			keys := arithmetic.Each(all, func(o compare.Option) string { return o.Key })
			options = strings.Join(keys, ", ")
		}
		if options != "" {
			fmt.Fprintf(&b, "       %s\n", options)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
