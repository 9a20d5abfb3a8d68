package eval_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// A perfect extractor answers the values of the truth: values moved from WantPath to Path, of
// several accepted values the first. It scores 1, or it is told why not: by [compare.Read], or by a
// warning about rows without a key.

// printed are values as truths hold them, those that a comparator reads and those that
// it cannot.
var printed = rapid.OneOf(
	rapid.SampledFrom([]string{
		`"2024-03-01"`, `"03/04/2024"`, `"31.12.24"`, `"24 MAR 18"`, `"12-01-19"`, `"30.02.2024"`, `"2O24-01-05"`, `"March 2024"`, `"upon receipt"`,
		`"2024-03-01T10:30:00+01:00"`, `"2024年3月1日"`, `"20240301"`, `20240301`, `"Sat 05/01/2024"`,
		`"1.889,00"`, `"60.000"`, `"60,000"`, `"Rp.56.000"`, `"[145,900]"`, `"1x"`, `"5 €"`, `"5,-"`, `"5."`, `"12abc"`, `"1,23,4"`, `"n/a"`, `"-"`, `"12 34"`,
		`"NaN"`, `"-Infinity"`, `"∞"`, `"1e999"`, `1e999`, `-0`, `0`, `1.50`, `1e2`, `9007199254740993`, `0.1`, `-5`,
		`"DE89 3704 0044 0532 0130 00"`, `"INV-17"`, `"INV-17 copy"`, `"株式会社山田商店"`, `"ＡＢＣ １２"`, `"Straße"`, `"e\u0301"`, `"a\nb"`, `"\ud800"`, `"\udc00 x"`,
		`"a"`, `"A"`, `"a b"`, `"b a"`, `"--"`, `"\u200b"`, `"ab"`, `"<a & b>"`, `"{"`, `"EUR"`, `"€"`, `"\u00a0"`, `"\u0000"`,
		`""`, `" "`, `null`, `true`, `false`,
		`[]`, `{}`, `[0,0,10,10]`, `[5,5,5,5]`, `[10,10,0,0]`, `["1","2","3","4"]`, `[1e200,1e200,1e300,1e300]`, `[0,0]`, `[3,4]`, `[1e300,1e300]`, `[1,2,3]`, `[0.1,0.7,1e-9]`,
		`[1e999,0]`, `[[0,0],[4,0],[4,4]]`, `[[0,0],[4,4],[4,0],[0,4]]`, `[[0,0],[1,1],[2,2]]`, `[0,0,4,0,4,4]`, `[[[0,0],[9,0],[9,9]],[[5,2],[6,2],[6,3]]]`,
		`{"bbox":[0,0,1,1],"page":2}`, `{"x":1,"y":2}`, `{"x":1,"y":2,"width":3,"height":0}`, `{"polygon":[[0,0],[4,0],[4,4]],"page":1}`, `{"x1":0,"y1":0,"x2":0.3,"y2":0.1,"relative":true}`,
		`{"point":[1,2],"page":"x"}`, `{"a":1,"b":[1,{"c":null}]}`, `[null,""]`, `["a",null]`, `["a","b"]`, `[{"a":1},{"a":2}]`, `[[1],[2]]`,
	}),
	rapid.Map(rapid.String(), text),
	rapid.Map(rapid.StringMatching(`[-+$€(]{0,2}[0-9 .,'/:-]{1,12}(EUR|CR|%|x| Uhr)?`), text),
	rapid.Map(rapid.Float64Range(-1e30, 1e30), func(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }),
)

// text is a string as JSON, with <, > and & as they are.
func text(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// escaped is a value as json.Marshal writes it: <, > and & by their numbers.
func escaped(value string) string {
	var b bytes.Buffer
	json.HTMLEscape(&b, []byte(value))
	return b.String()
}

func oneOf[T any](t *rapid.T, label string, values ...T) T {
	return rapid.SampledFrom(values).Draw(t, label)
}

// comparator draws a valid built-in comparator; OneOf has one that is not OneOf inside.
func comparator(t *rapid.T, withOneOf bool) compare.Comparator {
	all := []func() compare.Comparator{
		func() compare.Comparator { return nil },
		func() compare.Comparator { return compare.Auto{} },
		func() compare.Comparator {
			return compare.Exact{FoldCase: oneOf(t, "fold case", false, true), TrimSpace: oneOf(t, "trim", false, true), NFC: oneOf(t, "nfc", false, true), Fold: oneOf(t, "fold", false, true), Loose: oneOf(t, "loose", false, true)}
		},
		func() compare.Comparator {
			return compare.Fuzzy{
				Algorithm: oneOf(t, "algorithm", "", "levenshtein", "osa", "damerau", "jaro", "jaro_winkler", "dice", "jaccard", "cosine", "lcs", "token_sort", "token_set", "hamming", "qgram"),
				Threshold: oneOf(t, "threshold", 0, 0.5, 1), Verbatim: oneOf(t, "verbatim", false, true),
			}
		},
		func() compare.Comparator {
			return compare.Numeric{
				Tolerance: oneOf(t, "tolerance", 0, 0.01, 5), Relative: oneOf(t, "relative", false, true), HalfDigit: oneOf(t, "half digit", false, true),
				Format: oneOf(t, "format", "", "auto", "us", "eu", "swiss", "indian", "plain"), AnyCurrency: oneOf(t, "any currency", false, true), Percent: oneOf(t, "percent", "", "fraction"),
			}
		},
		func() compare.Comparator {
			d := compare.Date{Order: oneOf(t, "order", "", "dmy", "mdy", "ymd"), Languages: oneOf(t, "languages", nil, []string{"de"}, []string{"en", "fr"})}
			switch oneOf(t, "kind of date", "day", "month", "year", "formats", "only formats", "instant", "tolerance") {
			case "month":
				d.Precision = "month"
			case "year":
				d.Precision = "year"
			case "formats":
				d.Formats = []string{"DD.MM.YY", "2006/02/01"}
			case "only formats":
				d.Formats, d.OnlyFormats = []string{"D MMM YY"}, true
			case "instant":
				d.Instant, d.Tolerance = true, oneOf(t, "days", 0, 0.5)
			case "tolerance":
				d.Tolerance = 3
			}
			return d
		},
		func() compare.Comparator {
			return compare.Code{Checksum: oneOf(t, "checksum", "", "iban", "luhn", "ean", "vat")}
		},
		func() compare.Comparator {
			return compare.Regex{Pattern: oneOf(t, "pattern", `INV-(\d+).*`, `[A-Z]+`, `.*`, `(a)|(b)`)}
		},
		func() compare.Comparator {
			return compare.Box{Format: oneOf(t, "box", "", "xyxy", "xywh", "polygon"), Threshold: oneOf(t, "iou", 0, 0.9, 1)}
		},
		func() compare.Comparator {
			return compare.Point{Metric: oneOf(t, "metric", "", "euclidean", "manhattan", "cosine", "chebyshev"), Max: oneOf(t, "max", 0, 2.0)}
		},
	}
	if withOneOf {
		all = append(all, func() compare.Comparator { return compare.Ignore{} })
		all = append(all, func() compare.Comparator {
			o := compare.OneOf{Each: comparator(t, false)}
			if oneOf(t, "aliases", false, true) {
				o.Aliases = map[string][]string{"EUR": {"€", "Euro"}}
			}
			return o
		})
	}
	return rapid.SampledFrom(all).Draw(t, "comparator")()
}

// perfect is a field with its truth and the answer that is right. Both are empty
// texts where the side has no such key.
type perfect struct {
	field     eval.Field
	got, want string
}

func drawField(t *rapid.T, name string, depth int) perfect {
	p := perfect{field: eval.Field{
		Path:        name,
		Weight:      oneOf(t, "weight", 0, 1, 2.5),
		Optional:    oneOf(t, "optional", false, true),
		Unscored:    rapid.IntRange(0, 5).Draw(t, "unscored") == 5,
		ZeroIsEmpty: oneOf(t, "zero is empty", false, true),
	}}
	if oneOf(t, "moved", false, true) {
		p.field.WantPath = "truth of " + name
	}
	kind := rapid.IntRange(0, 6).Draw(t, "kind of field")
	switch {
	case rapid.IntRange(0, 9).Draw(t, "lacking") == 9:
		p.field.Match = comparator(t, true)
	case kind == 0 && depth > 0:
		p.list(t, depth)
	case kind == 1:
		p.field.Set = &eval.Set{Match: comparator(t, false), Assign: oneOf(t, "set assign", "", eval.Greedy, eval.Optimal, eval.ByKey, eval.InOrder)}
		elements := rapid.SliceOfN(printed, 0, 4).Draw(t, "elements")
		p.want = array(elements)
		if p.field.Set.Assign != eval.InOrder && len(elements) > 1 {
			elements = rapid.Permutation(elements).Draw(t, "shuffled")
		}
		p.got = escaped(array(elements))
	default:
		p.field.Match = comparator(t, true)
		p.value(t)
	}
	return p
}

// value draws the truth of a leaf.
func (p *perfect) value(t *rapid.T) {
	p.want = printed.Draw(t, "truth")
	_, accepts := p.field.Match.(compare.OneOf)
	if accepts && oneOf(t, "several", false, true) {
		// That an empty collection is accepted is written as null.
		accepted := printed.Filter(func(value string) bool { return value != "[]" && value != "{}" })
		p.want = array(rapid.SliceOfN(accepted, 1, 3).Draw(t, "accepted"))
	}
	p.got = escaped(p.want)
	if v, err := document.Parse([]byte(p.want)); accepts && err == nil && v.Len() > 0 && v.Kind() == document.Array {
		p.got = escaped(v.Index(0).RawText())
	}
}

func array(items []string) string { return "[" + strings.Join(items, ",") + "]" }

// list makes the field a list whose items all have the fields of one drawing.
func (p *perfect) list(t *rapid.T, depth int) {
	l := &eval.List{
		Assign:    oneOf(t, "assign", "", eval.Greedy, eval.Optimal, eval.ByKey, eval.InOrder),
		Threshold: oneOf(t, "list threshold", 0, 0.3, 1),
	}
	var gots, wants []string
	names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"description", "a", "b"}), 1, 3, rapid.ID).Draw(t, "names")
	var columns []perfect
	for _, name := range names {
		column := drawField(t, name, depth-1)
		if _, accepts := column.field.Match.(compare.OneOf); accepts {
			column.field.Unscored = false // an unscored field does not tell alike items apart
		}
		columns = append(columns, column)
		l.Fields = append(l.Fields, column.field)
	}
	for range rapid.IntRange(0, 4).Draw(t, "items") {
		items := columns
		if len(wants) > 0 { // the first item is as its fields were drawn
			items = nil
			for _, c := range columns {
				items = append(items, c.again(t))
			}
		}
		got, want := objectsOf(items)
		gots, wants = append(gots, got), append(wants, want)
	}
	for _, c := range columns {
		if c.field.List == nil && c.field.Set == nil && oneOf(t, "by", false, true) {
			l.By = append(l.By, c.field.Path)
		}
	}
	if l.Assign != eval.InOrder && len(gots) > 1 {
		gots = rapid.Permutation(gots).Draw(t, "shuffled")
	}
	p.field.List = l
	p.got, p.want = array(gots), array(wants)
}

// again draws other values for a field of the next item.
func (p perfect) again(t *rapid.T) perfect {
	switch {
	case p.field.List != nil: // the same inner list
	case p.field.Set != nil:
		p.want = array(rapid.SliceOfN(printed, 0, 3).Draw(t, "elements"))
		p.got = escaped(p.want)
	case rapid.IntRange(0, 3).Draw(t, "again") > 0:
		p.value(t)
	}
	return p
}

// objectsOf makes an answer and a truth of fields.
func objectsOf(of []perfect) (got, want string) {
	var gots, wants []string
	for _, p := range of {
		at := p.field.WantPath
		if at == "" {
			at = p.field.Path
		}
		if p.want != "" {
			wants = append(wants, text(at)+":"+p.want)
		}
		if p.got != "" {
			gots = append(gots, text(p.field.Path)+":"+p.got)
		}
	}
	return "{" + strings.Join(gots, ",") + "}", "{" + strings.Join(wants, ",") + "}"
}

func TestPerfectExtractor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := eval.Spec{
			Aggregation:      oneOf(t, "aggregation", "", eval.WeightedAverage, eval.AllOrNothing, eval.MacroF1),
			Threshold:        oneOf(t, "pass", 0, 1.0),
			EmptyCollections: oneOf(t, "empty collections", false, true),
			Strict:           oneOf(t, "strict", false, true),
			Unlabelled:       oneOf(t, "unlabelled", "", eval.UnlabelledSkip),
		}
		var drawn []perfect
		for i := range rapid.IntRange(1, 3).Draw(t, "fields") {
			drawn = append(drawn, drawField(t, fmt.Sprint("f", i), 2))
			spec.Fields = append(spec.Fields, drawn[i].field)
		}
		got, want := objectsOf(drawn)
		e, err := spec.Compile()
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.Evaluate(t.Context(), []byte(got), []byte(want))
		if err != nil && strings.Contains(err.Error(), "items are matched by leaves and sets") {
			return // a match field without a comparator, in which this truth has a list
		}
		if err != nil {
			t.Fatalf("%v\ntruth %s", err, want)
		}
		checkPerfect(t, spec, r, got, want)
	})
}

func TestPerfectExtractorWithoutSpec(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var drawn []perfect
		for i := range rapid.IntRange(0, 4).Draw(t, "fields") {
			p := drawField(t, fmt.Sprint("f", i), 2)
			p.field = eval.Field{Path: p.field.Path}
			p.got = p.want
			drawn = append(drawn, p)
		}
		got, want := objectsOf(drawn)
		if oneOf(t, "scalar", false, true) {
			want = printed.Draw(t, "truth")
			got = want
		}
		e, err := eval.Spec{}.Compile()
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.Evaluate(t.Context(), []byte(escaped(got)), []byte(want))
		if err != nil {
			t.Fatalf("%v\ntruth %s", err, want)
		}
		checkPerfect(t, eval.Spec{}, r, got, want)
	})
}

// checkPerfect checks that all is right, except where a warning says why not.
func checkPerfect(t *rapid.T, spec eval.Spec, r eval.Result, got, want string) {
	told := false
	unpaired := make(map[string]bool) // lists with items whose partner others may have, as a value of theirs cannot be read
	for _, f := range r.Fields {
		if !f.Outcome.Hit() && whyTold(spec, f, r) != "" {
			unpaired[listOf(f)], told = true, true
		}
	}
	truth, err := document.Parse([]byte(want))
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range spec.Fields { // a value that may be absent is in no leaf of an item without partner
		if list.List == nil {
			continue
		}
		for _, item := range truth.Get(cmp.Or(list.WantPath, list.Path)).Items() {
			for _, f := range list.List.Fields {
				v := item.Get(cmp.Or(f.WantPath, f.Path))
				if reading, ok := compare.Read(f.Match, v); ok && !v.Empty() && !reading.OK {
					unpaired[list.Path], told = true, true
				}
			}
		}
	}
	for _, f := range r.Fields {
		list := listOf(f)
		rest := list != "" && unpaired[list]
		if strings.Contains(f.Attribute, "[]") && asideOf(spec.Fields, f.Attribute) {
			continue // where items are alike in the scored fields, this field does not decide which belong together
		}
		if !f.Outcome.Hit() && !rest && whyTold(spec, f, r) == "" {
			t.Errorf("%s: %s (%s) %s\ngot    %s\nwant   %s\nanswer %s\ntruth  %s\nspec   %s", f.Path, f.Outcome, f.Tag, f.Note, f.Got, f.Want, got, want, specText(spec))
		}
	}
	switch nothing := r.Reasoning == "no field was scored"; {
	case told, nothing:
	case r.Score < 1-compare.Slack || r.Verdict != eval.Pass || len(r.Misses) > 0:
		t.Errorf("score %v, %s, misses %v\nanswer %s\ntruth  %s\nspec   %s", r.Score, r.Verdict, r.Misses, got, want, specText(spec))
	}
}

// listOf returns the outermost list in which a leaf is, "" for others.
func listOf(f eval.FieldResult) string {
	list, _, ok := strings.Cut(f.Attribute, "[]")
	if !ok {
		return ""
	}
	return list
}

func specText(spec eval.Spec) []byte {
	text, err := spec.MarshalJSON()
	if err != nil {
		panic(err)
	}
	return text
}

// whyTold returns the warning that tells the author of a spec that a perfect extractor misses a
// leaf, "" if there is none.
func whyTold(spec eval.Spec, f eval.FieldResult, r eval.Result) string {
	value := f.Want
	if value == nil {
		value = f.Got
	}
	v, err := document.Parse(value)
	if err != nil {
		return ""
	}
	if reading, ok := compare.Read(matchOf(spec.Fields, f.Attribute), v); ok && !reading.OK {
		return reading.Why
	}
	for _, w := range r.Warnings {
		if strings.Contains(f.Attribute, "[]") && (strings.Contains(w, "items without any match field") || strings.Contains(w, "by_key pairs equal texts, and")) {
			return w
		}
	}
	return ""
}

// asideOf reports whether an attribute is not scored.
func asideOf(fields []eval.Field, attribute string) bool {
	name, inside, _ := strings.Cut(attribute, "[]")
	for _, f := range fields {
		if f.Path == name {
			return f.Unscored || f.List != nil && inside != "" && asideOf(f.List.Fields, strings.TrimPrefix(inside, "."))
		}
	}
	return false
}

// matchOf returns the comparator of an attribute, such as "f0[].a" or "f1[]".
func matchOf(fields []eval.Field, attribute string) compare.Comparator {
	name, inside, _ := strings.Cut(attribute, "[]")
	for _, f := range fields {
		switch {
		case f.Path != name:
		case f.List != nil:
			return matchOf(f.List.Fields, strings.TrimPrefix(inside, "."))
		case f.Set != nil:
			return f.Set.Match
		default:
			return f.Match
		}
	}
	return compare.Auto{}
}
