package compare_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

type constructors = map[string]func(json.RawMessage) (compare.Comparator, error)

// Parse reads the text that Describe writes.
func TestDescribeAndParse(t *testing.T) {
	for _, tt := range []struct {
		rule          compare.Comparator
		name, options string
	}{
		{compare.Exact{}, "exact", `{}`},
		{compare.Exact{FoldCase: true, TrimSpace: true, NFC: true, Loose: true}, "exact", `{"fold_case":true,"trim_space":true,"nfc":true,"loose":true}`},
		{compare.Fuzzy{}, "fuzzy", `{}`},
		{compare.Fuzzy{Algorithm: "jaro_winkler", Threshold: 0.9, Verbatim: true}, "fuzzy", `{"algorithm":"jaro_winkler","threshold":0.9,"verbatim":true}`},
		{compare.Numeric{}, "numeric", `{}`},
		{compare.Numeric{Tolerance: 0.01, Relative: true, HalfDigit: true, Format: "eu", Percent: "fraction"}, "numeric", `{"tolerance":0.01,"relative":true,"half_digit":true,"format":"eu","percent":"fraction"}`},
		{compare.Date{}, "date", `{}`},
		{compare.Date{Formats: []string{"DD.MM.YYYY", "YYYY-MM-DD"}, Languages: []string{"de"}, Instant: true, Tolerance: 1}, "date",
			`{"formats":["DD.MM.YYYY","YYYY-MM-DD"],"languages":["de"],"instant":true,"tolerance":1}`},
		{compare.Date{Formats: []string{"YYMMDD"}, OnlyFormats: true, Order: "dmy", Precision: "month"}, "date",
			`{"formats":["YYMMDD"],"only_formats":true,"order":"dmy","precision":"month"}`},
		{compare.Box{}, "box", `{}`},
		{compare.Box{Format: "xywh", Threshold: 0.7}, "box", `{"format":"xywh","threshold":0.7}`},
		{compare.Point{}, "point", `{}`},
		{compare.Point{Metric: "manhattan", Max: 10}, "point", `{"metric":"manhattan","max":10}`},
		{compare.OneOf{}, "one_of", `{}`},
		{compare.OneOf{Each: compare.Exact{}}, "one_of", `{"each":{"match":"exact"}}`},
		{compare.OneOf{Each: compare.Fuzzy{Threshold: 0.9}}, "one_of", `{"each":{"match":"fuzzy","threshold":0.9}}`},
		{compare.OneOf{Each: compare.OneOf{Each: compare.Numeric{Relative: true}}}, "one_of", `{"each":{"match":"one_of","each":{"match":"numeric","relative":true}}}`},
		{compare.Ignore{}, "ignore", `{}`},
		{compare.Auto{}, "auto", `{}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			name, options, err := compare.Describe(tt.rule)
			require.NoError(t, err)
			assert.Equal(t, tt.name, name)
			assert.Equal(t, tt.options, string(options))
			back, err := compare.Parse(name, options, nil)
			require.NoError(t, err)
			assert.Equal(t, tt.rule, back)
		})
	}
}

func TestParseTakesATextForAListOfOne(t *testing.T) {
	c, err := compare.Parse("date", json.RawMessage(`{"formats":"Jan \u00222\u0022, 2006","languages":"de","tolerance":1}`), nil)
	require.NoError(t, err)
	assert.Equal(t, compare.Date{Formats: []string{`Jan "2", 2006`}, Languages: []string{"de"}, Tolerance: 1}, c)
	c, err = compare.Parse("one_of", json.RawMessage(`{"each":{"match":"date","formats":"DD.MM.YYYY"}}`), nil)
	require.NoError(t, err)
	assert.Equal(t, compare.OneOf{Each: compare.Date{Formats: []string{"DD.MM.YYYY"}}}, c)
}

// The options of a comparator are the fields of its struct; a spec has a form for
// each of them, and leaves it out where it is zero.
func TestOptionsAreThoseOfTheStructs(t *testing.T) {
	for _, name := range compare.Names() {
		options, ok := compare.Options(name)
		assert.True(t, ok, name)
		for _, o := range options {
			assert.NotEmpty(t, o.Type, "%s: no text stands for a value of %s", name, o.Key)
		}
	}
	options, ok := compare.Options("fuzzy")
	assert.True(t, ok)
	assert.Equal(t, []compare.Option{{Key: "algorithm", Type: "string"}, {Key: "threshold", Type: "number"}, {Key: "verbatim", Type: "bool"}}, options)
	options, _ = compare.Options("one_of")
	assert.Equal(t, []compare.Option{{Key: "each", Type: "comparator"}, {Key: "aliases", Type: "map of lists of strings"}}, options)
	options, _ = compare.Options("semantic") // its function is not an option
	assert.Equal(t, []compare.Option{{Key: "name", Type: "string"}, {Key: "threshold", Type: "number"}}, options)
	options, _ = compare.Options("date")
	assert.Contains(t, options, compare.Option{Key: "formats", Type: "list of strings"})
	_, ok = compare.Options("func")
	assert.False(t, ok)
}

// A costly comparator may only be asked where somebody named it to match items by.
func TestPairingOf(t *testing.T) {
	meaning := compare.Semantic{Name: "minilm"}
	for _, tt := range []struct {
		reason string
		rule   compare.Comparator
		want   compare.Pairing
	}{
		{"no comparator is Exact", nil, compare.PairByText},
		{"a pointer is what it points to", &compare.Fuzzy{}, compare.PairByText},
		{"the kind of text decides", compare.Auto{}, compare.PairByKind},
		{"numbers agree or not", compare.Numeric{}, compare.PairByMatch},
		{"an array of accepted values has no edit distance", compare.OneOf{}, compare.PairByMatch},
		{"as costly as what it asks", compare.OneOf{Each: compare.OneOf{Each: meaning}}, compare.PairCostly},
		{"a model", meaning, compare.PairCostly},
		{"a user's function", compare.Func{Name: "iban"}, compare.PairCostly},
		{"a user's type", lengths{}, compare.PairCostly},
		{"a user's type around one of ours", strict{}, compare.PairCostly},
	} {
		assert.Equal(t, tt.want, compare.PairingOf(tt.rule), tt.reason)
	}
}

// comparatorNames is the list of the catalog as errors write it.
var comparatorNames = strings.Join(compare.Names(), ", ")

// A name in a spec is a word of small letters, and names one comparator.
func TestNames(t *testing.T) {
	names := compare.Names()
	assert.Subset(t, names, []string{"exact", "numeric", "auto"})
	for i, name := range names {
		assert.Regexp(t, `^[a-z]+(_[a-z]+)*$`, name)
		assert.NotContains(t, names[i+1:], name)
		_, ok := compare.Options(name)
		assert.True(t, ok, name)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, tt := range []struct{ reason, name, options, text string }{
		{"unknown name", "invalid_type", `{}`, `compare: Invalid match type: invalid_type; valid are ` + comparatorNames + ``},
		{"no name", "", `{}`, `compare: Invalid match type: ; valid are ` + comparatorNames + ``},
		{"a Func has no such name", "func", `{}`, `compare: Invalid match type: func; valid are ` + comparatorNames + ``},
		{"no JSON", "exact", `{`, `compare: exact: its options are not JSON: document: invalid JSON at offset 1: unexpected end of JSON input`},
		{"no object", "exact", `[]`, `compare: exact: its options are of type array, want an object`},
		{"unknown option", "exact", `{"threshold":0.5}`, `compare: exact: threshold: unknown option; valid are fold_case, trim_space, nfc, fold, loose`},
		{"unknown option where there are none", "auto", `{"x":1}`, `compare: auto: x: unknown option; there are none`},
		{"Go's name of an option", "exact", `{"FoldCase":true}`, `compare: exact: FoldCase: unknown option; valid are fold_case, trim_space, nfc, fold, loose`},
		{"another case", "exact", `{"Loose":true}`, `compare: exact: Loose: unknown option; valid are fold_case, trim_space, nfc, fold, loose`},
		{"twice", "exact", `{"nfc":true,"nfc":true}`, `compare: exact: nfc: appears twice`},
		{"text for a number", "numeric", `{"tolerance":"not a number"}`, `compare: numeric: tolerance: got string "not a number", want a number`},
		{"text for a bool", "numeric", `{"relative":"true"}`, `compare: numeric: relative: got string "true", want a bool`},
		{"number for a string", "numeric", `{"format":1}`, `compare: numeric: format: got number 1, want a string`},
		{"null", "numeric", `{"format":null}`, `compare: numeric: format: got null, want a string`},
		{"a number for a list", "date", `{"formats":20240102}`, `compare: date: formats: got number 20240102, want a list of strings`},
		{"a list of other things", "date", `{"formats":["DD.MM.YYYY",1]}`, `compare: date: formats: got array ["DD.MM.YYYY",1], want a list of strings; put quotes around each`},
		{"numbers for classes", "class", `{"classes":[0,1]}`, `compare: class: classes: got array [0,1], want a list of strings; put quotes around each`},
		{"a number beyond float64", "numeric", `{"tolerance":1e999}`, `compare: numeric: tolerance: 1e999 is out of range`},
		{"a threshold of 0", "fuzzy", `{"threshold":0}`, `compare: fuzzy: threshold: a threshold of 0 lets everything match; leave it out for the default`},
		{"a threshold of 0, written otherwise", "fuzzy", `{"threshold":-0.0e5}`, `compare: fuzzy: threshold: a threshold of 0 lets everything match; leave it out for the default`},
		{"a threshold above 1", "fuzzy", `{"threshold":85}`, `compare: fuzzy: threshold: got 85, want a number above 0 and at most 1`},
		{"a negative tolerance", "numeric", `{"tolerance":-1}`, `compare: numeric: tolerance: got -1, want a number that is finite and not negative`},
		{"unknown algorithm", "fuzzy", `{"algorithm":"soundex"}`, `compare: fuzzy: algorithm: unknown value "soundex"; valid are levenshtein, osa, damerau, jaro, jaro_winkler, dice, jaccard, cosine, lcs, token_sort, token_set, hamming, qgram`},
		{"unknown format", "numeric", `{"format":"fr"}`, `compare: numeric: format: unknown value "fr"; valid are auto, us, eu, swiss, indian, plain`},
		{"unknown box format", "box", `{"format":"yolo"}`, `compare: box: format: unknown value "yolo"; valid are xyxy, xywh, polygon`},
		{"a box threshold of 0", "box", `{"threshold":0}`, `compare: box: threshold: a threshold of 0 lets everything match; leave it out for the default`},
		{"a box threshold above 1", "box", `{"threshold":50}`, `compare: box: threshold: got 50, want a number above 0 and at most 1`},
		{"unknown metric", "point", `{"metric":"hamming"}`, `compare: point: metric: unknown value "hamming"; valid are euclidean, manhattan, cosine, chebyshev`},
		{"a negative distance", "point", `{"max":-1}`, `compare: point: max: got -1, want a distance that is finite and not negative`},
		{"two at once", "fuzzy", `{"threshold":0,"nfc":true}`, "compare: fuzzy: threshold: a threshold of 0 lets everything match; leave it out for the default\n" +
			"compare: fuzzy: nfc: unknown option; valid are algorithm, threshold, verbatim"},
		{"a function cannot be read", "semantic", `{"name":"minilm"}`, `compare: it calls a function, which a text cannot name; give ParseSpec a constructor for "semantic", or set compare.Semantic in Go`},
		{"ignore within one_of", "one_of", `{"each":"ignore"}`, `compare: one_of: each: ignore judges nothing; give the field itself the match ignore`},
		{"within one_of", "one_of", `{"each":{"match":"fuzzy","threshold":0}}`, `compare: one_of: each.threshold: a threshold of 0 lets everything match; leave it out for the default`},
		{"an unknown name within one_of", "one_of", `{"each":"fuzy"}`, `compare: one_of: each.match: Invalid match type: fuzy; valid are ` + comparatorNames + `; did you mean "fuzzy"?`},
		{"no name within one_of", "one_of", `{"each":{}}`, `compare: one_of: each: it has no "match", the name of a comparator`},
		{"one_of with another type", "one_of", `{"each":1}`, `compare: one_of: each: got number 1, want a comparator`},
		{"a hostile name", strings.Repeat("x\n", 500), `{}`, `compare: Invalid match type: ` + strings.Repeat("x�", 19) + `x…; valid are ` + comparatorNames + ``},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			c, err := compare.Parse(tt.name, json.RawMessage(tt.options), nil)
			assert.EqualError(t, err, tt.text)
			assert.Nil(t, c)
		})
	}
}

func TestParseErrorsNameTheOption(t *testing.T) {
	_, err := compare.Parse("numeric", json.RawMessage(`{"tolerance":"x"}`), nil)
	var option *compare.OptionError
	require.ErrorAs(t, err, &option)
	assert.Equal(t, compare.OptionError{Comparator: "numeric", Key: "tolerance", Problem: `got string "x", want a number`}, *option)
}

func TestParseDefaults(t *testing.T) {
	for _, options := range []string{"", "null", "{}", " { } "} {
		c, err := compare.Parse("fuzzy", json.RawMessage(options), nil)
		require.NoError(t, err, options)
		assert.Equal(t, compare.Fuzzy{}, c)
	}
	c, err := compare.Parse("one_of", json.RawMessage(`{"each":"numeric"}`), nil)
	require.NoError(t, err)
	assert.Equal(t, compare.OneOf{Each: compare.Numeric{}}, c)
}

// lengths is a comparator of a user's: texts match when they are as long.
type lengths struct {
	Most int `json:"most,omitzero"`
}

func (lengths) Name() string { return "lengths" }

func (lengths) Compare(_ context.Context, got, want document.Value) (compare.Comparison, error) {
	return compare.Binary(len(got.Text()) == len(want.Text())), nil
}

func TestParseCustom(t *testing.T) {
	failure := errors.New("no such model")
	custom := constructors{
		"lengths": func(config json.RawMessage) (compare.Comparator, error) {
			var l lengths
			return l, json.Unmarshal(config, &l)
		},
		"semantic": func(config json.RawMessage) (compare.Comparator, error) {
			s := compare.Semantic{Similarity: func(context.Context, string, string) (float64, error) { return 1, nil }}
			return s, json.Unmarshal(config, &s)
		},
		"broken": func(json.RawMessage) (compare.Comparator, error) { return nil, failure },
		"lazy":   func(json.RawMessage) (compare.Comparator, error) { return nil, nil },
		"absent": nil,
		"exact":  func(json.RawMessage) (compare.Comparator, error) { return lengths{}, nil },
	}
	t.Run("a user's comparator reads back", func(t *testing.T) {
		name, options, err := compare.Describe(lengths{Most: 3})
		require.NoError(t, err)
		c, err := compare.Parse(name, options, custom)
		require.NoError(t, err)
		assert.Equal(t, lengths{Most: 3}, c)
	})
	t.Run("within one_of, too", func(t *testing.T) {
		name, options, err := compare.Describe(compare.OneOf{Each: lengths{Most: 3}})
		require.NoError(t, err)
		assert.Equal(t, `{"each":{"match":"lengths","most":3}}`, string(options))
		c, err := compare.Parse(name, options, custom)
		require.NoError(t, err)
		assert.Equal(t, compare.OneOf{Each: lengths{Most: 3}}, c)
	})
	t.Run("semantic", func(t *testing.T) {
		c, err := compare.Parse("semantic", json.RawMessage(`{"name":"minilm","threshold":0.7}`), custom)
		require.NoError(t, err)
		_, options, err := compare.Describe(c)
		require.NoError(t, err)
		assert.Equal(t, `{"name":"minilm","threshold":0.7}`, string(options))
	})
	for name, text := range map[string]string{
		"broken": `compare: constructor of "broken": no such model`,
		"lazy":   `compare: the constructor of "lazy" returned no comparator and no error`,
		"exact":  `compare: there is a constructor for "exact", which is a comparator of this package; choose another name`,
		"absent": `compare: the constructor of "absent" is nil`,
		"other":  `compare: Invalid match type: other; valid are ` + comparatorNames + `, absent, broken, lazy, lengths`,
	} {
		t.Run(name, func(t *testing.T) {
			c, err := compare.Parse(name, nil, custom)
			assert.EqualError(t, err, text)
			assert.Nil(t, c)
		})
	}
	_, err := compare.Parse("one_of", json.RawMessage(`{"each":"broken"}`), custom)
	assert.EqualError(t, err, `compare: one_of: each: compare: constructor of "broken": no such model`)
	assert.ErrorIs(t, err, failure)
}

type nameless struct{}

func (*nameless) Compare(context.Context, document.Value, document.Value) (compare.Comparison, error) {
	return compare.Binary(true), nil
}

type number float64

func (number) Compare(context.Context, document.Value, document.Value) (compare.Comparison, error) {
	return compare.Binary(true), nil
}

type channel struct{ C chan int }

func (channel) Compare(context.Context, document.Value, document.Value) (compare.Comparison, error) {
	return compare.Binary(true), nil
}

func TestName(t *testing.T) {
	for _, tt := range []struct {
		rule compare.Comparator
		name string
	}{
		{nil, "exact"},
		{compare.Exact{}, "exact"},
		{&compare.Fuzzy{}, "fuzzy"},
		{compare.Semantic{Name: "minilm"}, "semantic"},
		{compare.Func{Name: "iban"}, "iban"},
		{&compare.Func{Name: "iban"}, "iban"},
		{lengths{}, "lengths"},
		{&lengths{}, "lengths"},
		{&nameless{}, "compare_test.nameless"},
		{number(1), "compare_test.number"},
		{(*compare.Exact)(nil), "*compare.Exact(nil)"},
	} {
		assert.Equal(t, tt.name, compare.Name(tt.rule))
	}
}

func TestDescribeOfOthers(t *testing.T) {
	name, options, err := compare.Describe(nil)
	require.NoError(t, err)
	assert.Equal(t, `exact {}`, name+" "+string(options))

	name, options, err = compare.Describe(compare.Func{Name: "iban"})
	require.NoError(t, err)
	assert.Equal(t, `iban {}`, name+" "+string(options))

	_, _, err = compare.Describe(number(1))
	assert.EqualError(t, err, "compare: the options of compare_test.number are 1, want a JSON object; give compare_test.number a MarshalJSON method")
	_, _, err = compare.Describe(channel{})
	assert.EqualError(t, err, "compare: the options of compare_test.channel cannot be stored: json: unsupported type: chan int; tag what is not an option with `json:\"-\"`, or give compare_test.channel a MarshalJSON method")
	_, _, err = compare.Describe(compare.OneOf{Each: number(1)})
	assert.ErrorContains(t, err, "the options of compare_test.number are 1")
}

type impostor struct{}

func (impostor) Name() string { return "exact" }

func (impostor) Compare(context.Context, document.Value, document.Value) (compare.Comparison, error) {
	return compare.Binary(true), nil
}

type picky struct{ lengths }

func (picky) Validate() error { return errors.New("picky: no") }

func TestPrepare(t *testing.T) {
	for name, tt := range map[string]struct {
		rule compare.Comparator
		text string
	}{
		"nil pointer":           {(*compare.Fuzzy)(nil), "compare: the comparator is a nil *compare.Fuzzy"},
		"nil pointer of a user": {(*nameless)(nil), "compare: the comparator is a nil *compare_test.nameless"},
		"a user's Validate":     {picky{}, "picky: no"},
		"a user's name":         {impostor{}, `compare: compare_test.impostor has the name "exact", which is a comparator of this package; choose another`},
		"within one_of":         {compare.OneOf{Each: compare.Fuzzy{Threshold: 2}}, "compare: one_of: each.threshold: got 2, want a number above 0 and at most 1"},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := compare.Prepare(tt.rule)
			assert.EqualError(t, err, tt.text)
			assert.Nil(t, c)
		})
	}
	c, err := compare.Prepare(nil)
	require.NoError(t, err)
	assert.Equal(t, compare.Exact{}, c)
	user := &nameless{}
	c, err = compare.Prepare(user)
	require.NoError(t, err)
	assert.Same(t, user, c)
}

// A struct that embeds a comparator and judges in its own way keeps its way.
type strict struct{ compare.Fuzzy }

func (strict) Compare(context.Context, document.Value, document.Value) (compare.Comparison, error) {
	return compare.Binary(false), nil
}

func TestPrepareKeepsWhatEmbeds(t *testing.T) {
	c, err := compare.Prepare(strict{})
	require.NoError(t, err)
	judgement, err := c.Compare(t.Context(), parse(t, `1`), parse(t, `1`))
	require.NoError(t, err)
	assert.False(t, judgement.Match)
	assert.Equal(t, "compare_test.strict", compare.Name(strict{}))
	around := strictOneOf{compare.OneOf{Each: compare.Date{}}}
	assert.Equal(t, around, compare.InOrder(around, "dmy"))
}

type strictOneOf struct{ compare.OneOf }
