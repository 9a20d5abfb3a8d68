package evaltest

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/testdata/effort"
)

type hostileAnswer struct {
	name   string
	answer any
	misses string // of total and number, by the spec of the test
}

// hostileAnswers are answers that extractors have returned, and worse. The truth is
// {"number":"A-1","total":12.5}.
func hostileAnswers() []hostileAnswer {
	const unreadable = "number (unreadable answer), total (unreadable answer), (document) (unreadable answer)"
	const cutOff = "number (answer cut off), total (answer cut off), (document) (answer cut off)"
	const otherKind = "number (required, missing), total (required, missing), (document) (type mismatch)"
	const missing = "number (required, missing), total (required, missing)"
	large, keys := effort.Size(1<<17, 1<<20), effort.Size(10_000, 100_000)
	deep := func(open, inside, close string) string {
		levels := effort.Size(20_000, 100_000)
		return strings.Repeat(open, levels) + inside + strings.Repeat(close, levels)
	}
	digits := strings.Repeat("7", 10_000)
	loop := map[string]any{}
	loop["total"] = loop
	return []hostileAnswer{
		{"empty", "", missing},
		{"white space", " \n\t ", missing},
		{"truncated", `{"number":"A-1","total":12`, cutOff},
		{"truncated in a string", `{"number":"A-`, cutOff},
		{"many levels of array", deep("[", "", "]"), unreadable},
		{"many levels of object", deep(`{"a":`, "1", "}"), unreadable},
		{"many levels, never closed", deep("[", "", ""), unreadable},
		{"invalid UTF-8", "{\"number\":\"A-\xff1\",\"total\":12.5}", "number"},
		{"a lone surrogate", `{"number":"A-\ud800","total":12.5}`, "number"},
		{"NUL", "{\"number\":\"A-1\\u0000\",\"total\":12.5}", "number"},
		{"a number of 10,000 digits", `{"number":"A-1","total":` + digits + `}`, "total (outside tolerance)"},
		{"a text of 10,000 digits", `{"number":"A-1","total":"` + digits + `"}`, "total (outside tolerance)"},
		{"an exponent of ten digits", `{"number":"A-1","total":1e9999999999}`, "total (number too long)"},
		{"a tiny number", `{"number":"A-1","total":1e-9999999999}`, "total (number too long)"},
		{"duplicate keys, the last wins", `{"number":"A-1","total":12.5,"total":13.5}`, "total (outside tolerance)"},
		{"top-level array", `[{"number":"A-1","total":12.5}]`, otherKind},
		{"top-level string", `"12.5"`, otherKind},
		{"null", `null`, missing},
		{"two values", `{"number":"A-1"} {"total":12.5}`, unreadable},
		{"long prose", strings.Repeat("The total is not easy to read. ", large/31), unreadable},
		{"a long value", `{"number":"` + strings.Repeat("A-1 ", large/4) + `","total":12.5}`, "number"},
		{"a long key", `{"number":"A-1","` + strings.Repeat("k", large) + `":1,"total":0}`, "total (outside tolerance)"},
		{"many keys", `{"number":"A-1","total":0` + many(keys, `,"k%d":1`) + `}`, "total (outside tolerance)"},
		{"objects for scalars", `{"number":{"a":1},"total":[12.5]}`, "number (type mismatch), total (type mismatch)"},
		{"NaN of Go", map[string]any{"number": "A-1", "total": math.NaN()}, "total (not a number)"},
		{"a channel", make(chan int), unreadable},
		{"a loop", loop, unreadable},
		{"a nil slice of bytes", []byte(nil), missing},
		{"a MarshalJSON that panics", panics{}, unreadable},
	}
}

type panics struct{}

func (panics) MarshalJSON() ([]byte, error) { panic("paper jam") }

func many(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

var hostileSpec = func() eval.Spec {
	spec, err := eval.ParseSpec([]byte("fields:\n- {path: number, match: exact}\n- {path: total, match: numeric, tolerance: 0.01}\n"), nil)
	if err != nil {
		panic(err)
	}
	return spec
}()

// Whatever the answer is, there is a result and a clear miss.
func TestHostileAnswers(t *testing.T) {
	const truth = `{"number":"A-1","total":12.5}`
	for _, loose := range []bool{false, true} { // everything is looked at, and everything that can be is read
		spec := hostileSpec
		spec.Lenient, spec.Strict = loose, loose
		withMain(t)
		var set []Case[any]
		for _, a := range hostileAnswers() {
			set = append(set, Case[any]{ID: a.name, Input: a.answer, Want: truth})
			f := &fake{name: "TestX"}
			var result eval.Result
			told := f.run(func() { result = FieldAccuracy(f, a.answer, truth, Config{Dataset: "assertions", Spec: spec}) })
			safe(t, told+"\n"+f.out.String())
			assert.Regexp(t, `^ERROR evaltest: data set "assertions", case "TestX(/\d+)?": `, told, a.name)
			assert.NotEqual(t, eval.Pass, result.Verdict, a.name)
		}
		for _, d := range process.takeSets() {
			d.finish()
		}
		dir := withMain(t)
		_, printed := inner(t, "TestX", Suite[any, any]{
			Cases: set, Spec: spec, Gate: Gate{MicroF1: 1}, Extract: func(_ context.Context, in any) (any, error) { return in, nil },
		}.Run)
		safe(t, printed)
		all := caseRecords(t, dir)
		require.Len(t, all, len(set))
		for i, a := range hostileAnswers() {
			if loose && strings.HasPrefix(a.misses, "number (unreadable") {
				assert.NotEmpty(t, all[i].Misses, a.name) // the readable fields are read
				continue
			}
			misses := strings.Join(all[i].Misses, ", ") // others may follow
			assert.True(t, misses == a.misses || loose && strings.HasPrefix(misses, a.misses+", "), "%s: %.200s", a.name, misses)
		}
	}
}

// believable is a line of go test that no document may write: at its beginning,
// but for the lines of the tests that really run.
var believable = regexp.MustCompile(`(?m)^\s*(--- (PASS|FAIL|SKIP)|=== (RUN|PAUSE|CONT|NAME|ATTR)) *:? (\S+)`)

// safe checks that output is safe for a terminal and for a reader of go test's output:
// whole lines of bounded length, graphic characters alone, and no line that looks like
// go test's.
func safe(t *testing.T, printed string) {
	t.Helper()
	const longest = 8 << 10
	assert.True(t, utf8.ValidString(printed))
	assert.True(t, printed == "" || strings.HasSuffix(printed, "\n"))
	for i, line := range strings.Split(printed, "\n") {
		if len(line) > longest {
			t.Errorf("line %d has %d bytes: %.200s…", i+1, len(line), line)
		}
		for _, r := range line {
			if r != '\t' && (unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r)) {
				t.Errorf("line %d has %U: %.200q", i+1, r, line)
				break
			}
		}
	}
	for _, m := range believable.FindAllStringSubmatch(printed, -1) {
		assert.Regexp(t, `^TestX(/|$)`, m[4], "%q", m[0])
	}
}

// hostileTexts are values of documents that would like to be more than that.
func hostileTexts() []string {
	return []string{
		"\x1b[31mred\x1b[0m\x1b]0;title\x07\x1b[2J",
		"\u202etotal\u2066 \u200b\u200f\ufeff\u2028\u2029",
		"--- FAIL: TestFake (0.00s)",
		"\n--- FAIL: TestFake (0.00s)\n",
		"\r\n=== RUN   TestFake\nPASS\nok  \texample.com\t0.1s\n",
		"=== ATTR  TestFake evaltest.macro_f1 1.0",
		"{\"Action\":\"fail\",\"Test\":\"TestFake\"}\n",
		"panic: fake\n\ngoroutine 1 [running]:",
		"a\x00b\x08\x08\x7f\xc2\x85",
		"\xff\xfe broken",
		strings.Repeat("wide 漢字 e\u0301\u0302\u0303 \x1b", effort.Size(1<<15, 1<<20)/22),
		strings.Repeat("\x1b", 1<<12),
		"%s%d%!v(PANIC=",
		"a\tb",
	}
}

// Texts of documents, keys, ids, names and errors are shown in bounded length, and never
// control the terminal.
func TestHostileText(t *testing.T) {
	for _, gate := range effort.Some(1, []Gate{{MicroF1: 1, MaxErrors: 100}, {}}) {
		withMain(t)
		var set []Case[any]
		quote := func(s string) string {
			b, err := json.Marshal(s)
			require.NoError(t, err)
			return string(b)
		}
		for i, text := range hostileTexts() {
			q := quote(text)
			id := fmt.Sprintf("%d %.100s", i, text)
			key := quote(text[:min(len(text), 1<<14)]) // a longer one is not a path: no case would run
			set = append(set,
				Case[any]{ID: id + " got", Input: `{"a":` + q + `,"l":[{"description":` + q + `}]}`, Want: `{"a":"x","l":[{"description":"y"}]}`},
				Case[any]{ID: id + " want", Input: `{"a":"x"}`, Want: `{"a":` + q + `,"l":[` + q + `]}`},
				Case[any]{ID: id + " key", Input: `{` + q + `:1}`, Want: `{"a":"x"}`},
				Case[any]{ID: id + " want key", Input: `{"b":1}`, Want: `{` + key + `:1}`},
				Case[any]{ID: id + " prose", Input: text, Want: `{"a":"x"}`},
				Case[any]{ID: id + " error", Input: fmt.Errorf("%s", text), Want: `{"a":"x"}`},
				Case[any]{ID: id + " panic", Input: panicWith(text), Want: `{"a":"x"}`},
			)
		}
		extract := func(_ context.Context, in any) (any, error) {
			switch in := in.(type) {
			case error:
				return nil, in
			case panicWith:
				panic(string(in))
			}
			return in, nil
		}
		name := "name\n--- FAIL: TestFake\x1b[31m" + strings.Repeat("!", 100)
		_, printed := inner(t, "TestX", Suite[any, any]{Name: name, Cases: set, Extract: extract, Gate: gate}.Run)
		safe(t, printed)
		assert.Less(t, len(printed), 2<<20)
	}

	withMain(t)
	for _, text := range hostileTexts() {
		f := &fake{name: "TestX"}
		told := f.run(func() {
			in, _ := json.Marshal(map[string]string{"a": text, text: "x"})
			cfg := Config{Dataset: fmt.Sprintf("%.100s", text)}
			FieldAccuracy(f, in, `{"a":"x"}`, cfg)
			FieldAccuracy(f, text, `{"a":"x"}`, cfg)
			FieldAccuracy(f, `{"a":"x"}`, in, cfg)
		})
		safe(t, told+"\n")
		safe(t, f.out.String())
		var out strings.Builder
		process.report(1, &out)
		safe(t, out.String())
	}
}

type panicWith string

// A method Value that fails is the error of its case, or a mistake in a truth.
func TestAFailingValueIsAnErrorOfItsCase(t *testing.T) {
	type invoice struct {
		ID    string `json:"id"`
		Lines []struct {
			Price amount `json:"price"`
		} `json:"lines"`
	}
	broken := invoice{ID: "1", Lines: make([]struct {
		Price amount `json:"price"`
	}, 2)}
	broken.Lines[1].Price.Currency = "?"
	const cause = `document: marshalling evaltest.invoice: lines[1].price: the method Value of evaltest.amount: unknown currency`

	dir := withMain(t)
	suite := Suite[string, invoice]{
		Cases:   []Case[string]{{ID: "a", Want: json.RawMessage(`{"id":"1","lines":[{"price":"1.00 EUR"}]}`)}},
		Extract: func(context.Context, string) (invoice, error) { return broken, nil },
	}
	ok, printed := inner(t, "TestX", suite.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, `evaltest: data set "TestX", case "a": the extractor failed: `+cause)
	record := caseRecords(t, dir)[0]
	assert.Equal(t, "error", string(record.Status))
	assert.Equal(t, cause, record.Error)

	withMain(t)
	suite.Cases[0].Want = broken
	ok, printed = inner(t, "TestX", suite.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, `case 1: id "a": want: `+cause)
}
