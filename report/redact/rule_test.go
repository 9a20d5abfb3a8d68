package redact_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/report/summarize"
)

type rules = map[string]redact.Mode

// modeOf returns how a record has a short value of an attribute.
func modeOf(r redact.Redaction, attribute string) redact.Mode {
	c := report.NewCase(report.Observation{Result: &eval.Result{Fields: []eval.FieldResult{
		{Path: "x", Attribute: attribute, Outcome: metrics.Invented, Got: []byte(`"x"`)},
	}}}, report.CaseOptions{Redaction: r})
	switch got := string(c.Fields[0].Got); {
	case got == "":
		return redact.Omit
	case got == `"x"`:
		return redact.None
	case strings.HasPrefix(got, `"hmac:`):
		return redact.Hash
	default:
		return redact.Mode("nothing known: " + got)
	}
}

func TestRedactRules(t *testing.T) {
	const none, hash, omit = redact.None, redact.Hash, redact.Omit
	for _, tt := range []struct {
		reason    string
		mode      redact.Mode
		rules     rules
		attribute string
		want      redact.Mode
	}{
		{"the attribute itself", none, rules{"vendor.iban": omit}, "vendor.iban", omit},
		{"another one", none, rules{"vendor.iban": omit}, "vendor.name", none},
		{"a name that begins alike", none, rules{"vendor": omit}, "vendors", none},
		{"what is below", none, rules{"vendor": hash}, "vendor.address.city", hash},
		{"items", none, rules{"lines": hash}, "lines[].sku", hash},
		{"items, written out", none, rules{"lines[]": hash}, "lines[].sku", hash},
		{"one attribute of items", none, rules{"lines[].sku": hash}, "lines[].amount", none},
		{"elements of a set", none, rules{"tags": hash}, "tags[]", hash},
		{"values of a map", none, rules{"rates": hash}, "rates{}.amount", hash},
		{"values of a map, written out", none, rules{"rates{}": hash}, "rates{}.amount", hash},
		{"one attribute of a map", none, rules{"rates{}.amount": hash}, "rates{}.note", none},
		{"a map of scalars", none, rules{"taxes{}": hash}, "taxes{}", hash},
		{"a map has no items", none, rules{"rates[].amount": hash}, "rates{}.amount", none},
		{"a map as one value", none, rules{"rates{}.amount": hash, "rates{}.note": omit}, "rates", omit},
		{"the key {}", none, rules{`["rates{}"].amount`: hash}, "rates{}.amount", none},
		{"items at the top", none, rules{"[].sku": hash}, "[].sku", hash},
		{"an index of the spec", none, rules{"lines[].amount": omit}, "lines[0].amount", omit},
		{"an index without brackets", none, rules{"lines[].amount": omit}, "lines.0.amount", omit},
		{"which may be a key", none, rules{`years["2024"]`: omit}, "years.2024.total", omit},
		{"both: the stricter", none, rules{`y["2024"]`: hash, "y[]": omit}, "y.2024", omit},
		{"an index is not a key", none, rules{`y["0"]`: omit}, "y[0]", none},
		{"an exception", omit, rules{"total": none}, "total", none},
		{"what is not an exception", omit, rules{"total": none}, "net", omit},
		{"the longest rule, stricter", none, rules{"vendor": hash, "vendor.iban": omit}, "vendor.iban", omit},
		{"the longest rule, laxer", omit, rules{"vendor": omit, "vendor.name": none}, "vendor.name", none},
		{"an object as a whole, above a rule", none, rules{"vendor.iban": omit}, "vendor", omit},
		{"above a rule, with one of its own", none, rules{"vendor": none, "vendor.iban": hash}, "vendor", hash},
		{"above a rule that keeps", hash, rules{"vendor.name": none}, "vendor", hash},
		{"a list as one value", none, rules{"lines[].sku": hash, "lines[].note": omit}, "lines", omit},
		{"the document as a whole", none, rules{"vendor.iban": hash}, "(document)", hash},
		{"an invented key", none, rules{"a": hash, "b": omit}, "(invented)", omit},
		{"an invented key beside exceptions", hash, rules{"a": none}, "(invented)", hash},
		{"nothing is redacted", none, rules{"a": none}, "(invented)", none},
		{"a quoted key", none, rules{`["a.b"].c`: omit}, `["a.b"].c`, omit},
		{"a quoted key is not a path", none, rules{`["a.b"].c`: omit}, `a.b.c`, none},
		{"an attribute that cannot be read", none, rules{"vendor.iban": hash}, "invoice..total", hash},
		{"a rule that cannot be read", none, rules{"vendor.iban": hash, "a..b": hash}, "total", omit},
		{"an unknown mode", none, rules{"vendor.iban": "blur"}, "total", omit},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			assert.Equal(t, tt.want, modeOf(redact.Redaction{Mode: tt.mode, Paths: tt.rules}, tt.attribute))
		})
	}
}

// The rule in its own words, over lists of steps: of the rules that an attribute
// begins with the longest counts, and those that begin with the attribute are as
// strict as the strictest.
func TestRedactRulesProperty(t *testing.T) {
	strictness := map[redact.Mode]int{redact.None: 0, redact.Hash: 1, redact.Omit: 2}
	modes := []redact.Mode{redact.None, redact.Hash, redact.Omit}
	covers := func(rule, attribute string) bool {
		switch rule {
		case "[]":
			return attribute == "[]" || attribute == "[0]" || attribute == "0"
		case `["0"]`:
			return attribute == "0"
		}
		return rule == attribute
	}
	begins := func(long, short []string, covers func(l, s string) bool) bool {
		if len(short) > len(long) {
			return false
		}
		for i := range short {
			if !covers(long[i], short[i]) {
				return false
			}
		}
		return true
	}
	text := func(steps []string) string {
		var b strings.Builder
		for i, s := range steps {
			if i > 0 && s[0] != '[' {
				b.WriteByte('.')
			}
			b.WriteString(s)
		}
		return b.String()
	}
	rapid.Check(t, func(t *rapid.T) {
		steps := func(of ...string) *rapid.Generator[[]string] { return rapid.SliceOfN(rapid.SampledFrom(of), 1, 4) }
		attribute := steps("a", "b", "[]", "[0]", "0").Draw(t, "attribute")
		written := rapid.SliceOfN(steps("a", "b", "[]", `["0"]`), 0, 6).Draw(t, "rules")
		r := redact.Redaction{Mode: rapid.SampledFrom(modes).Draw(t, "mode"), Paths: rules{}}
		for _, rule := range written {
			r.Paths[text(rule)] = rapid.SampledFrom(modes).Draw(t, text(rule))
		}
		want, length := r.Mode, 0
		for _, rule := range written {
			mode := r.Paths[text(rule)]
			if !begins(attribute, rule, func(a, r string) bool { return covers(r, a) }) {
				continue
			}
			if len(rule) > length || len(rule) == length && strictness[mode] > strictness[want] {
				want, length = mode, len(rule)
			}
		}
		for _, rule := range written {
			if mode := r.Paths[text(rule)]; begins(rule, attribute, covers) && strictness[mode] > strictness[want] {
				want = mode
			}
		}
		assert.Equal(t, want, modeOf(r, text(attribute)))
		compiled, err := r.Compile(nil)
		require.NoError(t, err)
		assert.Equal(t, want, modeOf(compiled, text(attribute)))
	})
}

func TestRedactionCompile(t *testing.T) {
	spec := eval.Spec{Fields: []eval.Field{
		{Path: "total", Match: compare.Numeric{}}, {Path: "vendor.iban"}, {Path: "address"}, {Path: "note", Match: compare.Ignore{}},
		{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "sku"}}}}, {Path: "taxes", List: &eval.List{}}, {Path: "parts[0].x"},
	}}
	evaluator, err := spec.Compile()
	require.NoError(t, err)
	inferring, err := eval.Spec{}.Compile()
	require.NoError(t, err)
	const omit = redact.Omit
	const only = `, only "total", "vendor.iban", "address", "lines[].sku", "parts[0].x"`

	for _, tt := range []struct {
		reason string
		paths  rules
		want   string
	}{
		{"attributes", rules{"total": "", "vendor.iban": omit, "lines[].sku": omit, "parts[].x": omit}, ""},
		{"above attributes", rules{"vendor": omit, "lines": omit, "taxes[]": omit, "parts": omit}, ""},
		{"below an attribute", rules{"address.city": omit}, ""},
		{"below a list whose fields the truth will show", rules{"taxes[].rate": omit}, ""},
		{"a typo", rules{"totl": omit}, `report: redaction rule "totl": the spec has no such attribute` + only},
		{"a typo in an item", rules{"lines[].skv": omit}, `report: redaction rule "lines[].skv": the spec has no such attribute` + only},
		{"a field that is not compared", rules{"note": omit}, `report: redaction rule "note": the spec has no such attribute` + only},
		{"a path that is none", rules{"vendor..iban": omit}, `report: redaction rule "vendor..iban": at offset 7: a name is missing before the dot; write a.b, or [""] for an empty key`},
		{"nothing", rules{"": omit}, `report: redaction rule "": at offset 0: it is empty; name a member, such as "total"`},
		{"one item", rules{"lines[3].sku": omit}, `report: redaction rule "lines[3].sku": it names one item; write "lines[].sku" for all`},
		{"a number", rules{"lines.3.sku": omit}, `report: redaction rule "lines.3.sku": a number may be an item or a key; write "lines[].sku" for all items, "lines[\"3\"].sku" for the key`},
		{"no attribute of a document", rules{"(invented)": ""}, `report: redaction rule "(invented)": it is not an attribute of a document; for a key that begins so, write "[\"(invented)\"]"`},
		{"an unknown mode", rules{"total": "blur"}, `report: redaction rule "total": unknown redaction "blur", want "hash", "omit" or none`},
		{"twice", rules{"vendor.iban": omit, `vendor["iban"]`: ""}, `report: redaction rule "vendor[\"iban\"]": it is for the same attribute as "vendor.iban"`},
		{"all at once", rules{"a..b": omit, "totl": "blur", "lines[3]": omit}, `report: redaction rule "a..b": at offset 2: a name is missing before the dot; write a.b, or [""] for an empty key
report: redaction rule "lines[3]": it names one item; write "lines[]" for all
report: redaction rule "totl": unknown redaction "blur", want "hash", "omit" or none`},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			r := redact.Redaction{Paths: tt.paths}
			_, err := r.Compile(evaluator)
			if tt.want == "" {
				assert.NoError(t, err)
			} else {
				assert.EqualError(t, err, tt.want)
			}
			_, err = r.Compile(inferring)
			assert.Equal(t, tt.want == "" || strings.Contains(tt.want, "no such attribute"), err == nil, "what a spec without fields compares is not known yet")
		})
	}
	_, err = redact.Redaction{Mode: "blur"}.Compile(nil)
	assert.EqualError(t, err, `report: unknown redaction "blur", want "hash", "omit" or none`)

	compiled, err := redact.Redaction{Paths: rules{"totl": omit}}.Compile(inferring)
	require.NoError(t, err)
	compiled.Paths = rules{"total": omit}
	_, err = compiled.Compile(evaluator)
	assert.NoError(t, err, "what was compiled before does not matter")
}

func TestRedactionInWords(t *testing.T) {
	const none, hash, omit = redact.None, redact.Hash, redact.Omit
	for _, tt := range []struct {
		r    redact.Redaction
		want string
	}{
		{redact.Redaction{}, ""},
		{redact.Redaction{Paths: rules{"total": none}}, ""},
		{redact.Redaction{Mode: hash, Key: []byte("secret")}, "hash"},
		{redact.Redaction{Mode: hash, Paths: rules{"total": none, "iban": omit}}, "hash, iban omit, total kept"},
		{redact.Redaction{Paths: rules{"vendor.iban": omit}}, "vendor.iban omit"},
	} {
		assert.Equal(t, tt.want, tt.r.String())
		assert.Equal(t, tt.want != "", tt.r.Active())
		assert.Equal(t, tt.want, fmt.Sprintf("%+v", tt.r), "the key is not printed by chance")
	}
}

func TestRedactionAddRule(t *testing.T) {
	var r redact.Redaction
	for _, rule := range []string{"vendor.iban=omit", "lines[].sku=hash", "total=keep", `["a=b"]=omit`} {
		require.NoError(t, r.AddRule(rule))
	}
	assert.Equal(t, rules{"vendor.iban": redact.Omit, "lines[].sku": redact.Hash, "total": redact.None, `["a=b"]`: redact.Omit}, r.Paths)
	assert.EqualError(t, r.AddRule("total"), `"total" is not a rule, want PATH=MODE, such as vendor.iban=omit`)
	assert.EqualError(t, r.AddRule("total="), `rule "total=": unknown mode "", want hash, omit or keep`)
	assert.EqualError(t, r.AddRule("total=omit"), `rule "total=omit": there is a rule for "total" already`)
}

func TestRedactionCheck(t *testing.T) {
	summary := func(attributes ...string) *report.Summary {
		s := summarize.New(summarize.Options{})
		c := report.Case{ID: "a", Trial: 1, Status: report.OK, Verdict: eval.Pass}
		for _, a := range attributes {
			c.Counts = append(c.Counts, metrics.Row{Attribute: a, Counts: metrics.Counts{Match: 1}})
		}
		require.NoError(t, s.Add(&c))
		sum := s.Summary()
		return &sum
	}
	r := redact.Redaction{Paths: map[string]redact.Mode{"ibn": redact.Omit, "vendor": redact.Hash, "lines[].sku": redact.Omit}}
	assert.NoError(t, terminal.CheckRedaction(summary("vendor.name", "lines[].sku", "ibn"), r))
	assert.NoError(t, terminal.CheckRedaction(summary("vendor", "lines[0].sku", "ibn[]"), r))
	assert.EqualError(t, terminal.CheckRedaction(summary("vendor.name", "lines[].sku", "iban"), r),
		`report: redaction rule "ibn": it matches no truth, answer or field of the spec, so it has hidden nothing; attributes are "vendor.name", "lines[].sku", "iban"`)
	assert.EqualError(t, terminal.CheckRedaction(summary("vendors"), r),
		`report: redaction rule "ibn": it matches no truth, answer or field of the spec, so it has hidden nothing; attributes are "vendors"`+"\n"+
			`report: redaction rule "lines[].sku": it matches no truth, answer or field of the spec, so it has hidden nothing; attributes are "vendors"`+"\n"+
			`report: redaction rule "vendor": it matches no truth, answer or field of the spec, so it has hidden nothing; attributes are "vendors"`)
	assert.NoError(t, terminal.CheckRedaction(&report.Summary{}, r), "no case was scored")
	assert.NoError(t, terminal.CheckRedaction(summary("iban"), redact.Redaction{Mode: redact.Omit}))
}
